import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Finding, findAnything } from '../../../contract/endpoints/console.ts'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { ask } from '../../sync/ask.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import type { MenuEntry } from './menuOf.ts'
import { usePayer } from './ProjectSwitcher.tsx'
import { ShellIcon, type ShellIconName } from './ShellIcon.tsx'
import { useMenuWords } from './SideMenu.tsx'
import * as styles from './shell.module.css'

/** Debounce before bots and people are requested, ms. */
const askDelay = 250
const mostOfKind = 8

interface Hit {
  readonly key: string
  readonly icon: ShellIconName
  readonly title: string
  readonly note: string
  readonly href: string
}

const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Returns true if every search word is the start of a word in the text. */
export function finds(query: string, text: string): boolean {
  const words = folded(text).split(/[^\p{L}\p{N}]+/u)
  return folded(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((asked) => words.some((word) => word.startsWith(asked)))
}

function hrefOf({ kind, id, team }: Finding): string {
  switch (kind) {
    case 'bot':
      return `/automation/${id}`
    case 'project':
      return `/team/${id}/automations`
    case 'person':
      return `/teams/${team ?? ''}`
  }
}

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
  if (query === '') return { found: [], asking: false }
  return { found: answer.found, asking: online && answer.query !== query }
}

interface HitGroup {
  readonly name: string
  readonly hits: readonly Hit[]
}

/** Returns what is found, by kind; kinds without a hit are left out. */
function useHits(
  query: string,
  found: readonly Finding[],
  projects: readonly Project[],
  entries: readonly MenuEntry[],
): readonly HitGroup[] {
  const { t } = useLingui()
  const words = useMenuWords()
  const payer = usePayer()
  return useMemo(() => {
    const screens = entries
      .filter((entry) => finds(query, words(entry)))
      .map((entry): Hit => ({ key: `s:${entry.href}`, icon: entry.icon, title: words(entry), note: '', href: entry.href }))
    const own = projects
      .filter((project) => query !== '' && finds(query, `${project.model.name} ${payer(project)}`))
      .slice(0, mostOfKind)
      .map(
        (project): Hit => ({
          key: `t:${project.id}`,
          icon: 'projects',
          title: project.model.name,
          note: payer(project),
          href: `/team/${project.id}/automations`,
        }),
      )
    const asked = (kind: Finding['kind'], icon: ShellIconName) =>
      found
        .filter((each) => each.kind === kind && finds(query, each.title))
        .slice(0, mostOfKind)
        .map((each): Hit => ({ key: `${kind}:${each.id}`, icon, title: each.title, note: each.note ?? '', href: hrefOf(each) }))
    return [
      { name: t`Projects`, hits: own },
      { name: t`Bots`, hits: asked('bot', 'bot') },
      { name: t`People`, hits: asked('person', 'person') },
      { name: t`Screens`, hits: screens },
    ].filter(({ hits }) => hits.length > 0)
  }, [entries, found, payer, projects, query, t, words])
}

interface FindProps {
  readonly projects: readonly Project[]
  readonly entries: readonly MenuEntry[]
  readonly onGo: (href: string) => void
  readonly onClose: () => void
}

/**
 * Finds a project, bot, person or screen by the start of its words. Projects and screens are on the device;
 * bots and people are requested from the server.
 */
export function FindAnything({ projects, entries, onGo, onClose }: FindProps) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const query = text.trim()
  const { found, asking } = useAsked(query, online)

  const groups = useHits(query, found, projects, entries)
  const hits = groups.flatMap((group) => group.hits)
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
    } else if (event.key === 'Enter') go(hits[hand])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open title={t`Find anything`} width={560} onClose={onClose}>
      <div className={styles.find}>
        <TextField
          data-autofocus
          type="search"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[hand] ? `${id}-${hand}` : undefined}
          aria-autocomplete="list"
          aria-label={t`Project, bot, person or screen`}
          placeholder={t`Project, bot, person or screen`}
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
          {groups.map((group) => (
            <div key={group.name} role="group" aria-label={group.name}>
              <p className={styles.findGroup} aria-hidden="true">
                {group.name}
              </p>
              {group.hits.map((hit) => {
                const index = hits.indexOf(hit)
                return (
                  <HitRow
                    key={hit.key}
                    id={`${id}-${index}`}
                    hit={hit}
                    isSelected={index === hand}
                    onPoint={() => setAt(index)}
                    onGo={() => go(hit)}
                    onKeyDown={onKeyDown}
                  />
                )
              })}
            </div>
          ))}
        </div>
        <p className={styles.findState} role="status">
          <FindState isOffline={query !== '' && !online} asking={asking} isFound={hits.length > 0} />
        </p>
      </div>
    </Dialog>
  )
}

interface StateProps {
  readonly isOffline: boolean
  readonly asking: boolean
  readonly isFound: boolean
}

function FindState({ isOffline, asking, isFound }: StateProps) {
  const { t } = useLingui()
  if (isOffline) return t`Bots and people are found when there is a connection.`
  if (asking) return t`Searching...`
  return isFound ? '' : t`Nothing found`
}

interface HitRowProps {
  readonly id: string
  readonly hit: Hit
  readonly isSelected: boolean
  readonly onPoint: () => void
  readonly onGo: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function HitRow({ id, hit, isSelected, onPoint, onGo, onKeyDown }: HitRowProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      className={styles.findRow}
      onPointerMove={onPoint}
      onClick={onGo}
      onKeyDown={onKeyDown}
    >
      <ShellIcon name={hit.icon} />
      <span className={styles.findTitle}>{hit.title}</span>
      <span className={styles.findNote}>{hit.note}</span>
    </div>
  )
}
