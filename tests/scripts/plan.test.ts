import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const plan = (...args: string[]) => spawnSync(process.execPath, ['scripts/plan.mjs', ...args], { cwd: root, encoding: 'utf8' })

/** The cells of a line of the first table. */
const cells = (printed: string, name: string) =>
  printed
    .split('\n')
    .find((line) => line.startsWith(`| ${name}`))
    ?.split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.replace(/[,a-z() ]/g, '')))

it('the tables of docs/scale.md are those that the command prints', () => {
  const { status, stderr } = plan('--check')
  expect([status, stderr]).toEqual([0, ''])
})

it('twice the saves of a worker need twice the WAL, and a table is full in half the time', () => {
  const [one, two] = [plan('--companies', '1000').stdout, plan('--companies', '1000', '--set', 'savesPerWorkerDay=10').stdout]
  const ratio = (name: string) => (cells(two, name)?.[0] ?? 0) / (cells(one, name)?.[0] ?? 1)
  expect(ratio('WAL')).toBeCloseTo(2, 1)
  expect(ratio('months until')).toBeCloseTo(0.5, 1)
  expect(plan('--set', 'savesPerWorkerDay=many')).toMatchObject({ status: 1 })
  expect(plan('--set', 'noAssumption=1')).toMatchObject({ status: 1 })
})

it('a file of prices adds what a month costs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-prices-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'prices.json')
  const cost = (prices: object) => {
    writeFileSync(file, JSON.stringify(prices))
    return plan('--prices', file)
  }
  expect(plan().stdout).not.toContain('cost of a month')
  const prices = { vcpuHour: 1, memoryGBHour: 0, diskGBMonth: 0, objectGBMonth: 0 }
  const [small] = cells(cost(prices).stdout, 'cost of a month') ?? []
  // Two servers of 2 vCPU and two databases of at least 2 vCPU, 730 hours.
  expect(small).toBeGreaterThanOrEqual(8 * 730 * 0.99)
  expect(cost({ vcpuHour: 1 })).toMatchObject({ status: 1 })
})
