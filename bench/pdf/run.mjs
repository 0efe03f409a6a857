// PDF forms. First: how many values of filled forms are stored and visible in other programs (qpdf, poppler,
// MuPDF), for a folder of forms: BENCH_PDF=DIR, else the small forms of the tests and those of the demo.
// Second, on the screen of a tablet: first page, all pages, saving and memory, in turns with pdf.js and its
// own viewer component.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { browserArgs, browserPath } from '../../e2e/harness/browser.ts'
import { kitStyles } from '../../scripts/kit-styles.ts'
import { pdfjsAssets } from '../../scripts/pdfjs-assets.ts'
import { root } from '../../scripts/steps/install.mjs'
import { macros } from '../../vite.config.ts'
import { figure, tell } from '../measure.mjs'
import { folder as files, makeFiles } from './makeFiles.mjs'

const area = 'pdf'
const work = path.join(root, 'bench/.work/pdf')
const out = path.join(work, 'page')
const demo = path.join(root, 'server/demo/media')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.pdf': 'application/pdf' }
const runs = Number(process.env['BENCH_RUNS'] ?? 3)

/** Returns the folder of the forms for other programs: BENCH_PDF, or the built-in forms. */
function formsFolder() {
  const given = process.env['BENCH_PDF']
  if (given) return path.resolve(given)
  const own = path.join(work, 'forms')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  for (const folder of [path.join(root, 'tests/pdf/forms'), demo])
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.pdf')))
      copyFileSync(path.join(folder, name), path.join(own, name))
  return own
}

/** Returns the results of other programs for every file; undefined if they are not installed. */
function checkFields() {
  const { stdout } = spawnSync('node', [path.join(root, 'scripts/pdf-check.mjs'), formsFolder(), '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (stdout.startsWith('SKIPPED')) {
    console.log(stdout.trim())
    return []
  }
  const told = JSON.parse(stdout)
  for (const { name, code } of told.failed) console.log(`      not opened: ${name} (${code})`)
  const share = (part, of) => (of === 0 ? 100 : (100 * part) / of)
  const own = told.results
  return [
    figure(area, 'files that other programs opened after filling in', 'files', [told.files]),
    figure(area, 'fields filled in', 'fields', [told.fillable]),
    figure(area, 'values that persist, read by qpdf', '%', [share(told.persisted, told.fillable)], { atLeast: 100 }),
    figure(area, 'boxes looked at', 'boxes', [told.checked]),
    figure(area, 'boxes that every renderer here shows', '%', [share(told.both, told.checked)], { atLeast: 99.9 }),
    figure(area, 'files whose original bytes are untouched', '%', [share(own.filter(({ prefix }) => prefix).length, own.length)], {
      atLeast: 100,
    }),
    figure(area, 'files that qpdf finds sound', '%', [share(own.filter(({ sound }) => sound).length, own.length)], { atLeast: 100 }),
    figure(area, 'filling in every field of a file, slowest', 'ms', [Math.max(0, ...own.map(({ ms }) => ms))]),
  ]
}

async function servePages() {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    define: { __APP_VERSION__: '"bench"', 'process.env.NODE_ENV': '"production"' },
    plugins: [kitStyles(), pdfjsAssets(), react(), macros(), lingui()],
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    worker: { format: 'es' },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: { input: ['index.html', 'stock.html'].map((name) => path.join(import.meta.dirname, name)) },
    },
  })
  const server = createServer((request, response) => {
    const asked = path.normalize(new URL(request.url, 'http://bench').pathname)
    const file = [path.join(out, asked === '/' ? 'index.html' : asked), path.join(files, asked), path.join(demo, asked)].find(
      (one) => existsSync(one) && !one.endsWith('/'),
    )
    if (!file) return void response.writeHead(404).end()
    const bytes = readFileSync(file)
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
    response.setHeader('accept-ranges', 'bytes')
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) {
      response.setHeader('content-length', bytes.length)
      return void response.end(request.method === 'HEAD' ? undefined : bytes)
    }
    const end = Math.min(to === '' ? bytes.length - 1 : Number(to), bytes.length - 1)
    response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}`, 'content-length': end - Number(from) + 1 })
    response.end(bytes.subarray(Number(from), end + 1))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

const launch = () => chromium.launch({ executablePath: browserPath(), args: browserArgs })

/**
 * Starts a new browser for every measurement: nothing is cached, and the memory belongs to this document
 * only.
 */
async function onTablet(address, viewer, rate, task) {
  const browser = await launch()
  try {
    const context = await browser.newContext({ viewport: { width: 800, height: 1280 }, deviceScaleFactor: 2 })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(`${viewer}: ${error.message}`))
    await page.goto(`${address}/${viewer === 'own' ? '' : 'stock.html'}`)
    await page.waitForFunction(() => 'bench' in window)
    if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
    return await task(page, browser)
  } finally {
    await browser.close()
  }
}

const ask = (page, what, ...args) => page.evaluate(([name, given]) => window.bench[name](...given), [what, args])

/**
 * Returns the memory of all processes of a browser in MB, shared pages counted once. Undefined outside of
 * Linux.
 */
async function memoryOf(session) {
  if (process.platform !== 'linux') return undefined
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  let kB = 0
  for (const { id } of processInfo) {
    try {
      kB += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process has ended.
    }
  }
  return kB / 1024
}

/** Measures the peak while all pages are visited, and the rest afterwards, relative to an empty browser. */
const memory = (url, fields) => async (page, browser) => {
  const session = await browser.newBrowserCDPSession()
  const empty = await memoryOf(session)
  if (empty === undefined) return undefined
  let peak = 0
  let walking = true
  const watch = (async () => {
    while (walking) {
      peak = Math.max(peak, await memoryOf(session))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  try {
    await ask(page, 'open', url, fields)
    await ask(page, 'walk')
  } finally {
    walking = false
    await watch
  }
  return peak - empty
}

const opening = (url, fields) => async (page) => {
  const { page: first, fields: ready } = await ask(page, 'open', url, fields)
  return { first, ready, walk: await ask(page, 'walk') }
}

async function compare(address, { name, url, fields, rate = 1, walked = true, limit }) {
  const own = []
  const stock = []
  for (let run = 0; run < runs; run++)
    for (const [viewer, list] of run % 2
      ? [
          ['stock', stock],
          ['own', own],
        ]
      : [
          ['own', own],
          ['stock', stock],
        ])
      list.push(
        await onTablet(
          address,
          viewer,
          rate,
          walked
            ? opening(url, fields)
            : async (page) => {
                const { page: first, fields: ready } = await ask(page, 'open', url, fields)
                return { first, ready }
              },
        ),
      )
  const ratio = (key) => own.map((one, run) => one[key] / stock[run][key])
  const all = (list, key) => list.map((one) => one[key])
  return [
    figure(area, `${name}: first page`, 'ms', all(own, 'first')),
    figure(area, `${name}: first page beside stock`, '×', ratio('first'), { atMost: limit ?? 0.9 }),
    ...(fields > 0
      ? [
          figure(area, `${name}: its fields can be filled in`, 'ms', all(own, 'ready')),
          figure(area, `${name}: the same beside stock`, '×', ratio('ready')),
        ]
      : []),
    ...(walked
      ? [
          figure(area, `${name}: through all pages`, 'ms', all(own, 'walk')),
          figure(area, `${name}: through all pages beside stock`, '×', ratio('walk')),
        ]
      : []),
  ]
}

async function compareMemory(address, { name, url, fields }) {
  const own = []
  const stock = []
  for (let run = 0; run < Math.min(2, runs); run++) {
    own.push(await onTablet(address, 'own', 1, memory(url, fields)))
    stock.push(await onTablet(address, 'stock', 1, memory(url, fields)))
  }
  if (own.includes(undefined)) return []
  return [
    figure(area, `${name}: peak memory`, 'MB', own),
    figure(
      area,
      `${name}: peak memory beside stock`,
      '×',
      own.map((one, run) => one / stock[run]),
      { atMost: 0.65 },
    ),
  ]
}

async function compareSaves(address, { name, url }) {
  const own = []
  const stock = []
  for (let run = 0; run < runs; run++) {
    own.push(await onTablet(address, 'own', 1, (page) => ask(page, 'save', url)))
    stock.push(await onTablet(address, 'stock', 1, (page) => ask(page, 'save', url)))
  }
  const all = (list, key) => list.map((one) => one[key])
  return [
    figure(area, `${name}: save of one value`, 'ms', all(own, 'one'), { atMost: 400 }),
    figure(area, `${name}: save of all its texts`, 'ms', all(own, 'all'), { atMost: 800 }),
    figure(
      area,
      `${name}: save of all its texts beside saveDocument`,
      '×',
      own.map((one, run) => one.all / stock[run].all),
      { atMost: 1.2 },
    ),
    figure(area, `${name}: reading it again to be sure`, 'ms', all(own, 'again')),
  ]
}

async function typing(address) {
  const keys = await onTablet(address, 'own', 4, async (page) => {
    await ask(page, 'open', '/hot-work-permit.pdf', 1)
    await page.locator('input[data-field]:not([readonly]):not([type=checkbox]):not([type=radio])').first().click()
    for (const letter of 'PERMIT-2026-0417') {
      await page.keyboard.press(letter)
      await page.waitForTimeout(60)
    }
    return page.evaluate(() => window.bench.keys)
  })
  return [figure(area, 'letter typed to screen, 4× CPU', 'ms', keys, { atMost: 50 })]
}

export async function measure() {
  const checked = checkFields()
  const pages = await servePages()
  const maker = await launch()
  const names = await makeFiles(maker)
  await maker.close()
  const url = (key) => `/${names[key]}`
  const { address } = pages
  const parts = [
    () => compare(address, { name: 'permit, 2 pages', url: '/hot-work-permit.pdf', fields: 1 }),
    () => compare(address, { name: 'permit, 4× CPU', url: '/hot-work-permit.pdf', fields: 1, rate: 4, walked: false }),
    () => compare(address, { name: 'manual, 40 pages', url: '/safety-manual.pdf', fields: 0 }),
    () => compare(address, { name: 'form, 206 pages', url: url('form'), fields: 6 }),
    () => compare(address, { name: 'form, 624 fields on a page', url: url('dense'), fields: 624, walked: false }),
    () => compare(address, { name: 'book, 1,000 pages', url: url('thousand'), fields: 0, walked: false }),
    () => typing(address),
    () => compareSaves(address, { name: 'form, 206 pages', url: url('form') }),
    () => compareMemory(address, { name: 'form, 206 pages', url: url('form'), fields: 6 }),
    () =>
      compareMemory(address, {
        name: `scan, 200 pages, ${Math.round(statSync(path.join(files, names.scan)).size / 1e6)} MB`,
        url: url('scan'),
        fields: 1,
      }),
  ]
  const figures = [...checked]
  try {
    for (const part of parts) {
      // A failed part does not affect the other figures.
      const own = await part().catch((error) => void console.error(`not measured: ${error.message.split('\n')[0]}`))
      figures.push(...(own ?? []))
      if (process.env['BENCH_TELL']) for (const one of own ?? []) tell(one)
    }
    return figures
  } finally {
    pages.stop()
  }
}
