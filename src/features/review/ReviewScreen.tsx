import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker, useParams, useRouter } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { type ActionKey, type ExecutionState, executionState } from '../../../contract/rules/executionState.ts'
import { type Execution, type ExecutionRow, executionEvery, getExecution, getExecutionLog } from '../../../contract/endpoints/executions.ts'
import { reviewScreenOf } from '../../../contract/rules/reviewScreenOf.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { discardOp, retryOp } from '../../store/outbox/queue.ts'
import { type PendingChange, useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { type NoticeItem, NoticeList } from '../../ui/feedback/NoticeList.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useNow } from '../../ui/useNow.ts'
import { ChatLog } from './ChatLog.tsx'
import { decide, writesAnswer } from './decide.ts'
import { PieceCard } from './PieceCard.tsx'
import { type Edits, faultsOf, filledFromStaff, hasEdits, overFilled, sectionsOf, withChanges, withEdit } from './sectionsOf.ts'
import { useEdits } from './useEdits.ts'
import { useActionWords, useStateNames, useStateWords } from './useStateWords.ts'
import * as styles from './review.module.css'

/** One conversation of a bot, and the decision about it (spec/2 §2). */
export function ReviewScreen() {
  const { id, execId } = useParams({ from: '/console/automation/$id/execution/$execId' })
  return <ReviewOf id={id} execId={execId} />
}

/** The same screen at any other address; `screen` is the one that the page of the server names. */
export function ReviewOf({ id, execId, screen }: { readonly id: string; readonly execId: string; readonly screen?: string }) {
  const cached = useCached(getExecution, { id, execId })
  useFresh(cached.refresh, executionEvery)
  if (cached.data === undefined)
    return (
      <Page width="site">
        <Answered cached={cached}>{() => null}</Answered>
      </Page>
    )
  return <Review key={cached.data.path} row={cached.data} cached={cached} screen={screen ?? reviewScreenOf(cached.data)} />
}

const noEdits: Edits = {}
const levels = { error: 'error', validation: 'error', warning: 'warning', success: 'success' } as const
const levelOf = (type: string): NoticeItem['level'] => (type in levels ? levels[type as keyof typeof levels] : 'info')

interface ReviewProps {
  readonly row: ExecutionRow
  readonly cached: Cached<ExecutionRow>
  readonly screen: string
}

function Review({ row, cached, screen }: ReviewProps) {
  const { t } = useLingui()
  const now = useNow(10_000)
  const changes = useChangesOver(row.path, cached)
  const log = useCached(getExecutionLog, { id: row.bot, execId: row.key })
  const [edits, change, forget] = useEdits(row.path)
  const [reading, setReading] = useState(false)
  const changed = withChanges(row, changes)
  const { execution } = changed
  const state = executionState(execution, now)
  const dirty = hasEdits(edits)
  const editable = state.editable && row.mayDecide
  const pieces = sectionsOf(execution)
  const staff = staffOn(screen, row)
  const filled = editable ? filledFromStaff(execution, staff) : noEdits
  const all = overFilled(filled, edits)

  const leave = useLeaving(row, dirty, forget)
  const send = async (action?: ActionKey) => {
    const sendsEdits = state.editable && (action === undefined || writesAnswer(action))
    if (sendsEdits && editable && pieces.some((piece) => Object.keys(faultsOf(execution.kind, piece, all)).length > 0)) {
      toast(t`Correct the marked fields first.`, 'error')
      return
    }
    try {
      await decide(row, { execution, edits: sendsEdits ? all : noEdits, action })
      forget()
      if (!action) toast(t`Saved on this device`, 'success')
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : String(failure), 'error')
    }
  }

  const onViewLog = execution.feed === undefined ? undefined : () => setReading(true)
  return (
    <Page title={row.title} width="site">
      {cached.stale && <OfflineCopy at={cached.fetchedAt} />}
      <div className={styles.top}>
        <StateWords execution={execution} state={state} onViewLog={onViewLog} />
        <div className={styles.acts}>
          {state.maySave && row.mayDecide && (
            <Button
              kind={state.actions.length === 0 ? 'primary' : 'plain'}
              disabled={!hasEdits(all)}
              onClick={() => send()}
            >{t`Save`}</Button>
          )}
          <Button onClick={leave}>{t`Cancel`}</Button>
          <ConversationMenu onViewLog={() => setReading(true)} />
        </div>
      </div>
      <ReviewNotices row={row} changed={changed} state={state} isLost={dirty && !editable} onDismiss={forget} />
      {!state.hidden &&
        execution.kind !== 'form' &&
        pieces.map((piece) => (
          <PieceCard
            key={piece.key}
            execution={execution}
            piece={piece}
            edits={editable ? all : noEdits}
            staff={staff.filter((one) => one.vendor === (piece.vendor ?? ''))}
            editable={editable}
            onEdit={(each, field, value) => change((before) => withEdit(before, each, field, value, filled))}
            onViewLog={onViewLog}
          />
        ))}
      {row.mayDecide && state.actions.length > 0 && <ActionCards actions={state.actions} onAct={send} />}
      {reading && <ChatLog row={row} log={log} onClose={() => setReading(false)} />}
    </Page>
  )
}

/** Who checked in, on the screen that fills manpower in by their times. */
const staffOn = (screen: string, { staff = [] }: ExecutionRow) => (screen === 'manpowerFromStaffExecutionActions' ? staff : [])

/** Leaves the page; asks first if there are edits. */
function useLeaving(row: ExecutionRow, dirty: boolean, forget: () => void): () => Promise<void> {
  const { t } = useLingui()
  const router = useRouter()
  const mayLeave = async () => {
    const sure = await confirmDialog({ text: t`You may lose data. Do you wish to continue?` })
    if (sure) forget()
    return sure
  }
  useBlocker({ disabled: !dirty, enableBeforeUnload: true, shouldBlockFn: async () => !(await mayLeave()) })

  return async () => {
    if (dirty && !(await mayLeave())) return
    if (router.history.canGoBack()) router.history.back({ ignoreBlocker: true })
    else void router.navigate({ href: `/automation/${row.bot}/executions`, ignoreBlocker: true })
  }
}

interface StateWordsProps {
  readonly execution: Execution
  readonly state: ExecutionState
  readonly onViewLog: (() => void) | undefined
}

/** The state of the conversation in words. */
function StateWords({ execution, state, onViewLog }: StateWordsProps) {
  const { t } = useLingui()
  const stateName = useStateNames()[state.name]
  const words = useStateWords()(execution, state)
  return (
    <div className={styles.say} data-state={state.name}>
      <p className={styles.state}>
        <Trans>State: {stateName}</Trans>
      </p>
      {words.head && <p className={styles.head}>{words.head}</p>}
      {execution.description && <p>{execution.description}</p>}
      {words.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {state.failures.length > 0 && (
        <ul className={styles.failures}>
          {state.failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
      {state.dailyLog && (
        <div>
          <LinkButton href={state.dailyLog} target="_blank" rel="noreferrer" icon="file">{t`View Daily Log`}</LinkButton>
        </div>
      )}
      {onViewLog && (
        <div>
          <Button icon="message" onClick={onViewLog}>{t`View Chat Log`}</Button>
        </div>
      )}
    </div>
  )
}

interface ReviewNoticesProps {
  readonly row: ExecutionRow
  readonly changed: ReturnType<typeof withChanges>
  readonly state: ExecutionState
  /** Another person has decided while this person was typing. */
  readonly isLost: boolean
  onDismiss(): void
}

function ReviewNotices({ row, changed: { execution, waiting, refused }, state, isLost, onDismiss }: ReviewNoticesProps) {
  const { t } = useLingui()
  return (
    <>
      {waiting && (
        <p className={styles.waiting} role="status">
          <PendingMark pending={waiting} /> {waiting.words}
        </p>
      )}
      {refused.map((change) => (
        <Refused key={change.opId} change={change} />
      ))}
      {isLost && (
        <Notice level="warning">
          <Trans>Another person has already decided. What you typed was not saved.</Trans>{' '}
          <Button size="desk" onClick={onDismiss}>{t`Dismiss`}</Button>
        </Notice>
      )}
      <NoticeList notices={(execution.approveResult?.messages ?? []).map(({ type, message }) => ({ level: levelOf(type), message }))} />
      {!row.mayDecide && !state.hidden && (
        <Notice>
          <Trans>The owner of the bot and the administrators of the project decide. You can read along.</Trans>
        </Notice>
      )}
    </>
  )
}

const laterKind = (action: ActionKey) => (action === 'disableVendor' || action === 'reject' ? 'danger' : 'plain')

/** The available actions: a card for each, the usual one first and marked. */
function ActionCards({ actions, onAct }: { readonly actions: readonly ActionKey[]; readonly onAct: (action: ActionKey) => Promise<void> }) {
  const { t } = useLingui()
  const words = useActionWords()
  return (
    <section className={styles.actions} aria-label={t`Actions`}>
      {actions.map((action, index) => (
        <Card key={action}>
          <p>{words[action].note}</p>
          <Button kind={index === 0 ? 'primary' : laterKind(action)} full onClick={() => onAct(action)}>
            {words[action].label}
          </Button>
        </Card>
      ))}
    </section>
  )
}

function ConversationMenu({ onViewLog }: { readonly onViewLog: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button ref={opener} aria-haspopup="menu" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {t`Bot Conversation`}
        <Icon name="chevronDown" size={18} />
      </Button>
      {open && (
        <Menu
          id={id}
          anchor={opener}
          label={t`Bot Conversation`}
          items={[{ key: 'chat', label: t`View Chat`, icon: 'message', onPress: onViewLog }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/**
 * The server refused the person's decision: usually another person was faster. The page shows the current
 * state.
 */
function Refused({ change }: { readonly change: PendingChange }) {
  const { t } = useLingui()
  return (
    <Notice level="error">
      <p>
        <strong>
          <Trans>Your decision was not accepted.</Trans>
        </strong>{' '}
        {change.error ?? change.words}
      </p>
      <div className={styles.row}>
        <Button size="desk" onClick={() => discardOp(change.opId)}>{t`Withdraw mine`}</Button>
        <Button size="desk" icon="refresh" onClick={() => retryOp(change.opId)}>{t`Try again`}</Button>
      </div>
    </Notice>
  )
}
