import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { useServer } from '../../tests/harness/testServer.ts'
import { partsAhead } from './partsAhead.ts'

describe('the app from the server', () => {
  const server = useServer()
  const script = 'console.log("a chunk of an older build")'.repeat(100)
  beforeAll(() => {
    const folder = join(server.dataDir, 'app')
    mkdirSync(join(folder, 'icons'), { recursive: true })
    writeFileSync(join(folder, 'assets/index-abc.js'), script)
    writeFileSync(join(folder, 'assets/index-abc.js.br'), brotliCompressSync(script))
    writeFileSync(join(folder, 'rescue.html'), '<!doctype html><title>Rescue</title>')
    writeFileSync(join(folder, 'icons/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(server.dataDir, 'secret.txt'), 'secret')
  })

  it('opens every address of a screen, also from a link, and never an old copy of it', async () => {
    for (const path of [
      '/',
      '/outbox',
      '/texts',
      '/frontend/forms/hazard-report',
      '/frontend/tasks/a.b',
      '/frontend/forms/x.json',
      '/sign-in?next=%2F',
    ]) {
      const { status, text, headers } = await server.nobody().get(path)
      expect([path, status, text]).toEqual([path, 200, '<!doctype html><title>Muster</title>'])
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('content-type')).toContain('text/html')
    }
  })

  it('names the parts of a screen with its page, so that a slow phone fetches them beside the app', async () => {
    const part = 'src/app/routes/Login.tsx'
    const built = join(server.dataDir, 'built')
    mkdirSync(join(built, '.vite'), { recursive: true })
    writeFileSync(
      join(built, '.vite/manifest.json'),
      JSON.stringify({
        'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
        '_react.js': { file: 'assets/react.js' },
        [part]: { file: 'assets/in.js', imports: ['index.html', '_phone.js', '_react.js'], css: ['assets/in.css'] },
        '_phone.js': { file: 'assets/phone.js', imports: [part] },
        '_form-1.js': { file: 'assets/form.js', imports: ['_react.js'] },
        'locales/es/first.po': { file: 'assets/es-first.js' },
        'locales/es/sign-in.po': { file: 'assets/es-in.js' },
        'locales/en/sign-in.po': { file: 'assets/en-in.js' },
      }),
    )
    const ahead = partsAhead(built)
    const visitor = { signedIn: false, language: 'en' } as const
    const [sheet, script, module] = [
      'rel=preload; as=style; crossorigin',
      'rel=preload; as=script; crossorigin',
      'rel=modulepreload; crossorigin',
    ]
    const app = `</assets/index.css>; ${sheet}, </assets/index.js>; ${script}, </assets/react.js>; ${script}`
    const signIn = `${app}, </assets/in.js>; ${module}, </assets/in.css>; ${sheet}, </assets/phone.js>; ${module}`
    const english = `${signIn}, </assets/en-in.js>; ${module}`
    for (const path of ['', 'sign-in', 'muster', 'mytasks', 'signup', 'login', 'login/link', 'join/x'])
      expect([path, ahead(path, visitor)]).toEqual([path, english])
    // English is part of the app itself; Australian English has its texts.
    expect(ahead('', { ...visitor, language: 'en-au' })).toBe(english)
    expect(ahead('', { ...visitor, language: 'es' })).toBe(`${signIn}, </assets/es-first.js>; ${module}, </assets/es-in.js>; ${module}`)
    for (const path of ['outbox', 'loginx', 'join', 'automations']) expect([path, ahead(path, visitor)]).toEqual([path, app])
    expect(ahead('', { ...visitor, signedIn: true })).toBe(app)
    expect(ahead('', { signedIn: true, language: 'es' })).toBe(`${app}, </assets/es-first.js>; ${module}`)
    // A device stores this page for all addresses.
    expect(ahead('index.html', visitor)).toBeUndefined()
    expect(ahead('frontend/forms/x', visitor)).toBe(`${app}, </assets/form.js>; ${module}`)
    expect(ahead('frontend/forms/x', { ...visitor, language: 'es' })).toBe(
      `${app}, </assets/form.js>; ${module}, </assets/es-first.js>; ${module}`,
    )
    // A build without the list, such as the one of this server, sends no header.
    expect(partsAhead(join(server.dataDir, 'app'))('', visitor)).toBeUndefined()
    expect((await server.nobody().get('/')).headers.get('link')).toBeNull()
  })

  it('allows the scripts in the text of the page, also after a build has replaced it, and no others', async () => {
    const page = join(server.dataDir, 'app/index.html')
    const before = readFileSync(page, 'utf8')
    const policy = async () => (await server.nobody().get('/outbox')).headers.get('content-security-policy') ?? ''
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    try {
      expect(await policy()).not.toContain('sha256')
      for (const [first, last] of [
        ['if (1 < 2) start()', 'show()'],
        ['begin()', 'end()'],
      ] as const) {
        writeFileSync(page, `<head></head><script data-app="/a.js">${first}</script><script src="/a.js"></script><script>${last}</script>`)
        expect(await policy()).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hashOf(first)} ${hashOf(last)};`)
      }
    } finally {
      writeFileSync(page, before)
    }
  })

  it('has the rescue page at an address of its own, never an old copy of it', async () => {
    const { status, text, headers } = await server.nobody().get('/rescue')
    expect([status, text]).toEqual([200, '<!doctype html><title>Rescue</title>'])
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-type')).toContain('text/html')
  })

  it('lets devices keep the parts of a build for ever, and asks again for the rest', async () => {
    const asset = await server.nobody().get('/assets/index-abc.js', { 'accept-encoding': 'br, gzip' })
    expect([asset.text, asset.headers.get('content-encoding')]).toEqual([script, 'br'])
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect((await server.nobody().get('/assets/index-abc.js', { 'accept-encoding': 'identity' })).text).toBe(script)
    expect((await server.nobody().get('/sw.js')).headers.get('cache-control')).toBe('no-cache')
    expect((await server.nobody().get('/icons/icon.svg')).headers.get('content-type')).toContain('image/svg+xml')
  })

  it('says that a file is missing instead of giving a page for it', async () => {
    for (const path of ['/assets/gone-123.js', '/nothing.css', '/assets/', '/api', '/auth/else']) {
      const answer = await server.nobody().get<{ error: { code: string } }>(path)
      expect([path, answer.status === 404 || !answer.text.includes('<!doctype') || path === '/assets/']).toEqual([path, true])
      if (path !== '/assets/') expect(answer.body.error.code).toBe('NOT_FOUND')
    }
  })

  it('gives nothing from outside its folder', async () => {
    const raw = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: server.running.port, path }, (answer) => {
          let text = ''
          answer.on('data', (part) => {
            text += String(part)
          })
          answer.on('end', () => resolve(`${answer.statusCode} ${text}`))
        })
        sent.on('error', reject)
        sent.end()
      })
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '//secret.txt',
      '/secret.txt%00.js',
      '/%',
      '/assets/%c0%ae%c0%ae/secret.txt',
    ]) {
      expect(await raw(path)).not.toMatch(/^200 secret|^5/)
    }
  })

  it('loads nothing from elsewhere but videos, sends nothing there, and no site can frame it', async () => {
    const { headers } = await server.nobody().get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).toContain("frame-ancestors 'self'")
    const elsewhere = policy.split(';').filter((directive) => /https?:|\*/.test(directive))
    expect(elsewhere).toEqual([
      "media-src 'self' blob: https:",
      "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    ])
    // Text can't become script or HTML, and workers are files of the app.
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default;")
    expect(policy).toContain(";worker-src 'self';")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('tells a browser to stay with https where the answer went over https, also behind a proxy', async () => {
    const hsts = async (path: string, headers?: Record<string, string>) =>
      (await server.nobody().get(path, headers)).headers.get('strict-transport-security')
    for (const path of ['/', '/api/me', '/assets/index-abc.js', '/nothing.css']) {
      expect([path, await hsts(path)]).toEqual([path, null])
      expect([path, await hsts(path, { 'x-forwarded-proto': 'https' })]).toEqual([path, 'max-age=31536000'])
    }
  })

  it('keeps windows of other sites apart, and lets pages use camera and position, which the browser asks for, but no microphone', async () => {
    const { headers } = await server.nobody().get('/')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    // A log-in with another system ends here and sends its result to the page that opened the window.
    expect((await server.nobody().get('/login/finished')).headers.get('cross-origin-opener-policy')).toBeNull()
    const features = headers.get('permissions-policy') ?? ''
    for (const asked of ['camera=(self)', 'geolocation=(self)']) expect(features).toContain(asked)
    for (const off of ['microphone=()', 'payment=()', 'usb=()', 'display-capture=()']) expect(features).toContain(off)
  })

  it('isolates every answer that is no page: it loads nothing, runs nothing, and cannot be framed', async () => {
    for (const path of ['/api/me', '/healthz', '/api/nothing', '/assets/gone.js', '/schema/form.json']) {
      const { headers } = await server.nobody().get(path)
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';frame-ancestors 'none'",
      ])
    }
    const script = await server.nobody().get('/assets/index-abc.js')
    expect(script.headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self' 'wasm-unsafe-eval';/)
    expect(script.headers.get('permissions-policy')).toBeNull()
  })

  it('tells who watches it how it is, and editors what a form may hold', async () => {
    expect((await server.nobody().get('/healthz')).status).toBe(200)
    expect((await server.nobody().get<{ ready: boolean }>('/readyz')).body).toEqual({ ready: true })
    const schema = await server.nobody().get<{ type: string; properties: object }>('/schema/form.json')
    expect(schema.body.type).toBe('object')
    expect(schema.headers.get('content-type')).toContain('json')
  })
})

describe('videos of forms', () => {
  const server = useServer()
  it('come from the hosts that the operator of the server lists', async () => {
    for (const [videoOrigins, allowed] of [
      [[], "media-src 'self' blob:;"],
      [
        ['https://videos.example.com', 'https://*.cdn.example.com'],
        "media-src 'self' blob: https://videos.example.com https://*.cdn.example.com;",
      ],
    ] as const) {
      await server.restart({
        http: { appFolder: join(server.dataDir, 'app'), trustProxy: true, framedBy: "'self'", secureCookie: 'never', videoOrigins },
      })
      expect((await server.nobody().get('/')).headers.get('content-security-policy')).toContain(allowed)
    }
  })
})

describe('the app inside pages of other sites', () => {
  const framedBy = "'self' https://build.partner.example https://*.sites.example http://localhost:9000 * data: https:"
  const server = useServer({ http: { appFolder: tmpdir(), trustProxy: true, framedBy, secureCookie: 'when-https' } })
  beforeAll(async () => {
    const appFolder = join(server.dataDir, 'framed')
    mkdirSync(appFolder)
    writeFileSync(join(appFolder, 'index.html'), '<!doctype html><head><title>Muster</title></head>')
    await server.restart({ http: { appFolder, trustProxy: true, framedBy, secureCookie: 'when-https' } })
  })

  it('OQ-082 CO-012 tells the page which origins it may talk to, wherever the page comes from', async () => {
    const origins = 'https://build.partner.example https://*.sites.example http://localhost:9000'
    for (const path of ['/', '/index.html', '/frontend/forms/hazard-report?embedded=true']) {
      const { text, headers } = await server.nobody().get(path)
      expect(text).toBe(`<!doctype html><head><meta name="frame-origins" content="${origins}" /><title>Muster</title></head>`)
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${framedBy}`)
      expect(headers.get('x-frame-options')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-cache')
      const again = await server.nobody().get(path, { 'if-none-match': headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
    }
  })

  it('lets only the listed sites frame a file, a table to save and a document, and no site an answer of the API', async () => {
    const device = await server.person('+12025550104')
    for (const type of ['image/jpeg', 'text/html', 'application/pdf']) {
      const { id } = await device.upload(`a file as ${type}`, { type })
      const { headers } = await device.get(`/api/files/${id}`)
      expect([type, headers.get('content-security-policy')?.split(';').at(-1)]).toEqual([type, `frame-ancestors ${framedBy}`])
    }
    const { headers } = await device.get('/media/site-safety.webm')
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${framedBy}`)
    const api = await device.get('/api/me')
    expect([api.headers.get('x-frame-options'), api.headers.get('content-security-policy')]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  })

  it('CO-037 CO-038 plain http is sent to https, but for this computer itself and for what a proxy asks without saying how', async () => {
    const ask = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
      // fetch sets the host itself, so the proxy header sets it.
      const answer = await fetch(`${server.url}/frontend/forms/x?a=1`, { method, redirect: 'manual', headers })
      return [answer.status, answer.headers.get('location')]
    }
    const site = { 'x-forwarded-host': 'site.example.com' }
    expect(await ask({ ...site, 'x-forwarded-proto': 'http' })).toEqual([308, 'https://site.example.com/frontend/forms/x?a=1'])
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1', '[::1]'])
      expect([host, (await ask({ 'x-forwarded-host': host, 'x-forwarded-proto': 'http' }))[0]]).toEqual([host, 200])
    expect((await ask({ ...site, 'x-forwarded-proto': 'https' }))[0]).toBe(200)
    expect((await ask(site))[0]).toBe(200)
    expect((await ask({ ...site, 'x-forwarded-proto': 'http' }, 'POST'))[0]).not.toBe(308)
  })

  it('CO-012 a person can sign in there: the cookie is sent in a frame, and only under that site', async () => {
    const signIn = async (headers: Record<string, string>) => {
      const device = await server.person('+12025550104')
      const out = await device.ask('POST', '/auth/logout', {}, headers)
      return out.headers.get('set-cookie') ?? ''
    }
    const https = await signIn({ 'x-forwarded-proto': 'https', origin: server.url })
    expect(https).toMatch(/SameSite=None/i)
    expect(https).toMatch(/Secure/i)
    expect(https).toMatch(/Partitioned/i)
    expect(await signIn({})).toMatch(/SameSite=Lax/i)
  })
})

describe('a host with one purpose', () => {
  const server = useServer()
  it('CO-082 opens the kiosk first: its page names the start, that of every other host does not', async () => {
    const appFolder = join(server.dataDir, 'app')
    const startPages = { 'kiosk.example.com': '/kiosk' }
    const http = { appFolder, trustProxy: true, framedBy: "'self'", secureCookie: 'never', startPages } as const
    await server.restart({ http })
    const pageOf = async (host: string, path = '/') => (await server.nobody().get(path, { 'x-forwarded-host': host })).text
    const kiosk = '<meta name="start-page" content="/kiosk" /><title>'
    for (const host of ['kiosk.example.com', 'kiosk.example.com:8443', 'KIOSK.example.com']) expect(await pageOf(host)).toContain(kiosk)
    expect(await pageOf('kiosk.example.com', '/frontend/forms/check-in')).toContain(kiosk)
    for (const host of ['site.example.com', 'kiosk.example.com.evil.example', '__proto__'])
      expect(await pageOf(host)).not.toContain('start-page')
  })
})
