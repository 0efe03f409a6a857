import { expect } from '../harness/fixtures.ts'
import { cell, type Moment, records, uploads } from './cell.ts'
import { test } from './phone.ts'

for (const moment of ['S', 'Q', 'B', 'R'] as const satisfies Moment[])
  test(`6${moment} a save waits without a connection and arrives once there is one`, async ({ page, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.reach(page, moment)
    site.proxy.down()
    await page.context().setOffline(true)
    await expect(page.locator('[data-sync=saved]')).toBeVisible()
    await page.context().setOffline(false)
    one.heal()
    await one.arrived(page)
  })

for (const [moment, match] of [
  ['B', uploads],
  ['R', records],
] as const) {
  test(`7${moment} an answer that got lost does not make a second one`, async ({ page, site }) => {
    const lost = site.proxy.on(match, { kind: 'loseAnswer' }, { times: 2 })
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.send(page)
    await lost.reached(1)
    await one.arrived(page)
    expect(lost.met.length).toBeGreaterThan(0)
  })

  test(`8${moment} a request that was given up and comes late after all changes nothing`, async ({ page, site }) => {
    const late = site.proxy.on(match, { kind: 'lateDuplicate' })
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.send(page)
    await one.arrived(page)
    const seen = late.met.length
    expect(seen).toBe(1)
    late.release()
    await one.arrived(page)
  })

  for (const status of [503, 429])
    test(`9${moment} a server that says ${status} is asked again later`, async ({ page, site }) => {
      const busy = site.proxy.on(match, { kind: 'status', status, headers: { 'retry-after': '1' } }, { times: 2 })
      const one = await cell(site, { withPhoto: moment === 'B' })
      await one.open(page)
      await one.send(page)
      await one.arrived(page)
      expect(busy.met).toHaveLength(2)
    })

  test(`11${moment} an answer that is cut half way is asked for again`, async ({ page, site }) => {
    const cut = site.proxy.on(match, { kind: 'cutBody' })
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    await one.send(page)
    await one.arrived(page)
    expect(cut.met).toHaveLength(1)
  })
}

for (const moment of ['S', 'Q', 'B', 'R'] as const)
  for (const how of moment === 'S' || moment === 'Q' ? (['redirect'] as const) : (['redirect', 'page'] as const))
    test(`10${moment} the sign-in page of a Wi-Fi (${how}) is not taken for an answer`, async ({ page, site }) => {
      const one = await cell(site, { withPhoto: moment === 'B' })
      await one.open(page)
      const gate = site.proxy.on({ path: /^\/(api|auth)\// }, { kind: 'captive', how }, { times: 1000 })
      if (moment === 'S') await one.reach(page, 'S')
      else await one.send(page)
      await gate.reached()
      await expect(page.locator('[data-sync=saved], [data-sync=sending]').first()).toBeVisible()
      if (moment === 'Q') {
        // Also after a tap on "Send now".
        await page.goto(`${site.address}/outbox`)
        await page.getByRole('button', { name: 'Send now' }).last().click()
        await gate.reached(gate.met.length + 1)
      }
      gate.stop()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await one.arrived(page)
    })

test('8A the same request once more after all is settled gets the same answer', async ({ page, site }) => {
  const one = await cell(site)
  await one.open(page)
  await one.send(page)
  await one.arrived(page)
  const passed = site.proxy.seen.findLast(({ method, path, status }) => method === 'POST' && records.path.test(path) && status === 200)
  if (!passed) throw new Error('no save passed the proxy')
  const { path, headers, body } = passed
  const again = await fetch(site.server.address + path, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => /^(content-type|cookie|x-|idempotency|if-match)/.test(name)),
    ) as Record<string, string>,
    body: new Uint8Array(body),
  })
  expect(again.status).toBe(200)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  await one.arrived(page)
})

for (const moment of ['B', 'R'] as const)
  test(`25${moment} a server that dies between doing and answering did it once`, async ({ page, site }) => {
    const one = await cell(site, { withPhoto: moment === 'B' })
    await one.open(page)
    const died = site.proxy.on(moment === 'B' ? uploads : records, { kind: 'holdAnswer' })
    await one.send(page)
    await died.reached()
    await site.server.kill()
    site.proxy.down()
    died.stop()
    await site.server.restart()
    site.proxy.up()
    await one.arrived(page)
  })
