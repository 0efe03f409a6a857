import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { testBrowser } from '../../scripts/steps/browser.mjs'

/** A browser that needs longer to start or to end hangs, ms. */
const patience = 30_000

export const phone = { width: 390, height: 844 }

/** No sandbox as root, because Chromium refuses it there; the rest keeps it from talking to anybody but the product. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const browserPath = () => testBrowser() ?? chromium.executablePath()

/** A browser with a profile of its own on the disk, so that it can be killed and started again, as a phone whose battery died. */
export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  /** Where its DevTools listen; another one after `restart`. */
  readonly debugger: string
  /** SIGKILL of all its processes, at once. */
  kill(): Promise<void>
  /** Closes the browser as a person does. It writes its cookies down then, and by itself only every 30 s. */
  quit(): Promise<void>
  /** The same profile, after `kill` or `quit`; the new page is empty. */
  restart(): Promise<Page>
  close(): Promise<void>
}

/** `from` is a profile of which it gets a copy. */
export async function startDevice(viewport = phone, from?: string): Promise<Device> {
  const profile = mkdtempSync(path.join(tmpdir(), 'muster-profile-'))
  if (from) cpSync(from, profile, { recursive: true })
  let child: ChildProcess
  let browser: Browser
  let page: Page
  let devTools: string

  /** One that was killed has a signal and no code; what is left of its group for a moment must not be waited for. */
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const killGroup = () => {
    if (!isOver() && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  /** True once its DevTools listen; false when it has not come so far in half a minute. */
  const listens = async (portFile: string) => {
    const until = Date.now() + patience
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
      if (isOver()) throw new Error(`the browser ended with ${child.exitCode ?? child.signalCode}`)
      if (Date.now() > until) return false
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return true
  }
  const start = async () => {
    const portFile = path.join(profile, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    const args = [...browserArgs, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--password-store=basic']
    child = spawn(browserPath(), [...args, 'about:blank'], { stdio: 'ignore', detached: true })
    if (!(await listens(portFile))) {
      killGroup()
      throw new Error(`the browser opened no DevTools within ${patience} ms`)
    }
    devTools = `http://127.0.0.1:${readFileSync(portFile, 'utf8').split('\n')[0]}`
    browser = await chromium.connectOverCDP(devTools)
    const [context] = browser.contexts()
    if (!context) throw new Error('the browser has no window')
    // What waits for longer says what for; the test's own end would not.
    context.setDefaultTimeout(2 * patience)
    page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize(viewport)
  }
  const ended = () => (isOver() ? Promise.resolve() : new Promise<void>((resolve) => child.once('exit', () => resolve())))
  /** Playwright's end of the line; the browser at the other one is gone. */
  const hangUp = () =>
    Promise.race([browser.close().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patience).unref())])
  const kill = async () => {
    const end = ended()
    killGroup()
    await end
    await hangUp()
  }
  const quit = async () => {
    const end = ended()
    // By then it has written down all it had to; one that hangs on its way out is ended. Its answer may be lost with the line.
    const impatient = setTimeout(killGroup, patience)
    void browser
      .newBrowserCDPSession()
      .then((session) => session.send('Browser.close'))
      .catch(() => undefined)
    await end
    clearTimeout(impatient)
    await hangUp()
  }
  await start()
  return {
    quit,
    get context() {
      return page.context()
    },
    get page() {
      return page
    },
    get debugger() {
      return devTools
    },
    kill,
    async restart() {
      await start()
      return page
    },
    async close() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
