import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, firefox, type Page } from '@playwright/test'
import { installedFirefox } from '../../../scripts/steps/browser.mjs'
import { type Device, phone } from '../browser.ts'
import { firefoxLauncher, typesLikePeople } from './firefox.ts'

/** Starts the installed Firefox with its own profile on disk, so that it can be killed and started again. */
export async function startFirefox(viewport = phone): Promise<Omit<Device, 'debugger'>> {
  const executable = installedFirefox()
  if (executable === undefined) throw new Error('no Firefox is installed: FIREFOX_PATH names one')
  const profile = mkdtempSync(path.join(tmpdir(), 'muster-firefox-'))
  let context: BrowserContext
  let page: Page

  const start = async () => {
    context = await firefox.launchPersistentContext(profile, {
      channel: 'moz-firefox',
      executablePath: firefoxLauncher,
      env: { ...process.env, FIREFOX_PATH: executable },
      viewport,
    })
    await typesLikePeople(context, 'firefox')
    page = context.pages()[0] ?? (await context.newPage())
  }
  /** The launcher leads the process group of all processes of this Firefox. */
  const killGroup = () => process.kill(-Number(readFileSync(path.join(profile, 'launcher.pid'), 'utf8')), 'SIGKILL')
  const kill = async () => {
    const ended = new Promise<void>((resolve) => context.once('close', () => resolve()))
    killGroup()
    await ended
  }
  await start()
  return {
    profile,
    get context() {
      return context
    },
    get page() {
      return page
    },
    kill,
    quit: () => context.close(),
    async restart() {
      await start()
      return page
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
