import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { BillingAccount } from '../../../contract/endpoints/billing/billing.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { queue } from '../../store/outbox/outbox.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

type YesNo = 'Yes' | 'No'
interface Changed {
  readonly name?: string
  readonly has?: YesNo
  readonly clientId?: string
  readonly secret?: string
  readonly confirmed?: YesNo
}

/**
 * The name of an account, and the service account with which the bots write to Procore. A secret is replaced
 * or kept, but never shown.
 */
export function AccountDetails({ account, readOnly }: { readonly account: BillingAccount; readonly readOnly: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const { model } = account
  const [changed, setChanged] = useState<Changed>({})
  const name = changed.name ?? model.name
  const has = changed.has ?? model.hasProcoreServiceAccount ?? 'No'
  const clientId = changed.clientId ?? model.procoreServiceAccountClientId ?? ''
  const confirmed = changed.confirmed ?? model.hasProcoreServiceAccountConfirmation ?? 'No'
  const isChanged = Object.keys(changed).length > 0
  const set = (more: Changed) => setChanged({ ...changed, ...more })

  const update = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || name.trim() === '') return
    try {
      const payload = {
        name: name.trim(),
        hasProcoreServiceAccount: has,
        ...(has === 'Yes' && {
          procoreServiceAccountClientId: clientId.trim(),
          hasProcoreServiceAccountConfirmation: confirmed,
          ...(changed.secret !== undefined && changed.secret !== '' && { procoreServiceAccountClientSecret: changed.secret }),
        }),
      }
      await queue(patchRecord, { '*': `billing/${account.id}` }, { payload }, { title: t`Billing Account: ${name.trim()}` })
      setChanged({})
      toast(t`Billing Account Updated`, 'success')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toast(t`Error Updating Billing Account: ${message}`, 'error')
    }
  }
  const choice = (label: string, value: YesNo, onChoose: (value: YesNo) => void) => (
    <fieldset className="m-field" disabled={readOnly}>
      <legend className="m-label m-billing-legend">{label}</legend>
      <div className="m-choices" data-display="buttons">
        {(['Yes', 'No'] as const).map((one) => (
          <label key={one} className="m-choice">
            <input type="radio" name={`${id}-${label}`} checked={value === one} onChange={() => onChoose(one)} />
            <span className="m-choice-text">{one === 'Yes' ? t`Yes` : t`No`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
  return (
    <section className="m-billing-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t`Details`}</h2>
      <form className="m-billing-form" noValidate onSubmit={(event) => void update(event)}>
        <div className="m-field">
          <label className="m-label" htmlFor={`${id}-name`}>
            {t`Name`}
          </label>
          <input
            id={`${id}-name`}
            className="m-input"
            maxLength={200}
            autoComplete="off"
            readOnly={readOnly}
            value={name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </div>
        {!readOnly && choice(t`Do you have a Procore service account?`, has, (value) => set({ has: value }))}
        {!readOnly && has === 'Yes' && (
          <>
            <div className="m-field">
              <label className="m-label" htmlFor={`${id}-client`}>
                {t`Client ID`}
              </label>
              <input
                id={`${id}-client`}
                className="m-input"
                maxLength={200}
                autoComplete="off"
                autoCapitalize="off"
                value={clientId}
                onChange={(event) => set({ clientId: event.target.value })}
              />
            </div>
            <div className="m-field">
              <label className="m-label" htmlFor={`${id}-secret`}>
                {t`Client Secret`}
              </label>
              <p className="m-hint" id={`${id}-secret-hint`}>
                {model.procoreServiceAccountClientSecret
                  ? t`One is kept. Type a new one to replace it.`
                  : t`It is kept sealed and never shown again.`}
              </p>
              <input
                id={`${id}-secret`}
                className="m-input"
                type="password"
                maxLength={500}
                autoComplete="new-password"
                placeholder={model.procoreServiceAccountClientSecret ?? ''}
                aria-describedby={`${id}-secret-hint`}
                value={changed.secret ?? ''}
                onChange={(event) => set({ secret: event.target.value })}
              />
            </div>
            {choice(t`Has the service account been added to your Procore projects?`, confirmed, (value) => set({ confirmed: value }))}
          </>
        )}
        {!readOnly && (
          <div>
            <Button type="submit" kind="primary" disabled={!isChanged || name.trim() === ''}>
              {t`Update Details`}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}
