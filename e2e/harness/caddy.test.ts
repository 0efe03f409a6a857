import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { reasonWithoutCaddy, startCaddy } from './caddy.ts'

const reason = reasonWithoutCaddy()
if (reason) console.log(reason)

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serverThat(answers: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answers)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  closers.push(end)
  return { server, port: (server.address() as AddressInfo).port }
}

/** Caddy in front of servers that answer with their number when a body has arrived. */
async function site(count: number) {
  const servers: Server[] = []
  const ports: number[] = []
  let begun = 0
  let brokenOff = 0
  for (let n = 0; n < count; n++) {
    const { server, port } = await serverThat((request, response) => {
      if (request.method === 'POST') begun += 1
      request.once('close', () => {
        if (!request.complete) brokenOff += 1
      })
      request
        .resume()
        .on('error', () => {})
        .on('end', () => response.end(String(n)))
    })
    servers.push(server)
    ports.push(port)
  }
  const caddy = await startCaddy(ports)
  closers.push(() => caddy.stop())
  return { servers, address: caddy.address, begun: () => begun, brokenOff: () => brokenOff }
}

describe.runIf(reason === '')('the balancer of deploy/', () => {
  it('sends requests on to a server after a phone has broken off an upload to it', async () => {
    const { address, begun, brokenOff } = await site(1)
    const { port } = new URL(address)
    const phone = connect(Number(port), 'localhost')
    phone.write(`POST /upload HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: 1000\r\n\r\nthe first bytes`)
    await expect.poll(begun).toBe(1)
    phone.resetAndDestroy()
    await expect.poll(brokenOff).toBe(1)
    // With `fail_duration 2s` the balancer would hold back all requests for 2 s.
    const seconds: number[] = []
    for (let n = 0; n < 10; n++) {
      const start = performance.now()
      expect((await fetch(address)).status).toBe(200)
      seconds.push((performance.now() - start) / 1000)
    }
    expect(Math.max(...seconds)).toBeLessThan(1.5)
  })

  it('keeps a device at one server, and sends it to the other one when its own is gone', async () => {
    const { address, servers } = await site(2)
    const first = await fetch(address)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const own = await first.text()
    const ask = async () => (await fetch(address, { headers: { cookie } })).text()
    expect(await Promise.all(Array.from({ length: 6 }, ask))).toEqual(Array.from({ length: 6 }, () => own))
    servers[Number(own)]?.close()
    servers[Number(own)]?.closeAllConnections()
    expect(await ask()).toBe(own === '0' ? '1' : '0')
  })
})
