import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { testBrowser } from '../../scripts/steps/browser.mjs'

/** A browser that takes longer to start or to end hangs, ms. */
const patience = 30_000

export const phone = { width: 390, height: 844 }

/**
 * No sandbox as root, because Chromium refuses it there; the other flags prevent requests to hosts other
 * than the product.
 */
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

/**
 * For tests that neither kill the browser nor measure it: one process for the pages of all origins, as on phones with
 * little memory (docs/decisions/0160-one-process-for-all-origins-in-tests.md).
 */
export const testArgs = [...browserArgs, '--disable-site-isolation-trials']

export const browserPath = () => testBrowser() ?? chromium.executablePath()

/**
 * A browser with its own profile on disk, so that tests can kill and start it again, like a phone with an
 * empty battery.
 */
export interface Device {
  /** The folder of the profile. */
  readonly profile: string
  readonly context: BrowserContext
  readonly page: Page
  /** URL of its DevTools; changes with `restart`. */
  readonly debugger: string
  /** Sends SIGKILL to all its processes at once. */
  kill(): Promise<void>
  /**
   * Closes the browser like a person does. It then writes its cookies to disk, which otherwise happens only
   * every 30 s.
   */
  quit(): Promise<void>
  /** Starts it with the same profile after `kill` or `quit`; the new page is empty. */
  restart(): Promise<Page>
  close(): Promise<void>
}

/** `from` is a profile to copy. */
export async function startDevice(viewport = phone, from?: string): Promise<Device> {
  const profile = mkdtempSync(path.join(tmpdir(), 'muster-profile-'))
  if (from) cpSync(from, profile, { recursive: true })
  let child: ChildProcess | undefined
  let browser: Browser
  let page: Page
  let devTools: string

  /** A killed process has a signal and no exit code. Do not wait for the rest of its process group. */
  const isOver = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  const killGroup = () => {
    if (!isOver() && child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  /** True when its DevTools listen; false if they don't within half a minute. */
  const listens = async (portFile: string) => {
    const until = Date.now() + patience
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
      if (isOver()) throw new Error(`the browser ended with ${child?.exitCode ?? child?.signalCode}`)
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
    // A step that takes longer fails with its own message; the timeout of the test has none.
    context.setDefaultTimeout(2 * patience)
    page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize(viewport)
  }
  const ended = () => (isOver() ? Promise.resolve() : new Promise<void>((resolve) => child?.once('exit', () => resolve())))
  /** Closes Playwright's side of the connection; the browser has already ended. */
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
    // By then it has written everything; a browser that hangs during the exit is killed. Its answer may be
    // lost with the connection.
    const impatient = setTimeout(killGroup, patience)
    void browser
      .newBrowserCDPSession()
      .then((session) => session.send('Browser.close'))
      .catch(() => undefined)
    await end
    clearTimeout(impatient)
    await hangUp()
  }
  // A browser in a process group of its own outlives a process that is stopped by a signal.
  const atExit = () => {
    killGroup()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', atExit)
  await start()
  return {
    profile,
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
      process.off('exit', atExit)
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
