import { describe, expect, it } from 'vitest'
import { newId, useServer } from '../harness/testServer.ts'
import { resolve } from 'node:path'

const mobile = '+12025559999'

describe('a server of a company, behind one proxy', () => {
  const server = useServer({
    demo: false,
    owner: { mobile, name: 'Olga Owner', project: 'The Project' },
    publicUrl: 'https://site.example.com',
    http: { appFolder: resolve('tests/nowhere'), trustProxy: 1, framedBy: "'self'", secureCookie: 'when-https' },
  })
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }

  it.each([
    ['GET', '/api/demo/texts', undefined],
    ['GET', '/api/demo/phones', undefined],
    ['POST', '/api/demo/phones', { id: 'A', from: mobile, text: 'x' }],
    ['POST', '/api/demo/ask', { bot: 'x' }],
    [
      'POST',
      '/api/demo',
      {
        project: 'p',
        email: 'a@example.com',
        name: 'click http://evil.example',
        company: 'c',
        number: '+8821612345678',
        time: '2026-11-22T00:00:00Z',
      },
    ],
    ['GET', '/oauth/demo/construction/authorize', undefined],
    ['GET', '/media/safety-manual.pdf', undefined],
  ])('%s %s is not there', async (method, path, body) => {
    expect((await server.nobody().ask(method, path, body, https)).status).toBe(404)
  })

  it('the PIN of the owner is in no answer, and no system lets anybody be anybody', async () => {
    const asked = await server.nobody().ask('POST', '/auth/verify', { mobile }, https)
    expect(asked.status).toBe(200)
    expect(asked.text).not.toMatch(/\d{6}/)
    expect((await server.nobody().get<{ providers: unknown[] }>('/api/login/providers', https)).body.providers).toEqual([])
    expect(
      (await server.nobody().ask<{ success: boolean }>('POST', '/auth/signup', { mobile: '+12025550101', pin: '123456' }, https)).body
        .success,
    ).toBe(false)
  })

  it('a caller does not choose the address that limits count, with an address in front of the proxy’s own', async () => {
    const statuses = []
    for (let n = 0; n < 36; n += 1) {
      const headers = { ...https, 'x-forwarded-for': `10.9.${n}.${n}, 203.0.113.7` }
      statuses.push((await server.nobody().get(`/api/kiosk/${200_000 + n}/info`, headers)).status)
    }
    expect(statuses).toContain(429)
  })

  it('sessions travel over https alone, and the server requires https from browsers', async () => {
    const { headers } = await server.nobody().ask('POST', '/auth/logout', {}, { ...https, cookie: `__Host-muster_session=${newId()}` })
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/Secure/)
    expect((await server.nobody().get('/api/ping', https)).headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
  })
})
