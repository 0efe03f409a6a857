import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { statementsOf } from '../../../tests/harness/statementsOf.ts'
import { newId, useServer } from '../../../tests/harness/testServer.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { readTables } from '../../storage/dump/readTables.ts'
import { cancelOp, pruneReceipts, reconcileOps } from '../records/reconcileOps.ts'
import { growthLines, growthRules } from './growthRules.ts'
import { tidyUp } from './tidyUp.ts'

const server = useServer()

it('each table of the database has a rule for its growth, in the code and in docs/operation.md', async () => {
  const { db } = server.running.storage
  const tables = await readTables(async (statement) => ((await db.execute(statement)) as unknown as { rows: never[] }).rows)
  expect(Object.keys(growthRules).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  const documented = readFileSync(resolve('docs/operation.md'), 'utf8').split('\n')
  expect(growthLines().filter((line) => !documented.includes(line))).toEqual([])
})

it('the housekeeping deletes from each table with a rule that ends, a bounded number of rows with one statement', async () => {
  const { db } = server.running.storage
  const sent = statementsOf(db)
  await tidyUp(server.running.app)
  const statements = sent.texts().map((text) => text.replaceAll('"', ''))
  sent.stop()
  const deleted = (table: string) => statements.some((statement) => new RegExp(`\\bdelete\\s+from ${table}\\b`).test(statement))
  const ending = Object.entries(growthRules).flatMap(([table, rule]) => ('when' in rule ? [table] : []))
  expect(ending.filter((table) => table !== 'files' && !deleted(table))).toEqual([])
  // Bots, and visitors of the demo: few.
  const few = /delete\s+from (?:bot_codes|demo_requests|files)\b/
  const unbounded = statements.filter(
    (statement) => /\bdelete\s+from\b/.test(statement) && !/\blimit\b/.test(statement) && !few.test(statement),
  )
  expect(unbounded).toEqual([])
})

onEachStorage((use) => {
  it('deletes all old rows, also if there are more than one statement deletes', async () => {
    const visitor = { person: undefined, device: 'visitor-phone' }
    const ops = Array.from({ length: 5 }, newId)
    for (const opId of ops) await cancelOp(use.storage, { ...visitor, opId })
    const monthLater = new Date(Date.now() + 31 * 86_400_000)
    expect(await pruneReceipts(use.storage, new Date(), 2)).toBe(0)
    expect((await reconcileOps(use.storage, { ...visitor, opIds: ops })).cancelled).toHaveLength(5)
    expect(await pruneReceipts(use.storage, monthLater, 2)).toBe(5)
    expect((await reconcileOps(use.storage, { ...visitor, opIds: ops })).cancelled).toEqual([])
  })
})
