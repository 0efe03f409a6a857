import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import {
  type Device,
  idOf,
  manager,
  newId,
  otherWorker,
  outsider,
  owner,
  school,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { remindOfCertificates } from '../certifications/remindOfCertificates.ts'
import { followUpHazards } from './followUpHazards.ts'

const hourMs = 3_600_000

describe('what bots remember', () => {
  const server = useServer()
  const texts = async (path: string) =>
    rows(
      server.running.storage.db,
      z.object({ mobile: z.string(), text: z.string() }),
      sql`select p.mobile, j.payload -> 'feed' ->> 'text' as text from jobs j join people p on p.uid = j.payload ->> 'actor'
          where j.key like ${`%:${path}:%`} order by j.id`,
    )

  it('the bot reminds those who run the project of an open hazard after 24, 48 and 72 hours, once each, until it is safe', async () => {
    const { app, storage } = server.running
    // Moves the records of the demo out of the time range of this test.
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
    expect((await texts(unsafe))[0]?.text).toBe('Hazard open for 24 hours: Stair B. Make it safe and update its report.')
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

  it('a hazard is not spoken of while its bot is switched off', async () => {
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

  it('a hazard that a stranger reported is spoken of by the name of its bot, never in the stranger’s words', async () => {
    const path = `forms/hazard-report/${newId()}`
    const words = 'Your account is locked: http://evil.example'
    expect((await server.nobody().save(path, { payload: { title: words, location: words, made_safe: 'no' } })).status).toBe(200)
    expect(await followUpHazards(server.running.app, Date.now() + 25 * hourMs)).toBe(2)
    const told = await texts(path)
    expect(told).toHaveLength(2)
    for (const { text } of told) {
      expect(text).toMatch(/^Hazard open for 24 hours: [\w &’-]+\. Make it safe and update its report\.$/)
      expect(text).not.toContain('evil.example')
    }
  })

  it('the bot reminds only the holder of a certificate when the holder is not in the project', async () => {
    const { app, storage } = server.running
    await storage.db.execute(sql`update forms set public = true where key = 'worker-certifications'`)
    const stranger = await server.person(outsider)
    const words = 'account is locked: http://evil.example. It'
    const save = async (device: Device) => {
      const path = `forms/worker-certifications/${newId()}`
      expect((await device.save(path, { payload: { certificate: words, expires: '2027-09-10' } })).status).toBe(200)
      return path
    }
    const [theirs, nobodys] = [await save(stranger), await save(server.nobody())]
    await remindOfCertificates(app, Date.parse('2027-09-10T12:00:00Z'))
    expect((await texts(theirs)).map(({ mobile }) => mobile)).toEqual([outsider])
    expect(await texts(nobodys)).toEqual([])
    await storage.db.execute(sql`update forms set public = false where key = 'worker-certifications'`)
  })

  it('the bot reminds a worker 30 and 7 days before a certificate expires and on the day, then managers, until it is renewed', async () => {
    const { app } = server.running
    const device = await server.person(otherWorker)
    const now = Date.parse('2027-03-01T12:00:00Z')
    const look = (day: string) => remindOfCertificates(app, Date.parse(`${day}T12:00:00Z`))
    const keep = async (certificate: string, expires: string) => {
      const path = `forms/worker-certifications/${newId()}`
      expect((await device.save(path, { payload: { certificate, expires } })).status).toBe(200)
      return path
    }
    const forklift = await keep('Forklift operator', '2027-04-10')
    expect(await remindOfCertificates(app, now)).toBe(0)
    expect(await Promise.all([look('2027-03-11'), look('2027-03-12')])).toContain(1)
    expect(await texts(forklift)).toEqual([
      {
        mobile: otherWorker,
        text: 'Your Forklift operator is valid until Apr 10, 2027. Renew it in time and send the new card under My Tasks.',
      },
    ])
    expect([await look('2027-03-20'), await look('2027-04-03'), await look('2027-04-04')]).toEqual([0, 1, 0])
    expect(await look('2027-04-10')).toBe(3)
    expect((await texts(forklift)).slice(-2)).toEqual([
      { mobile: expect.any(String), text: 'Forklift operator of Ashley Tran expired on Apr 10, 2027.' },
      { mobile: expect.any(String), text: 'Forklift operator of Ashley Tran expired on Apr 10, 2027.' },
    ])
    expect(await look('2027-04-12')).toBe(0)
    const aid = await keep('First aid', '2027-06-30')
    await keep('first aid', '2029-06-30')
    expect(await look('2027-06-25')).toBe(0)
    expect(await texts(aid)).toEqual([])
    expect(await look('2028-01-01')).toBe(0)
  })

  it('a bot for certificates that was made without a form gets one, so that workers find it', async () => {
    const { app } = server.running
    const id = newId()
    await app.storage.db.execute(
      sql`insert into automations (id, team, owner, class, title) values (${id}, ${school}, ${idOf('Grace Okafor')}, 'worker-certifications', 'Cards')`,
    )
    await remindOfCertificates(app, 0)
    const key = `worker-certifications-${id.toLowerCase()}`
    const device = await server.person(outsider)
    expect((await device.get<{ component: string }>(`/api/forms/${key}.json`)).body.component).toBe('automationForm')
  })
})
