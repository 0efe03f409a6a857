import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { languages } from '../../../contract/reference/languages.ts'
import { useOutboxCounts } from '../../store/outbox/outbox.ts'
import { useOwner } from '../../store/identity/owner.ts'
import { makeReady, type ReadyFacts, type Share, stopReady, useReadyFacts } from '../../store/queries/ready.ts'
import { clockLimit, useClockAhead } from '../../store/db/useClock.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { type DeviceFacts, daysLeft, least, useDevice } from './device.ts'

const List = chakra('ul', { base: { display: 'grid', gap: '2', listStyle: 'none', padding: '0', margin: '0' } })
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'start',
    gap: '3',
    padding: '4',
    borderRadius: 'md',
    bg: 'bg.surface',
    boxShadow: 'card',
    overflowWrap: 'anywhere',
    borderInlineStart: '6px solid',
    borderColor: 'status.needsYou',
    '&[data-ready=true]': { borderColor: 'status.sent' },
    '& > svg': { color: 'status.needsYou', marginTop: '0.125rem' },
    '&[data-ready=true] > svg': { color: 'status.sent' },
  },
})
const Name = chakra('span', { base: { display: 'block', textStyle: 'label' } })
const State = chakra('span', { base: { display: 'block', color: 'fg.muted' } })
const Do = chakra('div', { base: { marginTop: '2' } })
const Work = chakra('section', { base: { display: 'grid', gap: '3' } })
const Bar = chakra('progress', { base: { width: 'full', height: '0.75rem', accentColor: 'var(--m-colors-status-sent)' } })
const Sum = chakra('p', { base: { margin: '0', textStyle: 'heading' } })

interface Item {
  readonly key: string
  readonly name: string
  readonly ready: boolean
  readonly state: ReactNode
  readonly todo?: ReactNode
}

/**
 * Ready for site: whether all pages that a person needs today open offline, and advice for those that do not.
 */
export function ReadyScreen() {
  const { t } = useLingui()
  const owner = useOwner()
  const facts = useReadyFacts()
  const { device, protect } = useDevice()
  const items = useItems(facts, device, protect)
  if (!owner.startsWith('u:'))
    return (
      <Page title={t`Ready for site`}>
        <EmptyState icon="key" title={t`Sign in first`} action={<LinkButton href="/sign-in">{t`Sign in`}</LinkButton>}>
          <Trans>What you need on site depends on your projects.</Trans>
        </EmptyState>
      </Page>
    )
  if (!facts || !items)
    return (
      <Page title={t`Ready for site`}>
        <Skeleton rows={6} />
      </Page>
    )
  const missing = items.filter((item) => !item.ready).length
  return (
    <Page title={t`Ready for site`} lead={t`Look here before you leave coverage.`}>
      <Sum role="status">
        {missing === 0 ? (
          <Trans>Everything you need is on this device.</Trans>
        ) : (
          <Plural value={missing} one="# thing is not ready" other="# things are not ready" />
        )}
      </Sum>
      <Making facts={facts} owner={owner} />
      <List>
        {items.map(({ key, name, ready, state, todo }) => (
          <Row key={key} data-ready={ready} data-item={key}>
            <Icon name={ready ? 'checkCircle' : 'alert'} size={24} />
            <div>
              <Name>
                {name}: {ready ? t`ready` : t`not ready`}
              </Name>
              <State>{state}</State>
              {!ready && todo && <Do>{todo}</Do>}
            </div>
          </Row>
        ))}
      </List>
    </Page>
  )
}

/** The only button, and its progress. */
function Making({ facts, owner }: { readonly facts: ReadyFacts; readonly owner: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const size = useSize()
  const { plan, media } = facts
  const files = facts.pdfs.of + facts.videos.of
  const filesHere = facts.pdfs.here + facts.videos.here
  const fetching = plan?.state === 'running' || (plan?.state === 'kept' && filesHere < files && !media.full && online)
  if (!fetching)
    return (
      <Work>
        {plan?.state === 'failed' && <State role="alert">{t`The server did not give all of it. Sign in again, then try once more.`}</State>}
        <div>
          <Button kind="primary" icon="download" onClick={() => makeReady(owner)}>
            {plan?.state === 'kept' ? t`Look again` : t`Make ready`}
          </Button>
        </div>
      </Work>
    )
  const done = (plan?.done ?? 0) + filesHere
  const total = Math.max((plan?.total ?? 0) + files, 1)
  const bytes = size((plan?.bytes ?? 0) + media.have)
  return (
    <Work aria-label={t`Make ready`}>
      <State>
        {plan?.why === undefined || online ? (
          <Trans>
            {done} of {total} are here, {bytes}
          </Trans>
        ) : (
          <Trans>No connection: it goes on by itself when there is one.</Trans>
        )}
      </State>
      <Bar max={total} value={done} aria-label={t`Make ready`} />
      <div>
        <Button icon="close" onClick={() => stopReady(owner)}>
          {t`Cancel`}
        </Button>
      </div>
    </Work>
  )
}

function useSize(): (bytes: number) => string {
  const { i18n } = useLingui()
  return (bytes) =>
    new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 }).format(
      bytes / 1_000_000,
    )
}

function useItems(facts: ReadyFacts | undefined, device: DeviceFacts | undefined, protect: () => Promise<void>): Item[] | undefined {
  const { t, i18n } = useLingui()
  const counts = useOutboxCounts()
  const ahead = useClockAhead()
  const size = useSize()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  if (!facts || !device) return undefined
  const { plan } = facts
  const make = t`Press “Make ready” while you have a connection.`
  const share = (key: string, name: string, { of, here }: Share, none: string): Item => ({
    key,
    name,
    ready: plan !== undefined && plan.total > 0 && of === here,
    state:
      plan === undefined || plan.total === 0 ? (
        t`Not looked for yet`
      ) : of === 0 ? (
        none
      ) : (
        <Trans>
          {here} of {of} on this device
        </Trans>
      ),
    todo: make,
  })
  const days = daysLeft(facts.answeredAt, now)
  const until = facts.answeredAt === undefined ? '' : i18n.date(new Date(now + days * 86_400_000), { dateStyle: 'medium' })
  const waiting = counts.saved + counts.sending + counts.needsYou
  const minutes = Math.round(Math.abs(ahead ?? 0) / 60_000)
  const spoken = facts.languages.map((lang) => languages[lang as keyof typeof languages]).join(', ')
  const wanted = Object.keys(plan?.languages ?? {}).length
  const free = device.free
  return [
    {
      key: 'app',
      name: t`App`,
      ready: device.shell,
      state: device.shell ? t`Opens without a connection` : t`Not on this device yet`,
      todo: t`Stay connected for a minute, then reload. In a private window the app can’t be kept.`,
    },
    share('screens', t`My screens`, facts.screens, t`None of your projects has a form yet`),
    share('lists', t`Lists`, facts.lists, t`All lists come with their forms`),
    share('pdfs', t`Documents`, facts.pdfs, t`Your forms show none`),
    share('videos', t`Videos and captions`, facts.videos, t`Your forms show none`),
    {
      key: 'languages',
      name: t`Languages`,
      ready: wanted > 0 && facts.languages.length === wanted,
      state: spoken || t`Not looked for yet`,
      todo: make,
    },
    {
      key: 'persistence',
      name: t`Storage`,
      ready: device.persisted,
      state: device.persisted ? t`The browser keeps what is stored` : t`The browser may clear what is stored when the device is full`,
      todo: <Button onClick={protect}>{t`Protect it`}</Button>,
    },
    {
      key: 'space',
      name: t`Free space`,
      ready: (free === undefined || free >= least) && !facts.media.full,
      state: free === undefined ? t`The browser does not say` : <Trans>{size(free)} free for this app</Trans>,
      todo: t`Delete photos, videos or apps that you do not need.`,
    },
    {
      key: 'clock',
      name: t`Clock`,
      ready: ahead !== undefined && Math.abs(ahead) <= clockLimit,
      state:
        ahead === undefined ? (
          t`Not compared with the server yet`
        ) : minutes === 0 ? (
          t`Right`
        ) : ahead > 0 ? (
          <Trans>{minutes} minutes fast</Trans>
        ) : (
          <Trans>{minutes} minutes slow</Trans>
        ),
      todo: t`Set the clock of this device, best to automatic.`,
    },
    {
      key: 'session',
      name: t`Signed in`,
      ready: facts.session === 'ok' && days >= 7,
      state: facts.session === 'ok' && days > 0 ? <Trans>Until {until} at least</Trans> : t`The server wants you to sign in again`,
      todo: <LinkButton href="/sign-in">{t`Sign in`}</LinkButton>,
    },
    {
      key: 'unsent',
      name: t`Unsent work`,
      ready: waiting === 0,
      state: waiting === 0 ? t`Everything has arrived` : <Plural value={waiting} one="# save waits" other="# saves wait" />,
      todo: <LinkButton href="/outbox">{t`Open the outbox`}</LinkButton>,
    },
  ]
}
