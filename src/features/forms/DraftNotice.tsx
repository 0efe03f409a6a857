import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useShelf } from '../../store/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmDialog } from '../../ui/confirm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Session } from './openForm.ts'
import { answersOf, fitting } from './record.ts'

const moment = (at: number, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function Leftovers({ list, children }: { readonly list: Session['leftovers']; readonly children: ReactNode }) {
  if (list.length === 0) return null
  return (
    <>
      <p>{children}</p>
      <ul className="m-leftovers">
        {list.map(([attribute, value]) => (
          <li key={attribute}>
            <strong>{attribute.replaceAll('_', ' ')}</strong>: {textOf(value)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Says that answers were brought back, from when, and what found no place any more. */
export function RestoredNotice({ session, onStartOver }: { readonly session: Session; onStartOver(): Promise<void> }) {
  const { t, i18n } = useLingui()
  if (session.restoredAt === undefined) return null
  const at = moment(session.restoredAt, i18n.locale)
  const startOver = async () => {
    if (await confirmDialog({ text: t`Remove what you typed and start over?`, ok: t`Start over`, danger: true })) await onStartOver()
  }
  return (
    <Notice level="info">
      <Trans>What you typed is back. Last change: {at}.</Trans>
      <Leftovers list={session.leftovers}>
        <Trans>The form has changed. It has no place any more for:</Trans>
      </Leftovers>
      <div className="m-notice-actions">
        <Button size="desk" onClick={startOver}>{t`Start over`}</Button>
      </div>
    </Notice>
  )
}

/** Drafts of this record that were not restored by themselves: taken over on request, or removed (decision OQ-059). */
export function ShelfNotice({ session }: { readonly session: Session }) {
  const { t, i18n } = useLingui()
  const shelf = useShelf(session.path)
  const [leftovers, setLeftovers] = useState<Session['leftovers']>([])
  const [taken, setTaken] = useState(false)
  const item = shelf[0]
  if (taken && leftovers.length > 0) {
    return (
      <Notice level="warning">
        <Leftovers list={leftovers}>
          <Trans>Taken over. The form has no place any more for:</Trans>
        </Leftovers>
      </Notice>
    )
  }
  if (!item || taken) return null
  const at = moment(item.updatedAt, i18n.locale)
  const takeOver = () => {
    const kept = fitting(session.form, answersOf(item.body, session.shape))
    session.form.fill(kept.fits)
    setLeftovers(kept.leftovers)
    setTaken(true)
  }
  const remove = async () => {
    if (await confirmDialog({ text: t`Delete what was typed on ${at}?`, ok: t`Delete`, danger: true })) await item.remove()
  }
  return (
    <Notice level="info">
      {item.reason === 'expired' ? (
        <Trans>Something typed here on {at} was never saved. It is kept for 30 days.</Trans>
      ) : (
        <Trans>Something typed here on {at} was never saved, and the data has changed since. It is kept for 30 days.</Trans>
      )}
      <div className="m-notice-actions">
        {session.readOnly ? null : <Button size="desk" onClick={takeOver}>{t`Take it over`}</Button>}
        <Button size="desk" kind="quiet" onClick={remove}>{t`Delete`}</Button>
      </div>
    </Notice>
  )
}
