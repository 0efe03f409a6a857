import { cookiesOf } from '../../e2e/harness/cookiesOf.ts'
import { startDevice } from '../../e2e/harness/browser.ts'
import { figure } from '../measure.mjs'

const chunk = 256 * 1024

/**
 * Opens a signed-in device on the bench page; `call` runs a function of the page. `again` is the same device
 * after a restart.
 */
async function openPhone(pages, reader) {
  const device = await startDevice()
  const open = async (page) => {
    await page.context().addCookies(cookiesOf(reader.headers.cookie, pages.address))
    await page.goto(`${pages.address}/bench`)
    const call = (method, ...args) => page.evaluate(([what, rest]) => window.bench[what](...rest), [method, args])
    await call('as', `u:${reader.headers['x-actor']}`)
    return { page, call }
  }
  return {
    device,
    open,
    first: await open(device.page),
    second: async () => open(await device.context.newPage()),
    again: async () => open(await device.restart()),
  }
}

const until = async (done) => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/**
 * Returns the ms from the end of a partition to the first save that arrives, and to the last of a hundred.
 */
async function afterPartition(pages, reader, turns) {
  const phone = await openPhone(pages, reader)
  const { call } = phone.first
  const [first, last] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    pages.down = true
    await phone.device.context.setOffline(true)
    await call('fill', 100)
    await call('start')
    // The state after ten minutes of retries.
    await call('tiredOf', 10)
    const before = await call('arrived')
    pages.down = false
    const open = Date.now()
    await phone.device.context.setOffline(false)
    await until(async () => (await call('arrived')) > before)
    first.push(Date.now() - open)
    await until(async () => (await call('arrived')) >= before + 100)
    last.push(Date.now() - open)
    await call('stop')
  }
  await phone.device.close()
  return { first, last }
}

/** Returns the ms until a second page sends after the sending page is gone: `crash` or `freeze`. */
async function takeover(pages, reader, how) {
  const phone = await openPhone(pages, reader)
  const second = await phone.second()
  // Slow enough that the page goes away while it sends.
  pages.delay = 200
  await phone.first.call('fill', 400)
  await phone.first.call('start')
  await until(async () => (await second.call('arrived')) > 4)
  await second.call('start')
  const session = await phone.device.context.newCDPSession(phone.first.page)
  const gone = Date.now()
  if (how === 'crash') session.send('Page.crash').catch(() => undefined)
  else await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  const before = await second.call('arrived')
  // Requests in flight from the lost page may still arrive; it had four in parallel.
  await until(async () => (await second.call('arrived')) > before + 4)
  const taken = Date.now() - gone
  pages.delay = 0
  await phone.device.close()
  return taken
}

/**
 * Returns for each turn how many 256 kB chunks of a 2 MB photo were sent twice when the browser was killed at
 * a random byte.
 */
async function killedUploads(pages, reader, turns) {
  const phone = await openPhone(pages, reader)
  let { call } = phone.first
  const again = []
  for (let turn = 0; turn < turns; turn += 1) {
    await call('empty')
    const size = await call('fillWithPhoto')
    pages.uploaded = 0
    const at = Math.floor(Math.random() * size)
    const reached = new Promise((resolve) => {
      pages.onBytes = () => pages.uploaded > at && resolve()
    })
    await call('start')
    await reached
    pages.onBytes = () => {}
    await phone.device.kill()
    ;({ call } = await phone.again())
    await call('start')
    await until(async () => (await call('arrived')) === 1)
    again.push(Math.max(0, pages.uploaded - size) / chunk)
  }
  await phone.device.close()
  return again
}

/** Returns the number of acknowledged saves, and of those lost after a SIGKILL during further saves. */
async function killedSaves(pages, reader, rounds, saves) {
  const phone = await openPhone(pages, reader)
  let { call } = phone.first
  let lost = 0
  let acked = 0
  for (let turn = 0; turn < rounds; turn += 1) {
    await call('empty')
    pages.acked.clear()
    void call('acknowledgeAloud').catch(() => undefined)
    await until(async () => pages.acked.size >= saves)
    await phone.device.kill()
    ;({ call } = await phone.again())
    const kept = new Set(await call('waiting'))
    lost += [...pages.acked].filter((opId) => !kept.has(opId)).length
    acked += pages.acked.size
  }
  await phone.device.close()
  return { lost, acked }
}

/** Returns the ms from an acknowledged save in one tab until another tab shows the count. */
async function countLag(pages, reader, times) {
  const phone = await openPhone(pages, reader)
  const second = await phone.second()
  await second.call('watchCount')
  const lags = []
  for (let n = 1; n <= times; n += 1) {
    const saved = await phone.first.call('saveAt')
    await until(async () => (await second.call('countShownAt', n)) !== undefined)
    lags.push((await second.call('countShownAt', n)) - saved)
  }
  await phone.device.close()
  return lags
}

/** Measures the cost of failures. `share`: fraction of the full size. */
export async function measureTrouble(area, pages, reader, share) {
  const some = (full) => Math.max(1, Math.round(full * share))
  const open = await afterPartition(pages, reader, some(5))
  const crash = []
  for (let turn = 0; turn < some(5); turn += 1) crash.push(await takeover(pages, reader, 'crash'))
  const freeze = [await takeover(pages, reader, 'freeze')]
  const uploads = await killedUploads(pages, reader, some(50))
  const kills = await killedSaves(pages, reader, some(20), 500)
  const lag = await countLag(pages, reader, some(50))
  return [
    figure(area, 'connection back after long tries: first save arrives', 'ms', open.first, { atMost: 2000 }),
    figure(area, 'connection back after long tries: a hundred have arrived', 'ms', open.last, { atMost: 10_000 }),
    figure(area, 'the page that sends crashes: another one sends', 'ms', crash, { atMost: 1000 }),
    figure(area, 'the page that sends is frozen: another one sends', 'ms', freeze, { atMost: 35_000 }),
    // The worst result counts.
    figure(area, 'killed while a photo goes: parts of 256 kB that went twice, worst', '', [Math.max(...uploads)], { atMost: 1 }),
    figure(area, 'saves acknowledged before a kill', '', [kills.acked]),
    figure(area, 'of these lost', '', [kills.lost], { atMost: 0 }),
    figure(area, 'a save in one tab counted in another', 'ms', lag, { atMost: 250 }),
  ]
}
