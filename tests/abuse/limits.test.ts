import { expect, it } from 'vitest'
import { type LimitRow, limitTable } from '../../server/http/limits/guardRequests.ts'
import { sizeText } from '../../server/http/limits/requestLimits.ts'
import { useServer } from '../harness/testServer.ts'
import { callOf, contractEndpoints } from './harness/endpoints.ts'
import { expectPrinted } from './harness/printedSection.ts'

const server = useServer()
const count = (n: number) => n.toLocaleString('en-US')
const size = (bytes: number) => (bytes === 0 ? 'none' : sizeText(bytes))

function lineOf(row: LimitRow): string {
  const hasJson = row.keys > 0
  const cells = [
    `\`${row.method} ${row.path}\``,
    row.class,
    size(row.bytes),
    hasJson ? count(row.keys) : '–',
    hasJson ? count(row.items) : '–',
    hasJson ? count(row.depth) : '–',
    count(row.perAddress),
    count(row.perDevice),
    row.bytesPerAddress === undefined ? '–' : sizeText(row.bytesPerAddress),
  ]
  return `| ${cells.join(' | ')} |`
}

it('every endpoint has limits that its author chose', async () => {
  const table = limitTable(server.running.app)
  const known = new Set(table.map(({ method, path }) => `${method} ${path}`))
  const unserved = (await contractEndpoints()).map(callOf).filter((call) => !known.has(call) && !/[*]$/.test(call))
  expect(unserved, 'serve these calls: their routes are missing in server/routes/httpServer.ts').toEqual([])
  expect(table.filter(({ decided }) => !decided).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

it('the limits of every endpoint are exactly those in docs/security.md', () => {
  const lines = limitTable(server.running.app)
    .filter(({ method }) => method !== 'HEAD')
    .map(lineOf)
  const head = [
    'endpoint',
    'class',
    'body',
    'names',
    'list items',
    'levels',
    'requests a minute, address',
    'device',
    'bytes a minute, address',
  ]
  expectPrinted('limits', [`| ${head.join(' | ')} |`, `|---|---|${'--:|'.repeat(head.length - 2)}`, ...lines].join('\n'))
})
