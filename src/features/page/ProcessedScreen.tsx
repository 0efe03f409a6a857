import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Return } from '../../../contract/endpoints/records.ts'
import { useDelivery, useOutbox, useReceipts } from '../../store/outbox/queue.ts'
import { DeliveryMark, useDeliveryWords } from '../../ui/feedback/DeliveryMark.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { StatusScreen } from '../../ui/feedback/StatusScreen.tsx'
import { type PageTrouble, type SaveTrouble, troubleIn } from './pageError.ts'
import { returnIn } from './returnStep.ts'
import * as styles from '../../ui/controls/controls.module.css'

type OnTrouble = (trouble: PageTrouble, save: SaveTrouble) => void
/** Called when the answer of the server says where to go, or what to say. */
type OnAnswer = (answer: Pick<Return, 'returnUrl' | 'returnUrlDelay' | 'returnMessage'>) => void

/**
 * The delivery state of one save, in one of four words; a refusal shows the reason and links to the outbox.
 */
function Delivery({ opId, onTrouble, onAnswer }: { readonly opId: string; readonly onTrouble: OnTrouble; readonly onAnswer: OnAnswer }) {
  const { t } = useLingui()
  const words = useDeliveryWords()
  const delivery = useDelivery(opId)
  const row = useOutbox().find((save) => save.opId === opId)
  const refused = row?.state === 'parked' ? row.error?.message || row.words : undefined
  const code = row?.error?.code
  useEffect(() => {
    if (refused !== undefined) onTrouble({ message: refused, code }, 'waits')
  }, [refused, code, onTrouble])
  const answer = delivery?.receipt?.answer
  const acted = useRef<string>(undefined)
  useEffect(() => {
    // The live query gives a new object for the same answer: it is acted on once.
    if (!answer || acted.current === opId) return
    acted.current = opId
    const trouble = troubleIn(answer)
    if (trouble) onTrouble(trouble, 'taken')
    else onAnswer(returnIn(answer))
  }, [answer, onAnswer, onTrouble, opId])

  // The region is there before its words, and says each state once, without the percentages.
  const spoken = (
    <span role="status" className={styles.unseen}>
      {delivery && words(delivery.state)}
    </span>
  )
  if (!delivery) return spoken
  return (
    <>
      {spoken}
      <span aria-hidden="true">
        <DeliveryMark state={delivery.state} percent={delivery.state === 'sending' ? delivery.percent : undefined} />
      </span>
      {delivery.state !== 'sent' && row && <p style={{ color: 'var(--m-colors-fg-muted)', maxWidth: '28rem' }}>{row.words}</p>}
      {delivery.state === 'needsYou' && (
        <LinkButton href="/outbox" icon="list">
          {t`Open the outbox`}
        </LinkButton>
      )}
    </>
  )
}

/** Returns the id of the save that was just queued: the newest one of this person. */
function useNewestSave(since: number | undefined): string | undefined {
  const rows = useOutbox()
  const [receipt] = useReceipts(1)
  const [found, setFound] = useState<string>()
  const waiting = since === undefined ? undefined : rows.findLast((row) => row.own && Date.parse(row.clientAt) >= since - 5000)?.opId
  const sent = since !== undefined && receipt && Date.parse(receipt.clientAt) >= since - 5000 ? receipt.opId : undefined
  useEffect(() => {
    if (found === undefined) setFound(waiting ?? sent)
  }, [found, waiting, sent])
  return found
}

/** "Processed" (spec/1 §2.3); a queued save shows its delivery state. `queuedAt` in ms. */
export function ProcessedScreen({
  message,
  mayClose,
  queuedAt,
  opId,
  onTrouble,
  onAnswer,
}: {
  readonly message: string
  readonly mayClose: boolean
  readonly queuedAt: number | undefined
  readonly opId: string | undefined
  readonly onTrouble: OnTrouble
  readonly onAnswer: OnAnswer
}) {
  const { t } = useLingui()
  const newest = useNewestSave(opId === undefined ? queuedAt : undefined)
  const save = opId ?? newest
  return (
    <StatusScreen kind="processed" message={message}>
      {save !== undefined && <Delivery opId={save} onTrouble={onTrouble} onAnswer={onAnswer} />}
      {mayClose && <p style={{ color: 'var(--m-colors-fg-muted)' }}>{t`You can now safely close this tab`}</p>}
    </StatusScreen>
  )
}
