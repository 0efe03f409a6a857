import { sql } from 'drizzle-orm'
import type { TestServer } from '../../harness/testServer.ts'
import { type Caller, makeCallers, type Role, roles } from './callers.ts'
import { type Row, rightsRows } from './rightsRows.ts'
import { buildSite, type Home, type Place, places, type Site } from './site.ts'

export interface Answered {
  readonly row: Row
  readonly role: Role
  /** The places that the caller belongs to. */
  readonly home: readonly Place[]
  readonly place: Place
  readonly status: number
  readonly allowed: boolean
  /** The server answered that the call is malformed: the row of the table is wrong. */
  readonly odd: boolean
  /** Places with texts in the answer, although the caller does not belong to them. */
  readonly leaks: readonly Place[]
  readonly text: string
}

const always = [401, 403, 404]

/** Sends every call of the table as every role, for an object of every place. */
export async function askRights(server: TestServer): Promise<readonly Answered[]> {
  const site = await buildSite(server)
  const make = await makeCallers(server, site)
  const callers = new Map<Role, Caller>()
  for (const role of roles) callers.set(role, await make[role]())
  const answers: Answered[] = []
  for (const row of rightsRows) {
    const cells = roles.flatMap((role) => (row.of ? places.slice(0, 1) : places).map((place) => ({ role, place })))
    const ask = ({ role, place }: (typeof cells)[number]) =>
      askOne(server, site, row, { caller: callers.get(role) as Caller, home: site.homes[place] })
    // Read-only calls run in parallel.
    if (row.call.startsWith('GET') && !row.ends) answers.push(...(await Promise.all(cells.map(ask))))
    else for (const cell of cells) answers.push(await ask(cell))
    if (row.ends) for (const role of roles) callers.set(role, await make[role]())
  }
  return answers
}

let asked = 0

async function askOne(server: TestServer, site: Site, row: Row, of: { caller: Caller; home: Home }): Promise<Answered> {
  const { caller, home } = of
  const { method, path, body, headers } = row.ask(home, caller)
  asked += 1
  // Each request has a different address, because rate limits per address are not part of this table.
  const address = `10.${(asked >> 14) & 127}.${(asked >> 7) & 127}.${asked & 127}`
  const answer = await caller.device.ask(method, path, body, { 'x-forwarded-for': address, ...headers })
  const { status, text } = answer
  const isRefused = always.includes(status) || (row.refused?.includes(status) ?? false)
  const isGood = status < 400 ? (row.allows?.(answer) ?? true) : (row.also?.includes(status) ?? false)
  if (isGood && row.undo) await server.running.storage.db.execute(sql.raw(row.undo(home)))
  const leaks = status < 400 ? places.filter((place) => !caller.home.includes(place) && text.includes(site.homes[place].marker)) : []
  return {
    row,
    role: caller.role,
    home: caller.home,
    place: home.place,
    status,
    allowed: isGood && !isRefused,
    odd: status >= 400 && !isRefused && !isGood,
    leaks,
    text,
  }
}
