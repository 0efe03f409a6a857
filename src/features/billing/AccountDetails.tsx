import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { BillingAccount } from '../../../contract/endpoints/billing/billing.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { queue } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { useOutcome } from '../../tables/useOutcome.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './billing.module.css'

type YesNo = 'Yes' | 'No'
interface Changed {
  readonly name?: string
  readonly has?: YesNo
  readonly clientId?: string
  readonly secret?: string
  readonly confirmed?: YesNo
}

/** The answers as the form shows them: what the person has changed, else what the account has. */
function detailsOf(changed: Changed, model: BillingAccount['model']) {
  return {
    name: changed.name ?? model.name,
    has: changed.has ?? model.hasProcoreServiceAccount ?? 'No',
    clientId: changed.clientId ?? model.procoreServiceAccountClientId ?? '',
    confirmed: changed.confirmed ?? model.hasProcoreServiceAccountConfirmation ?? 'No',
    secret: changed.secret ?? '',
  }
}

type Details = ReturnType<typeof detailsOf>

const payloadOf = ({ name, has, clientId, confirmed, secret }: Details) => ({
  name: name.trim(),
  hasProcoreServiceAccount: has,
  ...(has === 'Yes' && {
    procoreServiceAccountClientId: clientId.trim(),
    hasProcoreServiceAccountConfirmation: confirmed,
    ...(secret !== '' && { procoreServiceAccountClientSecret: secret }),
  }),
})

/**
 * The name of an account, and the service account with which the bots write to Procore. A secret is replaced
 * or kept, but never shown.
 */
export function AccountDetails({ account, readOnly }: { readonly account: BillingAccount; readonly readOnly: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const { model } = account
  const tell = useOutcome()
  const [changed, setChanged] = useState<Changed>({})
  const details = detailsOf(changed, model)
  const { name, has } = details
  const isChanged = Object.keys(changed).length > 0
  const set = (more: Changed) => setChanged({ ...changed, ...more })

  const update = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || name.trim() === '') return
    try {
      const payload = payloadOf(details)
      const { opId } = await queue(
        patchRecord,
        { '*': `billing/${account.id}` },
        { payload },
        { title: t`Billing Account: ${name.trim()}` },
      )
      setChanged({})
      void tell(opId, { done: t`Billing Account Updated`, failed: (message) => t`Error Updating Billing Account: ${message}` })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toast(t`Error Updating Billing Account: ${message}`, 'error')
    }
  }
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t`Details`}</h2>
      <form className={styles.form} noValidate onSubmit={(event) => void update(event)}>
        <TextField
          label={t`Name`}
          maxLength={200}
          autoComplete="off"
          readOnly={readOnly}
          value={name}
          onChange={(event) => set({ name: event.target.value })}
        />
        {!readOnly && (
          <>
            <YesNoChoice label={t`Do you have a Procore service account?`} value={has} onChoose={(value) => set({ has: value })} />
            {has === 'Yes' && <ServiceAccount details={details} keptSecret={model.procoreServiceAccountClientSecret} onChange={set} />}
            <div>
              <Button type="submit" kind="primary" disabled={!isChanged || name.trim() === ''}>
                {t`Update Details`}
              </Button>
            </div>
          </>
        )}
      </form>
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: YesNo
  readonly onChoose: (value: YesNo) => void
}

function YesNoChoice({ label, value, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const options = [
    { value: 'Yes', label: t`Yes` },
    { value: 'No', label: t`No` },
  ] as const
  return <RadioGroup isRow label={label} options={options} value={value} onChoose={onChoose} />
}

interface ServiceAccountProps {
  readonly details: Details
  /** What the server shows of the stored secret, if it has one. */
  readonly keptSecret: string | undefined
  readonly onChange: (more: Changed) => void
}

function ServiceAccount({ details: { clientId, secret, confirmed }, keptSecret, onChange }: ServiceAccountProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Client ID`}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        value={clientId}
        onChange={(event) => onChange({ clientId: event.target.value })}
      />
      <TextField
        label={t`Client Secret`}
        hint={keptSecret ? t`A value is saved. Type a new one to replace it.` : t`It is kept sealed and never shown again.`}
        type="password"
        maxLength={500}
        autoComplete="new-password"
        placeholder={keptSecret ?? ''}
        value={secret}
        onChange={(event) => onChange({ secret: event.target.value })}
      />
      <YesNoChoice
        label={t`Has the service account been added to your Procore projects?`}
        value={confirmed}
        onChoose={(value) => onChange({ confirmed: value })}
      />
    </>
  )
}
