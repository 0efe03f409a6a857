import { addressOf } from '../../contract/endpoint.ts'
import { getToday } from '../../contract/endpoints/site/getToday.ts'
import { gateRoster, type listGates, listGates as gatesCall, onSiteEvents, onSiteProjects } from '../../contract/endpoints/attendance.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { listBots, listTeamBots } from '../../contract/endpoints/bots.ts'
import { crewTimes } from '../../contract/endpoints/site/crewTimes.ts'
import { dailyLog } from '../../contract/endpoints/dailyLog.ts'
import { deviceDetail, listDevices } from '../../contract/endpoints/devices.ts'
import { getExecution, getExecutionLog, openExecutions } from '../../contract/endpoints/executions.ts'
import { readList } from '../../contract/endpoints/lists/projectLists.ts'
import { musterEvents } from '../../contract/endpoints/muster.ts'
import { pageDataAddress } from '../../contract/endpoints/pages.ts'
import { listPeople } from '../../contract/endpoints/people/listPeople.ts'
import { listSent } from '../../contract/endpoints/people/listSent.ts'
import {
  archivedProjects,
  getProject,
  getTeam,
  listProjects,
  projectsToPick,
  projectToManage,
  projectWithList,
} from '../../contract/endpoints/projects.ts'
import { getStatistics } from '../../contract/endpoints/reporting.ts'
import { getMe, type Me, wholeMe } from '../../contract/endpoints/sign-in.ts'
import type { Language } from '../../contract/reference/languages.ts'
import { dayIn } from '../../contract/rules/dayIn.ts'
import { daysLater } from '../../contract/rules/daysLater.ts'
import { may } from '../../contract/rules/permissions.ts'
import type { Need, NeedKind } from '../store/queries/needKinds.ts'

/** Days before today with a log that is kept; and the day after, for a device that stays offline over midnight. */
const logDaysBefore = 7
const logDaysAfter = 1
/** Crew times of today and yesterday are kept: a foreman corrects them in the evening or the next morning. */
const timesDays = [0, 1] as const
/** The lists of a project that people look up on site. */
const listed = ['people', 'companies'] as const

interface Asked {
  readonly me: Me
  /** By the corrected clock, ms. */
  readonly now: number
  readonly language: Language | undefined
  /** The session of the report that this person ran last. */
  readonly report: string | undefined
}

/** Fetches an address and returns its fresh data; undefined if the server refuses it. */
type Get = (url: string) => Promise<unknown>

const need = (kind: NeedKind, url: string, name?: string): Need => ({ kind, url, ...(name !== undefined && { name }) })

/**
 * Returns what this person's role needs without a connection, beside the forms: for a person who runs a project: who
 * is on site, roll calls, gates, daily logs, the inbox with its records, open hazards, members, holidays, people,
 * companies, devices and the last report; for everyone the records that they have sent. Fetches the lists that name
 * the others.
 */
export async function needsOfRole(get: Get, asked: Asked): Promise<Need[]> {
  const sent = addressOf(listSent, undefined, { lang: asked.language })
  const { records = [] } = ((await get(sent)) ?? {}) as Partial<AnswerOf<typeof listSent>>
  const own = [
    need('sent', sent),
    ...records.map(({ path, name, at }) =>
      need('sent', pageDataAddress(`/frontend/${path}`, '', asked.language), `${name} · ${at.slice(0, 10)}`),
    ),
  ]
  if (!asked.me.teams.some(({ role }) => may(role, 'project.read'))) return own
  return [
    ...own,
    ...(await siteNeeds(get, asked)),
    ...logNeeds(asked),
    ...(await reviewNeeds(get)),
    ...(await todayNeeds(get, asked)),
    ...peopleNeeds(asked),
    ...(await deskNeeds(get, asked)),
  ]
}

async function siteNeeds(get: Get, { me, now }: Asked): Promise<Need[]> {
  const gates = addressOf(gatesCall)
  const found = (((await get(gates)) ?? {}) as Partial<AnswerOf<typeof listGates>>).gates ?? []
  const projects = (await pagesOnSite(get)).map((url) => need('onSite', url))
  const watched = me.teams.filter(({ id, role }) => may(role, 'record.readAll') && found.some(({ team }) => team === id))
  if (watched.length === 0) return [...projects, need('gates', gates)]
  return [
    ...projects,
    ...watched.map(({ id, name }) => need('onSite', addressOf(onSiteEvents, { team: id }), name)),
    ...watched.flatMap(({ id, name, zone }) =>
      timesDays.map((back) => need('times', addressOf(crewTimes, { team: id, day: daysLater(dayIn(zone, now), -back) }), name)),
    ),
    ...watched.map(({ id, name }) => need('rollCall', addressOf(musterEvents, { team: id }), name)),
    need('gates', gates),
    ...found.map(({ id, title, teamName }) => need('gates', addressOf(gateRoster, { gate: id }), `${title} · ${teamName}`)),
  ]
}

/** Fetches the pages of the list of projects with people on site, and returns their addresses. */
async function pagesOnSite(get: Get): Promise<string[]> {
  const urls = new Set<string>()
  for (let url: string | undefined = addressOf(onSiteProjects); url !== undefined && !urls.has(url); ) {
    urls.add(url)
    const { next } = ((await get(url)) ?? {}) as Partial<AnswerOf<typeof onSiteProjects>>
    url = next === undefined ? undefined : addressOf(onSiteProjects, undefined, { cursor: next })
  }
  return [...urls]
}

function logNeeds({ me, now }: Asked): Need[] {
  const away = Array.from({ length: logDaysBefore + 1 + logDaysAfter }, (_, n) => logDaysAfter - n)
  return me.teams
    .filter(({ role }) => may(role, 'project.read'))
    .flatMap(({ id, name, zone }) =>
      away
        .map((days) => daysLater(dayIn(zone, now), days))
        .map((day) => need('dailyLog', addressOf(dailyLog, { id, day }), `${name} · ${day}`)),
    )
}

async function reviewNeeds(get: Get): Promise<Need[]> {
  const inbox = addressOf(openExecutions)
  const { executions = [] } = ((await get(inbox)) ?? {}) as Partial<AnswerOf<typeof openExecutions>>
  return [
    need('review', inbox),
    ...executions.flatMap(({ bot: id, key: execId, title }) => [
      need('review', addressOf(getExecution, { id, execId }), title),
      need('review', addressOf(getExecutionLog, { id, execId }), title),
    ]),
  ]
}

/** *Today*, and the hazards that it opens. */
async function todayNeeds(get: Get, { language }: Asked): Promise<Need[]> {
  const today = addressOf(getToday)
  const { hazards = [] } = ((await get(today)) ?? {}) as Partial<AnswerOf<typeof getToday>>
  return [
    need('today', today),
    ...hazards.map(({ path, title }) => need('today', pageDataAddress(`/frontend/${path}`, '', language), title)),
  ]
}

/** The people whom this person manages, and the lists of people and companies of the projects. */
function peopleNeeds({ me }: Asked): Need[] {
  const isInPeople = me.isAdmin || me.teams.some(({ role }) => may(role, 'member.manage'))
  const listsOf = ({ id, name }: Me['teams'][number]): Need[] => [
    ...listed.map((list) => need('people', addressOf(readList, { id, list }), name)),
    need('people', addressOf(getTeam, { id }, projectWithList('companies')), name),
  ]
  return [
    ...(isInPeople ? [need('people', addressOf(listPeople))] : []),
    ...me.teams.filter(({ role }) => may(role, 'project.read')).flatMap(listsOf),
  ]
}

async function deskNeeds(get: Get, { me, report }: Asked): Promise<Need[]> {
  const devices = addressOf(listDevices)
  const found = (((await get(devices)) ?? {}) as Partial<AnswerOf<typeof listDevices>>).devices ?? []
  const managed = me.teams.filter(({ role }) => may(role, 'project.read'))
  return [
    need('projects', addressOf(getMe, undefined, wholeMe)),
    ...[projectsToPick, archivedProjects].map((query) => need('projects', addressOf(listProjects, undefined, query))),
    ...managed.map(({ id, name }) => need('projects', addressOf(getProject, { id }, projectToManage), name)),
    need('bots', addressOf(listBots, undefined, { archived: 'false' })),
    ...managed.map(({ id, name }) => need('bots', addressOf(listTeamBots, { teamId: id }, { archived: 'false' }), name)),
    need('devices', devices),
    ...found.map(({ key, name }) => need('devices', addressOf(deviceDetail, { device: key }), name)),
    ...(report === undefined ? [] : [need('report', addressOf(getStatistics, { session: report }))]),
  ]
}
