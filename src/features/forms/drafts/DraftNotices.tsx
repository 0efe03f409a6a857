import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { type Unfinished, useUnfinished } from '../../../store/drafts/useUnfinished.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { LinkButton } from '../../../ui/controls/LinkButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { Session } from '../openForm.ts'
import { answersOf } from '../saveBody.ts'
import { amountWords, answerWords } from './answerWords.ts'
import { DraftBeside } from './DraftBeside.tsx'
import type { Leftover } from './fitting.ts'
import { LongLists } from '../LongLists.tsx'
import { besideAsked, takeOver } from './takeOver.ts'
import { takeShared } from './takeShared.ts'
import * as formsStyles from '../forms.module.css'
import * as styles from './drafts.module.css'

interface DraftNoticesProps {
  readonly session: Session
  /** Writes the typed answers now. */
  flush(): Promise<void>
  /** Moves the typed answers to the shelf, and opens the form with the record's original data. */
  onAfresh(): Promise<void>
}

/** What loads after the form: notices about drafts, shared files, and the long lists that its expressions read. */
export function DraftNotices(props: DraftNoticesProps) {
  const { session, flush } = props
  const { id, form, settings, data, visit, leftovers } = session
  const [leftOut, setLeftOut] = useState(0)
  useEffect(() => void takeShared(session, flush).then(setLeftOut), [session, flush])
  return (
    <>
      {leftOut > 0 ? <LeftOut count={leftOut} /> : null}
      {data.lists ? <LongLists key={id} form={form} settings={settings} lists={data.lists} /> : null}
      {visit?.told || leftovers.length > 0 ? <Unsaved {...props} /> : null}
    </>
  )
}

/** Shared files that the question did not take; they wait at `/share`. */
function LeftOut({ count }: { readonly count: number }) {
  const { t } = useLingui()
  return (
    <Notice level="warning">
      <p role="alert">
        <Plural
          value={count}
          one="# shared file was not added: this question is hidden or has no room for it, or this device could not store it. It still waits on this device."
          other="# shared files were not added: this question is hidden or has no room for them, or this device could not store them. They still wait on this device."
        />
      </p>
      <div className={formsStyles.noticeActions}>
        <LinkButton href="/share">{t`Shared files`}</LinkButton>
      </div>
    </Notice>
  )
}

/** Notices about answers that were never saved: restored here, open in another window, or on the shelf. */
function Unsaved(props: DraftNoticesProps) {
  const { session, flush } = props
  const waiting = useUnfinished(session.path, session.visit?.key)
  const [left, setLeft] = useState<readonly Leftover[]>([])
  const [asked, setAsked] = useState(() => besideAsked(location.hash))
  const beside = waiting.find(({ id }) => id === asked)
  return (
    <>
      <Restored {...props} />
      {left.length > 0 ? (
        <Notice level="warning">
          <Leftovers session={session} list={left}>
            <Trans>Restored. These answers no longer fit the form:</Trans>
          </Leftovers>
        </Notice>
      ) : null}
      {waiting.slice(0, 3).map((item) => (
        <Waiting key={item.id} session={session} item={item} flush={flush} onLeft={setLeft} onBeside={() => setAsked(item.id)} />
      ))}
      {beside ? <DraftBeside session={session} item={beside} flush={flush} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

function Leftovers({
  session,
  list,
  children,
}: {
  readonly session: Session
  readonly list: readonly Leftover[]
  readonly children: ReactNode
}) {
  const { i18n } = useLingui()
  if (list.length === 0) return null
  return (
    <>
      <p>{children}</p>
      <ul className={formsStyles.leftovers}>
        {list.map(([attribute, value]) => (
          <li key={attribute}>
            <strong>{attribute.replaceAll('_', ' ')}</strong>: {answerWords(undefined, value, session.form.lookups, i18n)}
          </li>
        ))}
      </ul>
    </>
  )
}

const useMoment = () => {
  const { i18n } = useLingui()
  return (at: number) => new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

/** The restored answers, their time, and the answers that no longer fit. */
function Restored({ session, onAfresh }: DraftNoticesProps) {
  const { t } = useLingui()
  const moment = useMoment()
  const leftovers = (
    <Leftovers session={session} list={session.leftovers}>
      <Trans>The form has changed. These answers no longer fit:</Trans>
    </Leftovers>
  )
  if (session.restoredAt !== undefined && session.visit?.draft) {
    const at = moment(session.restoredAt)
    const amount = amountWords(answersOf(session.visit.draft.body, session.shape))
    return (
      <Notice level="info">
        <strong>
          <Trans>What you typed is back.</Trans>
        </strong>{' '}
        <Trans>
          {amount}, last change {at}.
        </Trans>
        {leftovers}
        <div className={formsStyles.noticeActions}>
          <Button onClick={onAfresh}>{t`Start over`}</Button>
        </div>
      </Notice>
    )
  }
  if (session.leftovers.length > 0) return <Notice level="warning">{leftovers}</Notice>
  if (!session.visit?.elsewhere) return null
  return (
    <Notice level="info">
      <Trans>This form is open in another window, too. Each window keeps its own answers.</Trans>
    </Notice>
  )
}

function WhyWaiting({ item }: { readonly item: Unfinished }) {
  const at = useMoment()(item.updatedAt)
  if (item.open) return <Trans>Another window has this form open, with answers of {at}.</Trans>
  switch (item.reason) {
    case 'today':
      return <Trans>Something else typed here on {at} was never saved.</Trans>
    case 'expired':
      return <Trans>Something typed here on {at} was never saved. It is kept for 30 days.</Trans>
    case 'afresh':
      return <Trans>You started over. What you typed on {at} is kept for 30 days.</Trans>
    case 'partly':
      return <Trans>The form has changed since {at}. What you typed then is kept for 30 days.</Trans>
    case 'changed':
    case 'replaced':
      return <Trans>Something typed here on {at} was never saved, and the data has changed since. It is kept for 30 days.</Trans>
  }
}

/**
 * A draft that was not restored automatically: taken over on request, or compared beside the form
 * (decision OQ-059).
 */
function Waiting({
  session,
  item,
  flush,
  onLeft,
  onBeside,
}: {
  readonly session: Session
  readonly item: Unfinished
  flush(): Promise<void>
  onLeft(left: readonly Leftover[]): void
  onBeside(): void
}) {
  const { t } = useLingui()
  const amount = amountWords(answersOf(item.body, session.shape))
  const take = async () => {
    const left = await takeOver(session, item, flush)
    if (left) onLeft(left)
  }
  return (
    <Notice level="info">
      <WhyWaiting item={item} />
      {amount === '' ? null : <p className={styles.draftAmount}>{amount}</p>}
      <div className={formsStyles.noticeActions}>
        {session.readOnly || item.open || item.reason === 'partly' ? null : <Button onClick={take}>{t`Restore`}</Button>}
        <Button kind="quiet" onClick={onBeside}>{t`Open beside the form`}</Button>
      </div>
    </Notice>
  )
}
