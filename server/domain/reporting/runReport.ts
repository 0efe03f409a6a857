import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { botCatalogue } from '../../../contract/reference/botCatalogue.ts'
import { Refused } from '../../../contract/Refused.ts'
import {
  type ClassStatistics,
  endsFirst,
  needsDates,
  type PeriodTrouble,
  periodTrouble,
  ReportGroup,
  sessionMinutes,
  Statistics,
  tooLong,
} from '../../../contract/endpoints/reporting.ts'
import { type Database, rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import type { Person } from '../sign-in/person.ts'
import { type Count, countEvents } from './countEvents.ts'
import { figuresOf, metricOf } from './figuresOf.ts'
import { formClass, type Reported, reportedBots, reportTeams, wantedTeams } from './reportedBots.ts'
import { type Text, text } from '../../i18n/text.ts'

/** Days that a report is kept, and the number of reports kept per person. */
const keptDays = 30
const keptReports = 50

export interface ReportWish {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly group?: string | undefined
  readonly projects?: readonly string[] | undefined
}

const invalid = (path: string, words: Text) => new Refused(400, 'INVALID', words, { path })

const troubles: Readonly<Record<PeriodTrouble, Text>> = {
  [needsDates]: text('Start and end date required'),
  [tooLong]: text('Custom reporting period limited to 1 month'),
  [endsFirst]: text('The end is before the start.'),
}

/** Runs a report over the data of `reads` that this person may see, and stores it. Throws Refused. */
export async function runReport(
  app: App,
  me: Person,
  { start, end, group: asked = 'team', projects = [] }: ReportWish,
  reads: Database,
): Promise<Statistics> {
  const trouble = periodTrouble(start, end)
  if (trouble !== undefined || start === undefined || end === undefined)
    throw invalid(start ? 'end' : 'start', troubles[trouble ?? needsDates])
  const read = ReportGroup.safeParse(asked)
  if (!read.success) throw invalid('group', text('A report is grouped by team, project, bot or type.'))
  const group = read.data
  const teams = wantedTeams(me, projects)
  const { db } = app.storage
  const bots = await reportedBots(reads, me, [...teams.keys()])
  const places = new Map(bots.map((bot) => [bot.id, placeOf(bot, group)] as const))
  const counted = bots.map(({ id, class: kind, form, tz }) => ({ id, class: kind, form, tz, group: places.get(id)?.key ?? '' }))
  const counts = counted.length === 0 ? [] : await countEvents({ reads, keeps: db }, counted, { start, end })
  const statistics: Statistics = {
    session: newId(),
    start,
    end,
    group,
    projects: projects.length === 0 ? [] : [...teams].map(([id, name]) => ({ id, name })),
    at: new Date().toISOString(),
    classes: classesOf(counts, new Map([...places.values()].map((place) => [place.key, place]))),
  }
  await db.execute(
    sql`insert into reports (session, uid, teams, answer)
        values (${statistics.session}, ${me.uid}, ${JSON.stringify([...new Set(bots.map(({ team }) => team))])}::jsonb, ${JSON.stringify(statistics)}::jsonb)`,
  )
  await db.execute(
    sql`delete from reports where uid = ${me.uid} and (created_at < now() - make_interval(days => ${keptDays})
        or session not in (select session from reports where uid = ${me.uid} order by created_at desc limit ${keptReports}))`,
  )
  return statistics
}

interface Place {
  readonly key: string
  readonly label: string
  readonly note?: string
}

function placeOf(bot: Reported, group: ReportGroup): Place {
  switch (group) {
    case 'team':
      return { key: bot.team, label: bot.project }
    case 'project':
      return bot.linked === null ? { key: '', label: 'No linked project' } : { key: bot.linked, label: bot.project, note: bot.linked }
    case 'bot':
      return { key: bot.id, label: bot.title, note: bot.project }
    case 'type':
      return { key: bot.class, label: classNameOf(bot.class) }
  }
}

const names = new Map(botCatalogue.map(({ class: kind, name }) => [kind, name]))
const classNameOf = (kind: string) => (kind === formClass ? 'Forms without a bot' : (names.get(kind) ?? kind))

function classesOf(counts: readonly Count[], places: ReadonlyMap<string, Place>): ClassStatistics[] {
  const found = new Map<string, { groups: Count[]; days: Count[] }>()
  for (const count of counts) {
    const one = found.get(count.class) ?? { groups: [], days: [] }
    ;(count.day === null ? one.groups : one.days).push(count)
    found.set(count.class, one)
  }
  return [...found]
    .map(([kind, { groups, days }]) => {
      const figures = figuresOf(groups)
      return {
        class: kind,
        name: classNameOf(kind),
        metrics: figures.map(metricOf),
        rows: groups
          .map((sums) => {
            const { key, label, note } = places.get(sums.group ?? '') ?? { key: sums.group ?? '', label: sums.group ?? '' }
            const values = Object.fromEntries(
              figures.map((figure) => {
                const value = figure.of(sums)
                return [figure.key, typeof value === 'number' ? value : [...value]] as const
              }),
            )
            return { key, label, ...(note !== undefined && { note }), values }
          })
          .sort((a, b) => a.label.localeCompare(b.label) || a.key.localeCompare(b.key)),
        days: days
          .map(({ day, started, completed, expired }) => ({
            date: day ?? '',
            completed,
            expired,
            open: Math.max(0, started - completed - expired),
          }))
          .sort((a, b) => a.date.localeCompare(b.date)),
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

const ReportRow = z.object({
  answer: z.union([Statistics, z.string()]),
  teams: z.union([z.array(z.string()), z.string()]),
  late: z.boolean(),
})

/**
 * Returns a report of this person, while they may still see all its projects. `fresh`: only within the hour.
 * Throws Refused.
 */
export async function reportOf(app: App, me: Person, session: string, { fresh = false } = {}): Promise<Statistics> {
  const [found] = await rows(
    app.storage.db,
    ReportRow,
    sql`select answer, teams, created_at < now() - make_interval(mins => ${sessionMinutes}) as late from reports
        where session = ${session} and uid = ${me.uid}`,
  )
  const seen = reportTeams(me)
  if (!found || fromJson(found.teams).some((team) => !seen.has(team)))
    throw new Refused(404, 'NOT_FOUND', text('This report no longer exists. Please run it again.'))
  if (fresh && found.late) throw new Refused(410, 'NOT_FOUND', text('A report can be exported for an hour. Please run it again.'))
  return fromJson(found.answer)
}
