import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { PageData } from '../contract/endpoints/pages.ts'
import { fileAddress } from '../contract/endpoints/uploads.ts'
import { type Postgres, startPgBouncer, startPostgres } from '../tests/harness/postgres.ts'
import { settingsOfServer } from '../tests/harness/settingsOfServer.ts'
import { embeddedFolder } from '../tests/harness/storages.ts'
import { newId, tower, useServer, worker } from '../tests/harness/testServer.ts'
import { TextReaderFailed } from './adapters/text-reader/textReader.ts'
import type { App } from './domain/app.ts'
import { publishForm } from './domain/forms/publishForm.ts'
import { networkAddresses } from './domain/isOwnOrigin.ts'
import { configFrom, type RunningServer, startServer } from './main.ts'
import { rows } from './storage/database.ts'

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

  it('does not wait for a photo that is being read', async () => {
    const device = await server.person(worker)
    let fail: (() => void) | undefined
    const app = server.running.app as { -readonly [K in keyof App]: App[K] }
    app.textReader = {
      kind: 'http',
      check: () => new Promise((_, reject) => (fail = () => reject(new TextReaderFailed('closed')))),
      close: () => fail?.(),
    }
    const photos = { type: 'attachments', attribute: 'photos', validation: ['badge'] }
    await publishForm(app, { key: 'badges', team: tower, settings: { name: 'Badges', children: [photos] } })
    const { id } = await device.upload('badge')
    const item = { id, name: 'a.jpg', filename: 'a.jpg', type: 'image/jpeg', url: fileAddress(id) }
    const path = `forms/badges/${newId()}`
    expect((await device.save(path, { payload: { photos: [item] } })).status).toBe(200)
    await vi.waitFor(() => expect(fail).toBeDefined(), { timeout: 10_000 })
    await server.running.close()
    await server.restart()
    expect((await device.get(`/api/data/${path}`)).status).toBe(200)
  }, 30_000)

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
      checkShapes: true,
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

  it('creates the first owner of an empty company when asked to, and no demo', async () => {
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
    // No demo runs here, requested or not: no simulated systems and no test cards.
    expect(running?.app).toMatchObject({ demo: false, sourceSystems: {}, dailyLogs: {}, payments: { kind: 'none' } })
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
    const form = { name: 'My check', public: true, children: [{ type: 'text', attribute: 'note', label: 'Note' }] }
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

    writeFileSync(file, JSON.stringify({ name: 'Worse', public: true, children: [{ type: 'text', attribute: 'note', lable: 'Note {{' }] }))
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

  it('opens a form of the folder to everybody only where its file says so, and tells who may open it', async () => {
    const forms = mkdtempSync(join(tmpdir(), 'muster-forms-'))
    const children = [{ type: 'text', attribute: 'note', label: 'Note' }]
    const write = (name: string, form: object) => writeFileSync(join(forms, `${name}.form.json`), JSON.stringify({ children, ...form }))
    write('silent', { name: 'Silent' })
    write('closed', { name: 'Closed', public: false })
    write('open', { name: 'Open', public: true })
    await running?.close()
    said.length = 0
    let { url } = await start({ forms })
    const status = async (key: string) => (await fetch(`${url}/api/forms/${key}.json`)).status
    expect(await Promise.all(['silent', 'closed', 'open'].map(status))).toEqual([401, 401, 200])
    const line = (name: string) => said.findLast((one) => one.startsWith(`${name}.form.json is published`))
    expect(line('silent')).toContain('/frontend/forms/silent, in the project Pier 7: people of the project may open it after signing in')
    expect(line('open')).toContain('anybody with the link may open it')

    write('open', { name: 'Open' })
    await expect.poll(() => status('open'), { timeout: 10_000 }).toBe(401)
    // Earlier releases opened every form of the folder: a restart closes those.
    await running?.storage.db.execute(sql`update forms set public = true where key = 'silent'`)
    await running?.storage.db.execute(sql`update form_versions set public = true where key = 'silent'`)
    expect(await status('silent')).toBe(200)
    await running?.close()
    ;({ url } = await start({ forms }))
    expect(await status('silent')).toBe(401)
    await running?.close()
    rmSync(forms, { recursive: true })
  })
})

describe('the settings of a start', () => {
  it('come from the environment and the command line', () => {
    expect(configFrom({})).toMatchObject({
      port: 8080,
      host: 'localhost',
      dataDir: './data',
      demo: true,
      http: { trustProxy: false, secureCookie: 'when-https' },
    })
    // Host names have no case.
    expect(configFrom({ KIOSK_HOST: 'Kiosk.Example.com' }).http?.startPages).toEqual({ 'kiosk.example.com': '/kiosk' })
    expect(() => configFrom({ KIOSK_HOST: 'https://kiosk.example.com/' })).toThrow('KIOSK_HOST has to be a host name')
    expect(configFrom({ DEMO: '0' }).demo).toBe(false)
    expect(configFrom({ OWNER_MOBILE: '+12025550150' })).toMatchObject({ demo: false, owner: { mobile: '+12025550150' } })
    expect(configFrom({}).demoByDefault).toBe(true)
    expect(configFrom({ DEMO: 'on' })).toMatchObject({ demo: true, demoByDefault: false })
    expect(configFrom({ FORMS: 'a' }, ['--forms', 'b']).forms).toBe('b')
    expect(configFrom({ HOST: '10.0.0.7' }).host).toBe('10.0.0.7')
    expect(configFrom({}, ['--lan', '--forms', 'b'])).toMatchObject({ host: '0.0.0.0', forms: 'b' })
    expect(configFrom({ HOST: '127.0.0.1' }, ['--lan']).host).toBe('0.0.0.0')
    const design = { DESIGN_CLIENT_ID: 'c', DESIGN_ISSUER: 'https://id.example.com', DESIGN_NAME: 'Plans' }
    expect(configFrom(design).logins).toEqual([expect.objectContaining({ key: 'design', clientId: 'c', name: 'Plans' })])
    expect(() => configFrom({ DESIGN_CLIENT_ID: 'c' })).toThrow('needs DESIGN_ISSUER, or all of DESIGN_AUTHORIZE_URL')
    expect(() => configFrom({ ...design, DESIGN_ISSUER: 'id.example.com' })).toThrow('DESIGN_ISSUER has to be an address')
    expect(configFrom({ TRUST_PROXY: '1', COOKIE_SECURE: '1' }).http).toMatchObject({ trustProxy: 1, secureCookie: 'always' })
    expect(configFrom({ VIDEO_ORIGINS: 'none' }).http?.videoOrigins).toEqual([])
    expect(configFrom({ VIDEO_ORIGINS: 'https://a.example  https://*.b.example' }).http?.videoOrigins).toEqual([
      'https://a.example',
      'https://*.b.example',
    ])
    expect(configFrom({}).http?.videoOrigins).toBeUndefined()
    expect(configFrom({ QUOTA_PERSON_DAY_GB: '2', QUOTA_COMPANY_TOTAL_GB: '0' }).quotas).toEqual({
      personDay: 2 * 1024 ** 3,
      companyTotal: Infinity,
    })
    expect(configFrom({ TRUST_PROXY: '10.0.0.0/8' }).http?.trustProxy).toBe('10.0.0.0/8')
    expect(configFrom({ SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: '+1' }).sms).toEqual({
      baseUrl: 'https://api.twilio.com',
      account: 'AC1',
      token: 't',
      from: '+1',
    })
  })

  it('trust the configured number of proxies or their addresses, and never the writer of a header', () => {
    const trust = (text: string) => configFrom({ TRUST_PROXY: text }).http?.trustProxy
    expect(['0', 'off', '1', '2', '10.0.0.5, fd00::/8', 'loopback'].map(trust)).toEqual([
      false,
      false,
      1,
      2,
      '10.0.0.5,fd00::/8',
      'loopback',
    ])
    for (const text of ['true', 'on', '99', '10.0.0', '10.0.0.0/33', '0.0.0.0/0', '::/0', 'proxy.example.com', '10.0.0.1/8/8', '-1'])
      expect(() => trust(text), text).toThrow('TRUST_PROXY has to be the number of proxies')
    expect(configFrom({ RATE_FACTOR: '10' }).http?.limits).toEqual({ rateFactor: 10 })
    expect(() => configFrom({ RATE_FACTOR: 'many' })).toThrow('RATE_FACTOR has to be a number')
  })

  it('are refused in words when they cannot work', () => {
    expect(() => configFrom({ PORT: 'eighty' })).toThrow('PORT')
    expect(() => configFrom({ SMS_ACCOUNT: 'AC1' })).toThrow('SMS_TOKEN')
    for (const wrong of ['*', 'https:', 'http://videos.example.com', 'https://a.example; script-src *', "'unsafe-inline'"])
      expect(() => configFrom({ VIDEO_ORIGINS: wrong }), wrong).toThrow('VIDEO_ORIGINS has to name origins')
    for (const wrong of ['many', '-1']) expect(() => configFrom({ QUOTA_PERSON_DAY_GB: wrong }), wrong).toThrow('QUOTA_PERSON_DAY_GB')
    expect(() => configFrom({ PUBLIC_URL: 'site' })).toThrow('PUBLIC_URL')
    expect(() => configFrom({ PUBLIC_URL: 'https://site.example.com/muster' })).toThrow('PUBLIC_URL')
    expect(() => configFrom({ OWNER_MOBILE: '555 0123' })).toThrow('OWNER_MOBILE')
    expect(() => configFrom({}, ['--forms'])).toThrow('--forms')
    expect(() => configFrom({}, ['--public'])).toThrow(
      'there is no option --public; there are --forms DIR, --lan and --reset-passkeys NUMBER',
    )
  })
})

describe('who can reach a server', () => {
  let folder = ''
  let running: RunningServer | undefined
  let said: string[] = []
  const start = async (more: Parameters<typeof startServer>[0]) => {
    await running?.close()
    said = []
    running = await startServer({
      port: 0,
      dataDir: folder,
      checkShapes: true,
      log: () => undefined,
      say: (line) => said.push(line),
      ...more,
    })
    return new URL(running.url).port
  }
  const reaches = (host: string, port: string, path = '/healthz') =>
    fetch(`http://${host}:${port}${path}`).then(
      ({ status }) => status,
      () => 'nobody there',
    )
  const others = networkAddresses().filter((address) => !address.includes(':'))
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-reach-'))
  })
  afterAll(async () => {
    await running?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are people on this computer alone, by 127.0.0.1, ::1 and localhost, unless the settings open it', async () => {
    const port = await start({})
    expect(await reaches('127.0.0.1', port)).toBe(200)
    expect(await reaches('localhost', port)).toBe(200)
    if (hasIpv6) expect(await reaches('[::1]', port)).toBe(200)
    for (const address of others) expect(await reaches(address, port)).toBe('nobody there')
    expect(said[0]).toBe(`Muster is running at http://localhost:${port}`)
    expect(said[1]).toBe('Only this computer can reach it. For phones in your network: npm start -- --lan')
    expect(said.join('\n')).not.toContain('They can read the PINs')
  })

  it.runIf(hasIpv6)('ends with the answer to what came by ::1, and takes nothing after it', async () => {
    const port = await start({})
    const answered = fetch(`http://[::1]:${port}/api/changes`, { headers: { accept: 'text/event-stream' } }).then(({ status }) => status)
    expect(await answered).toBe(401)
    await running?.close()
    expect(await reaches('[::1]', port)).toBe('nobody there')
  })

  it('are all people in the opened network, and the start says so, with the PINs that they can read then', async () => {
    const port = await start({ host: '0.0.0.0' })
    for (const address of others) {
      expect(await reaches(address, port)).toBe(200)
      expect(said.join('\n')).toContain(`http://${address}:${port}`)
    }
    expect(said.join('\n')).toContain('They can read the PINs of the demo and sign in as any of its people')
    expect(said.join('\n')).not.toContain('Only this computer')
  })

  it('are no one when the settings are unsafe, and the start says what is wrong', async () => {
    await running?.close()
    const own = mkdtempSync(join(tmpdir(), 'muster-unsafe-'))
    const begun = startServer({ port: 0, dataDir: own, host: '0.0.0.0', demo: false, log: () => undefined, say: () => undefined })
    await expect(begun).rejects.toThrow(/these settings are not safe:\n {2}- PUBLIC_URL is missing/)
    // A first start with a public address and without an owner stores nothing of the demo, and the next
    // start creates the owner.
    const forgotten = { port: 0, dataDir: own, publicUrl: 'https://site.example.com', log: () => undefined, say: () => undefined }
    await expect(startServer({ ...forgotten, demoByDefault: true })).rejects.toThrow('OWNER_MOBILE is missing')
    const http = { appFolder: own, trustProxy: true, framedBy: "'self'", secureCookie: 'when-https' } as const
    running = await startServer({ ...forgotten, demo: false, owner: { mobile: '+12025550150', name: 'Ruth', project: 'Pier 7' }, http })
    const people = await running.storage.db.execute(sql`select name from people`)
    expect((people as unknown as { rows: unknown[] }).rows).toEqual([{ name: 'Ruth' }])
    await running.close()
    // Later starts need no owner: the database has people, so no demo can start.
    running = await startServer({ ...forgotten, demoByDefault: true, http })
    await running.close()
    running = undefined
    rmSync(own, { recursive: true, force: true })
  })
})

it('every setting that the server reads is in the table of README.md', () => {
  const read = settingsOfServer()
  expect(read.size).toBeGreaterThan(50)
  // The rows of `CONSTRUCTION_CLIENT_ID` and `…_CLIENT_SECRET` also document the other variables of the
  // family.
  const table = readFileSync('README.md', 'utf8')
  const families = /^(?:CONSTRUCTION(?:_SANDBOX|_MONTHLY)?|DESIGN)(_API)?_/
  const written = (name: string) => {
    const family = families.exec(name)
    if (!family) return table.includes(`\`${name}\``)
    const rest = name.slice(family[0].length)
    const row = table.split('\n').find((line) => line.startsWith(family[1] ? '| `CONSTRUCTION_API_' : '| `CONSTRUCTION_CLIENT_ID`'))
    return row?.includes(`_${rest}\``) === true || row?.includes(`_${rest}=`) === true
  }
  expect([...read].filter((name) => !written(name))).toEqual([])
})

describe('three servers that start at once on an empty database behind PgBouncer', () => {
  const owner = { mobile: '+12025550150', name: 'Ruth', project: 'Pier 7' }
  let postgres: Postgres
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  const folders: string[] = []
  const running: RunningServer[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    bouncer = await startPgBouncer(postgres)
  })
  afterAll(async () => {
    await Promise.all(running.map((server) => server.close()))
    await bouncer.stop()
    await postgres.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('all run, with one owner and one link for them', async () => {
    const links: string[] = []
    const begin = () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'muster-data-'))
      folders.push(dataDir)
      const say = (line: string) => {
        if (line.includes('signs in once with this link')) links.push(line)
      }
      const http = { appFolder: tmpdir(), trustProxy: false, framedBy: "'self'", secureCookie: 'never' as const }
      const from = { port: 0, host: '127.0.0.1', dataDir, databaseUrl: bouncer.url, secret: 's'.repeat(40), demo: false, owner, http, say }
      return startServer({ ...from, log: () => {} })
    }
    running.push(...(await Promise.all([begin(), begin(), begin()])))
    const [first] = running
    if (!first) throw new Error('no server')
    expect(await rows(first.storage.db, z.object({ name: z.string() }), sql`select name from people`)).toEqual([{ name: 'Ruth' }])
    for (const { url } of running) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(links).toHaveLength(1)
  })
})
