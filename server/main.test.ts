import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageData } from '../contract/pages.ts'
import { embeddedFolder } from '../tests/harness/storages.ts'
import { newId, useServer, worker } from '../tests/harness/testServer.ts'
import { configFrom, type RunningServer, startServer } from './main.ts'

describe('stopping', () => {
  const server = useServer()

  it('finishes the saves that are under way and keeps every one that was acknowledged', async () => {
    const device = await server.person(worker)
    const paths = Array.from({ length: 30 }, () => `forms/hazard-report/${newId()}`)
    const saves = paths.map((path) =>
      device.save(path, { payload: { a: 1 }, feed: false }, { 'x-seq': '1' }).then(
        ({ status }) => (status === 200 ? path : undefined),
        () => undefined,
      ),
    )
    await Promise.race(saves)
    const [kept] = await Promise.all([Promise.all(saves), server.running.close()])
    await server.restart()
    const acknowledged = kept.filter((path) => path !== undefined)
    expect(acknowledged.length).toBeGreaterThan(0)
    for (const path of acknowledged) expect((await device.get(`/api/data/${path}`)).status).toBe(200)
  })

  it('comes back with the people, sessions and forms that it had, and the demo only once', async () => {
    const device = await server.person(worker)
    const count = async () =>
      (
        (await server.running.storage.db.execute(
          sql`select (select count(*)::int from people) as people, (select count(*)::int from records) as records`,
        )) as unknown as { rows: unknown[] }
      ).rows
    const before = await count()
    await server.restart()
    expect(await count()).toEqual(before)
    expect((await device.get('/api/me')).status).toBe(200)
  })

  it('may be asked twice', async () => {
    const { close } = server.running
    await Promise.all([close(), close()])
    await server.restart()
  })
})

describe('the first start', () => {
  let folder = ''
  let running: RunningServer | undefined
  const said: string[] = []
  const log: string[] = []
  const start = async (more: Parameters<typeof startServer>[0] = {}) => {
    running = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      log: (line) => log.push(line),
      say: (line) => said.push(line),
      ...more,
    })
    return running
  }
  beforeAll(async () => {
    folder = await embeddedFolder()
  })
  afterAll(async () => {
    await running?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('gives an empty house its first owner when it is told to, and no demo', async () => {
    const { url } = await start({ demo: false, owner: { mobile: '+12025550150', name: 'Ruth', project: 'Pier 7' } })
    expect((await fetch(`${url}/api/demo/texts`)).status).toBe(404)
    const kept = await running?.storage.db.execute(
      sql`select p.name, m.role, t.name as project from people p join members m using (uid) join teams t on t.id = m.team`,
    )
    expect((kept as unknown as { rows: unknown[] }).rows).toEqual([{ name: 'Ruth', role: 'Owner', project: 'Pier 7' }])
    await running?.close()
    await start({ demo: true, owner: { mobile: '+12025550151', name: 'Other', project: 'Other' } })
    const people = await running?.storage.db.execute(sql`select name from people`)
    expect((people as unknown as { rows: unknown[] }).rows).toEqual([{ name: 'Ruth' }])
    expect((await fetch(`${running?.url}/api/demo/texts`)).status).toBe(404)
    expect(said.join('\n')).toContain('No text provider is set')
    expect(log.join('\n')).not.toContain('5550150')
  })

  it('keeps the secret where only its user reads it, and makes it once', async () => {
    const secret = readFileSync(join(folder, 'secret'), 'utf8')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    await running?.close()
    await start()
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
  })

  it('publishes a folder of forms, follows its files, and shows what is wrong with one instead of losing it', async () => {
    const forms = mkdtempSync(join(tmpdir(), 'muster-forms-'))
    const file = join(forms, 'my-check.form.json')
    const form = { name: 'My check', children: [{ type: 'text', attribute: 'note', label: 'Note' }] }
    writeFileSync(file, JSON.stringify(form))
    writeFileSync(join(forms, 'broken.form.json'), '{ "name": "Broken",\n  "children": [ }')
    writeFileSync(join(forms, 'README.md'), 'not a form')
    await running?.close()
    const { url } = await start({ forms })
    const page = async (key = 'my-check') =>
      (await fetch(`${url}/api/forms/${key}.json`)).json() as Promise<PageData & { form: NonNullable<PageData['form']> }>
    expect((await page()).form).toEqual(form)
    expect(said.some((line) => line.includes('my-check.form.json is published at'))).toBe(true)

    expect((await page('broken')).form.children[0]).toMatchObject({ type: 'info', level: 'error', text: expect.stringContaining('line 2') })

    writeFileSync(file, JSON.stringify({ ...form, name: 'My better check' }))
    await expect.poll(async () => (await page()).form.name, { timeout: 10_000 }).toBe('My better check')
    const { formVersion } = await page()

    writeFileSync(file, JSON.stringify({ name: 'Worse', children: [{ type: 'text', attribute: 'note', lable: 'Note {{' }] }))
    await expect.poll(async () => (await page()).form.children.length, { timeout: 10_000 }).toBe(2)
    const worse = await page()
    expect(worse.form.name).toBe('My better check')
    expect(worse.form.children[0]).toMatchObject({ type: 'info', level: 'error', text: expect.stringContaining('lable') })
    expect(worse.formVersion).not.toBe(formVersion)
    expect(said.some((line) => line.includes('was not published') && line.includes('children[0]'))).toBe(true)

    writeFileSync(file, JSON.stringify({ ...form, name: 'My best check' }))
    await expect.poll(async () => (await page()).form, { timeout: 10_000 }).toEqual({ ...form, name: 'My best check' })
    await running?.close()
    rmSync(forms, { recursive: true })
  })
})

describe('the settings of a start', () => {
  it('come from the environment and the command line', () => {
    expect(configFrom({})).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      dataDir: './data',
      demo: true,
      http: { trustProxy: false, secureCookie: 'when-https' },
    })
    expect(configFrom({ DEMO: '0' }).demo).toBe(false)
    expect(configFrom({ OWNER_MOBILE: '+12025550150' })).toMatchObject({ demo: false, owner: { mobile: '+12025550150' } })
    expect(configFrom({ FORMS: 'a' }, ['--forms', 'b']).forms).toBe('b')
    const design = { DESIGN_CLIENT_ID: 'c', DESIGN_ISSUER: 'https://id.example.com', DESIGN_NAME: 'Plans' }
    expect(configFrom(design).logins).toEqual([expect.objectContaining({ key: 'design', clientId: 'c', name: 'Plans' })])
    expect(() => configFrom({ DESIGN_CLIENT_ID: 'c' })).toThrow('needs DESIGN_ISSUER, or all of DESIGN_AUTHORIZE_URL')
    expect(() => configFrom({ ...design, DESIGN_ISSUER: 'id.example.com' })).toThrow('DESIGN_ISSUER has to be an address')
    expect(configFrom({ TRUST_PROXY: '1', COOKIE_SECURE: '1' }).http).toMatchObject({ trustProxy: 1, secureCookie: 'always' })
    expect(configFrom({ TRUST_PROXY: '10.0.0.0/8' }).http?.trustProxy).toBe('10.0.0.0/8')
    expect(configFrom({ SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: '+1' }).sms).toEqual({
      baseUrl: 'https://api.twilio.com',
      account: 'AC1',
      token: 't',
      from: '+1',
    })
  })

  it('are refused in words when they cannot work', () => {
    expect(() => configFrom({ PORT: 'eighty' })).toThrow('PORT')
    expect(() => configFrom({ SMS_ACCOUNT: 'AC1' })).toThrow('SMS_TOKEN')
    expect(() => configFrom({ PUBLIC_URL: 'site' })).toThrow('PUBLIC_URL')
    expect(() => configFrom({}, ['--forms'])).toThrow('--forms')
  })
})
