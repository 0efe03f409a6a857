import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { firefoxJourneys } from '../harness/firefox/firefox.ts'
import type { Capabilities } from './measure.ts'

const file = path.resolve(import.meta.dirname, '../../docs/browsers.md')

export const engines = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof engines)[number]
export type Found = Partial<Record<Engine, Capabilities>>

/** A capability and what the app does in a browser without it. */
const rows: readonly (readonly [keyof Capabilities, string, string])[] = [
  [
    'backgroundSync',
    'Background Sync',
    'Saves are sent while the app is open, and at once when it is opened. The app says so where something waits',
  ],
  ['periodicSync', 'Periodic Sync', 'Copies of forms and lists are refreshed when the app is opened'],
  [
    'strictDurability',
    'strict durability of IndexedDB',
    'A killed browser still loses nothing that was shown as saved. A power cut may take what the system had not written yet',
  ],
  ['persistentStorage', 'persistent storage', '*Ready for site* says that the browser may delete what the device keeps'],
  ['locks', 'Web Locks', 'Each save is claimed in the database for 60 s, so that two senders do not take the same one'],
  ['popover', 'popover', 'Menus and messages are drawn in the page instead of above dialogs'],
  ['offscreenCanvas', 'OffscreenCanvas', 'Photos are made smaller on a canvas of the page'],
  ['barcodes', 'BarcodeDetector', 'QR codes are read by our own decoder; barcodes are typed'],
  ['fileSystemAccess', 'access to files of the device', 'Not used: exports are downloads, and files come from the file chooser'],
  ['push', 'Web Push', 'No notices on the lock screen; texts by SMS go out as before'],
  ['badging', 'number on the icon', 'The number is in *Today* only'],
  ['installPrompt', 'prompt to install', '*Install the app* shows the steps of each platform with pictures'],
]

/** Facts that a page can not measure. */
const known: readonly (readonly string[])[] = [
  [
    'keeps the storage of an unvisited page for more than seven days',
    'yes',
    'yes',
    'Safari: no, unless installed',
    '*Install the app* and *Ready for site* say so before something is lost',
  ],
  ['share target', 'installed apps', 'no', 'no', 'Photos and files are added in the form'],
]

const ids = /^(?:[A-Z]{2}-\d+ )+/
/** A line of a test that other browsers than Chromium leave out. */
const leftOut = /test\.skip\(browserName !== 'chromium',/

/** The titles of the tests in a file that run in every browser. */
const titlesIn = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8')
    .split(/^(?= *(?:phoneTest|test)\()/m)
    .filter((part) => !leftOut.test(part))
    .flatMap((part) => /^ *\w+\(\s*['`](.+?)['`],/.exec(part)?.[1] ?? [])
    .map((title) =>
      title
        .replace(ids, '')
        .replace(/ \(\$\{\w+\}\)$/, '')
        .replace('${about}', 'bots and their wizards'),
    )
const listOf = (names: readonly string[]) =>
  names.flatMap((name) => [`- \`e2e/${name}\``, ...titlesIn(name).map((title) => `  - ${title}`)])

const webkitJourneys = readdirSync(path.resolve(import.meta.dirname, '../webkit'))
  .sort()
  .map((name) => `webkit/${name}`)

const answer = (has: boolean | undefined) => (has === undefined ? '?' : has ? 'yes' : 'no')
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The table of capabilities; an engine that is not here keeps the column of the page. */
const capabilityTable = (found: Found) => [
  line(['capability', 'Chromium', 'Firefox', 'WebKit', 'what the app does without it']),
  line(['---', '---', '---', '---', '---']),
  ...rows.map(([key, name, without]) => line([name, ...engines.map((engine) => answer(found[engine]?.[key])), without])),
  ...known.map(line),
]

/** The columns of the page, by engine: what was measured when it was written. */
export function readFound(): Found {
  const lines = readPage().split('\n')
  const cellsOf = (name: string) => lines.find((row) => row.startsWith(`| ${name} |`))?.split(' | ') ?? []
  return Object.fromEntries(
    engines.map((engine, at) => [engine, Object.fromEntries(rows.map(([key, name]) => [key, cellsOf(name)[at + 1] === 'yes']))]),
  )
}

export const readPage = () => readFileSync(file, 'utf8')

const head = `# Browsers

Which browsers Muster works in, what each of them lacks, and what the app does then. The app asks for a capability, never for
the name of a browser. \`PRINT=1 npx playwright test e2e/browsers\` measures and writes this page; without \`PRINT\` the test
compares. An engine that is not installed is not compared.

## Which browsers are new enough?

Chromium 109 (also the Android WebView), Safari 16.4 and Firefox 115. \`tests/architecture/browserFloor.test.ts\` holds the code
to it. A test removes from Chromium what one of the three lacks, and sends saves from the page and from the service worker
(\`e2e/journeys/oldest-browser.spec.ts\`). The engines themselves are not tried at those versions.
A browser without container queries (before Chromium 105, Safari 16 and Firefox 110) says that it is too old, what to do, and
where the saves are that were not sent (\`index.html\`).

## What do the engines offer?

Measured in a page of the app, not installed, on Linux. Phones may offer more: Chrome on Android reads barcodes, and Safari has
Web Push and numbers on icons in installed apps. The last two rows are not measured.

`

const journeys = () => `

## Which journeys run in which engine?

All journeys run in Chromium. \`npm test\` installs Firefox ESR and WebKitGTK from the packages of the system if it may; without
them it says so, and the rest counts.

In Firefox (WebDriver BiDi, through Playwright):

${listOf(firefoxJourneys).join('\n')}

In WebKitGTK (WebDriver, \`e2e/harness/webkit\`):

${listOf(webkitJourneys).join('\n')}

`

/** The end of the page is written by hand. */
const byHand = '## What is different in tests?'

const written = (found: Found) => head + capabilityTable(found).join('\n') + journeys()

/** Compares the page with what was found; engines that are not here keep their column. */
export const expectedPage = (found: Found) => written({ ...readFound(), ...found }) + readPage().slice(readPage().indexOf(byHand))

export function writePage(found: Found) {
  writeFileSync(file, expectedPage(found))
}
