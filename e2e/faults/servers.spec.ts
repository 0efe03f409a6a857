import { expect, test } from '@playwright/test'
import { severalServers } from '../soak/severalServers.ts'

test('three servers share the work: what one acknowledged is there once, while servers, database and store are killed', async () => {
  test.setTimeout(900_000)
  const saves = 2000
  const result = await severalServers({ saves, onEvent: (text) => console.log(text) })
  const { faults, ...found } = result
  expect(found).toEqual({
    acknowledged: saves + 20,
    files: saves / 10 + 2,
    texts: saves / 10 + 2,
    lost: [],
    twice: [],
    withoutFile: [],
    unheard: [],
    leaked: [],
    textsNotOnce: [],
  })
  expect(faults).toEqual({ 'server killed': 5, 'database killed': 2, 'object store away': 1 })
})
