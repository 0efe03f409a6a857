import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type DemoBegun, demoForm } from '../../../contract/endpoints/demoRequests.ts'
import type { Losses } from '../../../contract/endpoints/losses.ts'
import { manager, newId, onEachServer, otherWorker, owner, tower, worker } from '../../../tests/harness/testServer.ts'
import { rows } from '../../storage/database.ts'
import type { GrowthRule } from './growthRules.ts'
import { tidyUp } from './tidyUp.ts'

onEachServer((server) => {
  const db = () => server.running.storage.db
  const tidy = () => tidyUp(server.running.app)
  const days = (n: number) => sql.raw(`now() - interval '${n} days'`)

  describe('data that no one needs any more', () => {
    it('a save that a device lost is on the list for 430 days', async () => {
      const device = await server.person(worker)
      const op = newId()
      const lost = { from: '2026-05-04T06:45:00.000Z', to: '2026-05-04T06:46:00.000Z', paths: { [op]: `forms/hazard-report/${newId()}` } }
      expect((await device.ask('POST', '/api/outbox:reconcile', { opIds: [op], lost })).status).toBe(200)
      const shown = async () => (await device.get<Losses>('/api/losses')).body.losses.filter((loss) => loss.device === device.device).length
      await db().execute(sql`update lost_saves set told_at = ${days(429)} where op_id = ${op}`)
      await tidy()
      expect(await shown()).toBe(1)
      await db().execute(sql`update lost_saves set told_at = ${days(431)} where op_id = ${op}`)
      await tidy()
      expect(await shown()).toBe(0)
      expect(await rows(db(), sql`select 1 from lost_saves where op_id = ${op}`)).toEqual([])
    })

    it('a table that fails stops those alone that need it before them', async () => {
      const tidied: string[] = []
      const rule = (table: string, after?: string): GrowthRule => ({
        grows: '',
        when: '',
        ...(after !== undefined && { after }),
        prune: () => (table === 'lost_saves' ? Promise.reject(new Error('no')) : Promise.resolve(tidied.push(table))),
      })
      const rules = { pins: rule('pins'), lost_saves: rule('lost_saves'), receipts: rule('receipts', 'lost_saves'), jobs: rule('jobs') }
      await expect(tidyUp(server.running.app, rules)).rejects.toThrow('not tidied up: lost_saves')
      expect(tidied).toEqual(['pins', 'jobs'])
    })

    it('a save that was lost and then arrived does not come back to the list when its receipt is thrown away', async () => {
      const device = await server.person(otherWorker)
      const op = newId()
      const lost = { from: '2026-05-04T06:45:00.000Z', to: '2026-05-04T06:46:00.000Z' }
      await device.ask('POST', '/api/outbox:reconcile', { opIds: [op], lost })
      expect((await device.save(`forms/hazard-report/${newId()}`, { payload: {} }, { 'idempotency-key': op })).status).toBe(200)
      await db().execute(sql`update lost_saves set told_at = ${days(431)} where op_id = ${op}`)
      await db().execute(sql`update receipts set created_at = ${days(431)} where op_id = ${op}`)
      await tidy()
      expect(await rows(db(), sql`select 1 from receipts where op_id = ${op}`)).toEqual([])
      expect((await device.get<Losses>('/api/losses')).body.losses.filter((loss) => loss.device === device.device)).toEqual([])
    })

    it('the log keeps for 400 days that an administrator viewed as another person', async () => {
      const admin = await server.person(owner)
      const { uid } = await server.person(worker)
      expect((await admin.get(`/api/impersonate?uid=${uid}`)).status).toBe(200)
      const kept = async () => (await rows(db(), sql`select 1 from impersonations where uid = ${uid}`)).length
      await db().execute(sql`update impersonations set started_at = ${days(399)}, expires_at = ${days(399)} where uid = ${uid}`)
      await tidy()
      expect(await kept()).toBe(1)
      await db().execute(sql`update impersonations set started_at = ${days(401)}, expires_at = ${days(401)} where uid = ${uid}`)
      await tidy()
      expect(await kept()).toBe(0)
    })

    it('an invitation that was used is kept for 400 days, and one that waits is shown to its project for good', async () => {
      const boss = await server.person(manager)
      const [used, open] = [`${newId()}@example.com`.toLowerCase(), `${newId()}@example.com`.toLowerCase()]
      for (const email of [used, open]) expect((await boss.ask('POST', `/api/team/${tower}:invite`, { email })).status).toBe(200)
      await db().execute(
        sql`update invites set expires_at = ${days(399)}, accepted_at = ${days(405)}, accepted_by = ${boss.uid} where email = ${used}`,
      )
      await db().execute(sql`update invites set expires_at = ${days(900)} where email = ${open}`)
      const kept = async () =>
        (await rows(db(), z.object({ email: z.string() }), sql`select email from invites where email in (${used}, ${open})`)).length
      await tidy()
      expect(await kept()).toBe(2)
      await db().execute(sql`update invites set expires_at = ${days(401)} where email = ${used}`)
      await tidy()
      expect(await rows(db(), sql`select email from invites where email in (${used}, ${open})`)).toEqual([{ email: open }])
    })

    it('what a visitor of the demo gave is kept as long as their conversation can be opened, or 400 days', async () => {
      const begin = async (number: string) => {
        const visitor = { email: `${newId()}@example.com`, name: 'Vera', company: 'Vera & Sons', number, time: new Date().toISOString() }
        const { status, body } = await server.nobody().ask<DemoBegun>('POST', '/api/groundbreak', visitor)
        expect(status).toBe(200)
        return body
      }
      const [open, removed] = [await begin('+12025550181'), await begin('+12025550182')]
      await db().execute(sql`update records set deleted = true where path = ${`forms/${demoForm}/${removed.execution}`}`)
      const kept = async () =>
        rows(
          db(),
          sql`select execution from demo_requests where execution in (${open.execution}, ${removed.execution}) order by execution = ${open.execution}`,
        )
      await db().execute(sql`update demo_requests set created_at = ${days(399)}`)
      await tidy()
      expect(await kept()).toHaveLength(2)
      await db().execute(sql`update demo_requests set created_at = ${days(401)}`)
      await tidy()
      expect(await kept()).toEqual([{ execution: open.execution }])
      expect((await server.nobody().get(`/api/automation/${open.automation}/execution/${open.execution}.json`)).status).toBe(200)
    })

    it('texts and mails are kept for thirty days, counters of limits for two', async () => {
      const number = '+12025550183'
      const email = `${newId()}@example.com`.toLowerCase()
      expect((await server.nobody().ask('POST', '/auth/verify', { mobile: number })).status).toBe(200)
      expect((await (await server.person(manager)).ask('POST', `/api/team/${tower}:invite`, { email })).status).toBe(200)
      await server.running.idle()
      const kept = async () => [
        (await rows(db(), sql`select 1 from sms_outbox where mobile = ${number}`)).length,
        (await rows(db(), sql`select 1 from mail_outbox where address = ${email}`)).length,
        (await rows(db(), sql`select 1 from limits where key like 'pin-number-day:%'`)).length,
      ]
      const age = async (texts: number, counters: number) => {
        await db().execute(sql`update sms_outbox set created_at = ${days(texts)} where mobile = ${number}`)
        await db().execute(sql`update mail_outbox set created_at = ${days(texts)} where address = ${email}`)
        await db().execute(sql`update limits set window_start = ${days(counters)} where key like 'pin-number-day:%'`)
        await tidy()
      }
      await age(29, 1)
      expect(await kept()).toEqual([1, 1, 1])
      await age(31, 3)
      expect(await kept()).toEqual([0, 0, 0])
    })
  })
})
