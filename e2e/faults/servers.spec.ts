import { expect, test } from '@playwright/test'
import { severalServers } from '../soak/severalServers.ts'

test('three servers share the work: what one acknowledged is there once, while servers, database and store are killed', async () => {
  test.setTimeout(900_000)
  const saves = 2000
  const result = await severalServers({ saves, faultEveryMs: 5000, onEvent: (text) => console.log(text) })
  const { faults, ...found } = result
  expect(found).toEqual({
    acknowledged: saves,
    files: saves / 10,
    texts: saves / 10,
    lost: [],
    twice: [],
    withoutFile: [],
    unheard: [],
    textsNotOnce: [],
  })
  expect(faults).toMatchObject({ 'database killed': 2, 'object store away': 1 })
  expect(faults['server killed']).toBeGreaterThan(2)
})
