// npm run bench [-- AREA ...]: measures the budgets and writes bench/results.json. Areas: start, forms,
// picker, sync, kiosk, console, pdf, server, conversations, lists, scale, capacity.
// Peers are built and installed in bench/.work and bench/peers; the app does not depend on them. The figures
// of a run replace those of the same area. On a shared machine only ratios of two things measured in turns
// are reliable.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from '../scripts/steps/browser.mjs'
import { demandNode, installMissing, root } from '../scripts/steps/install.mjs'
import { buildIsCurrent } from '../scripts/steps/newer.mjs'
import { tool } from '../scripts/steps/run.mjs'
import { machine, tell } from './measure.mjs'

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

let { figures } = before
for (const area of wanted.length > 0 ? wanted : areas) {
  console.log(`\n${area}`)
  const { measure } = await import(`./${area}/run.mjs`)
  const measured = await measure()
  for (const figure of measured) tell(figure)
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
process.exit(0)
