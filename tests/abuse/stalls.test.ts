import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, newId, onEachServer, useServer } from '../harness/testServer.ts'
import { cpuOf, hangSeconds } from './harness/cpuOf.ts'
import { chunk, png } from './harness/png.ts'
import { buildSite, type Site } from './harness/site.ts'

const spaces = (count: number) => `x${' '.repeat(count)}x`

describe('long texts delay no other request', () => {
  const server = useServer()
  let site: Site
  let owner: Device
  beforeAll(async () => {
    site = await buildSite(server)
    owner = await site.person('Olga Owner', { projects: { project: 'Owner' }, accounts: { company: 'Owner' } })
  })

  const email = `a@${'.'.repeat(900_000)}@`
  const doors: readonly [string, () => Device, () => string, object][] = [
    ['asks for a PIN', () => server.nobody(), () => '/auth/verify', { mobile: '+12025550188', email, name: 'x', company: 'y' }],
    ['signs up', () => server.nobody(), () => '/auth/signup', { mobile: '+12025550188', pin: '000000', email, name: 'x', company: 'y' }],
    [
      'asks for a demo',
      () => server.nobody(),
      () => '/api/demo',
      { project: 'p', email, name: 'x', company: 'y', number: '+12025550188', time: '2026-11-22T00:00:00Z' },
    ],
    ['invites to a project', () => owner, () => `/api/team/${site.homes.project.team}:invite`, { email }],
    ['recommends the product', () => owner, () => '/api/billing:refer', { name: 'x', email, body: 'b' }],
    ['invites to an account', () => owner, () => `/api/billing/${site.homes.project.billing}:invite`, { email }],
  ]
  it.each(doors)('an e-mail address of 900,000 characters, where a person %s', async (_, who, path, body) => {
    const { result, seconds } = await cpuOf(() => who().ask('POST', path(), body))
    expect(result.status).toBeGreaterThanOrEqual(400)
    expect(result.status).toBeLessThan(500)
    expect(seconds).toBeLessThan(hangSeconds)
  })

  it.each([
    ['blanks', 'x' + ' '.repeat(4990) + 'x'],
    ['colons', ':'.repeat(4990) + 'x'],
    ['mixed ends', ' :*?'.repeat(1240) + 'x'],
  ])('200 texts of %s to translate', async (_, text) => {
    const inputs = Array.from({ length: 200 }, (_one, n) => ({ text: `${text}${n % 10}` }))
    const { result, seconds } = await cpuOf(() => server.nobody().ask('POST', '/api/translate', { outputLang: 'es', inputs }))
    expect(result.status).toBeLessThan(500)
    expect(seconds).toBeLessThan(4)
  })

  it('an answer of 300,000 blanks in the title of a record, when a manager looks at what has arrived', async () => {
    const { form, author } = site.homes.project
    const studio = await owner.get<{ settings: Record<string, unknown>; revision: number }>(`/api/studio/${form}`)
    const settings = { ...studio.body.settings, recordTitle: '{{description}}' }
    const published = await owner.ask('POST', `/api/studio/${form}`, { settings, base: studio.body.revision })
    expect(published.status).toBe(200)
    const payload = { description: spaces(300_000) }
    const save = await author.save(`forms/${form}/${newId()}`, { payload, feed: false })
    expect([200, 400, 413]).toContain(save.status)
    const { result, seconds } = await cpuOf(() => owner.get(`/api/arrived/${form}.json`))
    expect(result.status).toBe(200)
    expect(seconds).toBeLessThan(hangSeconds)
  })

  it.each([
    ['of open braces', '\\{{'.repeat(100_000)],
    ['of blanks', `{{${' '.repeat(300_000)}`],
    ['of brackets', '('.repeat(300_000)],
  ])('a form with a label that is made %s', async (_, label) => {
    const settings = {
      name: 'Slow',
      translations: { es: { Slow: 'Lento' } },
      children: [
        { type: 'text', attribute: 'a', label },
        { type: 'save', label: 'Done' },
      ],
    }
    const body = { settings, base: 0, team: site.homes.project.team }
    const { result, seconds } = await cpuOf(() => owner.ask('POST', `/api/studio/slow-${newId().toLowerCase()}`, body))
    expect(result.status).toBeLessThan(500)
    expect(seconds).toBeLessThan(hangSeconds)
  })

  it('a title of 1,200 sums over a list of 30,000: the server refuses the form, or its page opens', async () => {
    const key = `sums-${newId().toLowerCase()}`
    const sums = Array.from({ length: 60 }, () => `sum(${Array(20).fill('a').join(',')})`).join('+')
    const settings = {
      name: 'Sums',
      recordTitle: `{{${sums}}}`,
      children: [
        { type: 'text', attribute: 'a', label: 'A' },
        { type: 'save', label: 'Done' },
      ],
    }
    const { result, seconds } = await cpuOf(async () => {
      const published = await owner.ask('POST', `/api/studio/${key}`, { settings, base: 0, team: site.homes.project.team })
      if (published.status !== 200) return published
      const saved = await owner.save(`forms/${key}/${newId()}`, { payload: { a: Array(30_000).fill(1) }, feed: false })
      expect(saved.status).toBeLessThan(500)
      return owner.get(`/api/arrived/${key}.json`)
    })
    expect(result.status).toBeLessThan(500)
    expect(seconds).toBeLessThan(hangSeconds)
  })

  const half = 'z'.repeat(480_000)
  const few = 'z'.repeat(120_000)
  const names = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`k${n}`, 1]))
  it.each([
    ['compares two texts of 480,000 characters 70,000 times', '{{t<u}}'.repeat(70_000), { t: `${half}a`, u: `${half}b` }],
    ['looks for a long text in a longer one 30 times', '{{t contains u}}'.repeat(30), { t: half, u: `${few}y${few}` }],
    ['compares two objects of many names 10,000 times', '{{t = u}}'.repeat(10_000), { t: { k: 1 }, u: names }],
  ])('a title that %s: the form is refused, or its page answers', async (_, recordTitle, payload) => {
    const key = `texts-${newId().toLowerCase()}`
    const settings = {
      name: 'Texts',
      recordTitle,
      children: [
        { type: 'text', attribute: 't', label: 'T' },
        { type: 'text', attribute: 'u', label: 'U' },
        { type: 'save', label: 'Done' },
      ],
    }
    const { result, seconds } = await cpuOf(async () => {
      const published = await owner.ask('POST', `/api/studio/${key}`, { settings, base: 0, team: site.homes.project.team })
      expect(published.status).toBe(200)
      for (let n = 0; n < 12; n += 1) expect((await owner.save(`forms/${key}/${newId()}`, { payload, feed: false })).status).toBe(200)
      return owner.get(`/api/arrived/${key}.json`)
    })
    expect(result.status).toBe(200)
    expect(seconds).toBeLessThan(hangSeconds)
  })
})

describe('pictures of few bytes delay no other request', () => {
  const server = useServer()
  const toPdf = (bytes: Buffer) => server.nobody().ask('POST', '/api/image2pdf', { type: 'image/png', image: bytes.toString('base64') })

  it('while the largest picture that is allowed becomes a page, others are answered', async () => {
    let ended = false
    const page = toPdf(png({ width: 4000, height: 4000 })).finally(() => {
      ended = true
    })
    let others = 0
    for (; !ended; others += 1) expect((await server.nobody().get('/api/ping')).status).toBe(200)
    const { status } = await page
    // On the server's own thread, the work would allow one ping before it and none during it.
    if (status === 200) expect(others).toBeGreaterThan(5)
    else expect([400, 413]).toContain(status)
  })

  it.each([
    ['30,000 × 30,000 points', png({ width: 30_000, height: 30_000, dataBytes: 1000 })],
    [
      '30,000 × 30,000 points behind a first chunk that says 1 × 1',
      png({ width: 30_000, height: 30_000, before: [chunk('tEXt', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]))], dataBytes: 1000 }),
    ],
    ['one point whose data unpacks to 200 MB', png({ width: 1, height: 1, dataBytes: 200e6 })],
  ])('%s are refused', async (_, bytes) => {
    const { result, seconds } = await cpuOf(() => toPdf(bytes))
    expect([400, 413, 422]).toContain(result.status)
    expect(seconds).toBeLessThan(hangSeconds)
  })
})

onEachServer((server) => {
  describe('large records delay no other request', () => {
    it('a record of 45,000 names, of which a stranger changes one', async () => {
      const stranger = server.nobody()
      const record = `forms/hazard-report/${newId()}`
      const many = Object.fromEntries(Array.from({ length: 45_000 }, (_, n) => [`k${n}`, 1]))
      const { result, seconds } = await cpuOf(async () => {
        const made = await stranger.save(record, { payload: many, feed: false })
        if (made.status !== 200) return made
        const changed = await stranger.save(record, { payload: { k5: 2 }, feed: false }, { 'if-match': '"1"' }, 'PATCH')
        expect(changed.status).toBe(200)
        return changed
      })
      expect([200, 400, 413]).toContain(result.status)
      expect(seconds).toBeLessThan(hangSeconds)
    })

    it('a list of 60,000 items that two people change at once', async () => {
      const stranger = server.nobody()
      const record = `forms/hazard-report/${newId()}`
      const items = Array.from({ length: 60_000 }, (_, n) => ({ id: `i${n}` }))
      const { result, seconds } = await cpuOf(async () => {
        const made = await stranger.save(record, { payload: { l: items }, feed: false })
        if (made.status !== 200) return made
        const change = (payload: object) =>
          stranger.save(record, { payload, base: { l: items }, feed: false }, { 'if-match': '"1"' }, 'PATCH')
        expect((await change({ l: [{ id: 'new' }, ...items] })).status).toBe(200)
        return change({ l: [...items].reverse() })
      })
      expect(result.status).toBeLessThan(500)
      expect(seconds).toBeLessThan(8)
    })
  })
})
