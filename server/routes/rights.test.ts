import { describe, expect, it } from 'vitest'
import { permissions } from '../../contract/rules/permissions.ts'
import {
  type Device,
  foreman,
  manager,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  owner,
  tower,
  worker,
} from '../../tests/harness/testServer.ts'

onEachServer((server) => {
  const people = {
    Owner: () => server.person(owner),
    Administrator: () => server.person(manager),
    Member: () => server.person(foreman),
    Worker: () => server.person(otherWorker),
    'somebody of another project': () => server.person(outsider),
    nobody: async () => server.nobody(),
  }
  type Who = keyof typeof people
  const everybody = Object.keys(people) as Who[]
  const may = (permission: keyof typeof permissions) =>
    everybody.filter((who) => (permissions[permission] as readonly string[]).includes(who))

  const path = `forms/manpower/${newId()}`
  const removed = () => `forms/manpower/${newId()}`

  const acts: [act: string, allowed: readonly Who[], run: (device: Device) => Promise<number>][] = [
    ['open a project’s form', may('form.fill'), async (d) => (await d.get('/api/forms/manpower.json')).status],
    [
      'fill a project’s form',
      may('form.fill'),
      async (d) => (await d.save(`forms/manpower/${newId()}`, { payload: { a: 1 }, feed: false })).status,
    ],
    ['open a public form', everybody, async (d) => (await d.get('/api/forms/hazard-report.json')).status],
    [
      'fill a public form',
      everybody,
      async (d) => (await d.save(`forms/hazard-report/${newId()}`, { payload: { a: 1 }, feed: false })).status,
    ],
    ['read a record of somebody else', may('record.readAll'), async (d) => (await d.get(`/api/data/${path}`)).status],
    ['open a record of somebody else', may('record.readAll'), async (d) => (await d.get(`/api/${path}.json`)).status],
    ['list the records of a form', may('form.fill'), async (d) => (await d.get('/api/records/forms/manpower')).status],
    ['see what has arrived', may('record.readAll'), async (d) => (await d.get('/api/arrived/manpower.json')).status],
    [
      'change a record of somebody else',
      may('record.update'),
      async (d) => (await d.save(path, { payload: { [`note${d.uid}`]: 1 } }, { 'if-match': '"99"' }, 'PATCH')).status,
    ],
    [
      'remove a record of somebody else',
      may('record.delete'),
      async (d) => {
        const gone = removed()
        await (await server.person(worker)).save(gone, { payload: { a: 1 }, feed: false })
        return (await d.save(gone, { payload: { deleted: true }, base: {} }, { 'if-match': '"1"' }, 'PATCH')).status
      },
    ],
    [
      'pick from a project’s lists',
      may('form.fill').concat('somebody of another project'),
      async (d) => (await d.get('/api/pick/vendors.json')).status,
    ],
    ['read who they are', everybody.filter((who) => who !== 'nobody'), async (d) => (await d.get('/api/me')).status],
    [
      'change the language of somebody else',
      [],
      async (d) => (await d.save(`people/${(await server.person(worker)).uid}`, { payload: { lang: 'es' } }, {}, 'PATCH')).status,
    ],
    ['read the settings of a form', may('form.publish'), async (d) => (await d.get('/api/studio/manpower')).status],
    ['read an earlier version of a form', may('form.publish'), async (d) => (await d.get('/api/studio/manpower/versions/1')).status],
    [
      'publish a form',
      may('form.publish'),
      async (d) => {
        const settings = { name: 'Trial', children: [{ type: 'text', attribute: 'a' }] }
        return (await d.ask('POST', `/api/studio/trial-${newId().toLowerCase()}`, { settings, base: 0, team: tower })).status
      },
    ],
    ['write where nothing is kept', [], async (d) => (await d.save(`nowhere/${newId()}`, { payload: { name: 'Mine' } })).status],
  ]

  describe('who may do what', () => {
    it.each(acts)('%s: only people who may', async (_, allowed, run) => {
      await (await server.person(worker)).save(path, { payload: { a: 1 }, feed: false })
      const granted: string[] = []
      for (const who of everybody) {
        const status = await run(await people[who]())
        if (status < 300) granted.push(who)
        else expect([401, 403, 404]).toContain(status)
      }
      expect(granted).toEqual(everybody.filter((who) => allowed.includes(who)))
    })

    it('a worker lists only their own records', async () => {
      const [mine, other] = [await server.person(worker), await server.person(otherWorker)]
      const own = `forms/check-in/${newId()}`
      await mine.save(own, { payload: { direction: 'in' }, feed: false })
      await other.save(`forms/check-in/${newId()}`, { payload: { direction: 'in' }, feed: false })
      const { body } = await mine.get<{ records: { path: string; createdBy: string }[] }>('/api/records/forms/check-in?limit=200')
      expect(body.records.map(({ path: found }) => found)).toContain(own)
      expect(new Set(body.records.map(({ createdBy }) => createdBy))).toEqual(new Set([mine.uid]))
    })

    it('a person with a link changes only what the same device sent', async () => {
      const device = server.nobody()
      const record = `forms/hazard-report/${newId()}`
      await device.save(record, { payload: { a: 1 } })
      const change = { payload: { a: 2 }, base: { a: 1 } }
      expect((await server.nobody().save(record, change, { 'if-match': '"1"' })).status).toBe(403)
      expect((await device.save(record, change, { 'if-match': '"1"' })).status).toBe(200)
    })
  })
})
