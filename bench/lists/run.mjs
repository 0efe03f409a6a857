import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { root } from '../../scripts/steps/install.mjs'
import { startServer } from '../../server/main.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { entriesOf, guessColumns } from '../../src/features/lists/files/guessColumns.ts'
import { readTable } from '../../contract/tables/readTable.ts'
import { writeXlsx } from '../../contract/tables/writeXlsx.ts'
import { figure } from '../measure.mjs'

const area = 'lists'
const count = Number(process.env['BENCH_ROWS'] ?? 50_000)
const batch = 1000

const cellsOf = (n) => [
  `Person ${n} Nachname`,
  `E-${n}`,
  `person${n}@example.com`,
  `+1202${5_000_000 + n}`,
  `Company ${n % 200}`,
  'Carpenter',
]
const table = [['Name', 'Number', 'E-mail', 'Mobile', 'Company', 'Role'], ...Array.from({ length: count }, (_, n) => cellsOf(n))]

const MB = 1024 * 1024

async function timed(work) {
  const begun = performance.now()
  const result = await work()
  return [(performance.now() - begun) / 1000, result]
}

/** A project of its own, and a call below its list of people. */
async function openList(muster) {
  const boss = await signInApi(muster.address, people.manager)
  const team = newId()
  const call = async (method, path, body) => {
    const answer = await boss.request(method, path, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const opId = newId()
  const made = await boss.request(
    'POST',
    `/api/data/teams/${team}`,
    { payload: { name: 'Bench', owner: boss.uid, deleted: false }, clientAt: new Date().toISOString() },
    { 'idempotency-key': opId, 'x-seq': '1', 'if-match': '"0"' },
  )
  if (!made.ok) throw new Error(`the project was refused: ${await made.text()}`)
  return { call, team, path: `/api/teams/${team}/lists/people` }
}

async function repeat(call, path, deed, until) {
  let longest = 0
  for (;;) {
    const [seconds, { state, counts }] = await timed(() => call('POST', `${path}/${deed}`))
    longest = Math.max(longest, seconds)
    if (state === until) return { longest, counts }
  }
}

async function importOnce({ call, path }, rows) {
  const own = `${path}/imports/${newId()}`
  const [check] = await timed(async () => {
    for (let at = 0; at < rows.length; at += batch)
      await call('POST', `${own}/rows`, { file: 'people.csv', total: rows.length, rows: rows.slice(at, at + batch) })
  })
  const [apply, { longest, counts }] = await timed(() => repeat(call, own, 'apply', 'applied'))
  return { own, check, apply, longest, counts }
}

async function measureOn(storage, csvRows) {
  const postgres = storage === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-lists-'))
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    ...(postgres && { databaseUrl: postgres.url() }),
    log: () => undefined,
    say: () => undefined,
    http: {
      appFolder: path.join(root, 'dist'),
      trustProxy: false,
      framedBy: "'self'",
      secureCookie: 'never',
      limits: { rateFactor: 1000 },
    },
  })
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50)
  try {
    const list = await openList({ address: server.url })
    const before = process.memoryUsage().rss
    const first = await importOnce(list, csvRows)
    if (first.counts.added !== count) throw new Error(`added ${first.counts.added} of ${count}`)
    const again = await importOnce(list, csvRows)
    if (again.counts.unchanged !== count) throw new Error(`unchanged ${again.counts.unchanged} of ${count}`)
    const changed = await importOnce(
      list,
      csvRows.map(({ row, cells }) => ({ row, cells: { ...cells, role: 'Foreman' } })),
    )
    const [undo] = await timed(() => repeat(list.call, changed.own, 'undo', 'undone'))
    const [whole] = await timed(() => list.call('GET', `/api/lists/${list.team}/employees`))
    const says = (name, value, unit = 's') => figure(area, `${count} people, ${storage}: ${name}`, unit, [value])
    return [
      says('dry run, all new', first.check),
      says('import, all new', first.apply),
      says('longest request of it', first.longest),
      says('dry run again, all known', again.check),
      says('import again, all changed', changed.apply),
      figure(area, `${count} people, ${storage}: of these, changed to new`, '×', [changed.apply / first.apply], { atMost: 2 }),
      says('undo', undo),
      says('the lookup of a form', whole),
      says('more memory of the server', (peak - before) / MB, 'MB'),
      says('peak memory of the server', peak / MB, 'MB'),
    ]
  } finally {
    clearInterval(watch)
    await server.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function measure() {
  const csv = new TextEncoder().encode(table.map((row) => row.join(',')).join('\n'))
  const [readCsv, read] = await timed(() => readTable(csv))
  const xlsx = writeXlsx(table)
  const [readXlsx] = await timed(() => readTable(xlsx))
  const rows = entriesOf(read, guessColumns('people', read))
  const figures = [
    figure(area, `${count} people: CSV of ${Math.round(csv.length / 1e5) / 10} MB read`, 's', [readCsv]),
    figure(area, `${count} people: XLSX of ${Math.round(xlsx.length / 1e5) / 10} MB read`, 's', [readXlsx]),
  ]
  const storages = (process.env['BENCH_STORAGE'] ?? 'embedded,postgres').split(',')
  for (const storage of storages) figures.push(...(await measureOn(storage, rows)))
  return figures
}
