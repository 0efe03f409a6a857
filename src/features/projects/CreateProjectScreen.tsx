import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { createProject } from './createProject.ts'
import { usableAccounts } from './withChange.ts'
import * as styles from './projects.module.css'

/** `/teams/create`: a billing account, or none for a trial, and a name (spec/3 §2.8). */
export function CreateProjectScreen() {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const cached = useCached(listBilling, undefined, { property: 'name' })
  const [name, setName] = useState('')
  const [billing, setBilling] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const accounts = usableAccounts(cached.data?.items ?? [])

  const create = async (event?: FormEvent) => {
    event?.preventDefault()
    if (name.trim() === '') {
      setWrong(t`Project Name Required`)
      return document.getElementById(id)?.focus()
    }
    setWrong(undefined)
    if (
      accounts.length > 0 &&
      billing === '' &&
      !(await confirmDialog({ text: t`Are you sure want to create a trial project not linked to a billing account?` }))
    )
      return
    try {
      await createProject(billing === '' ? {} : { billingAccount: billing }, name.trim())
      await router.navigate({ href: '/teams' })
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  // Without the accounts, a paid project would silently become a trial.
  if (!cached.data)
    return (
      <Page title={t`Create Project`}>
        <Answered cached={cached}>{() => null}</Answered>
      </Page>
    )
  return (
    <Page title={t`Create Project`}>
      {cached.stale && <OfflineCopy at={cached.fetchedAt} />}
      <Card>
        <form className={styles.formColumn} noValidate onSubmit={(event) => void create(event)}>
          {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
          <Select label={t`Billing Account`} value={billing} onChange={(event) => setBilling(event.target.value)}>
            <option value="">{t`Free Trial`}</option>
            {accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {account.model.name}
              </option>
            ))}
          </Select>
          <TextField
            id={id}
            label={t`Project Name`}
            error={wrong}
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <div className={styles.tags}>
            <Button kind="primary" onClick={() => create()}>{t`Create Project`}</Button>
            <LinkButton href="/teams" kind="quiet">{t`Cancel`}</LinkButton>
          </div>
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Card>
    </Page>
  )
}
