import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { figure, intervalOf } from '../../bench/measure.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const performance = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/performance.mjs', ...args], { cwd: root, encoding: 'utf8' })

interface History {
  figures: Record<string, { unit: string; atMost?: number }>
  entries: { commit: string; values: Record<string, number | { median: number; low: number; high: number }> }[]
}

/** Files of a history and of results of their own. */
function ownFiles() {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-performance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = { history: 'history.json', results: 'results.json', page: 'page.html', document: 'performance.md' }
  const at = (name: keyof typeof files) => path.join(folder, files[name])
  copyFileSync(path.join(root, 'docs/performance.md'), at('document'))
  const write = (date: string, figures: object[]) =>
    writeFileSync(
      at('results'),
      JSON.stringify({
        date,
        machine: { processors: '2 × one' },
        versions: { browser: 'a browser' },
        figures: figures.map((one) => ({ date, ...one })),
      }),
    )
  const run = (...args: string[]) =>
    performance(...args, ...(Object.keys(files) as (keyof typeof files)[]).flatMap((name) => [`--${name}`, at(name)]))
  return { at, write, run, read: (name: keyof typeof files) => readFileSync(at(name), 'utf8') }
}

it('the tables of docs/performance.md are those that the command prints', () => {
  const { status, stderr } = performance('--check')
  expect([status, stderr]).toEqual([0, ''])
})

it('the interval of a median needs five runs, and leaves out more of the outer values the more runs there are', () => {
  expect(intervalOf([3, 1, 2, 4])).toBeUndefined()
  expect(intervalOf([5, 1, 2, 4, 3])).toEqual([1, 5])
  expect(intervalOf([100, 1, 2, 4, 3, 5, 6, 0])).toEqual([1, 6])
  expect(figure('sync', 'one', 'ms', [5, 1, 2, 4, 3], { atMost: 4 })).toMatchObject({ median: 3, between: [1, 5], ok: true })
})

it('a run is kept under its commit, without what a busy machine disturbed and without what an earlier entry has', () => {
  const { at, write, run, read } = ownFiles()
  const ratio = { area: 'sync', name: 'ratio <of two>', unit: '×', median: 0.9, between: [0.8, 1], budget: { atMost: 0.8 } }
  const time = { area: 'start', name: 'cold start', unit: 'ms', median: 420 }
  expect(run('--plot')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run bench') as string })
  expect([run('--write').status, run('--check').status]).toEqual([0, 0])
  expect(read('document')).toContain('No run is kept yet')
  write('2026-01-02T00:00:00.000Z', [ratio, time, { ...time, name: 'disturbed', busy: 0.5 }])
  expect(run('--keep')).toMatchObject({ status: 0, stderr: '' })
  expect(read('document')).toContain('| ratio <of two> | 0.9 (0.8 to 1) × | ≤ 0.8 | **not met** |')
  const kept = JSON.parse(read('history')) as History
  expect(kept.figures).toEqual({ 'sync: ratio <of two>': { unit: '×', atMost: 0.8 }, 'start: cold start': { unit: 'ms' } })
  expect(kept.entries.map(({ values }) => values)).toEqual([
    { 'sync: ratio <of two>': { median: 0.9, low: 0.8, high: 1 }, 'start: cold start': 420 },
  ])

  // The same results at another commit: nothing is new.
  writeFileSync(at('history'), read('history').replace(/"commit": "\w+"/, '"commit": "00000000"'))
  expect(run('--keep')).toMatchObject({ status: 1 })
  expect(run('--plot')).toMatchObject({ status: 0 })
  expect(read('page')).toContain('ratio &lt;of two>: 0.9 × ≤ 0.8')
})
