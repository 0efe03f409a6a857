import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '../../../contract/endpoints/changes.ts'
import { newId, type Site, save, seedSite } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { changes, forms, lookupItems, members, sites, tenants } from '../../storage/schema.ts'
import type { Storage } from '../../storage/storage.ts'
import { personByUid } from '../sign-in/person.ts'
import { changesAfter, pruneChanges, type Told } from './changesAfter.ts'
import { type Cursor, cursorText, readCursor } from './cursor.ts'
import { changeHub } from './hub.ts'

describe('the changes that a device gets', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })

    const told = async (uid: string, since: Cursor): Promise<Told> => {
      const person = await personByUid(use.storage, uid)
      if (!person) throw new Error('nobody')
      return changesAfter(use.storage, person, since)
    }
    const now = async (uid: string) => (await told(uid, new Map())).cursor
    const keys = ({ changes: list }: { changes: readonly Change[] }) => list.map(({ kind, path }) => `${kind} ${path}`)

    it('never leaves out a change, however many people write at once and whenever it asks', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ act: fc.constantFrom('save', 'again', 'form', 'list', 'back'), pause: fc.nat(3) }), {
            minLength: 12,
            maxLength: 40,
          }),
          async (acts) => {
            const own = await seedSite(use.storage)
            let cursor = await now(own.member)
            const seen: string[] = []
            const wanted = new Set<string>()
            let writing = true
            const reader = (async () => {
              for (;;) {
                const last = !writing
                const answer = await told(own.member, cursor)
                expect(answer.reset).toBeUndefined()
                cursor = readCursor(cursorText(answer.cursor))
                seen.push(...keys(answer))
                if (last && !answer.more) return
                await new Promise((resolve) => setImmediate(resolve))
              }
            })()
            await Promise.all(acts.map(({ act, pause }, n) => write(use.storage, own, act, pause, n, wanted)))
            writing = false
            await reader
            expect([...wanted].filter((key) => !seen.includes(key))).toEqual([])
            expect(keys(await told(own.member, cursor))).toEqual([])
          },
        ),
        { numRuns: 8, endOnFailure: true },
      )
    })

    it('has only a person’s own records when the person may read no others', async () => {
      const since = { worker: await now(site.worker), member: await now(site.member), stranger: await now(site.stranger) }
      const [mine, other] = [site.newPath(), site.newPath()]
      await save(use.storage, { path: mine, payload: {}, by: site.worker })
      await save(use.storage, { path: other, payload: {}, by: site.owner })
      expect(keys(await told(site.worker, since.worker))).toEqual([`record ${mine}`])
      expect(keys(await told(site.member, since.member))).toEqual([`record ${mine}`, `record ${other}`])
      expect(keys(await told(site.stranger, since.stranger))).toEqual([])
    })

    it('uses the current rights: a person who has left the project gets no more of it', async () => {
      const own = await seedSite(use.storage)
      const since = await now(own.member)
      await save(use.storage, { path: own.newPath(), payload: {}, by: own.owner })
      await use.storage.db.delete(members).where(eq(members.uid, own.member))
      expect(keys(await told(own.member, since))).toEqual([`rights ${own.team}`])
    })

    it('starts from the beginning in a project that a person joins, after a long absence of the device, and after a restored backup', async () => {
      const own = await seedSite(use.storage)
      const since = await now(own.stranger)
      await use.storage.db.insert(members).values({ team: own.team, uid: own.stranger, role: 'Worker' })
      expect(await told(own.stranger, since)).toMatchObject({ reset: true, changes: [{ kind: 'rights', path: own.team }] })

      const before = await now(own.member)
      await save(use.storage, { path: own.newPath(), payload: {}, by: own.owner })
      await use.storage.db.execute(sql`update changes set at = now() - interval '90 days' where tenant = ${own.team}`)
      expect(await pruneChanges(use.storage)).toBeGreaterThan(0)
      expect(await told(own.member, before)).toMatchObject({ reset: true, changes: [] })
      const after = await now(own.member)
      expect((await told(own.member, after)).reset).toBeUndefined()

      await use.storage.db.update(tenants).set({ seq: 1 }).where(eq(tenants.id, own.team))
      expect((await told(own.member, after)).reset).toBe(true)
    })

    it('says a list of three hundred once, and nothing of a form that is published as it was', async () => {
      const own = await seedSite(use.storage)
      const since = await now(own.member)
      await use.storage.db
        .insert(lookupItems)
        .values(Array.from({ length: 300 }, (_, n) => ({ team: own.team, lookup: 'employees', id: String(n), label: String(n) })))
      await use.storage.db
        .insert(sites)
        .values({ id: newId(), team: own.team, name: 'Pier 7', timezone: 'America/New_York', country: 'US' })
      await use.storage.db.update(forms).set({ version: '1', updatedAt: new Date() }).where(eq(forms.key, own.form))
      const answer = await told(own.member, since)
      expect(answer.changes).toEqual([
        { kind: 'list', path: 'employees', team: own.team },
        { kind: 'list', path: 'sites', team: own.team },
      ])
      expect(await use.storage.db.$count(changes, sql`${changes.tenant} = ${own.team} and ${changes.path} = 'employees'`)).toBe(1)
    })

    it('wakes the listeners after a save, and after a statement of another server', async () => {
      const own = await seedSite(use.storage)
      const hub = changeHub(use.storage, { pollMs: 20, gatherMs: 1 })
      let woken = () => {}
      const waken = () => new Promise<void>((resolve) => (woken = resolve))
      const first = waken()
      const stop = hub.watch({ tenants: [own.team], onMoves: async () => woken() })
      await first
      const second = waken()
      await save(use.storage, { path: own.newPath(), payload: {}, by: own.owner })
      await second
      const third = waken()
      await use.storage.db.execute(sql`update forms set version = '2' where key = ${own.form}`)
      await third
      stop()
    })
  })
})

/** Makes one random write. Adds the change that a reader must receive to `wanted`. */
async function write(storage: Storage, site: Site, act: string, pause: number, n: number, wanted: Set<string>): Promise<void> {
  for (let turn = 0; turn < pause; turn++) await new Promise((resolve) => setImmediate(resolve))
  const path = site.newPath()
  if (act === 'save' || act === 'again') {
    const first = await save(storage, { path, payload: { n }, by: site.worker })
    if (act === 'again') await save(storage, { path, payload: { n, more: true }, by: site.worker, baseRev: first.body.rev })
    wanted.add(`record ${path}`)
  } else if (act === 'form') {
    const key = `form-${newId().toLowerCase()}`
    await storage.db.insert(forms).values({ key, team: site.team, settings: {}, version: String(n) })
    wanted.add(`form ${key}`)
  } else if (act === 'list') {
    const lookup = `list-${n}`
    await storage.transaction(async (tx) => {
      await tx.insert(lookupItems).values({ team: site.team, lookup, id: newId(), label: 'a' })
      await tx.insert(lookupItems).values({ team: site.team, lookup, id: newId(), label: 'b' })
    })
    wanted.add(`list ${lookup}`)
  } else {
    // The rollback also returns the change number.
    await storage
      .transaction(async (tx) => {
        await tx.insert(forms).values({ key: `gone-${newId().toLowerCase()}`, team: site.team, settings: {}, version: '1' })
        throw new Error('no')
      })
      .catch(() => {})
  }
}
