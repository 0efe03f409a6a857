import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { GateInfo, GateSite } from '../../../contract/endpoints/attendance.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { compareTexts } from '../../../contract/rules/compareTexts.ts'
import { plainName, type Stay } from '../../../contract/rules/presence.ts'
import { csvName, csvOf } from '../../../contract/rules/csvOf.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AsOf } from './AsOf.tsx'
import { Doubts } from './Doubts.tsx'
import { SamePeople } from './SamePeople.tsx'
import { MusterStart } from './MusterStart.tsx'
import { NameSearch } from './NameSearch.tsx'
import { tapGate } from './tapGate.ts'
import { SiteField } from './SiteField.tsx'
import { useServerNow } from './useServerNow.ts'
import { usePresence } from './usePresence.ts'
import { clockTime, lasted } from './clockTime.ts'
import * as fieldsStyles from '../../fields/fields.module.css'
import * as styles from './gate.module.css'

/** People on site in one project: the server's last data with this device's events since. */
export function OnSiteScreen() {
  const { team } = useParams({ from: '/console/onsite/$team' })
  return <OnSite key={team} team={team} />
}

type Only = 'all' | 'overdue' | 'visitors'

const nameOfSite = (sites: readonly GateSite[], id: string | undefined) => sites.find((one) => one.id === id)?.name ?? id ?? ''

interface Filter {
  readonly query: string
  /** '' for all sites. */
  readonly site: string
  readonly only: Only
}

/** Returns which stays a filter shows. */
function filterOf({ query, site, only }: Filter): (stay: Stay) => boolean {
  const words = plainName(query).split(' ').filter(Boolean)
  return (stay) => {
    const said = `${plainName(stay.name)} ${plainName(stay.company ?? '')} ${stay.mobile ?? ''}`
    const kind = only === 'all' || (only === 'overdue' ? stay.overdue : stay.visitor)
    return Boolean(kind) && (site === '' || stay.site === site) && words.every((word) => said.includes(word))
  }
}

/** Returns what gives the person a CSV file of the people on site. */
function useDownload(sites: readonly GateSite[]) {
  const { t } = useLingui()
  return (shown: readonly Stay[], name: string) => {
    const head = [t`Name`, t`Company`, t`Site`, t`Since`, t`Visitor of`, t`Overdue`]
    const rows = shown.map((stay) => [
      stay.name,
      stay.company ?? '',
      nameOfSite(sites, stay.site),
      new Date(stay.since).toISOString(),
      stay.visitor ? (stay.host ?? t`Visitor`) : '',
      stay.overdue ? t`Yes` : '',
    ])
    downloadFile(new Blob([csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' }), csvName(`${t`On site now`} ${name}`))
  }
}

function OnSite({ team }: { readonly team: string }) {
  const { t } = useLingui()
  const now = useServerNow()
  const { server, presence, sites, gates, events, decisions, unsent } = usePresence(team, now)
  const { data: me } = useCached(getMe)
  const mayMerge = may(me?.teams?.find(({ id }) => id === team)?.role, 'record.update')
  const [query, setQuery] = useState('')
  const [site, setSite] = useState('')
  const [only, setOnly] = useState<Only>('all')
  const { onSite, forgotten } = presence
  const siteName = (id: string | undefined) => nameOfSite(sites, id)
  const download = useDownload(sites)
  const shown = useMemo(() => onSite.filter(filterOf({ query, site, only })), [onSite, query, site, only])
  const companies = useMemo(() => byCompany(shown), [shown])

  if (!server.data) {
    return (
      <Page title={t`On site now`}>
        {server.state === 'failed' ? <FailedState error={server.error} onRetry={server.refresh} /> : <Skeleton rows={5} />}
      </Page>
    )
  }
  const { name } = server.data

  return (
    <Page title={t`On site now: ${name}`}>
      <div className={`${fieldsStyles.group} ${styles.site}`} style={{ padding: 0, background: 'none', boxShadow: 'none' }}>
        <div className={styles.siteTile}>
          <div>
            <p className={styles.siteNumber} role="status">
              <strong data-count={onSite.length}>{onSite.length}</strong>
              <Plural value={onSite.length} one="person on site" other="people on site" />
            </p>
            <AsOf at={server.fetchedAt} stale={server.stale} unsent={unsent} now={now} />
          </div>
          <MusterStart team={team} now={now} onSite={onSite} sites={sites} />
        </div>
        {server.data.more && (
          <Notice level="warning">
            <Trans>There are more sign-ins than this screen can show. The oldest are left out.</Trans>
          </Notice>
        )}
        <Doubts team={team} doubts={server.data.doubts ?? []} now={now} refresh={server.refresh} />
        {mayMerge && <SamePeople team={team} events={events} decisions={decisions} />}
        <OnlyTabs onSite={onSite} only={only} onChoose={setOnly} />
        <div className={styles.siteFilters}>
          <NameSearch query={query} onSearch={setQuery} />
          <SiteField sites={sites} site={site} hasAll isLabelHidden onPick={setSite} />
        </div>
        {shown.length === 0 ? (
          <NobodyShown isSomebodyOnSite={onSite.length > 0} />
        ) : (
          companies.map(({ company, stays }) => (
            <details key={company} className={styles.siteGroup} open={companies.length <= 4 || query !== '' || only !== 'all'}>
              <summary>
                <span>{company || t`No company given`}</span>
                <span className={styles.chip}>{stays.length}</span>
              </summary>
              <ul className={styles.sitePeople}>
                {stays.map((stay) => (
                  <Person key={stay.key} stay={stay} gates={gates} site={siteName(stay.site)} now={now} />
                ))}
              </ul>
            </details>
          ))
        )}
        {forgotten.length > 0 && <Forgotten stays={forgotten} now={now} />}
        <WaysOn team={team} gates={gates} onDownload={shown.length === 0 ? undefined : () => download(shown, name)} />
      </div>
    </Page>
  )
}

interface WaysProps {
  readonly team: string
  readonly gates: readonly GateInfo[]
  /** Absent when no person is shown. */
  readonly onDownload: (() => void) | undefined
}

/** The list as a file, and the screens beside it. */
function WaysOn({ team, gates, onDownload }: WaysProps) {
  const { t } = useLingui()
  return (
    <div className={styles.chips}>
      <Button icon="download" disabled={onDownload === undefined} onClick={onDownload}>{t`CSV`}</Button>
      {gates.map((gate) => (
        <LinkButton key={gate.id} href={`/gate/${gate.id}`} icon="people">
          {t`Open ${gate.title}`}
        </LinkButton>
      ))}
      <LinkButton href={`/onsite/${team}/muster`} icon="clipboard" kind="quiet">
        {t`Roll calls`}
      </LinkButton>
      <LinkButton href={`/onsite/${team}/times`} icon="clock" kind="quiet">
        {t`Crew times`}
      </LinkButton>
      <LinkButton href="/gate" kind="quiet">
        {t`All gates`}
      </LinkButton>
    </div>
  )
}

interface TabsProps {
  readonly onSite: readonly Stay[]
  readonly only: Only
  readonly onChoose: (only: Only) => void
}

function OnlyTabs({ onSite, only, onChoose }: TabsProps) {
  const { t } = useLingui()
  const overdue = onSite.filter((stay) => stay.overdue).length
  const visitors = onSite.filter((stay) => stay.visitor).length
  return (
    <div className={styles.musterTabs}>
      {(
        [
          ['all', t`Everyone`, onSite.length],
          ['overdue', t`Overdue`, overdue],
          ['visitors', t`Visitors`, visitors],
        ] as const
      ).map(([key, label, count]) => (
        <button key={key} type="button" aria-pressed={only === key} onClick={() => onChoose(key)}>
          {`${label} ·\u00a0${count}`}
        </button>
      ))}
    </div>
  )
}

function NobodyShown({ isSomebodyOnSite }: { readonly isSomebodyOnSite: boolean }) {
  const { t } = useLingui()
  if (isSomebodyOnSite)
    return (
      <EmptyState icon="search" title={t`No people match`}>
        <Trans>Remove a filter to see the others.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState icon="people" title={t`No one is signed in`}>
      <Trans>People appear here as soon as they sign in at a gate of this project.</Trans>
    </EmptyState>
  )
}

/** People who left without signing out. */
function Forgotten({ stays, now }: { readonly stays: readonly Stay[]; readonly now: number }) {
  const { t, i18n } = useLingui()
  return (
    <details className={styles.siteGroup}>
      <summary>
        <span>{t`Did not sign out`}</span>
        <span className={styles.chip} data-level="warning">
          {stays.length}
        </span>
      </summary>
      <ul className={styles.sitePeople}>
        {stays.map((stay) => (
          <li key={stay.key} className={styles.sitePerson}>
            <div>
              <span className={styles.name}>{stay.name}</span>
              <span className={styles.note}>
                {[stay.company, t`signed in ${clockTime(i18n, stay.since, now)}`].filter(Boolean).join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

function byCompany(stays: readonly Stay[]): { company: string; stays: Stay[] }[] {
  const groups = new Map<string, { company: string; stays: Stay[] }>()
  for (const stay of stays) {
    const key = plainName(stay.company ?? '')
    const group = groups.get(key)
    if (group) group.stays.push(stay)
    else groups.set(key, { company: stay.company ?? '', stays: [stay] })
  }
  return [...groups.values()].sort((a, b) => b.stays.length - a.stays.length || compareTexts(a.company, b.company))
}

interface PersonProps {
  readonly stay: Stay
  readonly gates: readonly GateInfo[]
  readonly site: string
  readonly now: number
}

function Person({ stay, gates, site, now }: PersonProps) {
  const { t, i18n } = useLingui()
  const gate = gates.find(({ id }) => id === stay.gate) ?? gates[0]
  const { name, company, visitor, host, since, overdue } = stay
  const when = clockTime(i18n, since, now)
  const signOut = async () => {
    if (!gate || !(await confirmDialog({ text: t`Sign ${name} out?`, ok: t`Sign out` }))) return
    try {
      await tapGate({ direction: 'out', gate, site: stay.site, who: { ...stay, visitor, name, company }, via: 'list' })
      toast(t`${name} is signed out. Saved on this device.`, 'success')
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  return (
    <li className={styles.sitePerson} data-person={name}>
      <div>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{[t`since ${when}`, lasted(now - since), site].filter(Boolean).join(' · ')}</span>
        <span className={styles.chips}>
          {visitor && (
            <span className={styles.chip} data-level="saved">
              {host ? t`Visitor of ${host}` : t`Visitor`}
            </span>
          )}
          {overdue && (
            <span className={styles.chip} data-level="warning">
              <Icon name="clock" size={16} />
              {t`Overdue`}
            </span>
          )}
        </span>
      </div>
      {gate && (
        <Button aria-label={t`Check Out: ${name}`} onClick={signOut}>
          {t`Check Out`}
        </Button>
      )}
    </li>
  )
}
