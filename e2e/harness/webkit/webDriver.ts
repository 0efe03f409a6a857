import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '../../../tests/harness/freePort.ts'

/** What WebDriver calls an element of a page. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
export type Element = Readonly<Record<typeof elementKey, string>>

/** A driver or a display that takes longer to start hangs, ms. */
const patience = 30_000

export const webkitWindow = path.join(import.meta.dirname, 'browser.gjs')

/** An error that the driver has answered, with its name in the standard. */
export class WebDriverError extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`)
    this.kind = kind
  }
}

/** One session of WebDriver, as <https://www.w3.org/TR/webdriver2/> describes it. */
export interface Session {
  /** Sends a command, for example `POST`, `url`. */
  call(method: 'GET' | 'POST' | 'DELETE', command: string, body?: unknown): Promise<unknown>
  /** Sends SIGKILL to the driver, the browser and the display. */
  kill(): Promise<void>
  /** Closes the window like a person does. */
  close(): Promise<void>
}

export const idOf = (element: Element) => element[elementKey]

async function command(address: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(error, message)
}

/** Resolves to the number of a new display in memory. */
function displayNumber(xvfb: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    xvfb.on('error', reject)
    xvfb.on('exit', () => reject(new Error('Xvfb has ended')))
    xvfb.stdio[3]?.on('data', (data) => {
      printed += data
      if (printed.includes('\n')) resolve(printed.trim())
    })
  })
}

async function untilReady(address: string) {
  const until = Date.now() + patience
  for (;;) {
    const isReady = await command(`${address}/status`, 'GET').then(
      (status) => (status as { ready: boolean }).ready,
      () => false,
    )
    if (isReady) return
    if (Date.now() > until) throw new Error(`WebKitWebDriver was not ready within ${patience} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const killGroup = (child: ChildProcess) => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
}
const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Opens a window of WebKitGTK on a display of its own. `args` are the arguments of browser.gjs. */
export async function openSession(driver: string, args: readonly string[]): Promise<Session> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const display = await displayNumber(xvfb)
  const port = await freePort()
  const service = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    // Without a graphics card WebKit draws with the processor.
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
  })
  const killAll = () => {
    killGroup(service)
    killGroup(xvfb)
  }
  process.once('exit', killAll)
  const kill = async () => {
    process.off('exit', killAll)
    const ends = [ended(service), ended(xvfb)]
    killAll()
    await Promise.all(ends)
  }
  const address = `http://127.0.0.1:${port}`
  try {
    await untilReady(address)
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: webkitWindow, args } }
    const { sessionId } = (await command(`${address}/session`, 'POST', { capabilities: { alwaysMatch } })) as { sessionId: string }
    const own = `${address}/session/${sessionId}`
    return {
      call: (method, name, body) => command(`${own}/${name}`, method, body ?? (method === 'POST' ? {} : undefined)),
      kill,
      async close() {
        await command(own, 'DELETE')
        await kill()
      },
    }
  } catch (error) {
    await kill()
    throw error
  }
}
