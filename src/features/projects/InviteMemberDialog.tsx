import { useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { inviteMember } from '../../../contract/endpoints/invites.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { isConstruction, type memberRoles, type Project } from '../../../contract/endpoints/projects.ts'
import { lookUpBillingUsers, lookUpConstructionUsers, lookUpDesignUsers } from '../../../contract/endpoints/tables.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { ask } from '../../sync/ask.ts'
import { InviteDialog } from '../../tables/InviteDialog.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { givenItem } from '../../ui/list-picker/givenItem.ts'
import { LazyListPicker } from '../../ui/list-picker/LazyListPicker.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { InviteLink, useInviteLink } from './InviteLink.tsx'
import * as styles from './projects.module.css'

interface InviteProps {
  readonly project: Project
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

type Role = (typeof memberRoles)[number]
type From = 'billing' | 'construction' | 'design'
const lists = { billing: lookUpBillingUsers, construction: lookUpConstructionUsers, design: lookUpDesignUsers } satisfies Record<
  From,
  Endpoint<'cached'>
>

/**
 * Invites people by email address, by a link to hand over, or from the billing account or the other system of the project
 * (spec/3 §2.9).
 */
export function InviteMemberDialog({ project, refresh, onClose }: InviteProps) {
  const { t } = useLingui()
  const byLink = useInviteLink(project, refresh)
  const [picking, setPicking] = useState<{ readonly from: From; readonly status: Role }>()
  const { source } = project.model

  /** Invites them in order; shows the invitations sent, or the error that stopped them. */
  const invite = async (people: readonly { email: string; name?: string | undefined }[], status: Role) => {
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
  if (byLink.link !== undefined) return <InviteLink link={byLink.link} onClose={onClose} />
  const from = (which: From, words: string, status: Role, online: boolean) => (
    <Button icon="people" disabled={!online} onClick={() => setPicking({ from: which, status })}>
      {words}
    </Button>
  )
  return (
    <InviteDialog
      roles={[
        ['Member', t`Member`],
        ['Administrator', t`Administrator`],
      ]}
      onInvite={(email, status: Role) => invite([{ email }], status)}
      onClose={onClose}
    >
      {(status, online) => (
        <>
          <div className={styles.tags}>
            <Button icon="share" disabled={!online} onClick={() => byLink.make(status)}>
              {t`Invite by link`}
            </Button>
            {project.billingAccount && from('billing', t`From ${project.billingAccount.name}`, status, online)}
            {isConstruction(source) && from('construction', t`From Procore`, status, online)}
            {source === 'design' && from('design', t`From Autodesk`, status, online)}
          </div>
          {picking && (
            <PickPeople
              from={picking.from}
              project={project}
              onClose={() => setPicking(undefined)}
              onPick={(people) => invite(people, picking.status)}
            />
          )}
        </>
      )}
    </InviteDialog>
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
