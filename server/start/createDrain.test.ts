import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { newId, useServer, worker } from '../../tests/harness/testServer.ts'

const server = useServer({ drainMs: 2500 })
const readyz = () => fetch(`${server.running.url}/readyz`)

it('a server that stops tells the balancer first, and takes what still arrives meanwhile', async () => {
  const device = await server.person(worker)
  const path = `forms/hazard-report/${newId()}`
  const closing = server.running.close()
  const answer = await readyz()
  expect([answer.status, await answer.json()]).toEqual([503, { ready: false, reasons: ['stopping'] }])
  expect((await fetch(`${server.running.url}/healthz`)).status).toBe(200)
  expect((await device.save(path, { payload: { description: 'late' }, feed: false }, { 'x-seq': '1' })).status).toBe(200)
  await closing
  await expect(readyz()).rejects.toThrow()

  await server.restart()
  expect((await readyz()).status).toBe(200)
  expect((await device.get(`/api/data/${path}`)).status).toBe(200)
})

it('a request that comes too late on an open connection gets 503, when to try again, and the mark of the server', async () => {
  const socket = connect(server.running.port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => {
    received += String(bytes)
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  // The first request is under way until its body ends.
  socket.write('POST /api/sign-in/none HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{')
  const closing = server.running.close()
  await vi.waitFor(() => expect(readyz()).rejects.toThrow(), { timeout: 20_000 })
  socket.write('}GET /api/me HTTP/1.1\r\nhost: a\r\n\r\n')
  await ended
  await closing
  const late = received.slice(received.lastIndexOf('HTTP/1.1'))
  expect(late).toMatch(/^HTTP\/1\.1 503 /)
  expect(late).toMatch(/^retry-after: 2\r$/im)
  expect(late).toMatch(/^x-app: 1\r$/im)
  await server.restart()
})
