import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rows } from '../../storage/database.ts'
import { idOf, manager, newId, owner, school, useServer, worker } from '../../../tests/harness/testServer.ts'
import { followUpHazards } from './followUp.ts'

const hourMs = 3_600_000

describe('a hazard that nobody makes safe', () => {
  const server = useServer()
  const texts = async (path: string) =>
    rows<{ mobile: string; text: string }>(
      server.running.storage.db,
      sql`select p.mobile, j.payload -> 'feed' ->> 'text' as text from jobs j join people p on p.uid = j.payload ->> 'actor'
          where j.key like ${`hazard:${path}:%`} order by j.id`,
    )

  it('is spoken of after 24, 48 and 72 hours, once each, to those who run the project, until it is safe', async () => {
    const { app, storage } = server.running
    // What the demo shows is older or younger than this test.
    await storage.db.execute(sql`update records set created_at = now() - interval '30 days' where parent like 'forms/%hazard-report'`)
    const device = await server.person(worker)
    const report = async (made_safe: string) => {
      const path = `forms/hazard-report/${newId()}`
      expect((await device.save(path, { payload: { location: 'Stair B', made_safe } })).status).toBe(200)
      return path
    }
    const [unsafe, safe] = [await report('marked'), await report('yes')]
    const begun = Date.now()
    const look = (hours: number) => followUpHazards(server.running.app, begun + hours * hourMs + 60_000)
    expect(await look(23)).toBe(0)
    expect(await Promise.all([look(24), followUpHazards(app, begun + 25 * hourMs)])).toContain(2)
    expect((await texts(unsafe)).map(({ mobile }) => mobile).toSorted()).toEqual([owner, manager])
    expect((await texts(unsafe))[0]?.text).toBe('Hazard open for 24 hours: Stair B. Make it safe and say so in its report.')
    expect(await look(30)).toBe(0)
    expect(await look(49)).toBe(2)
    expect(await look(73)).toBe(2)
    expect((await texts(unsafe)).at(-1)?.text).toContain('This is the last reminder.')
    expect(await look(95)).toBe(0)
    expect(await look(200)).toBe(0)
    expect(await texts(unsafe)).toHaveLength(6)
    expect(await texts(safe)).toEqual([])

    const mended = await report('no')
    await device.save(mended, { payload: { location: 'Stair B', made_safe: 'yes' } }, { 'if-match': '"1"' })
    expect(await followUpHazards(server.running.app, Date.now() + 25 * hourMs)).toBe(0)
    expect(await texts(mended)).toEqual([])
  })

  it('is not spoken of while its bot is switched off', async () => {
    const { db } = server.running.storage
    const device = await server.person(manager)
    const path = `forms/school-hazard-report/${newId()}`
    await device.save(path, { payload: { location: 'Gymnasium', made_safe: 'no' } })
    await db.execute(sql`update automations set disabled = true where team = ${school} and id = ${idOf('bot School Hazards')}`)
    await followUpHazards(server.running.app, Date.now() + 25 * hourMs)
    expect(await texts(path)).toEqual([])
    await db.execute(sql`update automations set disabled = false where team = ${school}`)
    await followUpHazards(server.running.app, Date.now() + 25 * hourMs)
    expect(await texts(path)).toHaveLength(2)
  })
})
