import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useId, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type Grant, listGrantHolders, listGrants, revokeGrants } from '../../../contract/endpoints/grants.ts'
import { deviceId } from '../../store/identity/getOwner.ts'
import { getStore } from '../../store/db/store.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListFoot, ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useActWithToast } from '../../ui/useActWithToast.ts'
import { failureWords } from './failureWords.ts'
import { type Asked, useAsked } from './useAsked.ts'

type Holder = AnswerOf<typeof listGrantHolders>['people'][number]

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '4' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })
const Inner = chakra('div', { base: { flex: '1 1 100%', paddingInlineStart: { base: '0', sm: '5' } } })

const mine = async () => (await ask(listGrants)).grants
const others = async () => (await ask(listGrantHolders)).people

/**
 * The devices that may still send a logged-out person's saves with their grant. The person, or a manager of
 * their project, can end these grants.
 */
export function GrantsScreen() {
  const { t } = useLingui()
  const own = useAsked(mine)
  const people = useAsked(others)
  const [open, setOpen] = useState<string>()
  return (
    <Page
      title={t`Devices that send for you`}
      width="desk"
      lead={
        <Trans>
          After you sign out, these devices still send your saves in your name, for 35 days at most. They can do nothing else in your name.
          Revoke a device that you no longer have.
        </Trans>
      }
    >
      <OwnGrants own={own} />
      {people.data !== undefined && people.data.length > 0 && (
        <>
          <Heading>{t`People of your projects`}</Heading>
          <Card>
            <RowList words="14rem">
              {people.data.map((person) => (
                <HolderRow
                  key={person.uid}
                  person={person}
                  open={open === person.uid}
                  toggle={() => setOpen(open === person.uid ? undefined : person.uid)}
                  changed={people.again}
                />
              ))}
            </RowList>
          </Card>
        </>
      )}
    </Page>
  )
}

function OwnGrants({ own }: { readonly own: Asked<Grant[]> }) {
  const { t } = useLingui()
  if (own.trouble !== undefined) return <FailedState error={{ message: own.trouble }} onRetry={own.again} />
  if (own.data === undefined) return <Skeleton rows={2} />
  if (own.data.length === 0)
    return (
      <EmptyState icon="device" title={t`No device sends for you`}>
        <Trans>The next device that you sign in on appears here.</Trans>
      </EmptyState>
    )
  return (
    <Card>
      <GrantRows grants={own.data} changed={own.again} />
    </Card>
  )
}

function HolderRow({
  person: { uid, name, count },
  open,
  toggle,
  changed,
}: {
  readonly person: Holder
  readonly open: boolean
  readonly toggle: () => void
  readonly changed: () => Promise<void>
}) {
  const { t } = useLingui()
  const id = useId()
  return (
    <ListRow>
      <div>
        <strong>{name}</strong>
        <Small>
          <Plural value={count} one="# device" other="# devices" />
        </Small>
      </div>
      <Button
        size="desk"
        aria-expanded={open}
        aria-controls={id}
        aria-label={open ? t`Hide the devices of ${name}` : t`Show the devices of ${name}`}
        onClick={toggle}
      >
        {open ? t`Hide` : t`Show`}
      </Button>
      <Inner id={id} hidden={!open}>
        {open && <TheirGrants uid={uid} changed={changed} />}
      </Inner>
    </ListRow>
  )
}

function TheirGrants({ uid, changed }: { readonly uid: string; readonly changed: () => Promise<void> }) {
  const { data, trouble, again } = useAsked(
    useCallback(async () => (await ask(listGrants, undefined, undefined, { query: { of: uid } })).grants, [uid]),
  )
  if (trouble !== undefined) return <FailedState error={{ message: trouble }} onRetry={again} />
  if (data === undefined) return <Skeleton rows={1} />
  return (
    <GrantRows
      of={uid}
      grants={data}
      changed={async () => {
        await again()
        await changed()
      }}
    />
  )
}

function GrantRows({
  grants,
  of,
  changed,
}: {
  readonly grants: readonly Grant[]
  readonly of?: string
  readonly changed: () => Promise<void>
}) {
  const { t } = useLingui()
  const [here, setHere] = useState<string>()
  const { act } = useActWithToast(failureWords)
  useEffect(() => {
    let gone = false
    void deviceId(getStore()).then((id) => !gone && setHere(id))
    return () => {
      gone = true
    }
  }, [])
  const end = async (id?: string) => {
    const text =
      id === undefined
        ? t`Stop sending from all of these devices? Unsent saves stay there and are sent when their author signs in there again.`
        : t`Stop sending from this device? Unsent saves stay there and are sent when their author signs in there again.`
    if (!(await confirmDialog({ text, ok: t`Revoke`, danger: true }))) return
    await act(() => ask(revokeGrants, undefined, { of, id }), t`Revoked`)
    await changed()
  }
  return (
    <>
      <RowList words="14rem">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} here={grant.device === here} revoke={() => void end(grant.id)} />
        ))}
      </RowList>
      {grants.length > 1 && (
        <ListFoot>
          <Button kind="danger" size="desk" onClick={() => void end()}>{t`Revoke all`}</Button>
        </ListFoot>
      )}
    </>
  )
}

function GrantRow({ grant, here, revoke }: { readonly grant: Grant; readonly here: boolean; readonly revoke: () => void }) {
  const { t, i18n } = useLingui()
  const { device, deviceName, madeAt, leftAt, usedAt, expiresAt } = grant
  const day = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium' })
  const end = device.slice(-4)
  const name = deviceName ?? t`Device …${end}`
  const [made, last, until] = [day(madeAt), usedAt === undefined ? '' : day(usedAt), day(expiresAt)]
  return (
    <ListRow>
      <div>
        <strong>{here ? t`${name} (this device)` : name}</strong>
        <Small>
          <Trans>Signed in on {made}.</Trans>{' '}
          {last === '' ? <Trans>Has sent nothing after a sign-out.</Trans> : <Trans>Sent last on {last}.</Trans>}{' '}
          {leftAt === undefined ? <Trans>Works once they have signed out there.</Trans> : <Trans>Ends on {until}.</Trans>}
        </Small>
      </div>
      <Button size="desk" icon="close" aria-label={t`Revoke: ${name}`} onClick={revoke}>
        {t`Revoke`}
      </Button>
    </ListRow>
  )
}
