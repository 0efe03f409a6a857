import { addDays } from 'date-fns/addDays'
import { t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { languages } from '../../../contract/reference/languages.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'
import { forgetsUnlessInstalled } from '../../lib/installation.ts'
import { clockLimit, useClockAhead } from '../../store/db/useClockAhead.ts'
import { type PdfTool, pdfTools, type PdfUse } from '../../store/media/pdfTools.ts'
import { useOutboxCounts } from '../../store/outbox/queue.ts'
import type { ReadyFacts, Share } from '../../store/queries/readiness.ts'
import { type NeedKind, needKinds } from '../../store/queries/needKinds.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { type DeviceFacts, daysLeft, least } from './useDevice.ts'
import { useSize } from './useSize.ts'

export interface ReadyItem {
  readonly key: string
  readonly name: string
  readonly ready: boolean
  readonly state: ReactNode
  readonly todo?: ReactNode
}

/** What must be on this device before a person leaves coverage; undefined while loading. */
export function useReadyItems(
  facts: ReadyFacts | undefined,
  device: DeviceFacts | undefined,
  { protect, fetchNow }: { readonly protect: () => Promise<void>; readonly fetchNow: () => void },
): ReadyItem[] | undefined {
  const { i18n } = useLingui()
  const counts = useOutboxCounts()
  const ahead = useClockAhead()
  const size = useSize()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  if (!facts || !device) return undefined
  const days = daysLeft(facts.answeredAt, now)
  const until = facts.answeredAt === undefined ? '' : i18n.date(addDays(now, days), { dateStyle: 'medium' })
  return [
    appItem(device),
    ...shareItems(facts, device, fetchNow),
    languagesItem(facts),
    storageItem(device, protect),
    ...installItems(),
    spaceItem(device.free, facts.media.full, size),
    clockItem(ahead),
    sessionItem(facts.session === 'ok', days, until),
    unsentItem(counts.saved + counts.sending + counts.needsYou),
  ]
}

const appItem = ({ shell }: DeviceFacts): ReadyItem => ({
  key: 'app',
  name: t`App`,
  ready: shell,
  state: shell ? t`Opens without a connection` : t`Not on this device yet`,
  todo: t`Stay connected for a minute, then reload. In a private window the app can’t be kept.`,
})

const pressMake = () => t`Press “Make ready” while you have a connection.`

/** What is fetched for work offline: how much of each is here. */
function shareItems(facts: ReadyFacts, device: DeviceFacts, fetchNow: () => void): ReadyItem[] {
  const { screens, lists, pdfs, videos, needs } = facts
  const share = (key: string, name: string, found: Share, none: string): ReadyItem => ({
    key,
    name,
    ready: found.ready,
    state: found.known ? <ShareText share={found} none={none} /> : t`Not checked yet`,
    todo: found.known ? <Button icon="download" onClick={fetchNow}>{t`Download what is missing`}</Button> : pressMake(),
  })
  const words: Readonly<Record<NeedKind, string>> = {
    sent: t`Sent by me`,
    today: t`Today`,
    onSite: t`On site now`,
    times: t`Crew times`,
    rollCall: t`Roll calls`,
    gates: t`Gates`,
    dailyLog: t`Daily log, last 7 days`,
    review: t`Review`,
    projects: t`Projects, members and holidays`,
    people: t`People and companies`,
    bots: t`Bots`,
    devices: t`Devices`,
    report: t`Last report`,
  }
  return [
    share('screens', t`My screens`, screens, t`None of your projects has a form yet`),
    share('lists', t`Lists`, lists, t`All lists come with their forms`),
    share('pdfs', t`Documents`, pdfs, t`Your forms show none`),
    ...(facts.plan?.pdfUse ? [share('viewer', t`PDF viewer`, viewerShare(facts.plan.pdfUse, pdfs.known, device), '')] : []),
    share('videos', t`Videos and captions`, videos, t`Your forms show none`),
    ...needKinds.flatMap((kind) => {
      const found = needs[kind]
      return found ? [share(kind, words[kind], found, '')] : []
    }),
  ]
}

/** What documents need beside their own bytes. `known`: it is known what the forms do with documents. */
function viewerShare(use: PdfUse, known: boolean, { viewer }: DeviceFacts): Share {
  const words: Readonly<Record<PdfTool['kind'], string>> = { scripts: t`Scripts`, fonts: t`Fonts`, pictures: t`Pictures` }
  const { lacks } = viewer
  const kinds = [...new Set(lacks.map(({ kind }) => kind))]
  const missing = kinds.map((kind) => ({
    url: kind,
    name: words[kind],
    size: lacks.reduce((sum, tool) => sum + (tool.kind === kind ? tool.size : 0), 0),
  }))
  const isKnown = known && viewer.use === use
  const of = pdfTools(use).length
  return { of, here: of - lacks.length, known: isKnown, ready: isKnown && lacks.length === 0, missing, cut: [] }
}

/** Names on the screen; the others are a number. */
const mostNamed = 6

function ShareText({ share: { of, here, missing, cut }, none }: { readonly share: Share; readonly none: string }) {
  const { i18n } = useLingui()
  const size = useSize()
  if (of === 0) return none
  const lacks = missing.flatMap(({ name, size: bytes }) => (name ? [bytes === undefined ? name : `${name} (${size(bytes)})`] : []))
  const parts = cut.map(({ name, shown, total }) => {
    const [first, all] = [i18n.number(shown), i18n.number(total ?? 0)]
    const some = total === undefined ? t`${first}, and there are more` : t`the first ${first} of ${all}`
    return name ? `${name} (${some})` : some
  })
  return (
    <>
      <Trans>
        {here} of {of} on this device
      </Trans>
      <Names all={lacks}>{(names) => <Trans>Missing: {names}</Trans>}</Names>
      <Names all={parts}>{(names) => <Trans>Only in part: {names}</Trans>}</Names>
    </>
  )
}

/** A line with the first names, and the number of the others. */
function Names({ all, children }: { readonly all: readonly string[]; readonly children: (names: string) => ReactNode }) {
  const shown = [...new Set(all)]
  const more = shown.length - mostNamed
  if (shown.length === 0) return null
  return (
    <>
      <br />
      {children(shown.slice(0, mostNamed).join(', '))}
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </>
  )
}

function languagesItem({ plan, screens: { known }, languages: fetched }: ReadyFacts): ReadyItem {
  const wanted = Object.keys(plan?.languages ?? {}).length
  const spoken = fetched.map((lang) => languages[lang as keyof typeof languages]).join(', ')
  return {
    key: 'languages',
    name: t`Languages`,
    ready: known && fetched.length === wanted,
    state: (known && spoken) || t`Not checked yet`,
    todo: pressMake(),
  }
}

const storageState = (persisted: boolean): string =>
  persisted ? t`The browser keeps what is stored` : t`The browser may clear what is stored when the device is full`

const storageItem = ({ persisted, refused = false }: DeviceFacts, protect: () => Promise<void>): ReadyItem => ({
  key: 'persistence',
  name: t`Storage`,
  ready: persisted,
  state: (
    <span role={refused ? 'status' : undefined}>
      {storageState(persisted)}
      {!persisted && refused && ` ${t`The browser refused. Add Muster to the home screen and try again.`}`}
    </span>
  ),
  todo: refused ? <LinkButton href="/install">{t`Install the app`}</LinkButton> : <Button onClick={protect}>{t`Protect it`}</Button>,
})

/** Only where the browser forgets what is stored unless the app is installed. */
const installItems = (): readonly ReadyItem[] =>
  forgetsUnlessInstalled()
    ? [
        {
          key: 'installed',
          name: t`Installed app`,
          ready: false,
          state: t`Safari deletes what a website has stored after seven days without a visit. It keeps the data of an installed app.`,
          todo: <LinkButton href="/install">{t`Install the app`}</LinkButton>,
        },
      ]
    : []

const spaceItem = (free: number | undefined, isFull: boolean, size: (bytes: number) => string): ReadyItem => ({
  key: 'space',
  name: t`Free space`,
  ready: (free === undefined || free >= least) && !isFull,
  state: free === undefined ? t`The browser does not report this` : <Trans>{size(free)} free for this app</Trans>,
  todo: t`Delete photos, videos or apps that you do not need.`,
})

/** `ahead`: by how much the clock of this device is fast, ms; undefined before it was compared. */
const clockItem = (ahead: number | undefined): ReadyItem => ({
  key: 'clock',
  name: t`Clock`,
  ready: ahead !== undefined && Math.abs(ahead) <= clockLimit,
  state: <ClockText ahead={ahead} />,
  todo: t`Set the clock of this device. Automatic is best.`,
})

function ClockText({ ahead }: { readonly ahead: number | undefined }) {
  if (ahead === undefined) return t`Not compared with the server yet`
  const minutes = Math.round(Math.abs(ahead) / 60_000)
  if (minutes === 0) return t`Correct`
  const off = durationText(minutes)
  return ahead > 0 ? <Trans>{off} fast</Trans> : <Trans>{off} slow</Trans>
}

const sessionItem = (isOk: boolean, days: number, until: string): ReadyItem => ({
  key: 'session',
  name: t`Signed in`,
  ready: isOk && days >= 7,
  state: isOk && days > 0 ? <Trans>Until {until} at least</Trans> : t`The server wants you to sign in again`,
  todo: <LinkButton href="/sign-in">{t`Sign in`}</LinkButton>,
})

const unsentItem = (waiting: number): ReadyItem => ({
  key: 'unsent',
  name: t`Unsent work`,
  ready: waiting === 0,
  state: waiting === 0 ? t`Everything has arrived` : <Plural value={waiting} one="# save waits" other="# saves wait" />,
  todo: <LinkButton href="/outbox">{t`Open the outbox`}</LinkButton>,
})
