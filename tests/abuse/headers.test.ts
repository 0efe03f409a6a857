import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerKinds, securityHeaders } from '../../server/http/securityHeaders.ts'
import { type Device, metadata, newId, outsider, sha256, useServer, worker } from '../harness/testServer.ts'
import { expectPrinted } from './harness/printedSection.ts'

const server = useServer()
let joao: Device
let ben: Device
beforeAll(async () => {
  joao = await server.person(worker)
  ben = await server.person(outsider)
})

/** The first bytes of the server's answer to this raw request. */
const raw = (text: string) =>
  new Promise<string>((resolve) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (piece) => {
      answer += String(piece)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', () => resolve(answer))
    socket.write(text)
  })
const getRaw = (path: string, headers = '') =>
  raw(`GET ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n${headers}Connection: close\r\n\r\n`)

describe('headers', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/api/me'],
    ['GET', '/api/nothing'],
    ['GET', '/frontend/forms/hazard-report'],
    ['GET', '/api/files/AAAAAAAAAAAAAAAAAAAA'],
    ['OPTIONS', '/api/uploads'],
    ['GET', '/healthz'],
    ['GET', '/media/safety-manual.pdf'],
    ['GET', '/api/%00'],
    ['POST', '/auth/verify'],
  ])('%s %s tells browsers to guess no type, to frame nothing and to say little of where they were', async (method, path) => {
    const { headers } = await joao.ask(method, path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toMatch(/^(?:DENY|SAMEORIGIN)$/)
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors/)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers.get(name)).toBeNull()
  })

  it('are exactly those in docs/security.md', () => {
    const kinds = Object.entries(answerKinds) as [keyof typeof answerKinds, string][]
    const text = kinds.map(([kind, words]) => {
      const headers = Object.entries(securityHeaders(kind, { framedBy: "'self'", https: true })).sort(([a], [b]) => (a < b ? -1 : 1))
      return [
        `### ${words}`,
        '',
        '| header | value |',
        '|---|---|',
        ...headers.map(([name, value]) => `| \`${name}\` | \`${value}\` |`),
      ].join('\n')
    })
    expectPrinted('headers', text.join('\n\n'))
  })

  it('no answer lets another origin read it', async () => {
    const origin = { origin: 'https://evil.example' }
    const preflight = { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-actor' }
    const answers = [
      await joao.get('/api/me', origin),
      await joao.ask('OPTIONS', '/api/me', undefined, preflight),
      await joao.ask('OPTIONS', '/api/uploads', undefined, preflight),
      await joao.ask('POST', '/api/uploads', undefined, { ...origin, 'tus-resumable': '1.0.0', 'upload-length': '1' }),
    ]
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('addresses', () => {
  it.each([
    '//evil.example',
    '/%2f%2fevil.example',
    '/\\evil.example',
    '/login?next=//evil.example',
    '/frontend/s/x?to=//evil.example',
    '/q/ABC?returnUrl=//evil.example',
    '/oauth/authorize/construction?challenge=x%0d%0aX-Evil:1',
    '/oauth/callback/construction?error=%0d%0aX-Evil:1',
    '/api/link/%2f%2fevil.example',
    '/api/link/https://evil.example',
  ])('%s sends no visitor to another site and adds no header', async (path) => {
    const [head = ''] = (await getRaw(path)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 [2345]/)
    expect(head).not.toMatch(/^location: (?:https?:)?\/\/(?!127\.0\.0\.1|localhost)/im)
    expect(head).not.toMatch(/^x-evil/im)
  })

  it.each([
    '/../../../../etc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/media/..%2f..%2f..%2fpackage.json',
    '/media/%2e%2e/company.ts',
    '/media/x%00.pdf',
    '/media/..%5c..%5cx.pdf',
    '/frontend/forms/..%2f..%2fsecret',
    '/api/files/..%2f..%2fsecret',
    '/api/uploads/..%2f..%2fsecret',
    '/index.html%00.js',
    '/api/forms/..%2f..%2fx.json',
    '//etc/passwd',
  ])('%s gives no file from outside the app', async (path) => {
    expect(await getRaw(path)).not.toMatch(/root:|"dependencies"|import \{|"devDependencies"/)
  })
})

describe('files', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  it.each([
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/html'],
    ['a.xhtml', 'application/xhtml+xml'],
    ['a.xml', 'text/xml'],
    ['a.js', 'application/javascript'],
    ['a.mjs', 'text/javascript'],
    ['a.css', 'text/css'],
    ['a.wasm', 'application/wasm'],
    ['a.jpg', 'image/jpeg'],
    ['a.pdf', 'application/pdf'],
    ['x"; filename=a.html\r\nX-Evil: 1.png', 'image/png'],
    ['\u202egpj.exe', 'text/html;charset=utf-7'],
  ])('%j as %s runs no script and dresses no page', async (filename, type) => {
    const { id, status } = await joao.upload(script, { filename, type })
    expect(status).toBe(204)
    const { headers } = await joao.get(`/api/files/${id}`)
    const isShown = headers.get('content-disposition')?.startsWith('inline')
    if (isShown) expect(headers.get('content-type')).toMatch(/^(?:image\/(?:jpeg|png|webp|gif)|application\/pdf|video|audio)/)
    else expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-evil')).toBeNull()
    for (const to of ['script', 'worker', 'serviceworker', 'style', 'sharedworker'])
      expect((await joao.get(`/api/files/${id}`, { 'sec-fetch-dest': to })).status).toBe(403)
  })

  const begin = (more: Record<string, string>) => {
    const own = { id: newId(), sha256: 'a'.repeat(64) }
    return joao.ask('POST', '/api/uploads', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': metadata(own),
      ...more,
    })
  }
  it.each([
    ['a negative length', { 'upload-length': '-5' }, [400]],
    ['99 GB', { 'upload-length': '99999999999' }, [413]],
    ['no length yet', { 'upload-length': '', 'upload-defer-length': '1' }, [400]],
    ['an id with a path', { 'upload-metadata': metadata({ id: '../../../..x', sha256: 'a'.repeat(64) }) }, [400]],
    ['no metadata', { 'upload-metadata': '' }, [400]],
    ['parts of others', { 'upload-concat': 'final;/api/uploads/a /api/uploads/b' }, [400, 501]],
  ])('an upload with %s is refused', async (_, headers, statuses) => {
    expect(statuses).toContain((await begin(headers)).status)
  })

  it('an upload takes no bytes at a wrong place, no more than it said, none that do not match, and none of others', async () => {
    const id = newId()
    expect((await begin({ 'upload-metadata': metadata({ id, sha256: sha256('right') }), 'upload-length': '5' })).status).toBe(201)
    const send = (who: Device, offset: string, bytes: string) =>
      who.ask('PATCH', `/api/uploads/${id}`, bytes, {
        'tus-resumable': '1.0.0',
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
      })
    for (const [offset, bytes] of [
      ['-1', 'x'],
      ['3', 'x'],
      ['x', 'x'],
      ['0', 'y'.repeat(1000)],
    ] as const) {
      const { status } = await send(joao, offset, bytes)
      expect([400, 403, 409, 413]).toContain(status)
    }
    expect((await send(ben, '0', 'right')).status).toBe(404)
  })
})

describe('calls of other servers', () => {
  it.each([
    ['with a wrong signature', { 'stripe-signature': 't=1,v1=00' }],
    ['without a signature', {}],
  ])('an event of the card provider %s is refused', async (_, headers) => {
    expect((await server.nobody().ask('POST', '/api/payments/events', { id: 'x' }, headers as Record<string, string>)).status).toBe(400)
  })

  it('no text comes in where there is no text provider', async () => {
    const { status } = await server
      .nobody()
      .ask('POST', '/api/sms/inbound', 'MessageSid=1&From=%2B1&Body=yes', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([404, 415]).toContain(status)
  })

  it.each(['http://127.0.0.1:1/api/ping', 'http://169.254.169.254/latest', '//evil.example/a.png', 'file:///etc/passwd'])(
    'the server fetches nothing from %s',
    async (url) => {
      expect((await joao.get(`/api/image2pdf?url=${encodeURIComponent(url)}`)).status).toBe(400)
      const body = `--x\r\nContent-Disposition: form-data; name="pdfUri"\r\n\r\n${url}\r\n--x--\r\n`
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      expect((await joao.ask('POST', `/api/pdf/forms/manpower/${newId()}`, body, type)).status).toBe(400)
    },
  )
})
