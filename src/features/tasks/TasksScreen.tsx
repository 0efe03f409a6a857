import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { formatTime } from '../../lib/formatDate.ts'
import { forgetsUnlessInstalled } from '../../lib/installation.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useUnfinished } from '../../store/drafts/useUnfinished.ts'
import { useSharedFiles } from '../../store/files/useSharedFiles.ts'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Icon, type IconName, isIconName } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { ProjectTasks } from './ProjectTasks.tsx'
import { folded } from '../../../contract/rules/rows/searchedText.ts'
import type { Standing } from '../../../contract/rules/tasks/standing.ts'
import { isTask, type Task } from '../../../contract/rules/tasks/task.ts'
import { useKeepReady } from './useKeepReady.ts'
import { useStandings } from './useStandings.ts'

const List = chakra('ul', { base: { display: 'grid', gap: '3', listStyle: 'none', padding: '0', margin: '0' } })
const TaskCard = chakra(SiteLink, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4',
    minHeight: '4.75rem',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 'lg',
    bg: 'bg.surface',
    boxShadow: 'card',
    color: 'fg.default',
    textDecoration: 'none',
    touchAction: 'manipulation',
    transition: 'box-shadow var(--m-durations-moderate), transform var(--m-durations-fast)',
    _hover: { boxShadow: 'raised' },
    _active: { transform: 'scale(0.99)' },
  },
})
const Disc = chakra('span', {
  base: { display: 'grid', placeItems: 'center', width: '2.875rem', height: '2.875rem', borderRadius: 'md' },
  variants: { kind: { form: { bg: 'accent.subtle', color: 'accent.text' }, arrived: { bg: 'bg.hover', color: 'fg.muted' } } },
})
const Title = chakra('span', { base: { display: 'block', textStyle: 'label', fontSize: 'lg' } })
const Subtitle = chakra('span', { base: { display: 'block', color: 'fg.muted', textStyle: 'small' } })
const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '3' } })
const Lead = chakra('span', { base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3' } })
const Marks = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '1.5' } })
const Mark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    paddingInline: '2',
    paddingBlock: '0.5',
    borderRadius: 'md',
    border: '1px solid currentColor',
    fontWeight: 'semibold',
    textStyle: 'small',
  },
  variants: {
    kind: {
      due: { color: 'warning', bg: 'warning.bg' },
      late: { color: 'status.needsYou', bg: 'status.needsYou.bg' },
      done: { color: 'status.sent', bg: 'status.sent.bg' },
      waiting: { color: 'status.saved', bg: 'status.saved.bg' },
    },
  },
})
const Ready = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted', textStyle: 'small', margin: '0' } })

/** What is due today, what is done, and what is not sent yet. */
function Stands({ task, standing: { due, done, waiting } }: { readonly task: Task; readonly standing: Standing }) {
  const { t } = useLingui()
  if (!due && done === 0 && waiting === 0) return null
  const by = task.due?.by === undefined ? undefined : formatTime(task.due.by)
  const words = {
    today: by === undefined ? t`Due today` : t`Due today by ${by}`,
    week: t`Due this week`,
    late: t`Was due by ${by}`,
  }
  return (
    <Marks>
      {due && (
        <Mark kind={due === 'late' ? 'late' : 'due'}>
          <Icon name={due === 'late' ? 'alert' : 'clock'} size={16} />
          {words[due]}
        </Mark>
      )}
      {done > 0 && (
        <Mark kind="done">
          <Icon name="check" size={16} />
          <Plural value={done} one="# done today" other="# done today" />
        </Mark>
      )}
      {waiting > 0 && (
        <Mark kind="waiting">
          <Icon name="device" size={16} />
          <Plural value={waiting} one="# waiting on this device" other="# waiting on this device" />
        </Mark>
      )}
    </Marks>
  )
}

function Tasks({
  tasks,
  kind,
  standings,
}: {
  readonly tasks: readonly Task[]
  readonly kind: 'form' | 'arrived'
  readonly standings?: ReadonlyMap<string, Standing>
}) {
  return (
    <List>
      {tasks.map((task) => {
        const standing = standings?.get(task.url)
        return (
          <li key={task.url}>
            <TaskCard href={safeHref(task.url)}>
              <Disc kind={kind}>
                <Icon name={isIconName(task.icon) ? task.icon : 'clipboard'} size={24} />
              </Disc>
              <span>
                <Title>{task.title.replaceAll('_', ' ')}</Title>
                {task.subtitle && <Subtitle>{task.subtitle}</Subtitle>}
                {standing && <Stands task={task} standing={standing} />}
              </span>
              <Icon name="chevronRight" size={20} style={{ color: 'var(--m-colors-fg-subtle)' }} />
            </TaskCard>
          </li>
        )
      })}
    </List>
  )
}

function Decisions({ tasks }: { readonly tasks: readonly Task[] }) {
  const { t } = useLingui()
  if (tasks.length === 0) return null
  return (
    <>
      <Heading>{t`Waiting for a decision`}</Heading>
      <Tasks tasks={tasks} kind="form" />
    </>
  )
}

interface LinkCardProps {
  readonly href: '/drafts' | '/share' | '/install' | '/scan' | '/ready' | '/sent'
  readonly kind: 'form' | 'arrived'
  readonly icon: IconName
  readonly title: ReactNode
  readonly subtitle: string
}

/** Files that another app has shared and that no form has yet. */
function SharedFiles() {
  const { t } = useLingui()
  const { length: count } = useSharedFiles() ?? []
  if (count === 0) return null
  return (
    <LinkCard
      href="/share"
      kind="form"
      icon="image"
      title={<Plural value={count} one="# shared file" other="# shared files" />}
      subtitle={t`Choose the form for them`}
    />
  )
}

function LinkCard({ href, kind, icon, title, subtitle }: LinkCardProps) {
  return (
    <TaskCard href={safeHref(href)}>
      <Disc kind={kind}>
        <Icon name={icon} size={24} />
      </Disc>
      <span>
        <Title>{title}</Title>
        <Subtitle>{subtitle}</Subtitle>
      </span>
      <Icon name="chevronRight" size={20} style={{ color: 'var(--m-colors-fg-subtle)' }} />
    </TaskCard>
  )
}

/** From this number of tasks on, the screen has a search. */
const mostWithoutSearch = 12

const hasWords = (query: string): ((task: Task) => boolean) => {
  const words = folded(query).split(/\s+/).filter(Boolean)
  return ({ title, subtitle = '' }) => {
    const said = folded(`${title} ${subtitle}`)
    return words.every((word) => said.includes(word))
  }
}

interface TaskSearchProps {
  readonly query: string
  /** True if no task has these words. */
  readonly isEmpty: boolean
  readonly onSearch: (query: string) => void
}

function TaskSearch({ query, isEmpty, onSearch }: TaskSearchProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        type="search"
        aria-label={t`Search my tasks`}
        placeholder={t`Search...`}
        affix={<Icon name="search" size={20} />}
        value={query}
        onChange={({ target }) => onSearch(target.value)}
      />
      {isEmpty && (
        <EmptyState icon="search" title={t`No task has these words`}>
          <Trans>Remove a word to see the others.</Trans>
        </EmptyState>
      )}
    </>
  )
}

/** An answer that a bot has collected, which this person approves or rejects. */
const isDecision = ({ url }: Task) => url.startsWith('/frontend/automation/')

/** A screen of the project's site: who is there, the roll call, the gates. */
const isSite = ({ url }: Task) => /^\/(?:onsite|gate)(?:\/|$)/.test(url)

/** Only where the browser forgets what is stored unless the app is installed. */
function InstallFirst() {
  const { t } = useLingui()
  if (!forgetsUnlessInstalled()) return null
  return (
    <LinkCard
      href="/install"
      kind="form"
      icon="download"
      title={t`Install the app first`}
      subtitle={t`Safari deletes what is stored here after seven days without a visit`}
    />
  )
}

/** The ways to what is not a form. */
function Tools({ hasTasks }: { readonly hasTasks: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {hasTasks && <LinkCard href="/sent" kind="arrived" icon="send" title={t`Sent by me`} subtitle={t`Status of your last records`} />}
      <LinkCard href="/scan" kind="arrived" icon="camera" title={t`Scan`} subtitle={t`Open the page of a QR code`} />
      {hasTasks && (
        <LinkCard href="/ready" kind="arrived" icon="download" title={t`Ready for site`} subtitle={t`Check before you leave coverage`} />
      )}
    </>
  )
}

function SiteTasks({ tasks }: { readonly tasks: readonly Task[] }) {
  const { t } = useLingui()
  if (tasks.length === 0) return null
  return (
    <>
      <Heading>{t`On site`}</Heading>
      <Tasks tasks={tasks} kind="form" />
    </>
  )
}

/** Tasks by the name of their project, in the order of the list. */
function byProject(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const projects = new Map<string, Task[]>()
  for (const task of tasks) {
    const name = task.subtitle ?? ''
    const known = projects.get(name)
    if (known) known.push(task)
    else projects.set(name, [task])
  }
  return projects
}

interface FormsProps {
  readonly tasks: readonly Task[]
  readonly kind: 'form' | 'arrived'
  readonly standings?: ReadonlyMap<string, Standing>
  readonly owner: string
  /** False for a short list, and for what a search found. */
  readonly grouped: boolean
}

/** A page of one project; the others, such as the studio, are for all projects of the person. */
const isOfProject = ({ url }: Task) => /^\/frontend\/(?:forms|chat|arrived)\//.test(url)

/** Forms of several projects are in groups. */
function Forms({ tasks, kind, standings, owner, grouped }: FormsProps) {
  const { t } = useLingui()
  const list = (some: readonly Task[]) => <Tasks tasks={some} kind={kind} {...(standings && { standings })} />
  const projects = byProject(tasks.filter(isOfProject))
  if (!grouped || projects.size < 2) return list(tasks)
  const others = tasks.filter((task) => !isOfProject(task))
  const waitingOf = (own: readonly Task[]) => own.reduce((sum, { url }) => sum + (standings?.get(url)?.waiting ?? 0), 0)
  return (
    <>
      {others.length > 0 && list(others)}
      {[...projects].map(([name, own]) => (
        <ProjectTasks key={name} list={`${kind}:${owner}`} name={name || t`Without a project`} count={own.length} waiting={waitingOf(own)}>
          {list(own)}
        </ProjectTasks>
      ))}
    </>
  )
}

function Arrived(props: Pick<FormsProps, 'tasks' | 'owner' | 'grouped'>) {
  const { t } = useLingui()
  if (props.tasks.length === 0) return null
  return (
    <>
      <Heading>{t`Arrived`}</Heading>
      <Forms kind="arrived" {...props} />
    </>
  )
}

/** A person who has just signed up with their own company starts with a project. */
function NoTasks() {
  const { t } = useLingui()
  const { data: me } = useCached(getMe)
  return (
    <EmptyState
      icon="clipboard"
      title={t`No tasks yet`}
      action={
        me?.teams.length === 0 && window.parent === window ? (
          <LinkButton href="/teams/create" icon="plus">
            {t`Create Project`}
          </LinkButton>
        ) : undefined
      }
    >
      <Trans>Forms of your projects appear here when they are assigned to you.</Trans>
    </EmptyState>
  )
}

/**
 * My Tasks: what is due, which other forms this person may fill in and, for people who read them, the
 * received records. All of it is prefetched, so that it opens everywhere. The device computes what is due,
 * done and pending.
 */
export function TasksScreen({ data, owner, address }: RootScreenProps) {
  const { t } = useLingui()
  const tasks = (data.componentConfig?.items ?? []).filter(isTask)
  const [query, setQuery] = useState('')
  const shown = tasks.filter(hasWords(query))
  const grouped = tasks.length > mostWithoutSearch && query.trim() === ''
  const decisions = shown.filter(isDecision)
  const site = shown.filter(isSite)
  const forms = shown.filter((task) => task.icon !== 'archive' && !isDecision(task) && !isSite(task))
  const arrived = shown.filter((task) => task.icon === 'archive')
  const standings = useStandings(forms, address)
  const due = forms.filter(({ url }) => standings.get(url)?.due)
  const others = forms.filter(({ url }) => !standings.get(url)?.due)
  const drafts = useUnfinished()
  const ready = useKeepReady(tasks, owner)
  return (
    <Page
      title={data.componentConfig?.title ?? t`My Tasks`}
      lead={
        <Lead>
          {data.auth?.name}
          <span data-help="my-tasks" />
        </Lead>
      }
    >
      {tasks.length === 0 && <NoTasks />}
      {tasks.length > mostWithoutSearch && <TaskSearch query={query} isEmpty={shown.length === 0} onSearch={setQuery} />}
      <InstallFirst />
      {drafts.length > 0 && (
        <LinkCard
          href="/drafts"
          kind="form"
          icon="edit"
          title={<Plural value={drafts.length} one="# draft" other="# drafts" />}
          subtitle={t`Typed but never saved`}
        />
      )}
      <SharedFiles />
      <Decisions tasks={decisions} />
      {due.length > 0 && (
        <>
          <Heading>{t`Due`}</Heading>
          <Tasks tasks={due} kind="form" standings={standings} />
        </>
      )}
      <SiteTasks tasks={site} />
      {others.length > 0 && site.length + decisions.length + due.length > 0 && <Heading>{t`Other forms`}</Heading>}
      <Forms tasks={others} kind="form" standings={standings} owner={owner} grouped={grouped} />
      <Arrived tasks={arrived} owner={owner} grouped={grouped} />
      <Tools hasTasks={tasks.length > 0} />
      {tasks.length > 0 && ready && (
        <Ready data-passing>
          <Icon name="device" size={18} />
          {t`Everything here opens without a connection.`}
        </Ready>
      )}
    </Page>
  )
}
