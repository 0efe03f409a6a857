import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../../tests/harness/testServer.ts'

describe('files that another app shares with a browser without a service worker', () => {
  const server = useServer()
  const page = '/share?not=browser'

  it('lead to the screen that says what to do, from any page, and are thrown away', async () => {
    const body = new FormData()
    body.append('files', new Blob([new Uint8Array(3_000_000)], { type: 'application/pdf' }), 'plan.pdf')
    const headers = { origin: 'https://evil.example' }
    const answer = await fetch(`${server.url}/share`, { method: 'POST', body, headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([303, page, 'no-store'])
    expect((await server.nobody().get(page)).status).toBe(200)
    const empty = await fetch(`${server.url}/share`, { method: 'POST', redirect: 'manual' })
    expect([empty.status, empty.headers.get('location')]).toEqual([303, page])
  })

  it('lead there also if they are too large, and are not read then', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(200 * 1024 * 1024) }
    const answer = await new Promise<{ status: number | undefined; to: string | undefined }>((resolve, reject) => {
      const sent = request(`${server.url}/share`, { method: 'POST', headers })
      sent.on('error', reject)
      sent.on('response', ({ statusCode, headers: { location } }) => {
        resolve({ status: statusCode, to: location })
        sent.destroy()
      })
      sent.write('--x\r\n')
    })
    expect(answer).toEqual({ status: 303, to: page })
  })
})
