import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A line to a server of this computer, with faults. Each count goes down with its fault. */
export interface FaultyLine {
  /** The address of its near end. */
  readonly endpoint: string
  /** So many requests end without an answer. */
  lostRequests: number
  /** So many answers end after 20,000 bytes. */
  brokenAnswers: number
  /** Of an answer on a new connection only so many bytes arrive, and the connection stays. */
  bytesOfAnswer: number
  /** Requests wait here from now on. */
  hold(): void
  /** Parts of requests that wait: a request arrives in one or more parts. */
  readonly held: number
  /** The first lines of the requests that wait. */
  readonly heldRequests: readonly string[]
  /** Sends what waits. */
  release(): void
  close(): void
}

export async function startFaultyLine(endpoint: string): Promise<FaultyLine> {
  const { hostname, port } = new URL(endpoint)
  let held: (() => void)[] | undefined
  let heldRequests: string[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const most = line.bytesOfAnswer
    let seen = 0
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.once('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (part) => {
      if (held) {
        const [first] = /^[A-Z]+ \/.*/.exec(part.toString('latin1')) ?? []
        if (first !== undefined) heldRequests.push(first)
        return void held.push(() => far.write(part))
      }
      if (line.lostRequests === 0) return void far.write(part)
      line.lostRequests--
      near.destroy()
    })
    far.on('data', (part) => {
      near.write(part.subarray(0, Math.max(0, most - seen)))
      seen += part.length
      if (line.brokenAnswers === 0 || seen < 20_000) return
      line.brokenAnswers--
      near.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: FaultyLine = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lostRequests: 0,
    brokenAnswers: 0,
    bytesOfAnswer: Number.POSITIVE_INFINITY,
    hold() {
      held = []
      heldRequests = []
    },
    get held() {
      return held?.length ?? 0
    },
    get heldRequests() {
      return heldRequests
    },
    release() {
      for (const send of held ?? []) send()
      held = undefined
    },
    close: () => void server.close(),
  }
  return line
}
