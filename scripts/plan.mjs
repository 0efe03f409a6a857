// npm run plan: prints how many servers, connections, IOPS and GB a number of companies needs, from the measured figures
// (bench/capacity/measured.json, written by `npm run bench -- capacity`) and the assumptions (bench/capacity/assumptions.json).
//   --write           writes the tables into docs/scale.md; --check fails if they differ
//   --set NAME=VALUE  another value of an assumption, any number of times
//   --companies N     another number of companies, any number of times
//   --prices FILE     JSON with prices of your provider: adds the cost of a month
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './steps/install.mjs'

const multiple = { type: 'string', multiple: true }
const { values } = parseArgs({
  options: { write: { type: 'boolean' }, check: { type: 'boolean' }, set: multiple, companies: multiple, prices: { type: 'string' } },
})
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const stop = (problem) => {
  console.error(problem)
  process.exit(1)
}

const measured = readJson(path.join(root, 'bench/capacity/measured.json'))
const assumptions = readJson(path.join(root, 'bench/capacity/assumptions.json'))
for (const setting of values.set ?? []) {
  const [name, value] = setting.split('=')
  if (!Object.hasOwn(assumptions, name) || !(Number(value) > 0)) stop(`--set needs the name of an assumption and a number: ${setting}`)
  assumptions[name].value = Number(value)
}
const companies = (values.companies ?? [100, 1000, 10_000]).map(Number)
if (companies.some((count) => !(count > 0))) stop('--companies needs a number')
const given = Object.fromEntries(Object.entries(assumptions).map(([name, { value }]) => [name, value]))

const secondsInHour = 3600
/** Rows that housekeeping deletes after this many days; those of other tables are kept. The job of a save goes when it is done. */
const keptDays = { jobs: 30, sms_outbox: 30, changes: 60, receipts: 430 }
const bytesPerSave = Object.values(measured.saveBytesByTable).reduce((sum, bytes) => sum + bytes, 0)
const monthsOf = (table) => Math.min(given.monthsKept, (keptDays[table] ?? Infinity) / 30)
/** GB of a table after all its months, by the saves of a month. */
const sizeOf = (table, savesPerMonth) => (measured.saveBytesByTable[table] * savesPerMonth * monthsOf(table)) / 1e9
const [largestTable] = Object.keys(measured.saveBytesByTable).sort((one, other) => sizeOf(other, 1) - sizeOf(one, 1))

/** What this number of companies needs. */
function planFor(count) {
  const workers = count * given.workersPerCompany
  const savesPerDay = workers * given.savesPerWorkerDay
  const peakOf = (perDay) => (perDay * given.busiestHourShare * given.burst) / secondsInHour
  const [saves, screens] = [peakOf(savesPerDay), peakOf(workers * given.screensPerWorkerDay)]
  const listeners = workers * given.listenersPerWorker
  const busyCores = (save, screen) => (saves * save + screens * screen) / 1000
  const serverCores = busyCores(measured.saveServerMs, measured.screenServerMs)
  const databaseCores = busyCores(measured.saveDatabaseMs, measured.screenDatabaseMs) / given.usedShareOfProcessor
  const forMemory = (listeners * measured.listenerKB) / 1e6 / Math.max(0.1, given.serverMemoryGB - measured.serverLoadedMB / 1000)
  const servers = Math.max(given.leastServers, Math.ceil(serverCores / given.usedShareOfProcessor), Math.ceil(forMemory))
  const connections = servers * measured.connectionsPerServer
  const savesPerMonth = savesPerDay * given.workDaysPerMonth
  const databaseGB = (savesPerMonth * bytesPerSave) / 1e9
  const keptGB = Object.keys(measured.saveBytesByTable).reduce((sum, table) => sum + sizeOf(table, savesPerMonth), 0)
  return {
    saves,
    screens,
    listeners,
    servers,
    connections,
    pooler: connections > given.databaseConnections,
    databaseCores: Math.max(2, Math.ceil(databaseCores)),
    iops: saves * measured.saveWrites,
    walGB: (savesPerMonth * measured.saveWalBytes) / 1e9,
    databaseGB,
    keptGB,
    filesGB: (savesPerMonth * given.photosPerSave * given.photoMB) / 1000,
    monthsToLimit: given.tableGB / ((savesPerMonth * measured.saveBytesByTable[largestTable]) / 1e9),
    nodes: Math.max(1, Math.ceil(databaseCores / given.databaseCores), Math.ceil(keptGB / given.databaseDiskGB)),
  }
}

const show = (value) => {
  if (value === 0) return '0'
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(2))
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: value >= 1000 ? 3 : 21 })
}
const plans = companies.map(planFor)
const line = (name, of) => `| ${name} | ${plans.map((plan) => of(plan)).join(' | ')} |`
const figures = [
  ['saves in the busiest second', ({ saves }) => show(saves)],
  ['screens in the busiest second', ({ screens }) => show(screens)],
  ['devices that listen', ({ listeners }) => show(listeners)],
  [`servers of ${given.coresPerServer} vCPU and ${given.serverMemoryGB} GB`, ({ servers }) => show(servers)],
  ['connections of all servers', ({ connections, pooler }) => `${show(connections)}${pooler ? ' (pooler)' : ''}`],
  ['vCPU of the database', ({ databaseCores }) => show(databaseCores)],
  ['writes of the database a second (IOPS), busiest second', ({ iops }) => show(iops)],
  ['WAL, GB a month', ({ walGB }) => show(walGB)],
  ['new rows and indexes, GB a month', ({ databaseGB }) => show(databaseGB)],
  [`rows and indexes after ${given.monthsKept} months, GB`, ({ keptGB }) => show(keptGB)],
  ['photos, GB a month', ({ filesGB }) => show(filesGB)],
  [`months until \`${largestTable}\` has ${given.tableGB} GB`, ({ monthsToLimit }) => show(monthsToLimit)],
  ['database nodes', ({ nodes }) => show(nodes)],
]

/** The cost of a month in one region, by the prices of the reader. */
function costOf(plan, prices) {
  const hours = 730
  const vcpus = plan.servers * given.coresPerServer + plan.databaseCores * given.databaseCopies
  const memory = plan.servers * given.serverMemoryGB + plan.databaseCores * given.databaseCopies * 4
  return (
    vcpus * hours * prices.vcpuHour +
    memory * hours * prices.memoryGBHour +
    plan.keptGB * given.databaseCopies * prices.diskGBMonth +
    plan.filesGB * given.monthsKept * prices.objectGBMonth
  )
}
if (values.prices) {
  const prices = readJson(values.prices)
  const lacking = ['vcpuHour', 'memoryGBHour', 'diskGBMonth', 'objectGBMonth'].filter((name) => !(prices[name] >= 0))
  if (lacking.length > 0) stop(`the file of prices needs the numbers ${lacking.join(', ')}`)
  figures.push([`cost of a month after ${given.monthsKept} months`, (plan) => show(costOf(plan, prices))])
}

const head = (...titles) => [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`]
const sections = {
  plan: [...head('companies', ...companies.map((count) => count.toLocaleString('en-US'))), ...figures.map(([name, of]) => line(name, of))],
  measured: [
    ...head('measured', 'one save', 'one screen'),
    `| processor of a server, ms | ${measured.saveServerMs} | ${measured.screenServerMs} |`,
    `| processor of the database, ms | ${measured.saveDatabaseMs} | ${measured.screenDatabaseMs} |`,
    `| WAL, bytes | ${show(measured.saveWalBytes)} | 0 |`,
    `| writes of the database | ${measured.saveWrites} | 0 |`,
    `| rows and indexes, bytes | ${show(bytesPerSave)} | 0 |`,
    '',
    `One listening device takes ${measured.listenerKB} kB of a server, a server ${measured.serverIdleMB} MB at its start and ${measured.serverLoadedMB} MB under`,
    `load. Its pools take at most ${measured.connectionsPerServer} connections. Measured with ${measured.saves.toLocaleString('en-US')} saves on ${measured.date}, ${measured.machine.processors}.`,
    '',
    ...head('table', 'bytes of a save, with indexes', 'kept, days'),
    ...Object.entries(measured.saveBytesByTable).map(([name, bytes]) => `| \`${name}\` | ${show(bytes)} | ${keptDays[name] ?? 'always'} |`),
  ],
  assumptions: [
    ...head('assumption', 'value', 'reason'),
    ...Object.entries(assumptions).map(([name, { value, unit, why }]) => `| \`${name}\` | ${value} ${unit} | ${why} |`),
  ],
}

const file = path.join(root, 'docs/scale.md')
let text = readFileSync(file, 'utf8')
for (const [name, lines] of Object.entries(sections)) {
  if (!values.write && !values.check) console.log(`${lines.join('\n')}\n`)
  const [begin, end] = [`<!-- ${name}: printed -->\n`, `<!-- ${name}: end -->`]
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  if (from < begin.length || to < from) stop(`docs/scale.md has no section ${name}`)
  text = `${text.slice(0, from)}\n${lines.join('\n')}\n\n${text.slice(to)}`
}
if (values.write) writeFileSync(file, text)
if (values.check && text !== readFileSync(file, 'utf8')) stop('docs/scale.md differs from its figures: npm run plan -- --write')
