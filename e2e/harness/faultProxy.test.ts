import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type FaultProxy, faultProxy } from './faultProxy.ts'

let server: Server
let proxy: FaultProxy
const applied: string[] = []

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += String(chunk)
    })
    req.on('end', () => {
      applied.push(`${req.method} ${req.url} ${body}`)
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ ok: true, body }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await faultProxy(() => (server.address() as AddressInfo).port)
})
afterEach(() => {
  proxy.reset()
  applied.length = 0
})
afterAll(async () => {
  await proxy.close()
  await new Promise((resolve) => server.close(resolve))
})

const post = (path: string, body = '') => fetch(proxy.address + path, { method: 'POST', body, redirect: 'manual' })
const saves = { method: 'POST', path: /^\/save/ }

it('passes everything on where no rule matches', async () => {
  proxy.on({ path: /^\/other/ }, { kind: 'refuse' })
  expect(await (await post('/save', 'a')).json()).toEqual({ ok: true, body: 'a' })
})

it('refuses the first two before the server sees them, then lets pass', async () => {
  const rule = proxy.on(saves, { kind: 'refuse' }, { times: 2 })
  await expect(post('/save')).rejects.toThrow()
  await expect(post('/save')).rejects.toThrow()
  expect((await post('/save', 'third')).status).toBe(200)
  expect(applied).toEqual(['POST /save third'])
  expect(rule.met).toHaveLength(2)
})

it('lets the first pass where only the second is to meet the fault', async () => {
  proxy.on(saves, { kind: 'refuse' }, { skip: 1 })
  expect((await post('/save', 'first')).status).toBe(200)
  await expect(post('/save')).rejects.toThrow()
  expect(applied).toEqual(['POST /save first'])
})

it('loses the answer after the server did its work', async () => {
  proxy.on(saves, { kind: 'loseAnswer' })
  await expect(post('/save', 'a')).rejects.toThrow()
  expect(applied).toEqual(['POST /save a'])
})

it('holds a request, and an answer, until it is released', async () => {
  const request = proxy.on(saves, { kind: 'holdRequest' })
  const first = post('/save', 'a')
  await request.reached()
  expect(applied).toEqual([])
  request.release()
  expect((await first).status).toBe(200)

  const answer = proxy.on(saves, { kind: 'holdAnswer' })
  const second = post('/save', 'b')
  await answer.reached()
  expect(applied).toEqual(['POST /save a', 'POST /save b'])
  answer.release()
  expect((await second).status).toBe(200)
})

it('delivers a request once more, late', async () => {
  const rule = proxy.on(saves, { kind: 'lateDuplicate' })
  await expect(post('/save', 'a')).rejects.toThrow()
  await rule.reached()
  expect((await post('/save', 'b')).status).toBe(200)
  rule.release()
  await expect.poll(() => applied).toEqual(['POST /save a', 'POST /save b', 'POST /save a'])
})

it('answers by itself with a status, a Wi-Fi page or a redirect', async () => {
  proxy.on(saves, { kind: 'status', status: 503, headers: { 'retry-after': '1' } })
  const busy = await post('/save')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
  proxy.on(saves, { kind: 'captive', how: 'page' })
  expect(await (await post('/save')).text()).toContain('Wi-Fi')
  proxy.on(saves, { kind: 'captive', how: 'redirect' })
  expect((await post('/save')).status).toBe(302)
  expect(applied).toEqual([])
})

it('cuts a body after its status arrived', async () => {
  proxy.on(saves, { kind: 'cutBody' })
  const answer = await post('/save', 'a long enough body')
  expect(answer.status).toBe(200)
  await expect(answer.json()).rejects.toThrow()
  expect(applied).toHaveLength(1)
})

it('lets nothing through while it is down, and cuts what is under way', async () => {
  const rule = proxy.on(saves, { kind: 'holdRequest' })
  const first = post('/save', 'a').catch(() => 'cut')
  await rule.reached()
  proxy.down()
  expect(await first).toBe('cut')
  rule.stop()
  await expect(post('/save')).rejects.toThrow()
  proxy.up()
  expect((await post('/save', 'b')).status).toBe(200)
  expect(applied).toEqual(['POST /save b'])
})
