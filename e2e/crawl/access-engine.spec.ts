import { unjudged } from '../access/exceptions.ts'
import { engineFindings } from '../harness/equalAccess.ts'
import { expect } from '../harness/fixtures.ts'
import { vanished } from '../harness/forcedColors.ts'
import { unreached } from '../harness/unreached.ts'
import { addressTest } from './addressWalk.ts'

// A file of its own, so that two workers share the checks.
addressTest(
  'at every address of an owner in the console: Tab reaches all, nothing vanishes with forced colors, and a second engine finds nothing',
  () => ({
    async look(page, { kind }) {
      expect.soft(await vanished(page), `${kind}: forced colors`).toEqual([])
      const found = unjudged(await engineFindings(page)).map(({ rule, message, element }) => `${rule}: ${message} ${element}`)
      expect.soft(found, `${kind}: IBM Equal Access`).toEqual([])
      // A control that is drawn again during the tour counts in the next one.
      await expect.soft.poll(() => unreached(page), { message: `${kind}: keyboard`, timeout: 20_000 }).toEqual([])
    },
  }),
)
