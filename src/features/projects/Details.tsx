import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/queue.ts'
import { useTableWords } from '../../tables/useTableWords.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { usableAccounts } from './withChange.ts'
import * as styles from './projects.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** Name and billing account of a project; the button is enabled after a change (spec/3 §5). */
export function Details({ project, readOnly }: { readonly project: Project; readonly readOnly: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const { report, failed } = useTableWords()
  const { data } = useCached(listBilling, undefined, { property: 'name' })
  const [changed, setChanged] = useState<{ name?: string; billing?: string }>({})
  const name = changed.name ?? project.model.name
  const billing = changed.billing ?? project.model.billingAccount ?? ''
  const isChanged = name.trim() !== project.model.name || billing !== (project.model.billingAccount ?? '')
  const accounts = usableAccounts(data?.items ?? [])
  const current = project.billingAccount
  const options = current && !accounts.some((account) => account.id === current.id) ? [{ id: current.id, name: current.name }] : []
  const word = t`Project`

  const update = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!isChanged || name.trim() === '') return
    try {
      // Only what has changed: a rename that waits for a connection must not bring an earlier billing account back.
      const payload = {
        ...(name.trim() !== project.model.name && { name: name.trim() }),
        ...(billing !== (project.model.billingAccount ?? '') && { billingAccount: billing === '' ? null : billing }),
      }
      const { opId } = await queue(saveRecord, { '*': `teams/${project.id}` }, { payload }, { title: `${word}: ${name.trim()}` })
      setChanged({})
      report('Updated', word, opId)
    } catch (error) {
      failed('Updated', word, error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t`Details`}</h2>
      <LastRead at={project.model.sourceSynced} />
      <form className={styles.formGrid} onSubmit={(event) => void update(event)}>
        <TextField
          label={t`Name`}
          maxLength={200}
          autoComplete="off"
          readOnly={readOnly}
          value={name}
          onChange={(event) => setChanged({ ...changed, name: event.target.value })}
        />
        <Select
          label={t`Billing Account`}
          disabled={readOnly}
          value={billing}
          onChange={(event) => setChanged({ ...changed, billing: event.target.value })}
        >
          <option value="">{t`Free Trial`}</option>
          {[...options, ...accounts.map((account) => ({ id: account.id, name: account.model.name }))].map((account) => (
            <option key={account.id} value={account.id}>
              {account.name}
            </option>
          ))}
        </Select>
        {!readOnly && (
          <Button type="submit" kind="primary" disabled={!isChanged || name.trim() === ''}>
            {t`Update Details`}
          </Button>
        )}
        {!readOnly && !project.model.billingAccount && (
          <LinkButton href={`/billing/create?team=${project.id}`}>{t`Create Billing Account`}</LinkButton>
        )}
      </form>
    </section>
  )
}

/** When the server last read the connected system of a project. */
function LastRead({ at }: { readonly at: string | undefined }) {
  const { t, i18n } = useLingui()
  if (at === undefined || Number.isNaN(Date.parse(at))) return null
  const readAt = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return <p className={controls.hint}>{t`Last read from the connected system: ${readAt}`}</p>
}
