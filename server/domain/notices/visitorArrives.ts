import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type AttendanceEvent, hour, whoIsWho } from '../../../contract/rules/presence.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { countedGates, maySeePresence, sitesOfTeam } from '../attendance/gatesFor.ts'
import { recentEvents } from '../attendance/recentEvents.ts'
import { samePeople } from '../attendance/sameDecisions.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { hostsAmong } from './hostsAmong.ts'
import type { Noticed } from './Noticed.ts'

/** A visitor waits at the gate; later than this the host has met them, ms. */
const longestWait = hour

interface Visit {
  readonly team: string
  readonly project: string
  readonly visitor: AttendanceEvent
  readonly host: string
}

/** Returns the visit of a sign-in record; undefined when the visitor has left, or has come long ago. */
async function visitOf(app: App, path: string): Promise<Visit | undefined> {
  const [, form = '', id] = path.split('/')
  const team = (await publishedForm(app, form))?.team
  if (!team) return undefined
  const now = Date.now()
  const gates = await countedGates(app, [team])
  const { events } = await recentEvents(app, gates, await sitesOfTeam(app, team), { now })
  const visitor = events.find((event) => event.id === id)
  if (!visitor?.visitor || visitor.direction !== 'in' || visitor.host === undefined || now - visitor.at > longestWait) return undefined
  const keyOf = whoIsWho(events, await samePeople(app, team))
  const hasLeft = events.some(({ direction, at, ...who }) => direction === 'out' && at > visitor.at && keyOf(who) === keyOf(visitor))
  return hasLeft ? undefined : { team, project: gates[0]?.teamName ?? '', visitor, host: visitor.host }
}

const MemberRow = z.object({ uid: z.string(), name: z.string() })

/** Returns the uids of the hosts among the people who may see who is on site. */
async function hostsOf(app: App, { team, host }: Visit): Promise<string[]> {
  const members = await rows(
    app.storage.db,
    MemberRow,
    sql`select m.uid, p.name from members m join people p on p.uid = m.uid
        where m.team = ${team} and m.role in ('Owner', 'Administrator', 'Member') and not p.disabled`,
  )
  const found = hostsAmong(host, members)
  // A first name that several people share identifies none of them.
  return found.length === 1 ? found.map(({ uid }) => uid) : []
}

/** Visitors type their name and company themselves, and a push message has little room. */
const short = (typed: string) =>
  typed
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 60)

const arrived = text('Your visitor has arrived')

/** A visitor who has named their host at the gate. Its id is the path of the sign-in. */
export const visitorArrives: Noticed = {
  async audience(app, path) {
    const visit = await visitOf(app, path)
    return visit ? hostsOf(app, visit) : []
  },
  async noticeFor(app, person, path, details) {
    const visit = await visitOf(app, path)
    if (!visit || !maySeePresence(person, visit.team) || !(await hostsOf(app, visit)).includes(person.uid)) return undefined
    const { team, project, visitor } = visit
    return {
      title: translate(person.lang, arrived),
      body: details ? [short(visitor.name), short(visitor.company ?? ''), project].filter(Boolean).join(' · ') : '',
      path: `/onsite/${team}`,
      tag: `visitor:${visitor.id}`,
      isAlarm: false,
      ttl: longestWait / 1000,
    }
  },
}
