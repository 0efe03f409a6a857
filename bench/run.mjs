// npm run bench [-- AREA ...]: measures the budgets and writes bench/results.json. Areas: start, forms,
// picker, sync, kiosk, console, pdf, server, conversations, lists, scale, capacity.
// Peers are built and installed in bench/.work and bench/peers; the app does not depend on them. The figures
// of a run replace those of the same area. On a shared machine only ratios of two things measured in turns
// are reliable. Before and after each area the run looks at what else the machine does: a busy machine is waited for,
// an area that it disturbed is measured again, and its figures say so if that did not help.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from '../scripts/steps/browser.mjs'
import { demandNode, installMissing, root } from '../scripts/steps/install.mjs'
import { buildIsCurrent } from '../scripts/steps/newer.mjs'
import { tool } from '../scripts/steps/run.mjs'
import { setTimeout as pause } from 'node:timers/promises'
import { busyShare, machine, tell } from './measure.mjs'

const areas = ['start', 'forms', 'picker', 'sync', 'kiosk', 'console', 'pdf', 'server', 'conversations', 'lists', 'scale', 'capacity']
const wanted = process.argv.slice(2)
const unknown = wanted.filter((area) => !areas.includes(area))
if (unknown.length > 0) {
  console.error(`No area ${unknown.join(', ')}; there are ${areas.join(', ')}.`)
  process.exit(1)
}

demandNode()
installMissing()
if (!buildIsCurrent()) await tool('scripts/build.mjs', [], { show: true })
const browser = await findBrowser()
if (!browser) {
  console.error('The bench needs Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
  process.exit(1)
}
process.env['CHROMIUM_PATH'] = browser
const { register } = await import('tsx/esm/api')
register()
mkdirSync(path.join(root, 'bench/.work'), { recursive: true })

const file = path.join(root, 'bench/results.json')
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { figures: [] }
const version = (name) => JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version

/** Other work on the machine above this share disturbs a measurement. */
const quietBelow = 0.1
/** How often a quiet machine is waited for, and how long each time, ms. */
const [looks, between] = [6, 10_000]

/** Waits for a quiet machine. Resolves to the share of the processors that still works. */
async function quiet() {
  for (let look = 1; ; look++) {
    const busy = await busyShare()
    if (busy < quietBelow || look === looks) return busy
    console.log(`      The machine works at ${Math.round(busy * 100)} % without the bench; it waits.`)
    await pause(between)
  }
}

/** Measures an area, and once more if the machine was busy before or after. */
async function measureArea(area) {
  const { measure } = await import(`./${area}/run.mjs`)
  for (let attempt = 1; ; attempt++) {
    const before = await quiet()
    const measured = await measure()
    // What the area started has a moment to end.
    await pause(1000)
    const busy = Math.max(before, await busyShare())
    if (busy < quietBelow) return measured
    console.log(`      The machine worked at ${Math.round(busy * 100)} % without the bench.`)
    if (attempt === 2) return measured.map((figure) => ({ ...figure, busy: Number(busy.toFixed(2)) }))
  }
}

const begun = Date.now()
let { figures } = before
for (const area of wanted.length > 0 ? wanted : areas) {
  console.log(`\n${area}`)
  const start = Date.now()
  const measured = (await measureArea(area)).map((figure) => ({ ...figure, date: new Date().toISOString() }))
  for (const figure of measured) tell(figure)
  console.log(`      ${area}: ${Math.round((Date.now() - start) / 1000)} s`)
  figures = [...figures.filter((figure) => figure.area !== area), ...measured]
  const results = {
    date: new Date().toISOString(),
    machine: machine(),
    versions: {
      node: process.versions.node,
      browser: execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
      ...Object.fromEntries(
        ['react', 'dexie', '@chakra-ui/react', 'pdfjs-dist', 'fastify', '@electric-sql/pglite', 'pg'].map((name) => [name, version(name)]),
      ),
    },
    figures,
  }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}
console.log(
  `\nThe whole run: ${((Date.now() - begun) / 60_000).toFixed(1)} minutes. npm run performance -- --keep adds its figures to the history.`,
)
process.exit(0)
