import { t as now } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Grant, listGrants, revokeGrants } from '../../../contract/endpoints/grants.ts'
import { endSessions, listSessions, type Session } from '../../../contract/endpoints/sessions.ts'
import { markLeft } from '../../store/encryption/grantOf.ts'
import { endNotices } from '../../store/session/endNotices.ts'
import { leaveBehind } from '../../store/session/leaveBehind.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { getStore } from '../../store/db/store.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListEmpty, ListFoot, ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useActWithToast } from '../../ui/useActWithToast.ts'
import { NoticesSection } from './notices/NoticesSection.tsx'
import { LinkedLogins } from './linked/LinkedLogins.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { failureWords } from './failureWords.ts'
import { useAsked } from './useAsked.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '6' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })

const words = (error: unknown) =>
  error instanceof AskFailed && error.kind === 'offline'
    ? now`This list needs a connection. You stay signed in here, and what you save stays on this device until there is one.`
    : failureWords(error)

const sessions = async () => (await ask(listSessions)).sessions
const grants = async () => (await ask(listGrants)).grants.filter(({ leftAt }) => leftAt !== undefined)

/**
 * Part of User Preferences: the person's sessions, the devices that still send for them, and their passkeys.
 */
export function SessionsScreen({ onLogout }: { readonly onLogout: () => void }) {
  const { t } = useLingui()
  const own = useAsked(sessions, words)
  const left = useAsked(grants, words)
  const { busy, act } = useActWithToast(words)

  const signOut = async ({ id, here }: Session, name: string) => {
    // On this device it is the sign-out that sends first and asks about unsent work.
    if (here) return onLogout()
    const text = t`Sign out on ${name}? What was not sent there stays on that device until you sign in there again.`
    if (!(await confirmDialog({ text, ok: t({ message: 'Sign out', context: 'of a session' }), danger: true }))) return
    await act(() => ask(endSessions, undefined, { id }), t`Signed out`)
    await Promise.all([own.again(), left.again()])
  }

  const everywhere = async () => {
    const text = t`Sign out on all devices, this one too? What was not sent stays on each device until you sign in there again.`
    if (!(await confirmDialog({ text, ok: t`Sign out everywhere`, danger: true }))) return
    await act(async () => {
      await ask(endSessions, undefined, {})
      await leaveBehind(getOwner()).catch(() => undefined)
      await markLeft(getStore(), getOwner()).catch(() => undefined)
      await setOwner('p:')
      await endNotices()
    }, t`Signed out everywhere`)
  }

  const end = async (grant: Grant, name: string) => {
    const text = t`Stop sending from ${name}? Unsent saves stay there and are sent when you sign in there again.`
    if (!(await confirmDialog({ text, ok: t`Stop sending`, danger: true }))) return
    await act(() => ask(revokeGrants, undefined, { id: grant.id }), t`Stopped`)
    await left.again()
  }

  return (
    <Page
      title={t`Where you are signed in`}
      width="desk"
      lead={<Trans>Sign out on a device that you no longer have, or that you do not know.</Trans>}
    >
      {own.trouble !== undefined && <FailedState error={{ message: own.trouble }} onRetry={own.again} />}
      {own.trouble === undefined && own.data === undefined && <Skeleton rows={3} />}
      {own.trouble === undefined && own.data !== undefined && (
        <Card>
          <RowList words="14rem">
            {own.data.map((session) => (
              <SessionRow key={session.id} session={session} busy={busy} signOut={(name) => void signOut(session, name)} />
            ))}
          </RowList>
          <ListFoot>
            <Button kind="danger" busy={busy} onClick={() => void everywhere()}>
              {t`Sign out everywhere`}
            </Button>
          </ListFoot>
        </Card>
      )}

      <NoticesSection />

      <Heading>{t`Devices that send for you`}</Heading>
      {left.trouble !== undefined && own.trouble === undefined && <FailedState error={{ message: left.trouble }} onRetry={left.again} />}
      {left.trouble === undefined && <LeftGrants grants={left.data} busy={busy} end={(grant, name) => void end(grant, name)} />}
      <p style={{ marginTop: '1rem' }}>
        <LinkButton href="/grants">{t`Devices of people of your projects`}</LinkButton>
      </p>

      <Heading>{t`Linked logins`}</Heading>
      <LinkedLogins />

      <PasskeyList />
    </Page>
  )
}

interface LeftGrantsProps {
  readonly grants: readonly Grant[] | undefined
  readonly busy: boolean
  readonly end: (grant: Grant, name: string) => void
}

function LeftGrants({ grants, busy, end }: LeftGrantsProps) {
  const { t } = useLingui()
  if (grants === undefined) return <Skeleton rows={1} />
  if (grants.length === 0)
    return (
      <Card>
        <ListEmpty title={t`No device has saves of yours to send`}>
          <Trans>After a sign-out, a device with unsent saves appears here until they have arrived.</Trans>
        </ListEmpty>
      </Card>
    )
  return (
    <Card>
      <RowList words="14rem">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} busy={busy} end={(name) => end(grant, name)} />
        ))}
      </RowList>
    </Card>
  )
}

function SessionRow({
  session,
  busy,
  signOut,
}: {
  readonly session: Session
  readonly busy: boolean
  readonly signOut: (name: string) => void
}) {
  const { t, i18n } = useLingui()
  const { here, deviceName, browser, system, network, passkey, signedInAt, lastUsedAt, endsAt } = session
  const day = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium' })
  const [made, ends] = [day(signedInAt), day(endsAt)]
  const last = i18n.date(new Date(lastUsedAt), { dateStyle: 'medium', timeStyle: 'short' })
  const browserOn = browser !== '' && system !== '' ? t`${browser} on ${system}` : browser || system || t`Unknown browser`
  const name = deviceName === undefined ? browserOn : t`${deviceName} (${browserOn})`
  return (
    <ListRow>
      <div>
        <strong>{here ? t`${name} – this device` : name}</strong>
        <Small>
          {!here && <Trans>Last used on {last}.</Trans>} {network !== '' && <Trans>Network {network}.</Trans>}{' '}
          <Trans>Signed in on {made}.</Trans> {passkey === true && <Trans>With a passkey.</Trans>}{' '}
          <Trans>Ends on {ends} at the latest.</Trans>
        </Small>
      </div>
      <Button icon="close" disabled={busy} aria-label={t`Sign out: ${name}`} onClick={() => signOut(name)}>
        {t({ message: 'Sign out', context: 'of a session' })}
      </Button>
    </ListRow>
  )
}

function GrantRow({ grant, busy, end }: { readonly grant: Grant; readonly busy: boolean; readonly end: (name: string) => void }) {
  const { t, i18n } = useLingui()
  const { device, deviceName, leftAt, expiresAt } = grant
  const day = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium' })
  const tail = device.slice(-4)
  const name = deviceName ?? t`Device …${tail}`
  const [left, until] = [day(leftAt ?? expiresAt), day(expiresAt)]
  return (
    <ListRow>
      <div>
        <strong>{name}</strong>
        <Small>
          <Trans>
            You signed out there on {left}. It may send your unsent saves until {until}.
          </Trans>
        </Small>
      </div>
      <Button icon="close" disabled={busy} aria-label={t`Stop sending: ${name}`} onClick={() => end(name)}>
        {t`Stop sending`}
      </Button>
    </ListRow>
  )
}
