import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FeedEntry, getFeed } from '../../../contract/endpoints/records.ts'
import { useCached } from '../../store/queries/cached.ts'
import { deliveryOf } from '../../store/outbox/queue.ts'
import { useAnswers, useWaiting, type WaitingAct } from '../../store/outbox/useWaiting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { type Delivery, DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import * as styles from './chatField.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** Poll interval of the feed while the page is visible, ms. */
const rhythm = 20_000

interface MessagesProps {
  readonly path: string
  readonly owner: string
  readonly empty: string | undefined
}

/** An own message that is not in the feed yet. */
interface OwnMessage {
  readonly opId: string
  readonly text: string
  readonly at: string
  readonly state: Delivery
  readonly percent?: number | undefined
  readonly words?: string | undefined
}

/** The cached feed of a record, newest last, with the own messages that are in the outbox. */
export function Messages({ path, owner, empty }: MessagesProps) {
  const { t } = useLingui()
  const feed = useCached(getFeed, { '*': path })
  const waiting = useWaiting(path)
  const answers = useAnswers(path)
  const entries = feed.data?.entries ?? []
  const own = useOwnMessages(waiting, answers, entries)

  useFreshFeed(feed.refresh, own)

  const list = useRef<HTMLDivElement>(null)
  const end = latestId(own, entries)
  useLayoutEffect(() => {
    if (end !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [end])

  // A record that exists only in the outbox has no feed yet; this is no failure.
  const none = feed.error?.code === 'NOT_FOUND'
  if (feed.state === 'loading' && own.length === 0) return <Skeleton rows={2} />
  const isEmpty = entries.length === 0 && own.length === 0
  return (
    <>
      {feed.state === 'failed' && !none ? <FeedFailure error={feed.error} /> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it */}
      <div ref={list} className={styles.list} role="log" aria-live="polite" tabIndex={0} aria-label={t`Messages`}>
        {feed.data?.next ? <Earlier path={path} cursor={feed.data.next} owner={owner} /> : null}
        <Entries entries={entries} owner={owner} />
        {own.map((message) => (
          <Bubble key={message.opId} who={t`You`} mine text={message.text} at={message.at}>
            <DeliveryMark state={message.state} percent={message.state === 'sending' ? message.percent : undefined} />
            {message.state === 'needsYou' && message.words ? <p className={controls.error}>{message.words}</p> : null}
          </Bubble>
        ))}
        {isEmpty && (feed.state === 'ready' || none) ? <NoMessages text={empty} /> : null}
      </div>
      {feed.stale ? <OfflineCopy at={feed.fetchedAt} /> : null}
    </>
  )
}

const latestId = (own: readonly OwnMessage[], entries: readonly FeedEntry[]) => own.at(-1)?.opId ?? entries[0]?.opId

function NoMessages({ text }: { readonly text: string | undefined }) {
  const { t } = useLingui()
  return <p className={styles.note}>{text ?? t`No messages yet`}</p>
}

function FeedFailure({ error }: Pick<ReturnType<typeof useCached<typeof getFeed>>, 'error'>) {
  const { t } = useLingui()
  return (
    <p className={styles.note}>
      {error?.passing === 'offline' || error?.passing === 'captive'
        ? t`The messages are not on this device. They show when there is a connection.`
        : error?.message || t`The messages could not be loaded.`}
    </p>
  )
}

/** Reloads the feed while the page is visible, and once an own message is sent. */
function useFreshFeed(refresh: () => unknown, own: readonly OwnMessage[]): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const beat = setInterval(look, rhythm)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      clearInterval(beat)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [refresh])
  const unseen = own
    .filter(({ state }) => state === 'sent')
    .map(({ opId }) => opId)
    .join(' ')
  useEffect(() => {
    if (unseen !== '') void refresh()
  }, [refresh, unseen])
}

/** Own messages from the outbox, and sent ones until the feed has them; without discarded ones. */
function useOwnMessages(
  waiting: readonly WaitingAct[] | undefined,
  answers: ReturnType<typeof useAnswers>,
  entries: readonly FeedEntry[],
): OwnMessage[] {
  const seen = useRef(new Map<string, OwnMessage>())
  const shown = new Set(entries.map(({ opId }) => opId))
  const messages = (waiting ?? []).flatMap(({ opId, kind, body, clientAt, state, percent, words }): OwnMessage[] =>
    kind === 'POST /api/feed/*' && typeof body['text'] === 'string'
      ? [{ opId, text: body['text'], at: clientAt, state: deliveryOf(state), percent, words }]
      : [],
  )
  const still = new Set(messages.map(({ opId }) => opId))
  const sent = new Set((answers ?? []).map(({ opId }) => opId))
  const arrived = [...seen.current.values()]
    .filter(({ opId }) => !still.has(opId) && !shown.has(opId) && sent.has(opId))
    .map((message) => ({ ...message, state: 'sent' as const }))
  for (const message of messages) seen.current.set(message.opId, message)
  return [...arrived, ...messages.filter(({ opId }) => !shown.has(opId))]
}

function Entries({ entries, owner }: { readonly entries: readonly FeedEntry[]; readonly owner: string }) {
  const { t } = useLingui()
  /** `byItself`: an automatic reply to a save; it is addressed to the user, not written by them. */
  const authorOf = (entry: FeedEntry, mine: boolean, byItself: boolean) => {
    if (byItself) return mine ? t`Automatic message to you` : t`Automatic message to ${entry.name ?? t`a person with the link`}`
    return mine ? t`You` : (entry.name ?? t`A person with the link`)
  }
  return [...entries].reverse().map((entry) => {
    const mine = `u:${entry.actor}` === owner
    const byItself = entry.sms || entry.type === 'notification'
    return (
      <Bubble
        key={entry.opId}
        who={authorOf(entry, mine, byItself)}
        mine={mine && !byItself}
        text={entry.text}
        at={entry.at}
        quiet={byItself}
      />
    )
  })
}

/** Older messages, one page at a time. */
function Earlier({ path, cursor, owner }: { readonly path: string; readonly cursor: string; readonly owner: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  if (open) return <OlderPage path={path} cursor={cursor} owner={owner} />
  return (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      {t`Show earlier messages`}
    </Button>
  )
}

function OlderPage({ path, cursor, owner }: { readonly path: string; readonly cursor: string; readonly owner: string }) {
  const { t } = useLingui()
  const older = useCached(getFeed, { '*': path }, { cursor })
  if (older.state === 'loading') return <Skeleton rows={2} />
  if (!older.data) {
    return (
      <div className={styles.note}>
        {t`Earlier messages are not on this device.`} <Button kind="quiet" onClick={older.refresh}>{t`Try again`}</Button>
      </div>
    )
  }
  return (
    <>
      {older.data.next ? <Earlier path={path} cursor={older.data.next} owner={owner} /> : null}
      <Entries entries={older.data.entries} owner={owner} />
    </>
  )
}

interface BubbleProps {
  readonly who: string
  readonly text: string
  readonly at: string
  readonly mine: boolean
  readonly quiet?: boolean | undefined
  readonly children?: ReactNode
}

function Bubble({ who, text, at, mine, quiet, children }: BubbleProps) {
  const { i18n } = useLingui()
  const time = new Date(at)
  const sameDay = time.toDateString() === new Date().toDateString()
  const when = Number.isNaN(time.getTime())
    ? ''
    : i18n.date(time, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={styles.message} data-mine={mine || undefined} data-quiet={quiet || undefined}>
      <p className={styles.who}>
        {who} <time dateTime={at}>{when}</time>
      </p>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
