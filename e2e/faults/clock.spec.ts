import type { Moment } from './cell.ts'
import { cell } from './cell.ts'
import { test } from './phone.ts'

const hour = 3_600_000

for (const [moment, jump, said] of [
  ['S', -2 * hour, 'back two hours'],
  ['Q', -2 * hour, 'back two hours'],
  ['Q', 365 * 24 * hour, 'on by a year'],
  ['B', 365 * 24 * hour, 'on by a year'],
  ['R', -2 * hour, 'back two hours'],
  ['A', 365 * 24 * hour, 'on by a year'],
] as const satisfies [Moment, number, string][])
  test(`23${moment} a device with a clock that jumps ${said} keeps and sends its save`, async ({ page, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    if (moment !== 'S') await one.reach(page, moment)
    await page.clock.setSystemTime(Date.now() + jump)
    if (moment === 'S') await one.send(page)
    one.heal()
    await one.arrived(page)
  })
