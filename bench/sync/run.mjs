import { people, signInApi } from '../../e2e/harness/api.ts'
import { cookiesOf } from '../../e2e/harness/cookiesOf.ts'
import { startDevice } from '../../e2e/harness/browser.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { embeddedArgs } from '../../scripts/steps/serverArgs.mjs'
import { figure, percentile } from '../measure.mjs'
import { servePage } from './between.mjs'
import { measureTrouble } from './trouble.mjs'

const area = 'sync'
/**
 * BENCH_SHARE=0.02: a fiftieth of the load, to check that the bench runs. The figures are then not
 * meaningful.
 */
const share = Number(process.env['BENCH_SHARE'] ?? 1)
const many = Math.max(20, Math.round(1000 * share))
const queue = Math.max(1000, Math.round(10_000 * share))

const repeat = async (count, work) => {
  const results = []
  for (let n = 0; n < count; n += 1) results.push(await work())
  return results
}

export async function measure() {
  // One device replays thousands of saves within a minute, repeatedly.
  const muster = await startMuster({ nodeArgs: embeddedArgs, env: { RATE_FACTOR: '1000' } })
  const pages = await servePage(muster.port)
  const reader = await signInApi(muster.address, people.worker)
  const device = await startDevice()
  const { page } = device
  await page.context().addCookies(cookiesOf(reader.headers.cookie, pages.address))
  await page.goto(`${pages.address}/bench`)
  const actor = reader.headers['x-actor']
  const call = (method, ...args) => page.evaluate(([name, rest]) => window.bench[name](...rest), [method, args])
  await call('as', `u:${actor}`)

  const acknowledged = await repeat(5, async () => percentile(await call('acknowledge', 100), 0.95))
  await call('empty')
  const withPhoto = await repeat(5, async () => percentile(await call('acknowledgeWithPhoto', 20), 0.95))
  await call('empty')

  const raw = []
  const replayed = []
  const transactions = []
  for (let turn = 0; turn < 5; turn += 1) {
    raw.push(await call('raw', many, actor))
    await call('fill', many)
    const before = await call('transactions')
    replayed.push(await call('replay', many))
    transactions.push(((await call('transactions')) - before) / many)
  }

  // A server 20 ms away: records in parallel, and one record with saves that wait for each other.
  const [far, lanes, lane] = [[], [], []]
  pages.delay = 20
  for (let turn = 0; turn < 3; turn += 1) {
    far.push(await call('raw', many, actor))
    await call('fill', many)
    lanes.push(await call('replay', many))
    await call('fillOneRecord', many)
    lane.push(await call('replay', many))
  }
  // A mobile network with 200 ms from question to answer.
  const [slow, slowLanes] = [[], []]
  pages.delay = 200
  for (let turn = 0; turn < 3; turn += 1) {
    slow.push(await call('raw', 100, actor))
    await call('fill', 100)
    slowLanes.push(await call('replay', 100))
  }
  pages.delay = 0

  // The cost of a save must not grow with the queue: compares the first hundred of many with a hundred alone.
  const [short, long] = [[], []]
  await call('empty')
  for (let turn = 0; turn < 5; turn += 1) {
    await call('fill', 100)
    short.push(await call('replay', 100))
  }
  await call('fill', 100)
  const rows = await call('rowsOf', 100)
  await call('fill', queue)
  for (let turn = 0; turn < 5; turn += 1) long.push(await call('replay', 100))
  const rowsOfMany = await call('rowsOf', 100)

  await device.close()
  const trouble = await measureTrouble(area, pages, reader, share)
  pages.stop()
  await muster.stop()
  const ratios = (mine, peer) => mine.map((value, turn) => value / peer[turn])
  return [
    figure(area, 'save acknowledged on the device, p95, 3 kB', 'ms', acknowledged, { atMost: 50 }),
    figure(area, 'save acknowledged on the device, p95, with a 2 MB photo', 'ms', withPhoto, { atMost: 250 }),
    figure(area, `${many} saves sent, loopback`, 'ms', replayed),
    figure(area, `${many} raw fetches, one after the other`, 'ms', raw),
    figure(area, 'ratio of the two', '×', ratios(replayed, raw), { atMost: 0.8 }),
    figure(area, 'the same with a server 20 ms away', '×', ratios(lanes, far), { atMost: 0.8 }),
    figure(area, 'the same, all of one record', '×', ratios(lane, far), { atMost: 1.5 }),
    figure(area, 'a hundred saves with a server 200 ms away', '×', ratios(slowLanes, slow), { atMost: 0.25 }),
    figure(area, 'database transactions a save, from the queue to its receipt', '', transactions, { atMost: 3 }),
    figure(area, `a hundred sent from a queue of ${queue.toLocaleString('en-US')} to a hundred alone`, '×', ratios(long, short), {
      atMost: 1.1,
    }),
    figure(area, 'rows read for a save, a hundred alone', '', [rows / 100]),
    figure(area, 'the same in the long queue, beside it', '×', [rowsOfMany / rows], { atMost: 1.1 }),
    ...trouble,
  ]
}
