import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** An installation that takes longer hangs, ms. */
const longestInstall = 600_000
const runHere = (command, args) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    timeout: longestInstall,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Every Chromium and Chrome in the PATH and the usual folders. */
function installedBrowsers(env) {
  const onPath = (env['PATH'] ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)))
  return [...onPath, ...usual].filter(runs)
}

/** Returns the Chromium or Chrome of this machine: from CHROMIUM_PATH, the PATH or the usual folders. */
export function installedBrowser(env = process.env) {
  const named = env['CHROMIUM_PATH']
  if (named) return runs(named) ? named : undefined
  return installedBrowsers(env)[0]
}

/**
 * Returns the browser for the tests: CHROMIUM_PATH, else a headless shell, which starts without tabs, menus
 * and a start page, else installedBrowser.
 */
export function testBrowser(env = process.env) {
  if (env['CHROMIUM_PATH']) return installedBrowser(env)
  const shells = ['chromium-headless-shell', 'chrome-headless-shell']
  const folders = [...(env['PATH'] ?? '').split(path.delimiter), '/usr/bin']
  return folders.flatMap((folder) => shells.map((name) => path.join(folder, name))).find(runs) ?? installedBrowser(env)
}

/** Returns installedBrowser, else the browser that Playwright has downloaded. */
export async function findBrowser(env = process.env) {
  const installed = installedBrowser(env)
  if (installed || env['CHROMIUM_PATH']) return installed
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** A headless shell has no notices, also behind a link with another name. */
const isShell = (file) => [file, realpathSync(file)].some((name) => /headless[-_]shell/.test(path.basename(name)))

/**
 * Returns a browser that shows notices: CHROMIUM_PATH, else an installed Chromium or Chrome, else the one that
 * Playwright has downloaded; never a headless shell.
 */
export async function noticesBrowser(env = process.env) {
  const { chromium } = await import('@playwright/test')
  const named = env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : []
  return [...named, ...installedBrowsers(env), chromium.executablePath()].find((file) => runs(file) && !isShell(file))
}

/** Returns the Firefox of this machine: from FIREFOX_PATH, the PATH or the usual folders. */
export function installedFirefox(env = process.env) {
  const named = env['FIREFOX_PATH']
  if (named) return runs(named) ? named : undefined
  const folders = [...(env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/Applications/Firefox.app/Contents/MacOS']
  return folders.flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => path.join(folder, name))).find(runs)
}

/** A browser that takes longer to start hangs, ms. */
const startPatience = 60_000

/** Resolves to whether this Firefox opens a connection for tests. */
function firefoxStarts(file) {
  const profile = mkdtempSync(path.join(tmpdir(), 'muster-firefox-'))
  const child = spawn(file, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  return new Promise((resolve) => {
    let printed = ''
    const end = (starts) => {
      clearTimeout(impatient)
      child.removeAllListeners('exit')
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
      resolve(starts)
    }
    const impatient = setTimeout(end, startPatience, false)
    child.stderr.on('data', (data) => {
      printed += data
      if (printed.includes('WebDriver BiDi listening')) end(true)
    })
    child.on('error', () => end(false))
    child.on('exit', () => end(false))
  }).finally(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
}

/**
 * Returns installedFirefox if it starts; if there is none, installs the system package (as root on Debian and
 * Ubuntu).
 */
export async function needFirefox() {
  if (!installedFirefox() && !process.env['FIREFOX_PATH'] && process.getuid?.() === 0 && runs('/usr/bin/apt-get')) {
    console.log('No Firefox here: installing one for the browser tests.')
    runHere('apt-get', ['update', '-qq'])
    runHere('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'])
  }
  const found = installedFirefox()
  return found && (await firefoxStarts(found)) ? found : undefined
}

/** What the tests in WebKitGTK need: the driver, its window (e2e/harness/webkit/browser.gjs), and a display in memory. */
const webkitPackages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb']
const commandOf = (name, env) =>
  [...(env['PATH'] ?? '').split(path.delimiter), '/usr/bin'].map((folder) => path.join(folder, name)).find(runs)

/** Returns WebKitWebDriver of this machine, from WEBKIT_DRIVER_PATH or the PATH, if the programs beside it are here too. */
export function installedWebkit(env = process.env) {
  const driver = env['WEBKIT_DRIVER_PATH'] ?? commandOf('WebKitWebDriver', env)
  return driver && [driver, commandOf('gjs', env), commandOf('Xvfb', env)].every((file) => file && runs(file)) ? driver : undefined
}

/** Returns installedWebkit if its library opens; if there is none, installs the system packages (as root on Debian and Ubuntu). */
export async function needWebkit() {
  if (!installedWebkit() && !process.env['WEBKIT_DRIVER_PATH'] && process.getuid?.() === 0 && runs('/usr/bin/apt-get')) {
    console.log('No WebKitGTK here: installing it for the browser tests.')
    runHere('apt-get', ['update', '-qq'])
    runHere('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...webkitPackages])
  }
  const found = installedWebkit()
  if (!found) return undefined
  const opens = spawnSync('gjs', ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2"], {
    stdio: 'ignore',
    timeout: startPatience,
  })
  return opens.status === 0 ? found : undefined
}

/**
 * Returns the browser for the tests; if there is none, installs Playwright's, else (as root on Debian and
 * Ubuntu) the system package.
 */
export async function needBrowser() {
  const found = testBrowser() ?? (await findBrowser())
  if (found) return found
  if (process.env['CHROMIUM_PATH']) {
    console.error(`CHROMIUM_PATH is ${process.env['CHROMIUM_PATH']}, but nothing there can be run.`)
    return undefined
  }
  const asRoot = process.getuid?.() === 0
  console.log('No Chromium or Chrome here: installing one for the browser tests.')
  runHere('npx', ['--no-install', 'playwright', 'install', ...(asRoot ? ['--with-deps'] : []), '--no-shell', 'chromium'])
  if (!(await findBrowser()) && asRoot && runs('/usr/bin/apt-get')) {
    runHere('apt-get', ['update', '-qq'])
    runHere('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'])
  }
  const installed = testBrowser() ?? (await findBrowser())
  if (!installed) console.error('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
  return installed
}
