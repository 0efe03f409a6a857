// npm run matrix [-- --times 3]: injects every fault at every moment of a waiting save in a real browser, as
// often as requested, runs every broken device of tests/flows/mutants.ts, and writes the results into
// docs/reliability.md. With `--last` it writes the results of the last `npm test`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { demandNode, installMissing, root } from './steps/install.mjs'

demandNode()
installMissing()
const { buildIsCurrent } = await import('./steps/newer.mjs')
const { tool } = await import('./steps/run.mjs')
const { withScratch } = await import('./steps/scratch.mjs')

const moments = ['S', 'Q', 'B', 'R', 'A']
/** Row → the fault, and the moments at which it can happen. */
const faults = {
  1: ['the page crashes', 'SQBRA'],
  2: ['the browser is killed, and started again', 'SQBRA'],
  3: ['the service worker is stopped', 'SQBRA'],
  4: ['the page is frozen, another takes over, it wakes', 'SQBRA'],
  5: ['two pages send at once, without a lock', 'SQBRA'],
  6: ['no connection', 'SQBR'],
  7: ['the answer is lost', 'BR'],
  8: ['the request is given up and comes late', 'BRA'],
  9: ['503 or 429', 'BR'],
  10: ['the sign-in page of a Wi-Fi answers', 'SQBR'],
  11: ['the answer is cut half way', 'BR'],
  12: ['the session ends, the same person signs in', 'SQBR'],
  13: ['the session ends, another person signs in', 'SQBRA'],
  14: ['the browser holds another person’s session', 'SQBR'],
  15: ['the server refuses it for good, three saves follow', 'BR'],
  16: ['another person changes the same record', 'QR'],
  17: ['the same save is being stored right now', 'BR'],
  18: ['the device is full', 'SQBRA'],
  19: ['the storage is cleared or damaged', 'SQBRA'],
  20: ['the database is closed under the app', 'SQBRA'],
  21: ['a new version opens the database, an old page stays', 'SQBRA'],
  22: ['an upgrade fails half way, or is taken back', 'QB'],
  23: ['the clock jumps', 'SQBRA'],
  24: ['the person logs out', 'SQBRA'],
  25: ['the server is killed between doing and answering', 'BR'],
  26: ['a row that cannot be read', 'QB'],
  27: ['the server takes only smaller parts', 'BR'],
  28: ['the browser keeps no keys', 'SQ'],
}

const { values } = parseArgs({ options: { times: { type: 'string', default: '1' }, last: { type: 'boolean', default: false } } })
const { last } = values
const times = last ? 1 : Number(values.times)
const results = path.join(root, 'node_modules/.cache/results')
const report = path.join(results, last ? 'playwright.json' : 'matrix.json')
const unitReport = path.join(results, last ? 'vitest.json' : 'mutants.json')
let failed = false
if (!last) {
  const { needBrowser } = await import('./steps/browser.mjs')
  const browser = await needBrowser()
  if (!browser) process.exit(1)
  if (!buildIsCurrent()) await tool('scripts/build.mjs', [], { show: true })
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', 'e2e/faults', `--repeat-each=${times}`, '--reporter=list,json']
  await withScratch((scratch) => tool('playwright', args, { show: true, env: { ...scratch, ...env } })).catch((error) => {
    if (!existsSync(report)) throw error
    failed = true
  })
  const unit = ['run', 'tests/flows/mutants.test.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  await tool('vitest', unit, { show: true }).catch((error) => {
    if (!existsSync(unitReport)) throw error
    failed = true
  })
}
for (const file of [report, unitReport]) if (!existsSync(file)) throw new Error('There is no report of a run: `npm test` writes one.')

/** Cell → number of passed tests and number of tests. */
const cells = new Map()
const walk = ({ suites = [], specs = [] }) => {
  for (const suite of suites) walk(suite)
  for (const { title, tests } of specs) {
    const [, cell] = title.match(/^(\d+[SQBRA]) /) ?? []
    if (!cell) continue
    const { passed, ran } = cells.get(cell) ?? { passed: 0, ran: 0 }
    const good = tests.filter(({ status }) => status === 'expected').length
    cells.set(cell, { passed: passed + good, ran: ran + tests.length })
  }
}
const run = JSON.parse(readFileSync(report, 'utf8'))
walk(run)

/** Broken devices by description, and whether the property test detected them. */
const broken = JSON.parse(readFileSync(unitReport, 'utf8'))
  .testResults.filter(({ name }) => name.endsWith('mutants.test.ts'))
  .flatMap(({ assertionResults }) => assertionResults)
  .map(({ title, status }) => ({ what: title.replace(/^notices a device that /, ''), noticed: status === 'passed' }))
const noticed = broken.filter((one) => one.noticed).length

const mark = (row, moment) => {
  if (!faults[row][1].includes(moment)) return ''
  const { passed, ran } = cells.get(row + moment) ?? { passed: 0, ran: 0 }
  return ran === 0 ? 'not yet' : passed === ran ? 'green' : `${passed} of ${ran}`
}
const all = Object.keys(faults).flatMap((row) => moments.map((moment) => mark(row, moment)).filter((text) => text !== ''))
const green = all.filter((text) => text === 'green').length
/** The test run stores which browser it used (playwright.config.ts). */
const version = run.config.metadata?.browser ?? 'a browser that the run did not name'

const file = path.join(root, 'docs/reliability.md')
/** The soak prints these figures; they are written down by hand. */
const [, typing = ''] = readFileSync(file, 'utf8').split(/(?=^## How much typing)/m)

writeFileSync(
  file,
  `# What may strike a save, and what becomes of it

Written by \`npm run matrix -- ${last ? '--last' : `--times ${times}`}\` from a run on ${run.stats.startTime.slice(0, 10)}: ${version}, Node ${process.versions.node}, ${availableParallelism()} cores, each cell ${times === 1 ? 'once' : `${times} times`}.

Each cell saves a form in a real browser against the real server and lets one fault strike at one moment. Green means: nothing is lost, nothing is applied
twice, nothing goes under another name, the counts on the screen are the rows in the store, and what waits afterwards says why (docs/sync.md §1). One cell may
have several tests (ways of the same fault).

S: while the device stores it. Q: while it waits. B: while its photo is under way. R: while the record is under way. A: answered, and the device does not know yet.

**${green} of ${all.length} cells are green.**

| | fault | ${moments.join(' | ')} |
|---|---|${moments.map(() => '---').join('|')}|
${Object.entries(faults)
  .map(([row, [what]]) => `| ${row} | ${what} | ${moments.map((moment) => mark(row, moment)).join(' | ')} |`)
  .join('\n')}

## Whether the tests would notice

The property run (\`tests/flows\`: random saves, faults and crashes against a model of the server) is made once more for each way in which a device can look
reasonable and break the promise (\`tests/flows/mutants.ts\`). **${noticed} of ${broken.length} broken devices are noticed.**

${broken.map(({ what, noticed: seen }) => `- ${seen ? 'noticed' : '**not noticed**'}: one that ${what}`).join('\n')}
${typing && `\n${typing}`}`,
)
console.log(`${green} of ${all.length} cells are green, ${noticed} of ${broken.length} broken devices are noticed: docs/reliability.md`)
process.exitCode = failed ? 1 : 0
