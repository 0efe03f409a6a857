import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Finding, findAnything } from '../../../contract/endpoints/console.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { finderOf, searchable } from '../../../contract/rules/search/findsWords.ts'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useOwner } from '../../store/identity/useOwner.ts'
import { useCached } from '../../store/queries/cached.ts'
import { keptScreensAt } from '../../store/queries/keptScreens.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { daysFound, searchableDays } from './daysFound.ts'
import { hasFindings, type KeptFinding, keptFindings } from './keptFindings.ts'
import type { MenuEntry } from './menuOf.ts'
import { ownPlaces, projectPlaces } from './ownPlaces.ts'
import { usePayer } from './ProjectSwitcher.tsx'
import { ShellIcon, type ShellIconName } from './ShellIcon.tsx'
import { useMenuWords } from './SideMenu.tsx'
import * as styles from './shell.module.css'

/** Debounce before bots and people are requested, ms. */
const askDelay = 250
const mostOfKind = 8
/** Projects whose places and days are found while no project is chosen. */
const mostProjects = 3

interface Hit {
  readonly key: string
  readonly icon: ShellIconName
  readonly title: string
  readonly note: string
  readonly href: string
}

const icons: Readonly<Record<Finding['kind'], ShellIconName>> = {
  bot: 'bot',
  person: 'person',
  worker: 'person',
  company: 'company',
  form: 'list',
  record: 'inbox',
}

const listOf = (team: string | undefined, list: string, name: string) =>
  `/teams/${team ?? ''}/lists/${list}?search=${encodeURIComponent(name)}`

type IsInPeople = (finding: Finding) => boolean

function hrefOf(finding: Finding, isInPeople: IsInPeople): string {
  const { kind, id, team, title } = finding
  switch (kind) {
    case 'bot':
      return `/automation/${id}`
    case 'person':
      return isInPeople(finding) ? `/people?search=${encodeURIComponent(title)}` : `/teams/${team ?? ''}`
    case 'worker':
      return listOf(team, 'people', title)
    case 'company':
      return listOf(team, 'companies', title)
    case 'form':
      return `/frontend/forms/${id}`
    case 'record':
      return `/frontend/${id}`
  }
}

/** What the server finds. While it searches, what it found for the query before, as far as the names fit. */
function useAsked(query: string, online: boolean): { readonly found: readonly Finding[]; readonly asking: boolean } {
  const [answer, setAnswer] = useState<{ query: string; found: readonly Finding[] }>({ query: '', found: [] })
  useEffect(() => {
    if (query === '' || !online) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      ask(findAnything, undefined, undefined, { query: { q: query }, signal: stop.signal }).then(
        ({ found }) => setAnswer({ query, found }),
        () => setAnswer({ query, found: [] }),
      )
    }, askDelay)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [online, query])
  const isCurrent = answer.query === query
  const found = useMemo(() => {
    const finds = finderOf(query)
    return answer.found.filter(({ kind, title }) => (isCurrent && kind === 'record') || finds(searchable(title)))
  }, [answer, isCurrent, query])
  if (query === '') return { found: [], asking: false }
  return { found, asking: online && !isCurrent }
}

interface SearchableFinding {
  readonly finding: KeptFinding
  /** Folded once: a company has thousands of names, and each key searches all of them. */
  readonly text: string
}

/** Names that are folded without a pause for the keys of the person. */
const foldedAtOnce = 1000

/** Makes findings searchable, in parts, so that a key waits for one part alone. Stops once `isOpen` is false. */
async function foldAll(findings: readonly KeptFinding[], isOpen: () => boolean): Promise<readonly SearchableFinding[]> {
  const folded: SearchableFinding[] = []
  for (let from = 0; from < findings.length && isOpen(); from += foldedAtOnce) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve))
    for (const finding of findings.slice(from, from + foldedAtOnce))
      folded.push({ finding, text: searchable(finding.words ?? finding.title) })
  }
  return folded
}

/** Reads what the device keeps of a person; stops once `isOpen` is false. */
async function readKept(owner: string, language: string, isOpen: () => boolean): Promise<readonly SearchableFinding[]> {
  const rows: Parameters<typeof keptFindings>[0][number][] = []
  for await (const row of keptScreensAt(owner, hasFindings)) {
    if (!isOpen()) return []
    rows.push(row)
  }
  return await foldAll(keptFindings(rows, language), isOpen)
}

/** What the device keeps of this person, read once. */
function useKept(): readonly SearchableFinding[] {
  const { i18n } = useLingui()
  const owner = useOwner()
  const [kept, setKept] = useState<readonly SearchableFinding[]>([])
  useEffect(() => {
    let isOpen = true
    void readKept(owner, i18n.locale, () => isOpen).then((folded) => isOpen && setKept(folded))
    return () => {
      isOpen = false
    }
  }, [i18n.locale, owner])
  return kept
}

interface HitGroup {
  readonly name: string
  readonly hits: readonly Hit[]
}

interface Searched {
  readonly query: string
  /** From the server. */
  readonly found: readonly Finding[]
  readonly projects: readonly Project[]
  /** The project in the address, or chosen last. */
  readonly project: Project | undefined
  readonly entries: readonly MenuEntry[]
}

/** The chosen project; else the first ones. */
const useNear = ({ projects, project }: Searched): readonly Project[] =>
  useMemo(() => (project ? [project] : projects.slice(0, mostProjects)), [project, projects])

/** Returns menu entries and places, each address and name once. */
function usePlaces(searched: Searched): readonly Hit[] {
  const { query, entries } = searched
  const { i18n } = useLingui()
  const words = useMenuWords()
  const near = useNear(searched)
  // Folded once, not at each key.
  const all = useMemo(() => {
    const menu = entries.map((entry) => ({ icon: entry.icon, title: words(entry), note: '', href: entry.href, more: '' }))
    const places = [
      ...ownPlaces.map((place) => ({ place, note: '' })),
      ...near.flatMap(({ id, model }) => projectPlaces(id).map((place) => ({ place, note: model.name }))),
    ].map(({ place, note }) => ({ ...place, title: i18n._(place.label), note, more: i18n._(place.words) }))
    return [...menu, ...places].map(({ icon, title, note, href, more }) => ({
      hit: { key: `s:${href}:${title}`, icon, title, note, href } satisfies Hit,
      isMenu: more === '',
      text: searchable(`${title} ${more} ${note}`),
    }))
  }, [entries, i18n, near, words])
  return useMemo(() => {
    const finds = finderOf(query)
    const met = new Set<string>()
    return all
      .filter(({ isMenu, text }) => (query === '' ? isMenu : finds(text)))
      .map(({ hit }) => hit)
      .filter(({ key }) => !met.has(key) && met.add(key))
  }, [all, query])
}

function useDays(searched: Searched): readonly Hit[] {
  const { query } = searched
  const { i18n } = useLingui()
  const { data: me } = useCached(getMe)
  const near = useNear(searched)
  // The days of projects in one time zone are made once.
  const daysOfNear = useMemo(() => {
    const made = new Map<string, ReturnType<typeof searchableDays>>()
    return near.map((project) => {
      const today = dayIn(me?.teams.find(({ id }) => id === project.id)?.zone, Date.now())
      const days = made.get(today) ?? searchableDays(i18n.locale, today)
      made.set(today, days)
      return { project, days }
    })
  }, [i18n.locale, me, near])
  return useMemo(() => {
    if (query === '') return []
    const most = Math.ceil(mostOfKind / Math.max(1, daysOfNear.length))
    return daysOfNear
      .flatMap(({ project: { id, model }, days }) =>
        daysFound(query, days)
          .slice(0, most)
          .map(({ day, title }) => ({ day, title, id, model })),
      )
      .toSorted((a, b) => b.day.localeCompare(a.day))
      .map(
        ({ day, title, id, model }): Hit => ({
          key: `d:${id}:${day}`,
          icon: 'book',
          title,
          note: model.name,
          href: `/team/${id}/log?day=${day}`,
        }),
      )
  }, [daysOfNear, query])
}

const nameAndPlace = ({ title, note = '' }: Finding) => `${title}:${note}`

function keyOf(finding: Finding): string {
  const { kind, id, team = '' } = finding
  if (kind === 'person') return `person:${id}`
  return kind === 'worker' ? `worker:${nameAndPlace(finding)}` : `${kind}:${team}:${id}`
}

/** A person may be a member of several projects, and also in their lists of people. */
function onceEach(findings: readonly Finding[], isInPeople: IsInPeople): ReadonlyMap<string, Finding> {
  const members = new Set(findings.filter(({ kind }) => kind === 'person').map(nameAndPlace))
  const all = new Map<string, Finding>()
  for (const finding of findings) {
    if (finding.kind === 'worker' && members.has(nameAndPlace(finding))) continue
    const before = all.get(keyOf(finding))
    if (!before || isInPeople(finding) || !isInPeople(before)) all.set(keyOf(finding), finding)
  }
  return all
}

/** Returns whether *People* shows a person: without a connection, those of its list, who have no project here. */
function useIsInPeople(): IsInPeople {
  const online = useOnline()
  const { data: me } = useCached(getMe)
  return useCallback(
    ({ team }) => {
      if (team === undefined) return true
      return online && (me?.isAdmin === true || may(me?.teams.find(({ id }) => id === team)?.role, 'member.manage'))
    },
    [me, online],
  )
}

/** Returns the projects that are found by their name or payer. */
function useProjects({ query, projects }: Searched): readonly Hit[] {
  const payer = usePayer()
  const all = useMemo(
    () => projects.map((project) => ({ project, text: searchable(`${project.model.name} ${payer(project)}`) })),
    [payer, projects],
  )
  return useMemo(() => {
    const finds = finderOf(query)
    return all
      .filter(({ text }) => finds(text))
      .slice(0, mostOfKind)
      .map(
        ({ project }): Hit => ({
          key: `t:${project.id}`,
          icon: 'projects',
          title: project.model.name,
          note: payer(project),
          href: `/team/${project.id}/automations`,
        }),
      )
  }, [all, payer, query])
}

/** Returns what is found, by kind; kinds without a hit are left out. */
function useHits(searched: Searched): readonly HitGroup[] {
  const { query, found } = searched
  const { t, i18n } = useLingui()
  const kept = useKept()
  const isInPeople = useIsInPeople()
  const projects = useProjects(searched)
  const places = usePlaces(searched)
  const days = useDays(searched)
  const onDevice = useMemo(() => {
    const finds = finderOf(query)
    return kept.filter(({ text }) => finds(text)).map(({ finding }) => finding)
  }, [query, kept])
  const hits = useMemo(
    () => hitsByKind([...onceEach([...onDevice, ...found], isInPeople)], i18n.locale, isInPeople),
    [found, i18n.locale, isInPeople, onDevice],
  )
  return useMemo(
    () =>
      [
        { name: t`Projects`, hits: projects },
        { name: t`Bots`, hits: hits.bots },
        { name: t`People`, hits: hits.people },
        { name: t`Companies`, hits: hits.companies },
        { name: t`Forms`, hits: hits.forms },
        { name: t`Screens`, hits: places },
        { name: t`Daily logs`, hits: days },
        { name: t`Records`, hits: hits.records },
      ].filter((group) => group.hits.length > 0),
    [days, hits, places, projects, t],
  )
}

/** Returns the first hits of each kind. `all`: each with its key. */
function hitsByKind(all: readonly (readonly [string, Finding])[], locale: string, isInPeople: IsInPeople) {
  const made = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const hits = (...kinds: Finding['kind'][]) =>
    all
      .filter(([, { kind }]) => kinds.includes(kind))
      .slice(0, mostOfKind)
      .map(
        ([key, finding]): Hit => ({
          key,
          icon: icons[finding.kind],
          title: finding.title,
          note: [finding.at && made.format(new Date(finding.at)), finding.note].filter(Boolean).join(' · '),
          href: hrefOf(finding, isInPeople),
        }),
      )
  return {
    bots: hits('bot'),
    people: hits('person', 'worker'),
    companies: hits('company'),
    forms: hits('form'),
    records: hits('record'),
  }
}

interface FindProps {
  readonly projects: readonly Project[]
  readonly project: Project | undefined
  readonly entries: readonly MenuEntry[]
  /** What was typed before the search was there. */
  readonly typed: string
  readonly onGo: (href: string) => void
  readonly onClose: () => void
}

/**
 * Finds projects, bots, people, companies, forms, screens, days and records by the start of their words: those that the
 * device keeps at once, all others when the server answers.
 */
export function FindAnything({ projects, project, entries, typed: typedBefore, onGo, onClose }: FindProps) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(typedBefore)
  const [at, setAt] = useState(0)
  const [isEntered, setIsEntered] = useState(false)
  const typed = text.trim()
  // A key is painted first, then what it finds.
  const query = useDeferredValue(typed)
  const { found, asking } = useAsked(query, online)

  const groups = useHits({ query, found, projects, project, entries })
  const hits = useMemo(() => groups.flatMap((group) => group.hits), [groups])
  const hand = Math.min(at, hits.length - 1)

  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    onGo(hit.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      const next = (hand + step + hits.length) % hits.length
      setAt(next)
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') setIsEntered(true)
    else return
    event.preventDefault()
  }
  const latest = useRef({ go, onKeyDown })
  useEffect(() => {
    latest.current = { go, onKeyDown }
  })
  // Enter right after a key waits for what that key finds.
  const isFound = query === typed
  const chosen = hits[hand]
  useEffect(() => {
    if (!isEntered || !isFound) return
    setIsEntered(false)
    latest.current.go(chosen)
  }, [chosen, isEntered, isFound])
  const goTo = useCallback((hit: Hit) => latest.current.go(hit), [])
  const onKey = useCallback((event: KeyboardEvent) => latest.current.onKeyDown(event), [])
  return (
    <Dialog open title={t`Find anything`} width={560} onClose={onClose} actions={<Button onClick={onClose}>{t`Close`}</Button>}>
      <div className={styles.find}>
        <TextField
          data-autofocus
          type="search"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${hand}` : undefined}
          aria-autocomplete="list"
          aria-label={t`Search for a name, a form or a day`}
          placeholder={t`Search for a name, a form or a day`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={t`Found`} className={styles.findList} tabIndex={-1}>
          <Hits id={id} groups={groups} hand={hand} onPoint={setAt} onGo={goTo} onKeyDown={onKey} />
        </div>
        <p className={styles.findState} role="status">
          <FindState isOffline={query !== '' && !online} asking={asking} isFound={hits.length > 0} />
        </p>
      </div>
    </Dialog>
  )
}

interface HitsProps {
  readonly id: string
  readonly groups: readonly HitGroup[]
  /** Index of the selected one. */
  readonly hand: number
  readonly onPoint: (index: number) => void
  readonly onGo: (hit: Hit) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What is found; drawn again when that changes, not at each key. */
const Hits = memo(function Hits({ id, groups, hand, ...acts }: HitsProps) {
  let before = 0
  return groups.map((group) => {
    const from = before
    before += group.hits.length
    return (
      <div key={group.name} role="group" aria-label={group.name}>
        <p className={styles.findGroup} aria-hidden="true">
          {group.name}
        </p>
        {group.hits.map((hit, place) => (
          <HitRow key={hit.key} id={`${id}-${from + place}`} index={from + place} hit={hit} isSelected={from + place === hand} {...acts} />
        ))}
      </div>
    )
  })
})

interface StateProps {
  readonly isOffline: boolean
  readonly asking: boolean
  readonly isFound: boolean
}

function FindState({ isOffline, asking, isFound }: StateProps) {
  const { t } = useLingui()
  if (isOffline) return t`Without a connection, only what this device keeps is found.`
  if (asking) return t`Searching...`
  return isFound ? '' : t`Nothing found`
}

interface HitRowProps extends Pick<HitsProps, 'onPoint' | 'onGo' | 'onKeyDown'> {
  readonly id: string
  readonly index: number
  readonly hit: Hit
  readonly isSelected: boolean
}

const HitRow = memo(function HitRow({ id, index, hit, isSelected, onPoint, onGo, onKeyDown }: HitRowProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      className={styles.findRow}
      onPointerMove={() => onPoint(index)}
      onClick={() => onGo(hit)}
      onKeyDown={onKeyDown}
    >
      <ShellIcon name={hit.icon} />
      <span className={styles.findTitle}>{hit.title}</span>
      <span className={styles.findNote}>{hit.note}</span>
    </div>
  )
})
