import { describe, expect, it } from 'vitest'
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
} from '../../../tests/harness/testServer.ts'

interface Made {
  token: string
  expires: string
  error?: { code: string }
}
interface Listed {
  records: { id: string; model: Record<string, unknown> }[]
}
const draft = (label: string) => ({ name: 'Hot work permit', children: [{ type: 'text', attribute: 'place', label }, { type: 'save' }] })
const start = (device: Device, key: string, body: object = { settings: draft('Where?') }) =>
  device.ask<Made>('POST', `/api/studio/${key}/trials`, body)
const save = (device: Device, token: string, model: object, id = newId()) =>
  device.ask<{ saved: number; error?: { code: string } }>('POST', `/api/trials/${token}`, { id, model })
const listed = async (device: Device, key: string) => (await device.get<Listed>(`/api/studio/${key}/trials`)).body.records

onEachServer((server) => {
  describe('a trial of a draft on a phone', () => {
    it('shows the draft to anyone with the link, and the published form to everyone else', async () => {
      const author = await server.person(manager)
      const { status, body } = await start(author, 'hazard-report')
      expect(status).toBe(200)
      expect(Date.parse(body.expires) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
      const phone = server.nobody()
      expect((await phone.get(`/api/trials/${body.token}`)).text).toContain('Where?')
      expect((await (await server.person(otherWorker)).get('/api/forms/hazard-report.json')).text).not.toContain('Where?')
      expect((await phone.get(`/api/trials/${'x'.repeat(32)}`)).status).toBe(404)
    })

    it('keeps its records apart from those of the form, once each', async () => {
      const author = await server.person(manager)
      const before = await author.get('/api/forms/hazard-report/records')
      const { token } = (await start(author, 'hazard-report')).body
      const phone = server.nobody()
      const id = newId()
      expect((await save(phone, token, { place: 'Roof' }, id)).body.saved).toBe(1)
      expect((await save(phone, token, { place: 'Roof' }, id)).body.saved).toBe(1)
      expect((await listed(author, 'hazard-report'))[0]).toMatchObject({ id, model: { place: 'Roof' } })
      expect((await author.get('/api/forms/hazard-report/records')).text).toBe(before.text)
      expect((await phone.get(`/api/studio/hazard-report/trials`)).status).toBe(401)
    })

    it('is made only by those who may publish the form, also for a form that is not published yet', async () => {
      for (const person of [foreman, otherWorker]) expect((await start(await server.person(person), 'hazard-report')).status).toBe(403)
      expect((await start(await server.person(outsider), 'hazard-report')).status).toBe(404)
      const key = `trial-${newId().toLowerCase()}`
      const body = { settings: draft('Where?'), team: tower }
      expect((await start(await server.person(outsider), key, body)).status).toBe(403)
      const author = await server.person(owner)
      const { token } = (await start(author, key, body)).body
      await save(server.nobody(), token, { place: 'Roof' })
      expect(await listed(author, key)).toHaveLength(1)
      expect((await (await server.person(foreman)).get(`/api/studio/${key}/trials`)).status).toBe(403)
    })

    it('takes a record with a signature inside a list', async () => {
      const { token } = (await start(await server.person(manager), 'hazard-report')).body
      const strokes = [Array.from({ length: 600 }, (_, x) => ({ x, y: x }))]
      const answers = { crew: [{ name: 'Rosa', signed: [{ id: newId(), name: 'Rosa', strokes }] }] }
      expect((await save(server.nobody(), token, answers)).status).toBe(200)
    })

    it('refuses a draft with problems, and the eleventh link of a form ends the first one', async () => {
      const author = await server.person(manager)
      expect((await start(author, 'hazard-report', { settings: { name: '', children: [] } })).body.error?.code).toBe('INVALID')
      const first = (await start(author, 'hazard-report')).body.token
      for (let count = 0; count < 10; count++) await start(author, 'hazard-report')
      const phone = server.nobody()
      expect((await phone.get(`/api/trials/${first}`)).status).toBe(404)
      expect((await save(phone, first, { place: 'Roof' })).status).toBe(404)
    })

    it('has at most 50 links for all forms of a project: the next one ends the oldest', async () => {
      const author = await server.person(manager)
      const open = async (key: string) => (await start(author, key, { settings: draft('Where?'), team: tower })).body.token
      const first = await open('many-0')
      const second = await open('many-1')
      for (let count = 2; count < 51; count++) await open(`many-${count % 40}`)
      const status = async (token: string) => (await server.nobody().get(`/api/trials/${token}`)).status
      expect([await status(first), await status(second)]).toEqual([404, 200])
    })
  })
})
