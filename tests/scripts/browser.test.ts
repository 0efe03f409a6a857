import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noticesBrowser } from '../../scripts/steps/browser.mjs'

let folder: string
const install = (file: string) => {
  const whole = path.join(folder, file)
  mkdirSync(path.dirname(whole), { recursive: true })
  writeFileSync(whole, '', { mode: 0o755 })
  return whole
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'muster-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('notices are shown by a whole browser, and not by a headless shell, also one with another name', async () => {
  const shell = install('chrome-headless-shell')
  const chrome = install('bin/google-chrome')
  symlinkSync(shell, path.join(folder, 'bin/chromium'))
  const PATH = path.join(folder, 'bin')
  expect(await noticesBrowser({ PATH })).toBe(chrome)
  expect(await noticesBrowser({ PATH, CHROMIUM_PATH: shell })).toBe(chrome)
  const named = install('own/chromium')
  expect(await noticesBrowser({ PATH, CHROMIUM_PATH: named })).toBe(named)
})
