import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { daysLater, utcDay } from '../../../contract/rules/daysLater.ts'
import { type Device, newId, owner, useServer } from '../../../tests/harness/testServer.ts'
import { remindOfCertificates } from '../../domain/certifications/remindOfCertificates.ts'

const flat = (nodes: readonly NodeSetting[] = []): NodeSetting[] =>
  nodes.flatMap((node) => [node, ...('children' in node ? flat(node.children) : [])])

describe('choices of a bot and a library have their effect', () => {
  const server = useServer()
  let boss: Device
  let account: string
  beforeAll(async () => {
    boss = await server.person(owner)
    account = newId()
    await boss.save(`billing/${account}`, { payload: { name: 'Okafor Works', plan: 'free', owner: boss.uid, deleted: false } })
  })

  const save = async (path: string, payload: object, method = 'POST') =>
    expect([path, (await boss.save(path, { payload }, {}, method)).status]).toEqual([path, 200])
  const makeProject = async (more: object = {}) => {
    const team = newId()
    await save(`teams/${team}`, { name: 'Quarry Lane', owner: boss.uid, billingAccount: account, deleted: false, ...more })
    return team
  }
  const makeBot = async (payload: object) => {
    const id = newId()
    await save(`automations/${id}`, { form: 'new', ...payload })
    return { id, form: (await boss.get<BotRow>(`/api/bot/${id}`)).body.form ?? '' }
  }
  const page = async (form: string, device = boss) => (await device.get<PageData>(`/api/forms/${form}.json?lang=en`)).body
  const field = async (form: string, attribute: string) =>
    flat((await page(form)).form?.children).find((node) => 'attribute' in node && node.attribute === attribute) as
      | (NodeSetting & { options?: unknown; default?: unknown })
      | undefined
  const makeLibrary = async (type: string) => {
    const key = newId()
    await save(`libraries/${key}`, { key, billingAccount: account, name: type, type, deleted: false })
    return async (name: string, more: object = {}, document = newId()) => {
      const { id } = await boss.upload(readFileSync('tests/pdf/forms/flat.pdf'), { type: 'application/pdf', filename: 'talk.pdf' })
      const pdf = { id, filename: 'talk.pdf', url: `/api/files/${id}` }
      await save(`libraries/${key}/documents/${document}`, { key: document, deleted: false, name, pdf, ...more })
      return { path: `libraries/${key}/documents/${document}`, file: id, attribute: `training_${document}` }
    }
  }

  it('a toolbox talk is offered from its effective date on, the newest version of a name alone', async () => {
    const add = await makeLibrary('Toolbox')
    const { id } = await makeBot({ class: 'toolbox-talk', team: await makeProject(), title: 'Talks' })
    // The bot has no site, so its day is that of UTC.
    const today = utcDay(Date.now())
    await add('Cranes', { effectiveDate: daysLater(today, -30) })
    const current = await add('Cranes', { effectiveDate: daysLater(today, -1) })
    await add('Cranes', { effectiveDate: daysLater(today, 2) })
    await add('Winter', { effectiveDate: daysLater(today, 2) })
    await add('Always', { effectiveDate: '' })
    const { componentConfig } = (await boss.get<PageData & { componentConfig: { suggestions: string[] } }>(`/api/chat/${id}.json?lang=en`))
      .body
    expect(componentConfig.suggestions.slice(0, 3).toSorted()).toEqual(['Always', 'Cranes', expect.not.stringContaining('Winter')])
    expect(componentConfig.suggestions.filter((one) => one === 'Cranes')).toHaveLength(1)
    expect(componentConfig.suggestions).not.toContain('Winter')
    const talk = await boss.ask<{ text: string }>('POST', `/api/chat/${newId()}`, { message: 'Cranes', bot: id, lang: 'en' })
    expect(talk.body.text).toContain(`/api/files/${current.file}`)
  })

  it('people read the training documents of the account in the orientation form, also without an account', async () => {
    const add = await makeLibrary('Orienation Training Material')
    const before = await add('Welcome to {{site}}', { description: 'Read it all' })
    const team = await makeProject()
    const { form } = await makeBot({ class: 'orientation', team, title: 'Newcomers', open: true })
    const visitor = server.nobody()
    const training = async () =>
      flat((await page(form, visitor)).form?.children).flatMap((node) =>
        node.type === 'pdf' ? [node as unknown as Record<string, unknown>] : [],
      )
    expect(await training()).toEqual([
      expect.objectContaining({
        attribute: before.attribute,
        label: 'Welcome to { {site}}',
        description: 'Read it all',
        source: `/api/files/${before.file}`,
        required: true,
      }),
    ])
    expect((await visitor.get(`/api/files/${before.file}`)).status).toBe(200)
    const after = await add('Emergency plan')
    expect((await training()).map(({ attribute }) => attribute)).toEqual([before.attribute, after.attribute])
    await save(before.path, { name: 'Welcome' })
    expect((await training()).map(({ label }) => label)).toEqual(['Welcome', 'Emergency plan'])
    // The author of this form takes a question out: it stays out, until its document is withdrawn and given again.
    const { settings, revision } = (await boss.get<{ settings: { children: NodeSetting[] }; revision: number }>(`/api/studio/${form}`)).body
    const children = settings.children.filter((node) => !('attribute' in node && node.attribute === after.attribute))
    expect(children).toHaveLength(settings.children.length - 1)
    const out = await boss.ask('POST', `/api/studio/${form}`, { settings: { ...settings, children }, base: revision })
    expect(out.status).toBe(200)
    await save(before.path, { name: 'Welcome, all' })
    expect((await training()).map(({ label }) => label)).toEqual(['Welcome, all'])
    await save(after.path, { deleted: true })
    await save(after.path, { deleted: false })
    await save(before.path, { name: 'Welcome' })
    expect((await training()).map(({ label }) => label)).toEqual(['Welcome', 'Emergency plan'])
    await save(after.path, { deleted: true })
    expect((await training()).map(({ label }) => label)).toEqual(['Welcome'])
    expect((await visitor.get(`/api/files/${after.file}`)).status).toBe(401)
    // A form that people of the project alone may open keeps its documents among them.
    const closed = await makeBot({ class: 'orientation', team, title: 'Our own', open: false })
    expect(flat((await page(closed.form)).form?.children).filter(({ type }) => type === 'pdf')).toHaveLength(1)
    await save(`teams/${team}`, { billingAccount: null }, 'PATCH')
    expect(await training()).toEqual([])
  })

  it('workers choose a certificate from the types of the account, and are reminded by its name', async () => {
    const team = await makeProject({ source: 'construction', sourceProjectReference: 'c1003' })
    const { form } = await makeBot({ class: 'worker-certifications', team, title: 'Cards', open: false })
    // The account has no types yet: the form brings a list along.
    expect((await field(form, 'certificate'))?.options).toContain('OSHA 10')
    const [type, spare] = [newId(), newId()]
    await save(`billing/${account}/permitTypes/${type}`, { name: 'Tower crane card' })
    await save(`billing/${account}/permitTypes/${spare}`, { name: 'Blaster' })
    expect((await page(form)).lookups?.['certificates']?.map(({ label }) => label)).toEqual(['Blaster', 'Tower crane card'])
    expect(await field(form, 'certificate')).not.toHaveProperty('options')

    await save(`forms/${form}/${newId()}`, { certificate: type, expires: '2031-05-10' })
    // Earlier forms of this bot have a list of certificates.
    await save(`forms/${form}/${newId()}`, {
      certificates: [
        { name: 'Slinger', expires: '2031-05-11' },
        { name: 'Banksman', expires: 'N/A' },
      ],
    })
    const told = async (day: string) => {
      await remindOfCertificates(server.running.app, Date.parse(`${day}T12:00:00Z`))
      await server.running.idle()
      const { phones } = (await server.nobody().get<{ phones: DemoPhone[] }>('/api/demo/phones')).body
      const texts = phones.find(({ number }) => number === owner)?.lines.map(({ text }) => text) ?? []
      return texts.filter((text) => text.includes('2031')).toSorted()
    }
    expect(await told('2031-05-05')).toEqual([
      'Your Slinger is valid until May 11, 2031. Renew it in time and send the new card under My Tasks.',
      'Your Tower crane card is valid until May 10, 2031. Renew it in time and send the new card under My Tasks.',
    ])
  })

  it('the company of a bot is that of contacts without one, and the first answer of its form', async () => {
    const team = await makeProject()
    const company = newId()
    await save(`teams/${team}`, { companies: { [company]: { name: 'Steel Co' } } })
    const permits = await makeBot({ class: 'site-permits', team, title: 'Permits', company: 'Steel Co' })
    const editor = (await boss.get<PageData>(`/api/automation/${permits.id}`)).body
    expect(editor.record?.model['company']).toBe('Steel Co')
    expect(flat(editor.form?.children).find((node) => 'attribute' in node && node.attribute === 'company')).toMatchObject({
      lookup: 'vendors',
    })
    expect((await field(permits.form, 'company'))?.default).toBe(company)
    await save(`automations/${permits.id}`, { company: 'Not on the list' }, 'PATCH')
    expect((await field(permits.form, 'company'))?.default).toBe('Not on the list')
    await save(`automations/${permits.id}`, { company: null }, 'PATCH')
    expect(await field(permits.form, 'company')).not.toHaveProperty('default')

    const mobile = '+12025556644'
    const zone = { days: [], timezone: 'UTC' }
    const manpower = await makeBot({
      class: 'manpower',
      team,
      title: 'Crew',
      company: 'Steel Co',
      contacts: [{ name: 'Rosa', mobile }],
      ...zone,
    })
    expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${manpower.id}:ask`, {})).body).toEqual({ begun: 1 })
    await server.running.idle()
    const { phones } = (await server.nobody().get<{ phones: DemoPhone[] }>('/api/demo/phones')).body
    expect(phones.find(({ number }) => number === mobile)?.lines.at(-1)?.text).toContain('Steel Co')
  })

  it('the address of a new bot gives it a company, and no project or country beside those of its project', async () => {
    const team = await makeProject({ source: 'construction', sourceProjectReference: 'c1004' })
    const asked = `class=site-permits&team=${team}&project=c1004&company=Steel%20Co&country=US&timezone=America/Denver`
    const { record } = (await boss.get<PageData>(`/api/automation/new.json?${asked}`)).body
    expect(record?.model).toMatchObject({ company: 'Steel Co', timezone: 'America/Denver' })
    expect(Object.keys(record?.model ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/sourceProject|country/)]))
  })
})
