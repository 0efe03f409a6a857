import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '../../harness/testServer.ts'
import { useServer } from '../../harness/testServer.ts'
import { type Caller, makeCallers } from './callers.ts'
import { digest } from './digest.ts'
import { callOf, contractEndpoints } from './endpoints.ts'
import { hugeOnes, type Malformed, malformed } from './malformed.ts'
import { rightsRows } from './rightsRows.ts'
import { buildSite, type Site } from './site.ts'
import { agent, send, type WireAnswer } from './wire.ts'

/** `ABUSE_BODIES=1000 ABUSE_SEED=7`: how many requests each endpoint gets, and the seed of the generator. */
const perEndpoint = Number(process.env['ABUSE_BODIES'] ?? 60)
const seed = Number(process.env['ABUSE_SEED'] ?? 1)
const atOnce = 8

const endpoints = (await contractEndpoints()).filter(({ body, query, params, method }) => method !== 'GET' || body || query || params)

/** Sends malformed requests to every endpoint, as the owner of the project, who has the most rights. */
export function describeMalformed(kind: 'embedded' | 'postgres'): void {
  describe(`malformed requests, on ${kind === 'embedded' ? 'the embedded storage' : 'PostgreSQL'}`, () => {
    const server = useServer({}, kind)
    let site: Site
    let owner: () => Promise<Caller>
    beforeAll(async () => {
      site = await buildSite(server)
      owner = (await makeCallers(server, site)).owner
      // The bots of the demo rest, so that their schedules start nothing during the run.
      await server.running.storage.db.execute(
        sql`update automations set model = model || '{"active": false}'::jsonb where model ? 'contacts'`,
      )
    })
    afterAll(() => agent.destroy())

    let sent = 0
    const ask = (device: Device, one: Malformed): Promise<WireAnswer> => {
      sent += 1
      // A different address per request, because rate limits would hide the code behind them.
      const address = ['x-forwarded-for', `10.${(sent >> 14) & 127}.${(sent >> 7) & 127}.${sent & 127}`] as const
      return send(server.url, { ...one, headers: [...one.headers, address, ['cookie', device.cookie]] })
    }

    it.each(endpoints.map((endpoint) => [callOf(endpoint), endpoint] as const))(
      `%s: refuses ${perEndpoint} of them with a reason, and nothing changes`,
      async (call, endpoint) => {
        const caller = await owner()
        const { device } = caller
        const { db } = server.running.storage
        await db.execute(sql`delete from limits`)
        const cases: Malformed[] = []
        const rows = rightsRows.filter((row) => row.call === call)
        for (const row of rows) {
          const subject = {
            endpoint,
            good: row.ask(site.homes.project, caller),
            headers: { 'x-actor': device.uid, 'x-device': device.device },
            ...(!row.of && !row.open && !row.allows && { foreign: row.ask(site.homes.elsewhere, caller) }),
          }
          cases.push(...fc.sample(malformed(subject), { seed, numRuns: Math.ceil(perEndpoint / rows.length) }))
          if (row === rows[0]) cases.push(...hugeOnes(subject))
        }
        const wrong: string[] = []
        const check = (one: Malformed, { status, text }: WireAnswer) => {
          const told = `${one.what}: ${status} ${text.slice(0, 160)}`
          if (status >= 500) wrong.push(told)
          else if (one.mustRefuse && status !== 0 && status < 400 && !/"success":false|"paired":false|"registered":false/.test(text))
            wrong.push(`taken: ${told}`)
          else if (status >= 400 && !/"message":"[^"]+"|"error":"/.test(text) && !one.path.startsWith('/api/uploads'))
            wrong.push(`no reason: ${told}`)
        }
        const sendAll = async (list: readonly Malformed[]) => {
          for (let from = 0; from < list.length; from += atOnce) {
            const some = list.slice(from, from + atOnce)
            const answers = await Promise.all(some.map((one) => ask(device, one)))
            for (const [n, answer] of answers.entries()) check(some[n] as Malformed, answer)
          }
        }
        // Finish the jobs of earlier calls first, also those that conversations planned for later, so that their changes are not
        // counted for this call.
        await db.execute(sql`update jobs set run_at = now() where kind like 'talk.%' and run_at > now() and finished_at is null`)
        await server.running.idle()
        const before = await digest(server)
        await sendAll(cases.filter(({ mustRefuse }) => mustRefuse))
        await server.running.idle()
        const after = await digest(server)
        for (const [table, print] of Object.entries(after))
          if (before[table] !== print) wrong.push(`changed: ${table} ${before[table]} → ${print}`)
        await sendAll(cases.filter(({ mustRefuse }) => !mustRefuse))
        for (const { undo } of rows) if (undo) await db.execute(sql.raw(undo(site.homes.project)))
        expect(wrong, `ABUSE_SEED=${seed} ABUSE_BODIES=${perEndpoint}`).toEqual([])
      },
    )

    it('the server still answers, and logs no fault', async () => {
      expect((await server.nobody().get('/readyz')).status).toBe(200)
      expect(server.log.filter((line) => line.includes('"message":"fault"')).map((line) => line.slice(0, 300))).toEqual([])
    })
  })
}
