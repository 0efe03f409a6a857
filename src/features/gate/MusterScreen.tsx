import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type MarkState, type Muster, type OnRoll, rollOf, type Tally, tallyOf } from '../../../contract/endpoints/muster.ts'
import { plainName } from '../../../contract/rules/presence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AsOf } from './AsOf.tsx'
import { NameSearch } from './NameSearch.tsx'
import { addMusterEvent, type Musters, useMusters } from './useMusters.ts'
import { useServerNow } from './useServerNow.ts'
import { type ProjectPresence, usePresence } from './usePresence.ts'
import { clockTime, lasted, stateNames } from './clockTime.ts'
import * as styles from './gate.module.css'
import * as fieldsStyles from '../../fields/fields.module.css'

/** The active roll call, or the list of earlier ones. */
export function MusterScreen() {
  const { team } = useParams({ from: '/console/onsite/$team/muster' })
  const { t } = useLingui()
  const now = useServerNow(5000)
  const musters = useMusters(team, now)
  const presence = usePresence(team, now)
  const { active, fetchedAt, stale, unsent } = musters
  if (active) return <RollCall key={active.id} team={team} muster={active} musters={musters} project={presence} now={now} />
  return (
    <Page title={t`Roll calls`} lead={presence.server.data?.name}>
      <AsOf at={fetchedAt} stale={stale} unsent={unsent} now={now} />
      <MusterList team={team} musters={musters} now={now} />
    </Page>
  )
}

interface ListProps {
  readonly team: string
  readonly musters: Musters
  readonly now: number
}

function MusterList({ team, musters: { all, loading, trouble, refresh }, now }: ListProps) {
  const { t, i18n } = useLingui()
  if (loading) return <Skeleton rows={3} />
  if (all.length === 0 && trouble)
    return (
      <>
        <FailedState error={trouble} onRetry={refresh} />
        <LinkButton href={`/onsite/${team}`} icon="people">{t`On site now`}</LinkButton>
      </>
    )
  if (all.length === 0)
    return (
      <EmptyState
        icon="clipboard"
        title={t`No roll call yet`}
        action={<LinkButton href={`/onsite/${team}`} icon="people">{t`On site now`}</LinkButton>}
      >
        <Trans>Start one from On site now, as a drill or in an emergency.</Trans>
      </EmptyState>
    )
  return (
    <>
      <ul className={styles.rows}>
        {all.map((muster) => (
          <li key={muster.id}>
            <Link
              className={styles.row}
              to="/onsite/$team/muster/$muster"
              params={{ team, muster: muster.id }}
              style={{ textDecoration: 'none' }}
            >
              <span>
                <span className={styles.name}>{clockTime(i18n, muster.startedAt, now)}</span>
                <span className={styles.note}>{muster.wardens.join(', ')}</span>
              </span>
              <span className={styles.chips}>
                <span className={styles.chip} data-level={muster.drill ? undefined : 'error'}>
                  {muster.drill ? t`Drill` : t`Emergency`}
                </span>
                <Icon name="chevronRight" size={22} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LinkButton href={`/onsite/${team}`} icon="people">{t`On site now`}</LinkButton>
    </>
  )
}

interface RollCallProps {
  readonly team: string
  readonly muster: Muster
  readonly musters: Musters
  readonly project: ProjectPresence
  readonly now: number
}

type Tab = 'waiting' | 'missing' | 'safe' | 'left'

function RollCall({ team, muster, musters, project, now }: RollCallProps) {
  const { t } = useLingui()
  const { events, timezones, sites, same, unsent: unsentTaps } = project
  const roll = useMemo(() => rollOf({ muster, attendance: events, timezones, now, same }), [muster, events, timezones, now, same])
  const tally = tallyOf(roll)
  const [tab, setTab] = useState<Tab>('waiting')
  const [query, setQuery] = useState('')
  const words = plainName(query).split(' ').filter(Boolean)
  const shown = roll.filter((one) => {
    const said = `${plainName(one.name)} ${plainName(one.company ?? '')} ${one.mobile ?? ''}`
    return words.length > 0 ? words.every((word) => said.includes(word)) : one.state === tab
  })
  const siteName = (id: string | undefined) => sites.find((one) => one.id === id)?.name ?? ''

  const mark = async (one: Pick<OnRoll, 'name' | 'company' | 'mobile' | 'person'>, state: MarkState) => {
    try {
      const { name, company, mobile, person } = one
      const who = { name, ...(company && { company }), ...(mobile && { mobile }), ...(person && { person }) }
      await addMusterEvent(team, { type: 'mark', muster: muster.id, person: who, state })
      if (words.length > 0) setQuery('')
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  return (
    <Page title={muster.drill ? t`Muster drill` : t`Emergency muster`} lead={project.server.data?.name}>
      <div className={`${fieldsStyles.group} ${styles.muster}`} style={{ padding: 0, background: 'none', boxShadow: 'none' }}>
        <Progress muster={muster} tally={tally} now={now}>
          <AsOf at={musters.fetchedAt} stale={musters.stale} unsent={musters.unsent + unsentTaps} now={now} />
        </Progress>
        <RollTabs
          tally={tally}
          chosen={words.length === 0 ? tab : undefined}
          onChoose={(key) => {
            setTab(key)
            setQuery('')
          }}
        />
        <div className={styles.search}>
          <Icon name="search" size={24} />
          <NameSearch query={query} onSearch={setQuery} />
        </div>
        <ul className={styles.rows}>
          {shown.map((one) => (
            <RollPerson key={one.key} one={one} site={siteName(one.site)} now={now} onMark={(state) => mark(one, state)} />
          ))}
        </ul>
        {shown.length === 0 && words.length === 0 && (
          <EmptyState icon="checkCircle" title={tab === 'waiting' ? t`All people are found` : t`No people here`}>
            {tab === 'waiting' && tally.missing > 0 && <Trans>Some people were not found. Check them again.</Trans>}
          </EmptyState>
        )}
        {words.length > 0 && (
          <Button
            icon="plus"
            full
            onClick={() => mark({ name: query.trim(), company: undefined, mobile: undefined, person: undefined }, 'safe')}
          >
            {t`Not on the list: add ${query.trim()} as safe`}
          </Button>
        )}
        <RollCallActions team={team} muster={muster} tally={tally} />
      </div>
    </Page>
  )
}

interface ActionsProps {
  readonly team: string
  readonly muster: Muster
  readonly tally: Tally
}

function RollCallActions({ team, muster, tally }: ActionsProps) {
  const { t } = useLingui()
  const end = async () => {
    const open = tally.waiting + tally.missing
    const text =
      open > 0 ? t`End the muster? Not accounted for: ${open}. The report will name them.` : t`End the muster? Everyone is accounted for.`
    if (!(await confirmDialog({ text, ok: t`End muster`, danger: open > 0 }))) return
    await addMusterEvent(team, { type: 'end', muster: muster.id }).catch((error: Error) => toast(error.message, 'error'))
  }
  return (
    <div className={styles.chips}>
      <Button kind="danger" icon="close" onClick={end}>
        {t`End muster`}
      </Button>
      <LinkButton href={`/onsite/${team}/muster/${muster.id}`} icon="file">
        {t`Report`}
      </LinkButton>
      <LinkButton href={`/onsite/${team}`} icon="people" kind="quiet">{t`On site now`}</LinkButton>
    </div>
  )
}

interface RollTabsProps {
  readonly tally: Tally
  /** Undefined while people are searched by name. */
  readonly chosen: Tab | undefined
  readonly onChoose: (tab: Tab) => void
}

function RollTabs({ tally, chosen, onChoose }: RollTabsProps) {
  const { t, i18n } = useLingui()
  const tabs: readonly (readonly [Tab, string, number])[] = [
    ['waiting', t`To find`, tally.waiting],
    ['missing', i18n._(stateNames.missing), tally.missing],
    ['safe', i18n._(stateNames.safe), tally.safe],
    ['left', i18n._(stateNames.left), tally.left],
  ]
  return (
    <div className={styles.musterTabs}>
      {tabs.map(([key, label, count]) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {`${label} ·\u00a0${count}`}
        </button>
      ))}
    </div>
  )
}

interface RollPersonProps {
  readonly one: OnRoll
  readonly site: string
  readonly now: number
  readonly onMark: (state: MarkState) => Promise<void>
}

function RollPerson({ one, site, now, onMark }: RollPersonProps) {
  const { t, i18n } = useLingui()
  return (
    <li className={styles.musterPerson} data-state={one.state} data-person={one.name}>
      <div>
        <span className={styles.name}>{one.name}</span>
        <span className={styles.note}>{[one.company, site].filter(Boolean).join(' · ')}</span>
        <Marks one={one} now={now} />
      </div>
      <div className={styles.musterButtons}>
        {one.state !== 'safe' && (
          <Button kind="primary" icon="check" aria-label={t`${one.name} is safe`} onClick={() => onMark('safe')}>
            {i18n._(stateNames.safe)}
          </Button>
        )}
        {one.state !== 'missing' && (
          <Button kind="danger" aria-label={t`${one.name} was not found`} onClick={() => onMark('missing')}>
            {i18n._(stateNames.missing)}
          </Button>
        )}
        {one.state !== 'left' && (
          <Button aria-label={t`${one.name} has left the site`} onClick={() => onMark('left')}>
            {i18n._(stateNames.left)}
          </Button>
        )}
        {one.state !== 'waiting' && (
          <Button kind="quiet" aria-label={t`Undo the mark of ${one.name}`} onClick={() => onMark('waiting')}>
            {t`Undo`}
          </Button>
        )}
      </div>
    </li>
  )
}

interface ProgressProps {
  readonly muster: Muster
  readonly tally: Tally
  readonly now: number
  readonly children: React.ReactNode
}

/** How many people are accounted for, readable at arm's length. */
function Progress({ muster, tally, now, children }: ProgressProps) {
  const { t, i18n } = useLingui()
  const found = tally.safe + tally.left
  const share = (count: number) => `${tally.total === 0 ? 0 : (100 * count) / tally.total}%`
  const started = clockTime(i18n, muster.startedAt, now)
  return (
    <section className={styles.musterBar} data-drill={muster.drill || undefined} data-over={found === tally.total || undefined}>
      <div className={styles.chips}>
        <span className={styles.chip} data-level={muster.drill ? undefined : 'error'}>
          <Icon name="alert" size={16} />
          {muster.drill ? t`Drill` : t`Emergency`}
        </span>
        <span className={styles.note}>
          {muster.startedBy ? t`Started ${started} by ${muster.startedBy}` : t`Started ${started}`} · {lasted(now - muster.startedAt)}
        </span>
      </div>
      <p className={styles.musterFigures} role="status" data-found={found} data-total={tally.total}>
        <strong>{found}</strong>
        <span>{t`of ${tally.total} accounted for`}</span>
        {tally.missing > 0 && (
          <span style={{ color: 'var(--m-colors-status-needs-you)' }}>{`${i18n._(stateNames.missing)}: ${tally.missing}`}</span>
        )}
      </p>
      <div className={styles.musterTrack} aria-hidden="true">
        <span style={{ width: share(found) }} />
        <span data-state="missing" style={{ width: share(tally.missing) }} />
      </div>
      {children}
    </section>
  )
}

/**
 * Important marks of a person: arrived later, signed out at the gate, or marked differently by two wardens.
 */
export function Marks({ one, now }: { readonly one: OnRoll; readonly now: number }) {
  const { t, i18n } = useLingui()
  const { cameLater, signedOut, word, conflict, since } = one
  return (
    <span className={styles.chips}>
      {cameLater && since !== undefined && (
        <span className={styles.chip} data-level="warning">{t`Came in at ${clockTime(i18n, since, now)}`}</span>
      )}
      {signedOut !== undefined && <span className={styles.chip}>{t`Signed out at ${clockTime(i18n, signedOut, now)}`}</span>}
      {word && signedOut === undefined && (
        <span className={styles.note}>
          {[i18n._(stateNames[word.state]), word.byName, clockTime(i18n, word.at, now)].filter(Boolean).join(' · ')}
        </span>
      )}
      {conflict.length > 0 && (
        <span className={styles.chip} data-level="error" style={{ whiteSpace: 'normal' }}>
          <Icon name="alert" size={16} />
          {conflict.map((said) => [said.byName, i18n._(stateNames[said.state])].filter(Boolean).join(': ')).join(' / ')}
        </span>
      )}
    </span>
  )
}
