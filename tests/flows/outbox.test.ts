// @vitest-environment node
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Figures, live, plan } from './life.ts'

/**
 * Number of lives, of about 33 saves each. A nightly run uses more, and another seed: MUSTER_RUNS=3100
 * MUSTER_SEED=$RANDOM.
 */
const lives = Number(process.env['MUSTER_RUNS'] ?? 308)
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
    { numRuns: lives, seed, endOnFailure: true },
  )
  const took = Math.round((performance.now() - begun) / 1000)
  await annotate(
    `${total.saves} saves, ${total.faults} faults, ${total.crashes} crashes, ${total.requests} requests in ${took} s: 0 lost, 0 twice, 0 overtaken, 0 under another name`,
  )
  const share = lives / 308
  expect(total.saves).toBeGreaterThanOrEqual(10_000 * share)
  expect(total.faults).toBeGreaterThanOrEqual(5000 * share)
  expect(total.crashes).toBeGreaterThanOrEqual(500 * share)
}, 1_200_000)
