// The list picker with 50,000 items on a slow tablet (4× CPU), and its search compared with MiniSearch on the
// same lines and words.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { browserArgs, browserPath } from '../../e2e/harness/browser.ts'
import { root } from '../../scripts/steps/install.mjs'
import { kitStyles } from '../../scripts/kit-styles.ts'
import { macros } from '../../vite.config.ts'
import { figure, median, percentile } from '../measure.mjs'

const area = 'picker'
const work = path.join(root, 'bench/.work/picker')
const out = path.join(work, 'page')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }
const runs = Number(process.env['BENCH_RUNS'] ?? 5)
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function installPeer() {
  const wanted = path.join(import.meta.dirname, 'package.json')
  const held = path.join(work, 'package.json')
  const there = existsSync(path.join(work, 'node_modules/minisearch')) && existsSync(held)
  if (there && readFileSync(held, 'utf8') === readFileSync(wanted, 'utf8')) return
  mkdirSync(work, { recursive: true })
  copyFileSync(wanted, held)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  if (spawnSync('npm', ['install', ...options], { cwd: work, stdio: 'inherit' }).status !== 0)
    throw new Error('minisearch could not be installed')
}

async function servePage() {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    define: { __APP_VERSION__: '"bench"', 'process.env.NODE_ENV': '"production"' },
    plugins: [kitStyles(), react(), macros(), lingui()],
    resolve: { alias: { minisearch: path.join(work, 'node_modules/minisearch') } },
    worker: { format: 'es' },
    build: { outDir: out, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  })
  const server = createServer((request, response) => {
    const asked = path.normalize(new URL(request.url, 'http://bench').pathname)
    const file = path.join(out, asked === '/' ? 'index.html' : asked)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

async function onPage(browser, address, rate, work) {
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(address)
  await page.waitForFunction(() => 'bench' in window)
  const cdp = await context.newCDPSession(page)
  if (rate > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  const clock = await context.newCDPSession(page)
  await clock.send('Performance.enable', { timeDomain: 'threadTicks' })
  /**
   * CPU time of the main thread so far in ms, throttling included: other work on the machine hardly affects
   * it.
   */
  const busy = async () => (await clock.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  try {
    return await work(page, busy)
  } finally {
    await context.close()
  }
}

/**
 * Opens the picker, then types words letter by letter. Measures each time from the key until the result is
 * painted.
 */
const typing = (nested) => async (page, busy) => {
  // The first opening also runs code that the page has not run before; at a gate, people open the same list
  // again and again.
  const cold = await page.evaluate((which) => window.bench.open(which), nested)
  await page.evaluate(() => window.bench.close())
  await pause(300)
  const before = await busy()
  const open = await page.evaluate((which) => window.bench.open(which), nested)
  const openWork = (await busy()) - before
  await pause(3000)
  const words = nested ? ['block 7', 'room 4123'] : ['carlos', 'garcia', 'jam wal', '4123', 'ironline']
  for (const word of words) {
    await page.locator('dialog input').fill('')
    await pause(300)
    for (const letter of word.replaceAll(' ', '')) {
      const before = await page.evaluate(() => window.bench.keys.length)
      await page.keyboard.press(letter)
      // A letter that does not change the result is not counted.
      await page.waitForFunction((done) => window.bench.keys.length > done, before, { timeout: 1500, polling: 50 }).catch(() => undefined)
      await pause(60)
    }
  }
  const keys = await page.evaluate(() => [...window.bench.keys])
  return { cold, open, openWork, key: median(keys), worst: percentile(keys, 0.95) }
}

async function queries(page) {
  const built = await page.evaluate(() => window.bench.build())
  await page.evaluate(() => [window.bench.ask('own'), window.bench.ask('mini')])
  const own = []
  const mini = []
  for (let turn = 0; turn < 5; turn += 1) {
    own.push(await page.evaluate(() => window.bench.ask('own').ms))
    mini.push(await page.evaluate(() => window.bench.ask('mini').ms))
  }
  return { built, own: median(own), mini: median(mini) }
}

export async function measure() {
  installPeer()
  const pages = await servePage()
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs })
  const flat = []
  const nested = []
  const asked = []
  try {
    for (let run = 0; run < runs; run += 1) {
      flat.push(await onPage(browser, pages.address, 4, typing(false)))
      nested.push(await onPage(browser, pages.address, 4, typing(true)))
      asked.push(await onPage(browser, pages.address, 1, queries))
    }
  } finally {
    await browser.close()
    pages.stop()
  }
  const all = (list, name) => list.map((one) => one[name])
  return [
    figure(area, '50,000 people, 4× CPU: opening', 'ms', all(flat, 'open'), { atMost: 100 }),
    figure(area, '50,000 people, 4× CPU: work to open', 'ms', all(flat, 'openWork')),
    figure(area, '50,000 people, 4× CPU: the very first opening of a page', 'ms', all(flat, 'cold')),
    figure(area, '50,000 people, 4× CPU: key to result, median', 'ms', all(flat, 'key'), { atMost: 50 }),
    figure(area, '50,000 people, 4× CPU: key to result, 95 of 100', 'ms', all(flat, 'worst')),
    figure(area, '50,000 places in three steps, 4× CPU: opening', 'ms', all(nested, 'open')),
    figure(area, '50,000 places in three steps, 4× CPU: work to open', 'ms', all(nested, 'openWork')),
    figure(area, '50,000 places in three steps, 4× CPU: the very first opening of a page', 'ms', all(nested, 'cold')),
    figure(area, '50,000 places in three steps, 4× CPU: key to result, median', 'ms', all(nested, 'key'), { atMost: 50 }),
    figure(area, 'a question to the index, 50,000 lines', 'ms', all(asked, 'own')),
    figure(area, 'the same of MiniSearch', 'ms', all(asked, 'mini')),
    figure(
      area,
      'ratio of the two',
      '×',
      asked.map(({ own, mini }) => own / mini),
      { atMost: 1 },
    ),
    figure(
      area,
      'building the index, 50,000 lines (in a worker)',
      'ms',
      asked.map(({ built }) => built.own),
    ),
    figure(
      area,
      'the same of MiniSearch',
      'ms',
      asked.map(({ built }) => built.mini),
    ),
  ]
}
