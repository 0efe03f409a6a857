import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ActionKey, completionOf, executionState } from '../../../contract/rules/executionState.ts'
import { conversationsEvery, openExecutions } from '../../../contract/endpoints/executions.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useChangesOver } from '../../store/outbox/pendingChanges.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DaySummary } from './DaySummary.tsx'
import { decide } from './decide.ts'
import { InboxCard, reviewAddress } from './InboxCard.tsx'
import { type InboxItem, inboxOf } from './odd.ts'
import { type Held, takeBack, undoFor, useHeld } from './useHeld.ts'
import { useNow } from './useNow.ts'
import { useActionWords } from './words.ts'
import './review.css'
import './inbox.css'

/** All decisions that are due today in all projects, oldest first. */
export function InboxScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const cached = useCached(openExecutions)
  useFresh(cached.refresh, conversationsEvery)
  const changes = useChangesOver('automation', cached)
  const now = useNow(1000)
  const items = inboxOf(cached.data?.executions ?? [], changes, now)
  const held = useHeld(changes, now)
  const [at, setAt] = useState<string>()
  const index = Math.max(
    0,
    items.findIndex(({ row }) => row.key === at),
  )
  const current = items[index]
  const waiting = items.length
  const plain = items.filter(({ odd, execution }) => odd.length === 0 && executionState(execution, now).actions[0] !== undefined)

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
    for (const item of plain) {
      const [action] = executionState(item.execution, now).actions
      if (action) await act(item, action)
    }
  }
  const undo = async (which: readonly Held[]) => {
    await takeBack(which)
    toast(t`Taken back`)
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const { key, target } = event
    if (target instanceof Element && target.matches('input, textarea, select')) return
    const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0
    const actions = current ? executionState(current.execution, now).actions : []
    if (step !== 0 && waiting > 0) setAt(items[at === undefined ? 0 : Math.min(waiting - 1, Math.max(0, index + step))]?.row.key)
    else if (key === 'u' && held[0]) void undo(held.slice(0, 1))
    else if (!current) return
    else if (key === 'a' && actions[0]) void act(current, actions[0])
    else if (key === 'r' && actions[1]) void act(current, actions[1])
    else if (key === 'o') void router.navigate({ href: reviewAddress(current) })
    else return
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

  return (
    <Page
      title={t`Review`}
      lead={waiting > 0 ? <Plural value={waiting} one="# answer waits for you" other="# answers wait for you" /> : undefined}
      footer={held.length > 0 ? <UndoBar held={held} onUndo={undo} /> : undefined}
    >
      <Answered cached={cached}>
        {({ days }) => (
          <div className="m-inbox">
            {waiting === 0 ? (
              <EmptyState icon="checkCircle" title={t`All decided`}>
                <Trans>What the bots bring in stands here until somebody decides on it.</Trans>
              </EmptyState>
            ) : (
              <>
                {plain.length > 1 && (
                  <div>
                    <Button kind="primary" icon="check" onClick={approveAll}>
                      <Plural value={plain.length} one="Approve # usual answer" other="Approve # usual answers" />
                    </Button>
                  </div>
                )}
                <p className="m-inbox-keys">
                  <Trans>
                    Keys: <kbd>↓</kbd> <kbd>↑</kbd> go, <kbd>A</kbd> and <kbd>R</kbd> decide, <kbd>O</kbd> opens, <kbd>U</kbd> takes back
                  </Trans>
                </p>
                <ul className="m-inbox-list" aria-label={t`Waiting for a decision`}>
                  {items.map((item) => (
                    <InboxCard
                      key={item.row.key}
                      item={item}
                      now={now}
                      current={item === current}
                      focus={item === current && at !== undefined}
                      onFocus={() => setAt(item.row.key)}
                      onAct={(action) => void act(item, action)}
                    />
                  ))}
                </ul>
              </>
            )}
            {days.length > 0 && <h2>{t`Today`}</h2>}
            <DaySummary days={days} />
          </div>
        )}
      </Answered>
    </Page>
  )
}

/** The latest decisions, which can still be undone. */
function UndoBar({ held, onUndo }: { readonly held: readonly Held[]; readonly onUndo: (which: readonly Held[]) => Promise<void> }) {
  const { t } = useLingui()
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
    <div className="m-inbox-undo" role="status">
      <p>
        <span>
          {label}: {title}
        </span>{' '}
        <span aria-hidden="true" className="m-hint">
          {t`Goes in ${seconds} s`}
        </span>
      </p>
      <Button icon="back" onClick={() => onUndo([newest])}>{t`Undo`}</Button>
      {count > 1 && <Button onClick={() => onUndo(held)}>{t`Undo all ${count}`}</Button>}
    </div>
  )
}
