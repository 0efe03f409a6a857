// @vitest-environment node
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Figures, live, plan } from './life.ts'

const runs = Number(process.env['MUSTER_RUNS'] ?? 330)
const seed = Number(process.env['MUSTER_SEED'] ?? 20_261_101)

it('10,000 saves through 5,000 faults and 500 crashes: none lost, none twice, none overtaken, none under another name', async ({
  annotate,
}) => {
  const total: Figures = { saves: 0, faults: 0, crashes: 0, requests: 0 }
  const begun = performance.now()
  await fc.assert(
    fc.asyncProperty(plan({ minLength: 40, maxLength: 80 }), async (steps) => {
      const figures = await live(steps)
      for (const name of ['saves', 'faults', 'crashes', 'requests'] as const) total[name] += figures[name]
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  await annotate(
    `${total.saves} saves, ${total.faults} faults, ${total.crashes} crashes, ${total.requests} requests: 0 lost, 0 duplicated, 0 reordered, 0 wrong person, ${Math.round((performance.now() - begun) / 1000)} s`,
  )
  expect(total.saves).toBeGreaterThanOrEqual(runs * 30)
  expect(total.faults).toBeGreaterThanOrEqual(runs * 15)
  expect(total.crashes).toBeGreaterThanOrEqual(runs * 1.5)
}, 400_000)
