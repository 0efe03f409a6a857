import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributed, partitionedCopy, shared, tablesOf, type FoundTable, withClient } from '../../tests/harness/distribution.ts'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { useServer } from '../../tests/harness/testServer.ts'

const document = resolve('docs/scale.md')
const [begin, end] = ['<!-- tables: printed -->\n\n', '\n\n<!-- tables: end -->']

/** The line of a table in docs/scale.md: how it reaches the account, and its keys that have to begin with the account. */
function lineOf(name: string, { keys }: FoundTable): string {
  const way = distributed[name]
  if (!way) return `| \`${name}\` | shared | ${shared[name]} |`
  const [column, ...via] = way
  const steps = [`\`${column}\``, ...via.map((step) => `\`${step.table}.${step.column}\``)].join(' → ')
  const lacking = keys
    .filter(({ columns }) => !columns.includes(via.length === 0 ? column : ''))
    .map(({ columns }) => `\`${columns.join(', ')}\``)
  return `| \`${name}\` | ${steps} | ${lacking.join('; ') || 'none'} |`
}

describe('the tables of a company', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  // The demo company has rows in most tables.
  useServer({
    get databaseUrl() {
      return postgres.url()
    },
  })

  it('are known: each table leads to a billing account, or all companies share it', async () => {
    const tables = await withClient(postgres.url(), tablesOf)
    const listed = [...Object.keys(distributed), ...Object.keys(shared)].sort()
    expect([...tables.keys()], 'add a new table to tests/harness/distribution.ts').toEqual(listed)
    for (const [name, [column, ...via]] of Object.entries(distributed)) {
      expect([name, tables.get(name)?.columns]).toEqual([name, expect.arrayContaining([column])])
      for (const step of via)
        expect([name, tables.get(step.table)?.columns]).toEqual([name, expect.arrayContaining([step.key, step.column])])
      const last = via.at(-1)
      expect([name, last?.column ?? column]).toEqual([name, name === 'billing_accounts' ? 'id' : 'billing'])
    }
  })

  it('can be partitioned by billing account, when each key begins with the account', async () => {
    await withClient(postgres.url(), async (client) => {
      const tables = await tablesOf(client)
      let rows = 0
      for (const name of Object.keys(distributed)) {
        const copy = await partitionedCopy(client, name, tables.get(name)?.keys ?? [])
        expect([name, copy.copied, copy.withoutAccount, copy.read]).toEqual([name, copy.rows, 0, 1])
        rows += copy.rows
      }
      expect(rows).toBeGreaterThan(500)
    })
  })

  it('are listed in docs/scale.md with the keys that have to change', async () => {
    const tables = await withClient(postgres.url(), tablesOf)
    const head = '| table | from the row to the account | keys without the account |\n|---|---|---|'
    const wanted = [head, ...[...tables].map(([name, table]) => lineOf(name, table))].join('\n')
    const read = () => readFileSync(document, 'utf8')
    const parts = () => [read().indexOf(begin) + begin.length, read().indexOf(end)] as const
    if (process.env['PRINT']) writeFileSync(document, read().slice(0, parts()[0]) + wanted + read().slice(parts()[1]))
    expect(read().slice(...parts()), 'PRINT=1 npx vitest run server/storage/distribution.test.ts writes docs/scale.md again').toBe(wanted)
  })
})
