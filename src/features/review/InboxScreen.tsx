import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ActionKey, completionOf, executionState, refusingAction } from '../../../contract/rules/executionState.ts'
import { conversationsEvery, openExecutions } from '../../../contract/endpoints/executions.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { focusTop } from '../../ui/layout/focusTop.ts'
import { ListFoot } from '../../ui/layout/RowList.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useGradual } from '../../ui/useGradual.ts'
import { useListMotion } from '../../ui/motion/useListMotion.ts'
import { useNow } from '../../ui/useNow.ts'
import { DaySummary } from './DaySummary.tsx'
import { decide, writesAnswer } from './decide.ts'
import { InboxCard, reviewAddress } from './InboxCard.tsx'
import { acceptanceOf, type InboxItem, inboxOf } from './anomaliesOf.ts'
import { type Held, takeBack, undoFor, useHeld, usePausedSends } from './useHeld.ts'
import { useActionWords } from './useStateWords.ts'
import * as styles from './inbox.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** The answers that wait for this person, the selected one, and what can be done with them. */
function useInbox() {
  const { t } = useLingui()
  /** The key of the last answer of the page before; undefined: the oldest ones. */
  const [after, setAfter] = useState<string>()
  const cached = useCached(openExecutions, undefined, after === undefined ? {} : { after })
  useFresh(cached.refresh, conversationsEvery)
  const changes = useChangesOver('automation', cached)
  const now = useNow(10_000)
  const executions = cached.data?.executions
  const items = useMemo(() => inboxOf(executions ?? [], changes, now), [changes, executions, now])
  const held = useHeld(changes)
  const [at, setAt] = useState<string>()
  const index = items.findIndex(({ row }) => row.key === at)
  const current = items[index]
  // Together they are only approved or written, never acknowledged.
  const plain = useMemo(
    () =>
      items.flatMap((item) => {
        const action = acceptanceOf(item.execution, now)
        return item.odd.length === 0 && action !== undefined && action !== 'open' && writesAnswer(action) ? [{ item, action }] : []
      }),
    [items, now],
  )

  const move = (step: number) => setAt(items[Math.min(items.length - 1, Math.max(0, index + step))]?.row.key)

  const act = async (item: InboxItem, action: ActionKey) => {
    // Select the next card.
    const next = items[items.indexOf(item) + 1] ?? items[items.indexOf(item) - 1]
    setAt(next?.row.key)
    try {
      await decide(item.row, { execution: item.execution, action, holdMs: undoFor })
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : String(failure), 'error')
    }
  }
  const approveAll = async () => {
    const count = plain.length
    if (!(await confirmDialog({ text: t`Approve ${count} answers in which nothing is unusual?`, ok: t`Approve` }))) return
    for (const { item, action } of plain) await act(item, action)
  }
  const undo = async (which: readonly Held[]) => {
    await takeBack(which)
    // Its card appears again and gets the focus.
    setAt(which.at(-1)?.key)
    toast(t`Undone`)
  }
  return { cached, now, items, held, plain, at, setAt, current, move, act, approveAll, undo, after, setAfter }
}

type Inbox = ReturnType<typeof useInbox>

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * Selects and decides by keyboard. The keys belong to the card with the focus: single letters from elsewhere on the page,
 * from speech input for example, decide nothing (WCAG 2.1.4).
 */
function useInboxKeys({ items, held, now, move, act, undo }: Inbox): void {
  const router = useRouter()
  const commandFor = (key: string, item: InboxItem | undefined): (() => unknown) | undefined => {
    if (key === 'u') return held.length > 0 ? () => undo(held.slice(0, 1)) : undefined
    if (!item) return undefined
    const step = steps[key]
    if (step !== undefined) return () => move(step)
    if (key === 'o') return () => router.navigate({ href: reviewAddress(item) })
    const { execution } = item
    const action = { a: acceptanceOf(execution, now), r: refusingAction(executionState(execution, now)) }[key]
    if (action === 'open') return () => router.navigate({ href: reviewAddress(item) })
    return action && (() => act(item, action))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
    const place = event.target.closest('[data-item], [data-undo]')
    if (!place) return
    const command = commandFor(
      event.key,
      items.find(({ row }) => row.key === place.getAttribute('data-item')),
    )
    if (!command) return
    void command()
    event.preventDefault()
  }
  const keys = useRef(onKey)
  useEffect(() => {
    keys.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** All decisions that are due today in all projects, oldest first. */
export function InboxScreen() {
  const { t } = useLingui()
  const inbox = useInbox()
  useInboxKeys(inbox)
  const { cached, items, held, undo, after } = inbox
  const waiting = items.length
  /** Whether other pages may have answers that wait. */
  const isPart = after !== undefined || cached.data?.more === true
  return (
    <Page
      title={t`Review`}
      lead={waiting > 0 && !isPart ? <Plural value={waiting} one="# answer waits for you" other="# answers wait for you" /> : undefined}
      footer={held.length > 0 ? <UndoBar held={held} onUndo={undo} /> : undefined}
    >
      <Answered cached={cached}>
        {({ days, executions, more }) => (
          <div className={styles.inbox}>
            {waiting === 0 ? <AllDecided isPart={isPart} /> : <Waiting inbox={inbox} />}
            <Pages inbox={inbox} last={more === true ? executions.at(-1)?.key : undefined} />
            {days.length > 0 && <h2>{t`Today`}</h2>}
            <DaySummary days={days} />
          </div>
        )}
      </Answered>
    </Page>
  )
}

/** The way to newer answers, where more wait than one page has. */
function Pages({ inbox: { after, setAfter }, last }: { readonly inbox: Inbox; readonly last: string | undefined }) {
  const { t } = useLingui()
  if (after === undefined && last === undefined) return null
  const turn = (key: string | undefined) => {
    setAfter(key)
    focusTop()
  }
  return (
    <ListFoot>
      {after !== undefined && <Button onClick={() => turn(undefined)}>{t`Oldest`}</Button>}
      {last !== undefined && <Button onClick={() => turn(last)}>{t`Newer`}</Button>}
    </ListFoot>
  )
}

function AllDecided({ isPart }: { readonly isPart: boolean }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The card that had the focus is gone, and there is no next one.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} className={styles.decided} tabIndex={-1}>
      {isPart ? (
        <EmptyState icon="checkCircle" title={t`Nothing to decide on this page`}>
          <Trans>The other pages may have answers that wait for you.</Trans>
        </EmptyState>
      ) : (
        <EmptyState icon="checkCircle" title={t`All decided`}>
          <Trans>Answers that the bots collect stay here until a person decides.</Trans>
        </EmptyState>
      )}
    </div>
  )
}

function Waiting({ inbox: { items, plain, now, at, setAt, current, act, approveAll } }: { readonly inbox: Inbox }) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  // The card of the keyboard is always drawn.
  const drawn = Math.max(useGradual(items.length), current ? items.indexOf(current) + 1 : 0)
  useListMotion(list, drawn < items.length)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const onAct = useCallback((item: InboxItem, action: ActionKey) => void latest.current(item, action), [])
  return (
    <>
      {plain.length > 1 && (
        <div>
          <Button kind="primary" icon="check" onClick={approveAll}>
            <Plural value={plain.length} one="Approve # routine answer" other="Approve # routine answers" />
          </Button>
        </div>
      )}
      <p className={styles.keys}>
        <Trans>
          Keys on an answer: <kbd>↓</kbd> <kbd>↑</kbd> move · <kbd>A</kbd> approve or acknowledge · <kbd>R</kbd> reject · <kbd>O</kbd> open
          · <kbd>U</kbd> undo
        </Trans>
      </p>
      <ul ref={list} className={styles.list} aria-label={t`Waiting for a decision`}>
        {items.slice(0, drawn).map((item) => (
          <InboxCard
            key={item.row.key}
            item={item}
            now={now}
            current={item === current}
            focus={item === current && at !== undefined}
            onFocus={setAt}
            onAct={onAct}
          />
        ))}
      </ul>
    </>
  )
}

interface UndoBarProps {
  readonly held: readonly Held[]
  readonly onUndo: (which: readonly Held[]) => Promise<void>
}

/** The latest decisions, which can still be undone. They wait while the focus is here. */
function UndoBar({ held, onUndo }: UndoBarProps) {
  const { t } = useLingui()
  const [isFocused, setIsFocused] = useState(false)
  usePausedSends(held, isFocused)
  const words = useActionWords()
  const labelOf = ({ action }: Held) => {
    const key = (Object.keys(completionOf) as ActionKey[]).find((each) => completionOf[each] === action)
    return key ? words[key].label : t`Save`
  }
  const [newest] = held
  if (!newest) return null
  const { title, seconds } = newest
  const label = labelOf(newest)
  const count = held.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notes whether the focus is within
    <div
      className={styles.undo}
      data-undo
      role="group"
      aria-label={t`Latest decisions`}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <p>
        <span role="status">
          {label}: {title}
        </span>{' '}
        <span aria-hidden="true" className={controls.hint}>
          {t`Sends in ${seconds} s`}
        </span>
      </p>
      <Button icon="back" onClick={() => onUndo([newest])}>{t`Undo`}</Button>
      {count > 1 && <Button onClick={() => onUndo(held)}>{t`Undo all ${count}`}</Button>}
    </div>
  )
}
