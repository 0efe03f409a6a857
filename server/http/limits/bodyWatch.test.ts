import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BodyWatch, standardPace } from './bodyWatch.ts'

const idleMs = 400
const [begin, rest] = ['12345', '67890']

describe('a body that arrives while the server is busy', () => {
  let watch: BodyWatch
  let server: Server
  let headArrived: () => void
  beforeEach(async () => {
    watch = new BodyWatch({ ...standardPace, idleMs })
    server = createServer((asked, answer) => {
      watch.add(asked, answer)
      asked.resume().once('end', () => answer.end())
      headArrived()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    watch.stop()
    server.closeAllConnections()
    server.close()
  })

  /** Sends the beginning of a body. `then` gets what sends the rest. Resolves with the status of the answer. */
  const send = (then: (finish: () => void) => void) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = server.address() as AddressInfo
      const headers = { 'content-length': String(begin.length + rest.length) }
      const sent = request({ port, host: '127.0.0.1', method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
      sent.on('error', reject)
      sent.write(begin)
      // Timers, such as that of the watch, come next, before what the network has brought.
      headArrived = () => setImmediate(() => then(() => sent.end(rest)))
    })

  it('is read, not given up', async () => {
    const status = await send((finish) => {
      finish()
      for (const until = performance.now() + 2 * idleMs; performance.now() < until; );
    })
    expect(status).toBe(200)
  })

  it('is given up if nothing more arrives', async () => {
    expect(await send(() => {})).toBe(408)
  })
})
