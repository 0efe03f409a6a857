// @vitest-environment node
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Broken, live, plan } from './life.ts'
import { mutants } from './mutants.ts'

it.each(Object.entries(mutants))(
  'notices a device that %s',
  async (_, habits) => {
    const result = await fc.check(
      fc.asyncProperty(plan({ minLength: 20, maxLength: 60 }), async (steps) => {
        await live(steps, habits)
      }),
      { numRuns: 60, seed: 7, endOnFailure: true },
    )
    // Detected by a violated guarantee, not by a crash of the device.
    expect(result.errorInstance).toBeInstanceOf(Broken)
  },
  120_000,
)
