import path from 'node:path'
import type { BrowserContext } from '@playwright/test'

/** What Playwright starts instead of Firefox. */
export const firefoxLauncher = path.join(import.meta.dirname, 'launcher.mjs')

/** The journeys that also run in Firefox. */
export const firefoxJourneys = [
  'sign-in',
  'drafts',
  'main',
  'two-people',
  'kiosk',
  'pdf-form',
  'review',
  'update',
  'studio',
  'console-walk',
].map((name) => `journeys/${name}.spec.ts`)

/** Runs in the page: makes `fill` insert text as a person does. What Playwright uses instead sets `value`, which React does not notice. */
function insertAsTyped() {
  const insert = (text: string) => {
    const element = document.activeElement
    if (element instanceof HTMLIFrameElement) return element
    document.execCommand('insertText', false, text)
    return null
  }
  Object.defineProperty(window, '__pw_bidiInsertText', { configurable: true, get: () => insert, set() {} })
}

/** Prepares a context of Firefox; other browsers need nothing. */
export async function typesLikePeople(context: BrowserContext, browserName: string) {
  if (browserName === 'firefox') await context.addInitScript(insertAsTyped)
}
