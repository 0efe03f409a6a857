import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, memo, useEffect, useRef } from 'react'
import { type ActionKey, executionState, refusingAction } from '../../../contract/rules/executionState.ts'
import type { Execution, Manpower } from '../../../contract/endpoints/executions.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ErrorText } from '../../ui/controls/ErrorText.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { acceptanceOf, actionsHere, type InboxItem, type Anomaly, usual } from './anomaliesOf.ts'
import { Figures, useSourceName } from './Reports.tsx'
import { sectionsOf } from './sectionsOf.ts'
import { swipeFar, useSwipe } from './useSwipe.ts'
import { useActionWords, useStateNames, useStateWords } from './useStateWords.ts'
import * as inboxStyles from './inbox.module.css'
import * as controls from '../../ui/controls/controls.module.css'
import * as reviewStyles from './review.module.css'

function useOddWords(): Readonly<Record<Anomaly, string>> {
  const { t } = useLingui()
  const { mostHours, leastHours, mostWorkers } = usual
  return {
    attention: t`Needs attention`,
    missing: t`Count or hours are missing`,
    nobody: t`No workers`,
    longHours: t`More than ${mostHours} hours each`,
    shortHours: t`Less than ${leastHours} hours each`,
    many: t`More than ${mostWorkers} workers`,
    empty: t`The comment is empty`,
  }
}

/** Returns the address where an answer is read and edited in full. */
export const reviewAddress = ({ row }: InboxItem) => `/automation/${row.bot}/execution/${row.key}`

interface InboxCardProps {
  readonly item: InboxItem
  readonly now: number
  readonly current: boolean
  /** The keyboard selection is on this card. */
  readonly focus: boolean
  /** With the key of the answer. */
  readonly onFocus: (key: string) => void
  readonly onAct: (item: InboxItem, action: ActionKey) => void
}

/** One answer that needs a decision; drawn again when it, the time or the selection changes. */
export const InboxCard = memo(function InboxCard({ item, now, current, focus, onFocus, onAct }: InboxCardProps) {
  const { t, i18n } = useLingui()
  const { row, execution, odd, refused } = item
  const router = useRouter()
  const actionWords = useActionWords()
  const names = useStateNames()
  const state = executionState(execution, now)
  const { head, lines } = useStateWords()(execution, state)
  const card = useRef<HTMLLIElement>(null)
  const accept = acceptanceOf(execution, now)
  const opens = accept === 'open'
  const refuse = refusingAction(state)
  const link = useRef<HTMLAnchorElement>(null)
  const act = (action: ActionKey) => {
    card.current?.setAttribute('data-leaves', action === accept ? 'right' : 'left')
    onAct(item, action)
  }
  const aside = useSwipe(card, (way) => {
    const action = way === 'right' ? accept : refuse
    if (action === 'open') void router.navigate({ href: reviewAddress(item) })
    else if (action) act(action)
  })
  useEffect(() => {
    if (focus && !card.current?.contains(document.activeElement)) link.current?.focus()
  }, [focus])
  const at = i18n.date(new Date(row.at), { dateStyle: 'medium', timeStyle: 'short' })
  const swiped = aside > 0 ? accept : refuse
  return (
    <li
      ref={card}
      className={inboxStyles.card}
      aria-current={current || undefined}
      data-item={row.key}
      data-odd={odd.length > 0 || undefined}
      data-aside={Math.abs(aside) >= swipeFar || undefined}
      style={{ '--m-aside': `${aside}px` } as CSSProperties}
    >
      {aside !== 0 && swiped && (
        <span className={inboxStyles.swipe} data-way={aside > 0 ? 'right' : 'left'} aria-hidden="true">
          {swiped === 'open' ? t`Open` : actionWords[swiped].label}
        </span>
      )}
      <div className={inboxStyles.inside}>
        <p className={inboxStyles.where}>
          {row.project} · {row.botTitle} · <time dateTime={row.at}>{at}</time>
        </p>
        <h2>
          <SiteLink ref={link} href={reviewAddress(item)} onFocus={() => onFocus(row.key)}>
            {row.title}
          </SiteLink>
        </h2>
        <Answer execution={execution} isDisputed={state.head === 'differentFigures'} />
        <Marks odd={odd} state={state.name} label={head ?? names[state.name]} />
        {head !== undefined && <p className={controls.hint}>{lines[0]}</p>}
        {state.failures.map((failure) => (
          <ErrorText key={failure} isQuiet>
            {failure}
          </ErrorText>
        ))}
        {refused.length > 0 && (
          <ErrorText isQuiet>
            <Trans>Your decision was not accepted.</Trans> {refused.at(-1)?.error}
          </ErrorText>
        )}
        <div className={`${reviewStyles.row} ${inboxStyles.acts}`}>
          {actionsHere(execution, now).map((action, index) => (
            <Button key={action} kind={index === 0 && !opens ? 'primary' : 'plain'} onClick={() => act(action)}>
              {actionWords[action].label}
            </Button>
          ))}
          <LinkButton kind={opens ? 'primary' : 'quiet'} href={reviewAddress(item)} icon="edit" aria-label={t`Open ${row.title}`}>
            <span className={opens ? undefined : inboxStyles.open}>{t`Open`}</span>
          </LinkButton>
        </div>
      </div>
    </li>
  )
})

interface MarksProps {
  readonly odd: InboxItem['odd']
  readonly state: string
  /** The state in words. */
  readonly label: string
}

/** The state, and the reasons to check the answer. */
function Marks({ odd, state, label }: MarksProps) {
  const oddWords = useOddWords()
  return (
    <ul className={inboxStyles.marks}>
      <li data-state={state}>{label}</li>
      {odd
        .filter((one) => one !== 'attention')
        .map((one) => (
          <li key={one} data-odd>
            <Icon name="alert" size={16} />
            {oddWords[one]}
          </li>
        ))}
    </ul>
  )
}

/** The reports that do not agree, in a line for each. */
function Differing({ execution: { reports = [], executionVendors = [] } }: { readonly execution: Execution }) {
  const nameOf = useSourceName()
  const vendorOf = (key: string | undefined) => executionVendors.find((each) => each.key === key)?.vendor
  return (
    <div className={inboxStyles.answer}>
      {reports.map((report) => (
        <div key={`${report.vendor ?? ''} ${report.source}`}>
          {report.vendor !== undefined && <strong>{vendorOf(report.vendor)} </strong>}
          <span className={inboxStyles.count}>
            <Figures report={report} />
          </span>
          <span className={controls.hint}> {nameOf(report)}</span>
        </div>
      ))}
    </div>
  )
}

/** The answers, in a line for each vendor; all reports where they differ. */
function Answer({ execution, isDisputed }: { readonly execution: Execution; readonly isDisputed: boolean }) {
  if (isDisputed) return <Differing execution={execution} />
  const several = execution.kind === 'multiVendor'
  return (
    <div className={inboxStyles.answer}>
      {sectionsOf(execution).map(({ key, vendor, model }) => {
        const { worker_count: count, worker_hours: each, location, notes } = model as Manpower
        const comment = model['comment']
        const more = [location, notes].filter(Boolean).join(' · ')
        return (
          <div key={key}>
            {several && <strong>{vendor} </strong>}
            {typeof comment === 'string' && <q>{comment}</q>}
            {typeof count === 'number' && (
              <span className={inboxStyles.count}>
                <Figures report={{ worker_count: count, ...(typeof each === 'number' && { worker_hours: each }) }} />
              </span>
            )}
            {more !== '' && <span className={controls.hint}> {more}</span>}
          </div>
        )
      })}
    </div>
  )
}
