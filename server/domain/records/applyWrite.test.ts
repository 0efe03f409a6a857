import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '../../../contract/Refused.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { newId, type Saving, type Site, save, seedSite, writeRequest } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { runJobs } from '../../storage/addJob.ts'
import { rows } from '../../storage/database.ts'
import { changes, feedEntries, files, forms, jobs, people, receipts, records } from '../../storage/schema.ts'
import { applyWrite } from './applyWrite.ts'
import { changeRecord } from './changeRecord.ts'
import { cancelOp } from './reconcileOps.ts'

/** Returns the status and code of a refused save: `409 conflict`. */
async function refusal(result: Promise<unknown>): Promise<string> {
  const error = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Refused) return `${error.status} ${error.code}`
  throw error ?? new Error('was not refused')
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('saving a record', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })

    const recordAt = async (path: string) => (await use.storage.db.select().from(records).where(eq(records.path, path)))[0]
    const modelAt = async (path: string) => (await recordAt(path))?.model
    const countOf = async (path: string) => ({
      receipts: await use.storage.db.$count(receipts, eq(receipts.path, path)),
      changes: await use.storage.db.$count(changes, eq(changes.path, path)),
      feed: await use.storage.db.$count(feedEntries, eq(feedEntries.path, path)),
      jobs: await use.storage.db.$count(jobs, sql`${jobs.payload} ->> 'path' = ${path}`),
    })
    /** Creates a record by `by` and returns its path. */
    async function made(payload: Model, by = site.worker, path = site.newPath()) {
      await save(use.storage, { path, payload, by })
      return path
    }

    describe('once', () => {
      it('FE-341 stores the record, the receipt, the message to the feed and the actions together', async () => {
        const path = site.newPath()
        const opId = newId()
        const answer = await save(use.storage, {
          path,
          payload: { hazard: 'Loose rail', floor: 3 },
          by: site.worker,
          opId,
          body: { rpc: 'notifyForeman', saveRpc: 'writeDailyLog', clientAt: '2026-05-04T06:00:00.000Z', skewMs: 60_000 },
          request: { actions: new Set(['notifyForeman', 'writeDailyLog']), now: new Date('2026-05-05') },
        })
        expect(answer).toEqual({ status: 200, body: { opId, path, rev: 1 }, replayed: false })
        expect(await recordAt(path)).toMatchObject({
          model: { hazard: 'Loose rail', floor: 3 },
          rev: 1,
          parent: `forms/${site.form}`,
          tenant: site.team,
          createdBy: site.worker,
          createdDevice: 'tablet-1',
          updatedBy: site.worker,
          clientAt: new Date('2026-05-04T06:00:00.000Z'),
          correctedAt: new Date('2026-05-04T06:01:00.000Z'),
        })
        expect(await countOf(path)).toEqual({ receipts: 1, changes: 1, feed: 1, jobs: 3 })
        const about = { opId, path, tenant: site.team, actor: site.worker, device: 'tablet-1' }
        expect(
          await use.storage.db
            .select({ kind: jobs.kind, key: jobs.key, payload: jobs.payload })
            .from(jobs)
            .where(sql`${jobs.payload} ->> 'opId' = ${opId}`)
            .orderBy(sql`${jobs.key} nulls first`),
        ).toEqual([
          { kind: 'feed', key: null, payload: { ...about, feed: expect.objectContaining({ sms: true }) } },
          { kind: 'rpc', key: `${opId}:rpc`, payload: { ...about, name: 'notifyForeman' } },
          { kind: 'rpc', key: `${opId}:saveRpc`, payload: { ...about, name: 'writeDailyLog' } },
        ])
      })

      it('answers the same again when the answer was lost, and does nothing', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
        const first = await applyWrite(use.storage, request)
        const again = await applyWrite(use.storage, request)
        expect(again).toEqual({ ...first, replayed: true })
        expect(await countOf(request.path)).toEqual({ receipts: 1, changes: 1, feed: 1, jobs: 1 })
      })

      it('leaves no job behind when what it asks for is done, and the same save again asks for nothing', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
        const first = await applyWrite(use.storage, request)
        const done: string[] = []
        const runner = runJobs(use.storage, { feed: async ({ key }) => void done.push(key) }, { pollMs: 60_000 })
        try {
          await runner.idle()
          expect(await applyWrite(use.storage, request)).toEqual({ ...first, replayed: true })
          await runner.idle()
        } finally {
          await runner.stop()
        }
        const key = `${request.headers.opId}:feed`
        expect(done.filter((one) => one === key)).toEqual([key])
        expect(await use.storage.db.$count(jobs, eq(jobs.kind, 'feed'))).toBe(0)
      })

      it('knows the save again when the device names its attributes in another order or knows its clock better', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: { x: 1, y: 2 }, b: 1 }, by: site.worker })
        await applyWrite(use.storage, request)
        const body = { payload: { b: 1, a: { y: 2, x: 1 } }, clientAt: new Date().toISOString(), skewMs: 5, base: {} }
        expect((await applyWrite(use.storage, { ...request, body })).replayed).toBe(true)
      })

      it('has one effect when the same save arrives 50 times at once', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
        const answers = await Promise.all(Array.from({ length: 50 }, () => applyWrite(use.storage, request)))
        expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
        expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
        expect(await recordAt(request.path)).toMatchObject({ rev: 1 })
        expect(await countOf(request.path)).toEqual({ receipts: 1, changes: 1, feed: 1, jobs: 1 })
      })

      it('has one effect when a change of a record arrives 50 times at once', async () => {
        const path = await made({ a: 1, b: 1 })
        const request = writeRequest({ path, payload: { a: 2, b: 1 }, by: site.worker, baseRev: 1, body: { base: { a: 1, b: 1 } } })
        const answers = await Promise.all(Array.from({ length: 50 }, () => applyWrite(use.storage, request)))
        expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
        expect(await recordAt(path)).toMatchObject({ rev: 2, model: { a: 2, b: 1 } })
      })

      it('answers after a restart what it answered before', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
        const first = await applyWrite(use.storage, request)
        await use.reopen()
        expect(await applyWrite(use.storage, request)).toEqual({ ...first, replayed: true })
      })

      it('answers what it answered before even if the person may not write there any more', async () => {
        const own = await seedSite(use.storage)
        const request = writeRequest({ path: own.newPath(), payload: { a: 1 }, by: own.worker })
        const first = await applyWrite(use.storage, request)
        await use.storage.db.execute(sql`delete from members where uid = ${own.worker}`)
        expect(await applyWrite(use.storage, request)).toEqual({ ...first, replayed: true })
        expect(await refusal(save(use.storage, { path: own.newPath(), payload: { a: 1 }, by: own.worker }))).toBe('403 FORBIDDEN')
      })

      it('answers what it answered before even if such a save would be refused today', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker, body: { rpc: 'notifyForeman' } })
        const first = await applyWrite(use.storage, { ...request, actions: new Set(['notifyForeman']) })
        expect(await applyWrite(use.storage, { ...request, actions: new Set() })).toEqual({ ...first, replayed: true })
      })

      it('refuses another save under the same key', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
        await applyWrite(use.storage, request)
        expect(await refusal(applyWrite(use.storage, { ...request, body: { payload: { a: 2 } } }))).toBe('422 key_reused')
        expect(await refusal(applyWrite(use.storage, { ...request, path: site.newPath() }))).toBe('422 key_reused')
        const other = { headers: { ...request.headers, actor: site.member }, person: { uid: site.member } }
        expect(await refusal(applyWrite(use.storage, { ...request, ...other }))).toBe('422 key_reused')
      })

      it('stores nothing of a refused save, so that its key stays free', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker, body: { rpc: 'unknown' } })
        expect(await refusal(applyWrite(use.storage, request))).toBe('400 INVALID')
        expect(await countOf(request.path)).toEqual({ receipts: 0, changes: 0, feed: 0, jobs: 0 })
        expect((await applyWrite(use.storage, { ...request, body: { payload: { a: 1 } } })).replayed).toBe(false)
      })

      it('numbers the changes of a team without gaps, however many arrive at once, also across refusals', async () => {
        const own = await seedSite(use.storage)
        const saves = Array.from({ length: 40 }, (_, n) =>
          save(use.storage, { path: own.newPath(), payload: { n }, by: n % 8 === 0 ? own.stranger : own.worker }).catch(() => undefined),
        )
        await Promise.all(saves)
        const numbers = await use.storage.db
          .select({ seq: changes.seq })
          .from(changes)
          .where(eq(changes.tenant, own.team))
          .orderBy(changes.seq)
        // The two forms of the project took the numbers before the 35 saves.
        expect(numbers.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 + 35 }, (_, n) => n + 1))
      })
    })

    describe('in order', () => {
      it('keeps a save waiting until its parent has arrived, and takes it then', async () => {
        const path = site.newPath()
        const parent = writeRequest({ path, payload: { a: 1 }, by: site.worker })
        const child = writeRequest({ path, payload: { a: 2 }, by: site.worker, parentOp: parent.headers.opId, body: { base: { a: 1 } } })
        expect(await refusal(applyWrite(use.storage, child))).toBe('425 parent_missing')
        await applyWrite(use.storage, parent)
        expect((await applyWrite(use.storage, child)).body.rev).toBe(2)
        expect(await modelAt(path)).toEqual({ a: 2 })
      })

      it('takes a chain of saves of one device without asking anybody', async () => {
        const path = site.newPath()
        let parentOp: string | undefined
        for (let n = 1; n <= 4; n++) {
          const opId = newId()
          await save(use.storage, { path, payload: { n }, by: site.worker, opId, parentOp, body: { base: n === 1 ? {} : { n: n - 1 } } })
          parentOp = opId
        }
        expect(await recordAt(path)).toMatchObject({ rev: 4, model: { n: 4 } })
      })

      it('goes on after a parent that its person discarded', async () => {
        const path = await made({ a: 1, b: 1 })
        const discarded = newId()
        await cancelOp(use.storage, { opId: discarded, person: { uid: site.worker }, device: 'tablet-1' })
        await save(use.storage, { path, payload: { a: 5, b: 2 }, by: site.worker, parentOp: discarded, body: { base: { a: 5, b: 1 } } })
        expect(await modelAt(path)).toEqual({ a: 1, b: 2 })
      })

      it('makes a record again that it has lost, and asks if an older state of it is there', async () => {
        const path = site.newPath()
        const later = { payload: { a: 2 }, by: site.worker, body: { base: { a: 1, b: 1 } } }
        await save(use.storage, { path, ...later, method: 'PATCH' })
        expect(await recordAt(path)).toMatchObject({ rev: 1, model: { a: 2, b: 1 } })
        expect(await refusal(save(use.storage, { path: await made({ a: 0, b: 0 }), ...later, method: 'PATCH' }))).toBe('409 conflict')
      })

      it('does not accept another person’s save as its parent', async () => {
        const parent = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.member })
        await applyWrite(use.storage, parent)
        expect(
          await refusal(save(use.storage, { path: parent.path, payload: { a: 2 }, by: site.worker, parentOp: parent.headers.opId })),
        ).toBe('425 parent_missing')
      })

      it('refuses what a later save of the same device has overtaken; another device counts for itself', async () => {
        const path = await made({ a: 1 })
        await save(use.storage, { path, payload: { a: 2 }, by: site.worker, seq: 9_000_100, baseRev: 1 })
        const late: Saving = { path, payload: { a: 3 }, by: site.worker, seq: 9_000_099, baseRev: 2 }
        expect(await refusal(save(use.storage, late))).toBe('422 out_of_order')
        expect(await modelAt(path)).toEqual({ a: 2 })
        await save(use.storage, { ...late, device: 'phone-1' })
        expect(await modelAt(path)).toEqual({ a: 3 })
      })

      it('refuses what is older than the memory of the server', async () => {
        const now = new Date('2026-05-05T00:00:00Z')
        const saving = (clientAt: string, skewMs: number) =>
          save(use.storage, { path: site.newPath(), payload: {}, by: site.worker, body: { clientAt, skewMs }, request: { now } })
        expect(await refusal(saving('2025-03-01T00:00:00Z', 0))).toBe('410 too_old')
        expect((await saving('2025-05-01T00:00:00Z', 0)).status).toBe(200)
        expect((await saving('2025-03-01T00:00:00Z', 90 * 86_400_000)).status).toBe(200)
      })

      it('never lets a discarded save land', async () => {
        const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
        await cancelOp(use.storage, { opId: request.headers.opId, person: { uid: site.worker }, device: 'tablet-1' })
        expect(await refusal(applyWrite(use.storage, request))).toBe('410 cancelled')
        expect(await recordAt(request.path)).toBeUndefined()
      })

      it('either discards a save or applies it when both arrive at once', async () => {
        for (let round = 0; round < 10; round++) {
          const request = writeRequest({ path: site.newPath(), payload: { a: 1 }, by: site.worker })
          const [written, cancelled] = await Promise.all([
            applyWrite(use.storage, request).then(
              () => true,
              (error: Refused) => error.code !== 'cancelled',
            ),
            cancelOp(use.storage, { opId: request.headers.opId, person: { uid: site.worker }, device: 'tablet-1' }),
          ])
          expect(cancelled).toMatchObject({ cancelled: !written, applied: written })
          expect((await recordAt(request.path)) !== undefined).toBe(written)
        }
      })
    })

    describe('beside others', () => {
      it('OQ-062 merges what two people changed in different fields', async () => {
        const path = await made({ hours: 8, note: '' })
        await save(use.storage, {
          path,
          payload: { hours: 9, note: '' },
          by: site.member,
          baseRev: 1,
          body: { base: { hours: 8, note: '' } },
        })
        await save(use.storage, {
          path,
          payload: { hours: 8, note: 'rain' },
          by: site.worker,
          baseRev: 1,
          body: { base: { hours: 8, note: '' } },
        })
        expect(await recordAt(path)).toMatchObject({ rev: 3, model: { hours: 9, note: 'rain' } })
      })

      it('OQ-062 asks the second person when both changed the same field, and stores nothing of it', async () => {
        const path = await made({ hours: 8, note: '' })
        await save(use.storage, {
          path,
          payload: { hours: 9, note: 'late' },
          by: site.member,
          baseRev: 1,
          body: { base: { hours: 8, note: '' } },
        })
        const mine: Saving = { path, payload: { hours: 7, note: '' }, by: site.worker, baseRev: 1, body: { base: { hours: 8, note: '' } } }
        const opId = newId()
        await expect(save(use.storage, { ...mine, opId })).rejects.toMatchObject({
          status: 409,
          code: 'conflict',
          extra: {
            current: { hours: 9, note: 'late' },
            rev: 2,
            fields: ['hours'],
            changed: { hours: { by: site.member, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } },
          },
        })
        expect(await recordAt(path)).toMatchObject({ rev: 2 })
        // The decision is another save, based on the version that the person was shown.
        await save(use.storage, { ...mine, payload: { hours: 7, note: 'late' }, baseRev: 2, body: { base: { hours: 9, note: 'late' } } })
        expect(await modelAt(path)).toEqual({ hours: 7, note: 'late' })
      })

      it('tells who changed an answer last as long as the changes since are few; of large ones it reads a bounded part', async () => {
        const large = (n: number) => String(n).repeat(1_500_000)
        const path = await made({ hours: 8, early: 1, plan: large(0) })
        const change = async (n: number, payload: Model) =>
          save(use.storage, { path, payload, by: site.owner, method: 'PATCH', baseRev: n, body: { base: (await modelAt(path)) ?? {} } })
        await change(1, { early: 2 })
        for (let n = 2; n <= 12; n++) await change(n, { plan: large(n % 10) })
        await change(13, { hours: 9 })
        const mine = save(use.storage, {
          path,
          payload: { hours: 7, early: 3 },
          by: site.worker,
          method: 'PATCH',
          baseRev: 1,
          body: { base: { hours: 8, early: 1 } },
        })
        await expect(mine).rejects.toMatchObject({
          extra: { fields: expect.arrayContaining(['hours', 'early']), changed: { hours: { by: site.owner } } },
        })
        await mine.catch(({ extra }: { extra: { changed: object } }) => expect(Object.keys(extra.changed)).toEqual(['hours']))
      })

      it('I7 tells for each answer who changed it last, also when others changed the record since', async () => {
        const base = { hours: 8, crew: { a: { n: 1 }, b: { n: 1 } }, note: '', site: 'A' }
        const path = await made(base)
        const steps: [by: string, change: Model][] = [
          [site.member, { hours: 9 }],
          [site.owner, { crew: { a: { n: 2 } } }],
          [site.administrator, { crew: { b: { n: 3 } }, note: 'rain' }],
          [site.owner, { site: 'B' }],
        ]
        for (const [n, [by, payload]] of steps.entries()) {
          await save(use.storage, { path, payload, by, method: 'PATCH', baseRev: n + 1, body: { base: (await modelAt(path)) ?? {} } })
        }
        const payload = { hours: 7, crew: { a: { n: 5 }, b: { n: 6 } }, note: 'sun', site: 'A' }
        await expect(save(use.storage, { path, payload, by: site.worker, baseRev: 1, body: { base } })).rejects.toMatchObject({
          extra: {
            fields: expect.arrayContaining(['hours', 'crew.a.n', 'crew.b.n', 'note']),
            changed: {
              hours: { by: site.member },
              'crew.a.n': { by: site.owner },
              'crew.b.n': { by: site.administrator },
              note: { by: site.administrator },
            },
          },
        })
      })

      it('I7 does not show people without an account who changed the record', async () => {
        const path = site.newPath(site.publicForm)
        await save(use.storage, { path, payload: { hours: 8 } })
        await save(use.storage, { path, payload: { hours: 9 }, by: site.member, baseRev: 1, body: { base: { hours: 8 } } })
        const error = await save(use.storage, { path, payload: { hours: 7 }, baseRev: 1, body: { base: { hours: 8 } } }).catch(
          (reason: unknown) => reason as Refused,
        )
        expect((error as Refused).extra.changed).toEqual({ hours: { at: expect.any(String) } })
      })

      it('I7 asks about a change that came between two saves of one device, which the second one never saw', async () => {
        const path = await made({ hours: 8, note: '' })
        const base = { hours: 8, note: '' }
        await save(use.storage, { path, payload: { hours: 10, note: '' }, by: site.member, baseRev: 1, body: { base } })
        const parentOp = newId()
        await save(use.storage, { path, payload: { hours: 8, note: 'rain' }, by: site.worker, opId: parentOp, baseRev: 1, body: { base } })
        const second = { path, by: site.worker, parentOp, baseRev: 1, body: { base: { hours: 8, note: 'rain' } } }
        expect(await refusal(save(use.storage, { ...second, payload: { hours: 9, note: 'rain' } }))).toBe('409 conflict')
        await save(use.storage, { ...second, payload: { hours: 8, note: 'storm' } })
        expect(await modelAt(path)).toEqual({ hours: 10, note: 'storm' })
      })

      it('I7 asks no question about computed values: the title of a record and figures that the form calculates', async () => {
        const children = [
          { type: 'text', attribute: 'hours' },
          { type: 'text', attribute: 'rate' },
          { type: 'calculated', attribute: 'pay', calculation: 'hours * rate' },
        ]
        await use.storage.db
          .insert(forms)
          .values({ key: `paid-${site.form}`, team: site.team, settings: { name: 'Pay', children }, version: '1' })
        const path = site.newPath(`paid-${site.form}`)
        const base = { hours: 8, rate: 10, pay: 80, title: '8 at 10' }
        await made(base, site.worker, path)
        const theirs = { hours: 8, rate: 20, pay: 160, title: '8 at 20' }
        await save(use.storage, { path, payload: theirs, by: site.member, baseRev: 1, body: { base } })
        const mine = { hours: 9, rate: 10, pay: 90, title: '9 at 10' }
        await save(use.storage, { path, payload: mine, by: site.worker, baseRev: 1, body: { base } })
        expect(await modelAt(path)).toMatchObject({ hours: 9, rate: 20 })
      })

      it('I7 two people answer other rows of one checklist: both stay, and the score counts both', async () => {
        const children = [
          { type: 'checklist', attribute: 'checks', rows: ['base', 'ties'] },
          { type: 'calculated', attribute: 'verdict', value: "checks_fails > 0 ? 'closed' : 'open'" },
        ]
        await use.storage.db
          .insert(forms)
          .values({ key: `checked-${site.form}`, team: site.team, settings: { name: 'C', children }, version: '1' })
        const path = await made(
          { checks: null, checks_score: null, checks_fails: null, verdict: 'open' },
          site.worker,
          site.newPath(`checked-${site.form}`),
        )
        const base = { checks: null, checks_score: null, checks_fails: null, verdict: 'open' }
        const passed = { name: 'base', answer: 'yes', result: 'pass', score: 1, of: 1 }
        const failed = { name: 'ties', answer: 'no', result: 'fail', score: 0, of: 1, failed: 'ties' }
        const theirs = { checks: [failed], checks_score: 0, checks_fails: 1, verdict: 'closed' }
        await save(use.storage, { path, payload: theirs, by: site.member, baseRev: 1, body: { base } })
        const mine = { checks: [passed], checks_score: 100, checks_fails: 0, verdict: 'open' }
        await save(use.storage, { path, payload: mine, by: site.worker, baseRev: 1, body: { base } })
        const model = await modelAt(path)
        expect(model).toMatchObject({ checks: expect.arrayContaining([passed, failed]) })
        expect(model).toMatchObject({ checks_score: 50, checks_fails: 1, checks_failed: 'ties', verdict: 'closed' })
      })

      it('I7 two answers to one row of a checklist are one question', async () => {
        const children = [{ type: 'checklist', attribute: 'checks', rows: ['base'] }]
        await use.storage.db
          .insert(forms)
          .values({ key: `asked-${site.form}`, team: site.team, settings: { name: 'C', children }, version: '1' })
        const path = await made({ checks: null }, site.worker, site.newPath(`asked-${site.form}`))
        const of = (answer: string, result: string) => ({
          checks: [{ name: 'base', answer, result, score: result === 'pass' ? 1 : 0, of: 1 }],
        })
        const base = { checks: null }
        await save(use.storage, { path, payload: of('yes', 'pass'), by: site.member, baseRev: 1, body: { base } })
        await expect(
          save(use.storage, { path, payload: of('no', 'fail'), by: site.worker, baseRev: 1, body: { base } }),
        ).rejects.toMatchObject({
          extra: { fields: ['checks.base'] },
        })
      })

      it('I7 asks about the title where the form asks for one', async () => {
        const children = [{ type: 'group', children: [{ type: 'text', attribute: 'title' }] }]
        await use.storage.db
          .insert(forms)
          .values({ key: `titled-${site.form}`, team: site.team, settings: { name: 'T', children }, version: '1' })
        const path = await made({ title: 'a' }, site.worker, site.newPath(`titled-${site.form}`))
        await save(use.storage, { path, payload: { title: 'b' }, by: site.member, baseRev: 1, body: { base: { title: 'a' } } })
        expect(
          await refusal(save(use.storage, { path, payload: { title: 'c' }, by: site.worker, baseRev: 1, body: { base: { title: 'a' } } })),
        ).toBe('409 conflict')
      })

      it('I7 never makes two signatures of one; photos of two people are both kept', async () => {
        const children = [
          { type: 'signature', attribute: 'sign' },
          { type: 'attachments', attribute: 'photos' },
        ]
        await use.storage.db
          .insert(forms)
          .values({ key: `signed-${site.form}`, team: site.team, settings: { name: 'S', children }, version: '1' })
        const path = await made({ sign: [], photos: [] }, site.worker, site.newPath(`signed-${site.form}`))
        const base = { sign: [], photos: [] }
        const of = (id: string) => ({ sign: [{ id }], photos: [{ id }] })
        await save(use.storage, { path, payload: of('theirs'), by: site.member, baseRev: 1, body: { base } })
        await expect(save(use.storage, { path, payload: of('mine'), by: site.worker, baseRev: 1, body: { base } })).rejects.toMatchObject({
          extra: { fields: ['sign'] },
        })
        await save(use.storage, { path, payload: { ...of('mine'), sign: [] }, by: site.worker, baseRev: 1, body: { base } })
        expect(await modelAt(path)).toMatchObject({ sign: [{ id: 'theirs' }], photos: [{ id: 'theirs' }, { id: 'mine' }] })
      })

      it('reports no conflict when no other person changed the record', async () => {
        const path = await made({ hours: 8, secret: 'kept' })
        // The copy on the device differs from the server, but the revision is the same.
        await save(use.storage, { path, payload: { hours: 7 }, by: site.worker, baseRev: 1, body: { base: { hours: 1 } } })
        expect(await modelAt(path)).toEqual({ hours: 7, secret: 'kept' })
      })

      it('loses no field when 16 people change 16 fields at once', async () => {
        const fields = Array.from({ length: 16 }, (_, n) => `f${n}`)
        const base = Object.fromEntries(fields.map((name) => [name, 0]))
        const path = await made(base)
        await Promise.all(
          fields.map((name, n) =>
            save(use.storage, {
              path,
              payload: { ...base, [name]: n + 1 },
              by: site.member,
              device: `phone-${n}`,
              baseRev: 1,
              body: { base },
            }),
          ),
        )
        expect(await recordAt(path)).toMatchObject({ rev: 17, model: Object.fromEntries(fields.map((name, n) => [name, n + 1])) })
        expect(await countOf(path)).toMatchObject({ receipts: 17, changes: 17 })
      })

      it('makes one record when several devices make the same one at once, and merges the rest', async () => {
        const path = site.newPath()
        await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            save(use.storage, { path, payload: { [`f${n}`]: n }, by: site.worker, device: `phone-${n}` }),
          ),
        )
        expect(await recordAt(path)).toMatchObject({ rev: 8, model: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`f${n}`, n])) })
      })

      it('asks when a save without a base would overwrite something', async () => {
        const path = await made({ a: 1, b: 1 })
        expect(await refusal(save(use.storage, { path, payload: { a: 2 }, by: site.worker }))).toBe('409 conflict')
        await save(use.storage, { path, payload: { a: 1, c: 1 }, by: site.worker })
        expect(await modelAt(path)).toEqual({ a: 1, b: 1, c: 1 })
      })

      it('changes only what a patch names', async () => {
        const path = await made({ model: { location: 'north', floor: 1 }, note: 'x' })
        await save(use.storage, { path, payload: { model: { location: 'south' } }, by: site.worker, method: 'PATCH', baseRev: 1 })
        expect(await modelAt(path)).toEqual({ model: { location: 'south', floor: 1 }, note: 'x' })
      })

      it('takes out what the person took out', async () => {
        const path = await made({ a: 1, b: 1 })
        await save(use.storage, { path, payload: { b: 1 }, by: site.worker, baseRev: 1, body: { base: { a: 1, b: 1 } } })
        expect(await modelAt(path)).toEqual({ b: 1 })
      })

      it('asks before an edit disappears in a record that another person removed', async () => {
        const path = await made({ a: 1, deleted: false })
        const base = { a: 1, deleted: false }
        await save(use.storage, { path, payload: { a: 1, deleted: true }, by: site.administrator, baseRev: 1, body: { base } })
        expect(await recordAt(path)).toMatchObject({ deleted: true })
        await expect(
          save(use.storage, { path, payload: { a: 2, deleted: false }, by: site.member, baseRev: 1, body: { base } }),
        ).rejects.toMatchObject({
          code: 'conflict',
          extra: { fields: ['deleted'] },
        })
        await save(use.storage, {
          path,
          payload: { a: 2, deleted: false },
          by: site.member,
          baseRev: 2,
          body: { base: { a: 1, deleted: true } },
        })
        expect(await recordAt(path)).toMatchObject({ deleted: false, model: { a: 2 } })
      })
    })

    describe('FE-357 OQ-085 allowed attributes', () => {
      it('stores only these of a new record and of a change', async () => {
        const path = site.newPath()
        const allowedAttributes = ['hours', 'model.note']
        await save(use.storage, {
          path,
          payload: { hours: 1, pay: 9, model: { note: 'n', rate: 9 } },
          by: site.worker,
          body: { allowedAttributes },
        })
        expect(await modelAt(path)).toEqual({ hours: 1, model: { note: 'n' } })
        const other = await made({ hours: 1, pay: 1, model: { note: 'n', rate: 1 } })
        const payload = { hours: 2, pay: 2, model: { note: 'm', rate: 2 }, extra: 1 }
        await save(use.storage, {
          path: other,
          payload,
          by: site.worker,
          baseRev: 1,
          body: { allowedAttributes, base: await modelAt(other) },
        })
        expect(await modelAt(other)).toEqual({ hours: 2, pay: 1, model: { note: 'm', rate: 1 } })
      })

      it('do not take out what they do not name', async () => {
        const path = await made({ hours: 1, pay: 1 })
        await save(use.storage, {
          path,
          payload: {},
          by: site.worker,
          baseRev: 1,
          body: { allowedAttributes: ['hours'], base: { hours: 1, pay: 1 } },
        })
        expect(await modelAt(path)).toEqual({ pay: 1 })
      })
    })

    describe('feed', () => {
      const entries = (path: string) =>
        use.storage.db
          .select({ n: feedEntries.n, type: feedEntries.type, text: feedEntries.text, sms: feedEntries.sms, input: feedEntries.input })
          .from(feedEntries)
          .where(eq(feedEntries.path, path))
          .orderBy(feedEntries.n)

      it('FE-373 thanks for a save unless the save says otherwise', async () => {
        const path = await made({ a: 1 })
        const feed = { type: 'notification' as const, text: 'Thanks I have now set location to North' }
        await save(use.storage, { path, payload: { a: 2 }, by: site.worker, baseRev: 1, body: { feed } })
        await save(use.storage, { path, payload: { a: 3 }, by: site.worker, baseRev: 2, body: { feed: false } })
        await save(use.storage, { path, payload: { a: 4 }, by: site.worker, baseRev: 3, method: 'PATCH' })
        expect(await entries(path)).toEqual([
          { n: 1, type: 'message', text: 'Thanks I have captured those form changes.', sms: true, input: 'http' },
          { n: 2, type: 'notification', text: 'Thanks I have now set location to North', sms: false, input: null },
        ])
      })

      it('adds a job only for a message that is sent as a text', async () => {
        const path = await made({ a: 1 })
        expect(await countOf(path)).toMatchObject({ feed: 1, jobs: 1 })
        const feed = { type: 'notification' as const, text: 'The location is North.' }
        await save(use.storage, { path, payload: { a: 2 }, by: site.worker, baseRev: 1, body: { feed } })
        expect(await countOf(path)).toMatchObject({ feed: 2, jobs: 1 })
        const ofVisitor = site.newPath(site.publicForm)
        await save(use.storage, { path: ofVisitor, payload: { name: 'Visitor' }, device: 'visitor-phone' })
        expect(await countOf(ofVisitor)).toMatchObject({ feed: 1, jobs: 0 })
      })

      it('does not thank for a removal', async () => {
        const path = await made({ a: 1 })
        await save(use.storage, { path, payload: { deleted: true }, by: site.owner, baseRev: 1, body: { base: {} } })
        expect(await entries(path)).toHaveLength(1)
      })

      it('appends the messages of saves that arrive together', async () => {
        const path = await made({})
        await Promise.all(
          Array.from({ length: 6 }, (_, n) => save(use.storage, { path, payload: { [`f${n}`]: 1 }, by: site.member, device: `d${n}` })),
        )
        expect((await entries(path)).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7])
      })
    })

    describe('files', () => {
      const sha256 = 'ab'.repeat(32)
      async function uploaded(complete = true) {
        const id = newId()
        await use.storage.db
          .insert(files)
          .values({ id, size: 10, sha256, type: 'image/jpeg', filename: 'a.jpg', complete, createdBy: site.worker })
        return id
      }
      const saving = (ids: { id: string; sha256?: string; size?: number }[], payload: Model = {}): Saving => ({
        path: site.newPath(),
        payload,
        by: site.worker,
        body: { files: ids.map((file) => ({ sha256, size: 10, ...file })) },
      })

      it('waits for every file that the save names', async () => {
        expect(await refusal(save(use.storage, saving([{ id: newId() }])))).toBe('425 upload_missing')
        expect(await refusal(save(use.storage, saving([{ id: await uploaded() }, { id: await uploaded(false) }])))).toBe(
          '425 upload_missing',
        )
      })

      it('also for an item that is in the record but not in the list', async () => {
        const id = await uploaded(false)
        const payload = { photos: [{ id, url: fileAddress(id) }] }
        expect(await refusal(save(use.storage, saving([], payload)))).toBe('425 upload_missing')
        await use.storage.db.update(files).set({ complete: true }).where(eq(files.id, id))
        expect((await save(use.storage, saving([], payload))).status).toBe(200)
      })

      it('does not ask again for a file that the record had before', async () => {
        const photo = { photos: [{ id: 'x', url: fileAddress(newId()) }] }
        const path = await made({})
        await save(use.storage, { path, payload: { ...photo, note: 'n' }, by: site.worker, baseRev: 1, body: { base: photo } })
        expect(await modelAt(path)).toMatchObject({ note: 'n' })
      })

      it('refuses a file with bytes or a length other than announced', async () => {
        expect(await refusal(save(use.storage, saving([{ id: await uploaded(), sha256: 'cd'.repeat(32) }])))).toBe('422 upload_mismatch')
        expect(await refusal(save(use.storage, saving([{ id: await uploaded(), size: 11 }])))).toBe('422 upload_mismatch')
      })

      it('notes which record a file belongs to', async () => {
        const id = await uploaded()
        const first = saving([{ id }])
        await save(use.storage, first)
        await save(use.storage, saving([{ id }]))
        expect(await use.storage.db.select().from(files).where(eq(files.id, id))).toMatchObject([{ path: first.path, tenant: site.team }])
      })
    })

    describe('rights', () => {
      it('lets only members of the team fill its form', async () => {
        for (const by of [site.owner, site.administrator, site.member, site.worker]) {
          expect((await save(use.storage, { path: site.newPath(), payload: {}, by })).status).toBe(200)
        }
        expect(await refusal(save(use.storage, { path: site.newPath(), payload: {}, by: site.stranger }))).toBe('403 FORBIDDEN')
        expect(await refusal(save(use.storage, { path: site.newPath(), payload: {} }))).toBe('401 NOT_AUTHORIZED')
      })

      it('lets anybody with the link fill a public form', async () => {
        const path = site.newPath(site.publicForm)
        await save(use.storage, { path, payload: { name: 'Visitor' }, device: 'visitor-phone' })
        await save(use.storage, { path: site.newPath(site.publicForm), payload: {}, by: site.stranger })
        await save(use.storage, { path, payload: { name: 'Visitor', company: 'Acme' }, device: 'visitor-phone', baseRev: 1 })
        expect(await refusal(save(use.storage, { path, payload: { name: 'Other' }, device: 'other-phone', baseRev: 2 }))).toBe(
          '403 FORBIDDEN',
        )
        expect(await refusal(save(use.storage, { path, payload: { name: 'Other' }, by: site.stranger, baseRev: 2 }))).toBe('403 FORBIDDEN')
        expect(await modelAt(path)).toEqual({ name: 'Visitor', company: 'Acme' })
      })

      it('lets a worker change their own records and a manager everybody’s', async () => {
        const path = await made({ a: 1 }, site.member)
        expect(await refusal(save(use.storage, { path, payload: { a: 2 }, by: site.worker, baseRev: 1 }))).toBe('403 FORBIDDEN')
        await save(use.storage, { path, payload: { a: 3 }, by: site.owner, baseRev: 1 })
        const own = await made({ a: 1 }, site.worker)
        await save(use.storage, { path: own, payload: { a: 2 }, by: site.worker, baseRev: 1 })
        expect([await modelAt(path), await modelAt(own)]).toEqual([{ a: 3 }, { a: 2 }])
      })

      it('lets only owners and administrators remove a record', async () => {
        const path = await made({ a: 1 })
        const removal = (by: string): Saving => ({ path, payload: { deleted: true }, by, method: 'PATCH', baseRev: 1 })
        expect(await refusal(save(use.storage, removal(site.worker)))).toBe('403 FORBIDDEN')
        expect(await refusal(save(use.storage, removal(site.member)))).toBe('403 FORBIDDEN')
        await save(use.storage, removal(site.administrator))
        expect(await recordAt(path)).toMatchObject({ deleted: true, model: { a: 1, deleted: true } })
      })

      it('never takes a save of one person under the session of another', async () => {
        const path = site.newPath()
        const request = writeRequest({ path, payload: {}, by: site.worker })
        expect(await refusal(applyWrite(use.storage, { ...request, person: { uid: site.member } }))).toBe('403 actor_mismatch')
        expect(await refusal(applyWrite(use.storage, { ...request, person: undefined }))).toBe('401 NOT_AUTHORIZED')
        const anonymous = writeRequest({ path: site.newPath(site.publicForm), payload: {} })
        expect(await refusal(applyWrite(use.storage, { ...anonymous, person: { uid: site.member } }))).toBe('403 actor_mismatch')
        expect(await recordAt(path)).toBeUndefined()
      })

      it('FE-340 stores the language a person chose, for themselves only, and the last choice wins', async () => {
        const path = `people/${site.worker}`
        await save(use.storage, { path, payload: { lang: 'es', name: 'Somebody else' }, by: site.worker, method: 'PATCH' })
        await save(use.storage, { path, payload: { lang: 'pt' }, by: site.worker, method: 'PATCH', device: 'phone-1' })
        expect(await modelAt(path)).toEqual({ lang: 'pt' })
        expect(await use.storage.db.select().from(people).where(eq(people.uid, site.worker))).toMatchObject([
          { lang: 'pt', name: site.worker },
        ])
        expect(await countOf(path)).toMatchObject({ feed: 0, jobs: 0, receipts: 2 })
        expect(await refusal(save(use.storage, { path, payload: { lang: 'en' }, by: site.owner, method: 'PATCH' }))).toBe('403 FORBIDDEN')
        expect(await refusal(save(use.storage, { path, payload: { lang: 'en' }, method: 'PATCH' }))).toBe('401 NOT_AUTHORIZED')
      })

      it.each([
        ['a place without a policy', 'teams/x', '403 FORBIDDEN'],
        ['a place named like a built-in', 'constructor/x', '403 FORBIDDEN'],
        ['a form itself', 'forms/x', '403 FORBIDDEN'],
        ['something below a record', `forms/x/${'A'.repeat(20)}/y`, '403 FORBIDDEN'],
        ['a form that is not there', `forms/none/${'A'.repeat(20)}`, '404 NOT_FOUND'],
        ['a record with a short id', 'forms/x/1', '400 INVALID'],
        ['an id that the device should have made', 'forms/x/:new', '400 INVALID'],
        ['a path that climbs', 'forms/../people', '400 INVALID'],
        ['an empty path', '', '400 INVALID'],
        ['a path with a slash in front', '/forms/x', '400 INVALID'],
        ['a path that is too long', `forms/${'x'.repeat(400)}`, '400 INVALID'],
      ])('refuses %s', async (_, path, expected) => {
        expect(await refusal(save(use.storage, { path, payload: {}, by: site.worker }))).toBe(expected)
      })
    })

    describe('bad input', () => {
      it.each<[string, unknown]>([
        ['nothing', undefined],
        ['a list', []],
        ['no payload', {}],
        ['a payload that is no record', { payload: 'x' }],
        ['a feed of an unknown kind', { payload: {}, feed: { type: 'shout', text: 'x' } }],
        ['files without ids', { payload: {}, files: [{ id: '../etc', sha256: '', size: 1 }] }],
        ['a time that is none', { payload: {}, clientAt: 'yesterday' }],
        ['a clock error beyond all times', { payload: {}, clientAt: '2026-01-01T00:00:00Z', skewMs: 1e18 }],
        ['an action nobody knows', { payload: {}, saveRpc: 'dropEverything' }],
      ])('refuses %s', async (_, body) => {
        const request = writeRequest({ path: site.newPath(), payload: {}, by: site.worker })
        expect(await refusal(applyWrite(use.storage, { ...request, body }))).toBe('400 INVALID')
      })

      it('refuses a record nested deeper than any form instead of failing on it', async () => {
        const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as Model
        expect(await refusal(save(use.storage, { path: site.newPath(), payload: deep, by: site.worker }))).toBe('400 INVALID')
      })

      it('stores what people paste: zero characters, halves of emoji, odd names', async () => {
        const payload = JSON.parse('{"note":"a\\u0000b \\ud83d end \\ud83d\\ude00","constructor":1,"é’":"✓"}') as Model
        const path = await made(payload)
        expect(JSON.stringify(await modelAt(path))).toContain('"note":"ab \ufffd end 😀"')
        expect(Object.keys((await modelAt(path)) ?? {}).toSorted()).toEqual(['constructor', 'note', 'é’'])
      })

      it.each<[string, Partial<Saving>]>([
        ['a key of the wrong length', { opId: 'short' }],
        ['a device with a line break', { device: 'a\nb' }],
        ['a negative number', { seq: -1 }],
        ['a number that is none', { seq: Number.NaN }],
        ['a revision beyond all revisions', { baseRev: 2 ** 40 }],
        ['a parent that is no key', { parentOp: "'; drop table records" }],
      ])('refuses headers with %s', async (_, wrong) => {
        expect(await refusal(save(use.storage, { path: site.newPath(), payload: {}, by: site.worker, ...wrong }))).toBe('400 INVALID')
      })
    })

    describe('changes by the server itself', () => {
      it('are applied once per key, beside the saves of people', async () => {
        const path = await made({ titleStatus: 'Processing', a: 1 })
        const change = { key: `${path}:done`, path, tenant: site.team, change: (model: Model) => ({ ...model, titleStatus: 'Done' }) }
        const both = await Promise.all([
          changeRecord(use.storage, change),
          changeRecord(use.storage, change),
          save(use.storage, {
            path,
            payload: { titleStatus: 'Processing', a: 2 },
            by: site.worker,
            baseRev: 1,
            body: { base: { titleStatus: 'Processing', a: 1 } },
          }),
        ])
        expect(both[0]).toBe(both[1])
        expect(await recordAt(path)).toMatchObject({ rev: 3, model: { titleStatus: 'Done', a: 2 } })
      })

      it('make a record, and leave it alone when there is nothing to change', async () => {
        const path = site.newPath()
        expect(
          await changeRecord(use.storage, { key: `${path}:1`, path, tenant: site.team, actor: site.owner, change: () => ({ a: 1 }) }),
        ).toBe(1)
        expect(await changeRecord(use.storage, { key: `${path}:2`, path, tenant: site.team, change: () => undefined })).toBeUndefined()
        expect(await recordAt(path)).toMatchObject({ rev: 1, createdBy: site.owner, model: { a: 1 } })
      })
    })

    it('says that another save is under way instead of waiting for ever', async () => {
      if (use.storage.kind === 'embedded') return
      const path = await made({ a: 1 })
      const hold = gate()
      const held = gate()
      const holding = use.storage.transaction(async (tx) => {
        await tx.execute(sql`select 1 from records where path = ${path} for update`)
        held.open()
        await hold.opened
      })
      await held.opened
      const other = await use.second()
      await other.db.execute(sql`set lock_timeout = 50`)
      expect(await refusal(save(other, { path, payload: { a: 2 }, by: site.worker, baseRev: 1 }))).toBe('409 in_progress')
      hold.open()
      await Promise.all([holding, other.close()])
      expect(await rows(use.storage.db, sql`select rev from records where path = ${path}`)).toEqual([{ rev: 1 }])
    })
  })
})
