import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useId, useMemo, useState } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { inviteMember } from '../../../contract/invites.ts'
import type { LookupItem } from '../../../contract/pages.ts'
import { isConstruction, memberRoles, type Project } from '../../../contract/projects.ts'
import { lookUpBillingUsers, lookUpConstructionUsers, lookUpDesignUsers } from '../../../contract/tables.ts'
import { type Cached, useCached } from '../../store/cached.ts'
import { useOwner } from '../../store/owner.ts'
import { useOnline } from '../../store/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/Button.tsx'
import { alertDialog } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { givenItem } from '../../ui/list-picker/givenItem.ts'
import { LazyListPicker } from '../../ui/list-picker/LazyListPicker.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.tsx'

interface InviteProps {
  readonly project: Project
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

type From = 'billing' | 'construction' | 'design'
const lists = { billing: lookUpBillingUsers, construction: lookUpConstructionUsers, design: lookUpDesignUsers } satisfies Record<
  From,
  Endpoint<'cached'>
>

/** Invites by address, or people of the billing account or of the system that the project comes from (spec/3 §2.9). Needs a connection, and says so first. */
export function InviteDialog({ project, refresh, onClose }: InviteProps) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState<string>(memberRoles[0])
  const [wrong, setWrong] = useState<string>()
  const [picking, setPicking] = useState<From>()
  const roleWords = { Member: t`Member`, Administrator: t`Administrator` }
  const { source } = project.model

  /** One after the other: who was invited is told, and who could not be. */
  const invite = async (people: readonly { email: string; name?: string | undefined }[]) => {
    let sent = 0
    for (const person of people) {
      try {
        const answer = await ask(
          inviteMember,
          { id: project.id },
          { email: person.email, status, ...(person.name && { name: person.name }) },
        )
        if (answer.success) sent += 1
        else if (answer.notification !== undefined) await alertDialog(answer.notification)
      } catch (error) {
        const said = error instanceof Error ? error.message : ''
        await alertDialog(said || t`The invitation could not be sent. Try again when there is a connection.`)
        break
      }
    }
    if (sent > 0) {
      toast(sent === 1 && people.length === 1 ? t`Invite Sent to ${people[0]?.email ?? ''}` : t`Invite Sent`, 'success')
      await refresh()
      onClose()
    }
  }
  const byMail = async () => {
    if (!email.includes('@')) {
      setWrong(t`Email Address Required`)
      return document.getElementById(id)?.focus()
    }
    setWrong(undefined)
    await invite([{ email: email.trim() }])
  }
  return (
    <Dialog
      open
      kind="generic"
      title={t`Invite Member`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={!online} onClick={() => byMail()}>
            {t`Invite`}
          </Button>
        </>
      }
    >
      <div className="m-form-column">
        {!online && (
          <Notice level="warning">
            <Trans>There is no connection. Invitations are sent at once, so they need one.</Trans>
          </Notice>
        )}
        <div className="m-field" data-invalid={wrong !== undefined || undefined}>
          <label className="m-label" htmlFor={id}>
            {t`Email`}
          </label>
          <input
            id={id}
            data-autofocus
            className="m-input"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            value={email}
            disabled={!online}
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
            onChange={(event) => setEmail(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void byMail()
            }}
          />
          {wrong !== undefined && (
            <p className="m-error" id={`${id}-wrong`} role="alert">
              {wrong}
            </p>
          )}
        </div>
        <fieldset className="m-field">
          <legend className="m-label" style={{ marginBottom: 6 }}>
            {t`Role`}
          </legend>
          <div className="m-choices" data-display="buttons">
            {memberRoles.map((role) => (
              <label key={role} className="m-choice">
                <input type="radio" name={`${id}-role`} checked={status === role} onChange={() => setStatus(role)} />
                <span className="m-choice-text">{roleWords[role]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="m-tags">
          {project.billingAccount && (
            <Button icon="people" disabled={!online} onClick={() => setPicking('billing')}>
              {t`From ${project.billingAccount.name}`}
            </Button>
          )}
          {isConstruction(source) && (
            <Button icon="people" disabled={!online} onClick={() => setPicking('construction')}>
              {t`From Procore`}
            </Button>
          )}
          {source === 'design' && (
            <Button icon="people" disabled={!online} onClick={() => setPicking('design')}>
              {t`From Autodesk`}
            </Button>
          )}
        </div>
      </div>
      {picking && <PickPeople from={picking} project={project} onClose={() => setPicking(undefined)} onPick={invite} />}
    </Dialog>
  )
}

const emailOf = ({ attributes }: Pick<LookupItem, 'attributes'>) => String(attributes?.['email'] ?? '')

function PickPeople({
  from,
  project,
  onPick,
  onClose,
}: {
  readonly from: From
  readonly project: Project
  readonly onPick: (people: readonly { email: string; name: string }[]) => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const uid = useOwner().slice(2)
  const query = { team: project.id, ...(project.billingAccount && { billing: project.billingAccount.id }) }
  const cached: Cached<{ items: LookupItem[] }> = useCached(lists[from], { uid }, query)
  const items = useMemo(() => (cached.data?.items ?? []).flatMap((item) => givenItem(item) ?? []), [cached.data])
  return (
    <Suspense>
      <LazyListPicker
        config={{
          title: t`Person`,
          items,
          multiSelect: true,
          loading: cached.state === 'loading',
          ...(cached.state === 'failed' && { instructions: cached.error?.message ?? '' }),
        }}
        onCancel={onClose}
        onPick={async (picked) => {
          onClose()
          if (picked.length > 0) await onPick(picked.map((item) => ({ email: emailOf(item as LookupItem), name: item.label })))
        }}
      />
    </Suspense>
  )
}
