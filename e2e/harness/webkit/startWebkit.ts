import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installedWebkit } from '../../../scripts/steps/browser.mjs'
import { phone } from '../browser.ts'
import { openSession, type Session } from './webDriver.ts'
import { WebkitPage } from './WebkitPage.ts'

/** Parts of WebKit that Safari has on, and WebKitGTK off by default. */
const likeSafari = ['StorageAPI', 'StorageAPIEstimate', 'FileSystem']

/** A browser with its own profile on disk, so that tests can kill and start it again (harness/browser.ts). */
export interface WebkitDevice {
  readonly page: WebkitPage
  /** Sends SIGKILL to all its processes at once. */
  kill(): Promise<void>
  /** Closes the window like a person does. */
  quit(): Promise<void>
  /** Starts it with the same profile after `kill` or `quit`; the new page is empty. */
  restart(): Promise<WebkitPage>
  close(): Promise<void>
}

export async function startWebkit({ width, height } = phone): Promise<WebkitDevice> {
  const driver = installedWebkit()
  if (driver === undefined) throw new Error('WebKitGTK is not installed: apt-get install webkit2gtk-driver gjs gir1.2-webkit2-4.1 xvfb')
  const profile = mkdtempSync(path.join(tmpdir(), 'muster-webkit-'))
  let session: Session
  let page: WebkitPage
  const start = async () => {
    session = await openSession(driver, [profile, String(width), String(height), ...likeSafari])
    page = new WebkitPage(session, profile)
  }
  await start()
  return {
    get page() {
      return page
    },
    kill: () => session.kill(),
    quit: () => session.close(),
    async restart() {
      await start()
      return page
    },
    async close() {
      await session.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
