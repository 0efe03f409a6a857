import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { type BotRow, botListAfterChange, botListEvery, listBots, listTeamBots } from '../../../contract/endpoints/bots.ts'
import { listProjects, type Project, projectsToPick } from '../../../contract/endpoints/projects.ts'
import { type Model, patchRecord } from '../../../contract/endpoints/records.ts'
import { getMe, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/queue.ts'
import { layOver, useChangesOver, whenSettled } from '../../store/outbox/useChangesOver.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { alertDialog, confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { type RowAction, Table, type TableColumn } from '../../ui/table/Table.tsx'
import type { TablePart } from '../../ui/table/useTable.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ArchiveBotDialog } from './ArchiveBotDialog.tsx'
import { BotTags } from './BotTags.tsx'
import { useBotList } from './useBotList.ts'
import { withBotChange } from './withBotChange.ts'
import { ChangeOwnerDialog } from './ChangeOwnerDialog.tsx'
import { ChangeTeamDialog } from './ChangeTeamDialog.tsx'
import * as styles from './bots.module.css'

const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })

const keyOf = ({ id }: BotRow) => id

type Asking = { readonly what: 'team' | 'owner' | 'archive'; readonly bot: BotRow }

/** All bots of a person, or those of one project (spec/3 §2.3). */
export function BotDashboardScreen() {
  const { id: team, system, systemId = '' } = useParams({ strict: false })
  const archived = useSearch({ strict: false }).archived === 'true'
  if (system !== undefined)
    return <EmbeddedBots key={`${system} ${systemId} ${archived}`} system={system} reference={systemId} archived={archived} />
  return team === undefined ? (
    <AllBots key={String(archived)} archived={archived} />
  ) : (
    <BotsOf key={`${team} ${archived}`} team={team} archived={archived} />
  )
}

function AllBots({ archived }: { readonly archived: boolean }) {
  return <Dashboard {...useBotList(archived)} archived={archived} team={undefined} />
}

/**
 * Inside the page of a partner's system: the bots of the current project. A person who is not signed in gets
 * the partner's login.
 */
function EmbeddedBots({
  system,
  reference,
  archived,
}: {
  readonly system: string
  readonly reference: string
  readonly archived: boolean
}) {
  const cached = useCached(listBots, undefined, { archived: String(archived), procoreProjectId: decodeURIComponent(reference), system })
  return <Dashboard cached={cached} archived={archived} team={undefined} embedded={`/automation/embedded/${system}/${reference}`} />
}

function BotsOf({ team, archived }: { readonly team: string; readonly archived: boolean }) {
  const cached = useCached(listTeamBots, { teamId: team }, { archived: String(archived) })
  return <Dashboard cached={cached} archived={archived} team={team} />
}

interface DashboardProps {
  readonly cached: ReturnType<typeof useCached<typeof listBots>>
  /** Set while `cached` has only the first bots, and the server searches and sorts. */
  readonly part?: TablePart | undefined
  /** `cached` has only the first of the bots that the search finds. */
  readonly isCut?: boolean
  readonly archived: boolean
  readonly team: string | undefined
  /** Address of the partner's page. */
  readonly embedded?: string
}

/** The bots, with the changes of this person over the answer of the server. */
function useBotRows({ cached, archived, team }: DashboardProps) {
  const changes = useChangesOver('automations', cached)
  const laid = useMemo(
    () => layOver(cached.data?.bots ?? [], changes, keyOf, (row, payload) => withBotChange(row, payload, archived, team)),
    [archived, cached.data, changes, team],
  )
  const rows = useMemo(() => laid.map(({ row }) => row), [laid])
  const pendingOf = useMemo(() => new Map(laid.map(({ row, pending }) => [row.id, pending])), [laid])
  return { rows, pendingOf }
}

function useColumns(): TableColumn<BotRow>[] {
  const { t } = useLingui()
  return useMemo(
    (): TableColumn<BotRow>[] => [
      {
        key: 'title',
        label: t`Bot`,
        width: 2,
        text: ({ title }) => title,
        draw: (bot) => (
          <span className={styles.named}>
            {bot.title} <BotTags bot={bot} />
          </span>
        ),
      },
      { key: 'project', label: t`Project`, text: ({ project }) => project ?? t`Private` },
      { key: 'site', label: t`Site`, text: ({ site }) => site ?? '' },
      { key: 'owner', label: t`Owner`, text: ({ ownerName }) => ownerName },
    ],
    [t],
  )
}

/** Waits for the answer: the server may refuse the change, and then nothing has happened. Resolves to false then. */
async function send(bot: BotRow, payload: Model): Promise<boolean> {
  const { opId } = await queue(patchRecord, { '*': `automations/${bot.id}` }, { payload }, { title: bot.title })
  const { sent, message } = await whenSettled(opId)
  if (!sent) await alertDialog(message)
  return sent
}

/** Changes bots. */
function useBotChanges(refresh: () => Promise<void>) {
  const { t } = useLingui()
  const unarchive = useCallback(
    async (bot: BotRow) => {
      toast(t`Unarchiving...`)
      if (await send(bot, { disabled: false, archived: false })) {
        toast(t`Unarchived`, 'success')
        await refresh()
      }
    },
    [refresh, t],
  )
  const remove = useCallback(
    async (bot: BotRow) => {
      if (!(await confirmDialog({ text: t`Are you sure you want to delete the bot ${bot.title}?`, ok: t`Delete`, danger: true }))) return
      toast(t`Deleting...`)
      if (await send(bot, { deleted: true })) {
        toast(t`Deleted`, 'success')
        await refresh()
      }
    },
    [refresh, t],
  )
  return { unarchive, remove }
}

/** Returns the actions of a bot; the same function while nothing changes, so that no row is drawn again. `onAsk` opens a dialog. */
function useBotActions(archived: boolean, { unarchive, remove }: ReturnType<typeof useBotChanges>, onAsk: (asking: Asking) => void) {
  const { t } = useLingui()
  const router = useRouter()
  const actionsOfManager = useCallback(
    (bot: BotRow): RowAction[] => {
      const changeOwner = () => {
        if (bot.statistics.badge > 0) toast(t`Bot with pending actions can not be reassigned`, 'error')
        else onAsk({ what: 'owner', bot })
      }
      return [
        { key: 'team', label: t`Change Team`, onPress: () => onAsk({ what: 'team', bot }) },
        ...(bot.project === undefined ? [] : [{ key: 'owner', label: t`Change Owner`, onPress: changeOwner }]),
        { key: 'archive', label: t`Archive`, onPress: () => onAsk({ what: 'archive', bot }) },
      ]
    },
    [onAsk, t],
  )
  return useCallback(
    (bot: BotRow): RowAction[] => {
      if (!bot.may.update) return []
      const go = (href: string) => void router.navigate({ href })
      const deletion: RowAction = { key: 'delete', label: t`Delete`, danger: true, onPress: () => remove(bot) }
      const manage = bot.may.manage
      if (archived) return manage ? [{ key: 'unarchive', label: t`Unarchive`, onPress: () => unarchive(bot) }, deletion] : []
      const inProject = bot.project !== undefined
      return [
        { key: 'configure', label: t`Configure`, onPress: () => go(`/automation/${bot.id}`) },
        ...(bot.demoMode
          ? [{ key: 'conversations', label: t`Manage Conversations`, onPress: () => go(`/automation/${bot.id}/executions`) }]
          : []),
        ...(bot.form === undefined ? [] : [{ key: 'records', label: t`Records`, onPress: () => go(`/frontend/arrived/${bot.form}`) }]),
        ...(inProject || bot.form !== undefined ? [{ key: 'qr', label: t`QR Code`, onPress: () => go(`/automation/${bot.id}/qr`) }] : []),
        ...(manage && inProject ? [{ key: 'kiosk', label: t`Kiosk`, onPress: () => go(`/automation/${bot.id}/kiosk`) }] : []),
        ...(manage ? [...actionsOfManager(bot), deletion] : []),
      ]
    },
    [actionsOfManager, archived, remove, router, t, unarchive],
  )
}

function Dashboard(props: DashboardProps) {
  const { cached, part, isCut = false, archived, team, embedded } = props
  const { t } = useLingui()
  const { data: me } = useCached(getMe)
  // The demo is only for internal staff, and only on the partner's page.
  const { data: whole } = useCached(getMe, undefined, embedded === undefined ? undefined : wholeMe)
  const { data: projects } = useCached(listProjects, undefined, projectsToPick)
  const [asking, setAsking] = useState<Asking>()
  const { refresh } = cached
  const askIn = useFresh(refresh, botListEvery)
  const { rows, pendingOf } = useBotRows(props)
  const columns = useColumns()
  const changes = useBotChanges(refresh)
  const actionsOf = useBotActions(archived, changes, setAsking)
  const mark = useCallback((bot: BotRow) => <PendingMark pending={pendingOf.get(bot.id)} />, [pendingOf])
  const title = useTitle(props, projects?.teams, rows)
  const here = embedded ?? (team === undefined ? '/automations' : `/team/${team}/automations`)
  const add = team === undefined ? '/automation/add' : `/team/${team}/automation/add`
  const inTeams = (me?.teams.length ?? 0) > 0
  const liveDemo = embedded !== undefined && whole?.isInternal === true && !archived ? embedded : undefined
  return (
    <Page title={title} width="desk">
      <Answered cached={cached}>
        {() =>
          (part?.all ?? rows.length) === 0 ? (
            <NoBots archived={archived} team={team} inTeams={inTeams} here={here} add={add} liveDemo={liveDemo} />
          ) : (
            <>
              <Table
                counted={<Plural value={part?.all ?? rows.length} one="# bot" other="# bots" />}
                title={t`Bots`}
                columns={columns}
                rows={rows}
                rowKey={keyOf}
                keptAs="bots"
                part={part}
                mark={mark}
                rowActions={actionsOf}
                actions={
                  archived || inTeams || liveDemo !== undefined ? (
                    <TableActions dashboard={props} liveDemo={liveDemo} here={here} add={add} />
                  ) : undefined
                }
              />
              {isCut && <MoreBots isSearched={part !== undefined} />}
            </>
          )
        }
      </Answered>
      {asking && (
        <BotDialog
          asking={asking}
          uid={me?.uid}
          refresh={refresh}
          soon={() => askIn(botListAfterChange)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Page>
  )
}

function MoreBots({ isSearched }: { readonly isSearched: boolean }) {
  return (
    <Small>
      {isSearched ? (
        <Trans>There are more bots. Search for a name to find them.</Trans>
      ) : (
        <Trans>Without a connection, only what this device keeps is found.</Trans>
      )}
    </Small>
  )
}

function useTitle({ archived, team }: DashboardProps, projects: readonly Project[] | undefined, rows: readonly BotRow[]): string {
  const { t } = useLingui()
  const name = team === undefined ? undefined : (projects?.find(({ id }) => id === team)?.model.name ?? rows[0]?.project ?? '')
  const plain = name === undefined ? t`Bot Dashboard` : t`Project: ${name} > Bots`
  return archived ? `[ARCHIVE] ${plain}` : plain
}

interface TableActionsProps {
  readonly dashboard: DashboardProps
  /** Address of the partner's page, for internal staff only: it has the live demo. */
  readonly liveDemo: string | undefined
  readonly here: string
  readonly add: string
}

function TableActions({ dashboard: { archived, team }, liveDemo, here, add }: TableActionsProps) {
  const { t } = useLingui()
  if (archived) return <LinkButton href={here} icon="back">{t`Bots`}</LinkButton>
  return (
    <>
      <LiveDemo within={liveDemo} />
      <LinkButton href={`${here}?archived=true`} icon="archive">{t`Archive`}</LinkButton>
      <CopyBots team={team} />
      <LinkButton kind="primary" href={add} icon="plus">{t`Create QR Code`}</LinkButton>
    </>
  )
}

function CopyBots({ team }: { readonly team: string | undefined }) {
  const { t } = useLingui()
  return (
    <LinkButton href={team === undefined ? '/automation/copy' : `/team/${team}/automation/copy`} icon="share">
      {t`Copy Bots`}
    </LinkButton>
  )
}

function LiveDemo({ within }: { readonly within: string | undefined }) {
  const { t } = useLingui()
  return within === undefined ? null : <LinkButton href={`${within}/demo`} icon="message">{t`Live Demo`}</LinkButton>
}

interface BotDialogProps {
  readonly asking: Asking
  readonly uid: string | undefined
  refresh(): Promise<void>
  /** Asks for the list again, a moment after a change. */
  soon(): void
  onClose(): void
}

function BotDialog({ asking: { what, bot }, uid, refresh, soon, onClose }: BotDialogProps) {
  if (what === 'archive')
    return (
      <ArchiveBotDialog
        bot={bot}
        onArchive={async () => {
          if (await send(bot, { disabled: true, archived: true })) {
            onClose()
            await refresh()
          }
        }}
        onClose={onClose}
      />
    )
  if (what === 'team')
    return (
      <ChangeTeamDialog
        bot={bot}
        uid={uid}
        onChange={async (to) => {
          if (await send(bot, { team: to })) {
            onClose()
            soon()
          }
        }}
        onClose={onClose}
      />
    )
  return (
    <ChangeOwnerDialog
      bot={bot}
      onChanged={() => {
        onClose()
        soon()
      }}
      onClose={onClose}
    />
  )
}

function NoBots({
  archived,
  team,
  inTeams,
  here,
  add,
  liveDemo,
}: {
  readonly archived: boolean
  readonly team: string | undefined
  readonly inTeams: boolean
  readonly here: string
  readonly add: string
  readonly liveDemo: string | undefined
}) {
  const { t } = useLingui()
  if (archived)
    return <EmptyState icon="archive" title={t`No Archived Bots`} action={<LinkButton href={here} icon="back">{t`Bots`}</LinkButton>} />
  if (inTeams)
    return (
      <EmptyState
        title={t`No bots yet`}
        action={
          <div className={styles.first}>
            <LinkButton kind="primary" icon="plus" href={add}>{t`Create QR Code`}</LinkButton>
            {team !== undefined && <CopyBots team={team} />}
            <LinkButton icon="archive" href={`${here}?archived=true`}>{t`Archive`}</LinkButton>
            <LiveDemo within={liveDemo} />
          </div>
        }
      >
        <Trans>A bot of a project collects sign-ins, orientations, manpower or hazards, by a code on the wall or by text.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="hardHat"
      title={t`Welcome`}
      action={
        <div className={styles.first}>
          <LinkButton kind="primary" icon="plus" href="/teams?create=true">{t`Create Project`}</LinkButton>
          <LiveDemo within={liveDemo} />
        </div>
      }
    >
      <Trans>Please create a project first: bots, people and sites belong to one.</Trans>
    </EmptyState>
  )
}
