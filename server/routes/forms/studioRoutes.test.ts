import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AuthoredForm, Publication } from '../../../contract/endpoints/forms.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import {
  type Device,
  foreman,
  manager,
  onEachServer,
  otherWorker,
  outsider,
  owner,
  tower,
  useServer,
} from '../../../tests/harness/testServer.ts'

interface Authored extends AuthoredForm {
  settings: FormSettings
  versions: Publication[]
}
interface Refusal {
  error: { code: string; message: string; rev?: number; details?: { path: string; message: string }[] }
}
const read = async (device: Device, key: string) => (await device.get<Authored>(`/api/studio/${key}`)).body
const publish = (device: Device, key: string, body: object) =>
  device.ask<Refusal & { revision: number; changed: boolean }>('POST', `/api/studio/${key}`, body)
const toolbox = (label: string) => ({ name: 'Toolbox talk', children: [{ type: 'text', attribute: 'topic', label }] })

onEachServer((server) => {
  describe('the studio of a project', () => {
    it('lists the forms of the projects in which a person may publish, with who published them', async () => {
      const { body } = await (await server.person(manager)).get<{ forms: AuthoredForm[]; teams: { name: string }[] }>('/api/studio')
      expect(body.teams.map(({ name }) => name)).toEqual(['Cedar Ridge School', 'Harbor Point Tower'])
      expect(body.forms.find(({ key }) => key === 'hazard-report')).toMatchObject({
        name: 'Hazard Report',
        team: { id: tower },
        revision: 1,
        by: 'Grace Okafor',
      })
    })

    it('a published change is the form that everybody gets, and the version before can be had again', async () => {
      const [author, colleague] = [await server.person(manager), await server.person(owner)]
      const made = await publish(author, 'toolbox-check', { settings: toolbox('Topic'), base: 0, team: tower })
      expect(made).toMatchObject({ status: 200, body: { revision: 1, changed: true } })
      expect((await publish(author, 'toolbox-check', { settings: toolbox('What was it about?'), base: 1 })).body.revision).toBe(2)
      const page = await (await server.person(otherWorker)).get<{ form: FormSettings }>('/api/forms/toolbox-check.json')
      expect(page.text).toContain('What was it about?')

      const { versions, settings, revision } = await read(colleague, 'toolbox-check')
      expect([revision, ...versions.map((one) => one.revision)]).toEqual([2, 2, 1])
      expect(JSON.stringify(settings)).toContain('What was it about?')
      const first = await colleague.get<{ settings: FormSettings }>('/api/studio/toolbox-check/versions/1')
      expect(first.body.settings).toEqual(toolbox('Topic'))
      await publish(colleague, 'toolbox-check', { settings: first.body.settings, base: 2 })
      expect((await (await server.person(otherWorker)).get('/api/forms/toolbox-check.json')).text).toContain('"Topic"')
      expect((await colleague.get('/api/studio/toolbox-check/versions/9')).status).toBe(404)
    })

    it('refuses to publish on a version that another person has replaced meanwhile, says so, and changes nothing', async () => {
      const [author, colleague] = [await server.person(manager), await server.person(owner)]
      const { revision: base } = await read(author, 'check-in')
      const { settings } = await read(author, 'check-in')
      expect((await publish(colleague, 'check-in', { settings: { ...settings, name: 'Gate' }, base })).status).toBe(200)
      const late = await publish(author, 'check-in', { settings: { ...settings, name: 'Door' }, base })
      expect(late.status).toBe(409)
      expect(late.body.error).toMatchObject({ code: 'conflict', rev: base + 1 })
      expect(late.body.error.message).toContain('Grace Okafor')
      expect((await read(author, 'check-in')).name).toBe('Gate')
      const [one, other] = await Promise.all(
        ['Left', 'Right'].map((name) => publish(author, 'check-in', { settings: { ...settings, name }, base: base + 1 })),
      )
      expect([one?.status, other?.status].toSorted()).toEqual([200, 409])
    })

    it('refuses settings with problems, and says where and what was expected', async () => {
      const author = await server.person(manager)
      const { revision: base } = await read(author, 'manpower')
      const bad = {
        name: 'Manpower',
        children: [
          { type: 'txet', attribute: 'a' },
          { type: 'text', attribute: 'b', visible: 'a >' },
        ],
      }
      const { status, body } = await publish(author, 'manpower', { settings: bad, base })
      expect(status).toBe(400)
      expect(body.error.details).toEqual(
        expect.arrayContaining([
          { path: 'children[0].type', message: expect.stringContaining('did you mean text?') as string },
          { path: 'children[1].visible', message: expect.stringContaining('character 4') as string },
        ]),
      )
      expect((await read(author, 'manpower')).revision).toBe(base)
    })

    it('refuses a new form under a name that is taken, and a name that is no address', async () => {
      const author = await server.person(manager)
      expect((await publish(author, 'orientation', { settings: toolbox('x'), base: 0, team: tower })).status).toBe(409)
      expect((await publish(author, 'Tool%20box', { settings: toolbox('x'), base: 0, team: tower })).status).toBe(400)
    })

    it('only owners and administrators of its project read or publish a form', async () => {
      const settings = toolbox('x')
      for (const [who, status] of [
        [foreman, 403],
        [otherWorker, 403],
        [outsider, 404],
      ] as const) {
        const device = await server.person(who)
        expect((await device.get('/api/studio/hazard-report')).status).toBe(status)
        expect((await device.get('/api/studio/hazard-report/versions/1')).status).toBe(status)
        expect((await publish(device, 'hazard-report', { settings, base: 1 })).status).toBe(status)
        expect((await publish(device, 'brand-new', { settings, base: 0, team: tower })).status).toBe(403)
        expect((await device.get('/api/studio')).status).toBe(403)
      }
      expect((await server.nobody().get('/api/studio/hazard-report')).status).toBe(401)
      expect((await publish(server.nobody(), 'hazard-report', { settings, base: 1 })).status).toBe(401)
      expect((await read(await server.person(manager), 'hazard-report')).revision).toBe(1)
    })
  })
})

describe('forms of a folder in the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-forms-'))
  const file = join(folder, 'site-walk.form.json')
  writeFileSync(file, JSON.stringify({ ...toolbox('From the folder'), public: true }))
  const server = useServer({ forms: folder })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('a restart takes nothing back that was published since, and a new file does', async () => {
    const author = await server.person(owner)
    const { settings, revision } = await read(author, 'site-walk')
    expect(settings.public).toBe(true)
    expect((await publish(author, 'site-walk', { settings: { ...toolbox('From the studio'), public: true }, base: revision })).status).toBe(
      200,
    )
    await server.restart()
    expect((await (await server.person(owner)).get('/api/forms/site-walk.json')).text).toContain('From the studio')
    writeFileSync(file, JSON.stringify(toolbox('A newer file')))
    await server.restart()
    expect((await (await server.person(owner)).get('/api/forms/site-walk.json')).text).toContain('A newer file')
  })
})
