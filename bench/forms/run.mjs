// Compares the form of Muster with three others on the same form: the lower bound (plain DOM), plain React,
// and enketo-core. The engines take turns, run by run.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { figure, median, percentile } from '../measure.mjs'
import { probes } from './model.mjs'
import { launch, prepare } from './prepare.mjs'

const area = 'forms'
const engines = ['muster', 'floor', 'react', 'enketo']
const counts = [100, 2000]
const runs = Number(process.env['BENCH_RUNS'] ?? 5)
const probe = readFileSync(path.join(import.meta.dirname, 'probe.js'), 'utf8')
/** CPU time of the main thread at 1×, in addition to elapsed times, which a busy machine distorts. */
const work = [
  ['drawWork', 'work to draw everything'],
  ['keyWork', 'work of a key'],
  ['validateWork', 'work to validate all'],
]
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function open(browser, address, rate) {
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  page.on('pageerror', (error) => console.error(`${address}: ${error.message}`))
  await page.addInitScript({ content: probe })
  await page.goto(address)
  await page.waitForFunction(() => globalThis.engine)
  await pause(300)
  if (rate > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  const clock = await context.newCDPSession(page)
  await clock.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, heap: () => heapOf(cdp), busy: () => busyOf(clock), close: () => context.close() }
}

/** CPU time of the main thread so far, in ms: other work on the machine hardly affects it. */
async function busyOf(clock) {
  const { metrics } = await clock.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

/** Heap in use after garbage collection in MB, DOM included. */
async function heapOf(cdp) {
  await cdp.send('HeapProfiler.enable')
  for (let time = 0; time < 2; time += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize = 0 } = await cdp.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize) / 2 ** 20
}

const mount = (page, { last, controls }) => page.evaluate(([field, count]) => globalThis.probe.mount(field, count), [last, controls])

async function keys(page, name) {
  await page.evaluate((field) => globalThis.probe.focus(field), name)
  await page.evaluate(() => globalThis.probe.listen(true))
  const text = 'abcdefghijklmnopqrstuvwxyz'
  for (const [index, letter] of [...text].entries()) {
    await page.keyboard.press(letter)
    await page.waitForFunction((done) => globalThis.probe.keys.length >= done, index + 1)
    await pause(30)
  }
  const times = await page.evaluate(() => [...globalThis.probe.keys])
  await page.evaluate(() => globalThis.probe.listen(false))
  // The first keys also run code that a new page has not run before, so they are dropped.
  return { presses: text.length, times: times.slice(4) }
}

async function measureOne(server, engine, count) {
  const at = probes(count)
  const address = `${server.address}/${engine}/?n=${count}`
  const browser = await launch()
  const result = {}
  try {
    const fast = await open(browser, address, 1)
    const before = await fast.heap()
    let busy = await fast.busy()
    const mounted = await mount(fast.page, at)
    await pause(500)
    result.drawWork = (await fast.busy()) - busy
    Object.assign(result, { first: mounted.first, all: mounted.all, heap: (await fast.heap()) - before })
    busy = await fast.busy()
    const pressed = await keys(fast.page, at.text)
    result.keyWork = ((await fast.busy()) - busy) / pressed.presses
    const reveals = []
    for (const on of [true, false, true, false, true]) {
      const time = await fast.page.evaluate(
        ([toggle, shown, want]) => globalThis.probe.reveal(toggle, shown, want),
        [at.toggle, at.shown, on],
      )
      if (on) reveals.push(time)
    }
    result.reveal = median(reveals)
    busy = await fast.busy()
    result.validate = await fast.page.evaluate((expected) => globalThis.probe.validate(expected), at.errors)
    result.validateWork = (await fast.busy()) - busy
    await fast.close()

    const slow = await open(browser, address, 4)
    const slowly = await mount(slow.page, at)
    await pause(1000)
    const { times } = await keys(slow.page, at.text)
    Object.assign(result, { firstSlow: slowly.first, allSlow: slowly.all, keyMedian: median(times), keyWorst: percentile(times, 0.95) })
    await slow.close()

    if (engine === 'muster') {
      const again = await open(browser, address, 1)
      await again.page.evaluate(() => globalThis.engine.keepDraft())
      result.draft = (await mount(again.page, at)).first
      await again.close()
    }
  } finally {
    await browser.close()
  }
  return result
}

/** Returns { muster: { 100: [result, …], 2000: … }, floor: … } */
async function measureAll() {
  const server = await prepare(engines, counts)
  const results = Object.fromEntries(engines.map((engine) => [engine, Object.fromEntries(counts.map((count) => [count, []]))]))
  for (let run = 0; run < runs; run += 1) {
    for (const count of counts) for (const engine of engines) results[engine][count].push(await measureOne(server, engine, count))
  }
  server.stop()
  return results
}

/** Returns the figures of the budget table in bench/README.md. */
export async function measure() {
  const results = await measureAll()
  const of = (engine, count, key) => results[engine][count].map((result) => result[key])
  const ratio = (count, key, peer) => {
    const theirs = median(of(peer, count, key))
    return of('muster', count, key).map((value) => value / theirs)
  }
  const difference = (count) => {
    const plain = median(of('muster', count, 'first'))
    return of('muster', count, 'draft').map((value) => value - plain)
  }
  const figures = []
  const add = (name, unit, values, budget) => figures.push(figure(area, name, unit, values, budget))
  for (const [count, word] of [
    [100, '100 fields'],
    [2000, '2,000 fields'],
  ]) {
    const large = count === 2000
    for (const [key, speed] of [
      ['first', '1×'],
      ['firstSlow', '4×'],
    ]) {
      add(`${word}: first usable paint ${speed}`, 'ms', of('muster', count, key))
      add(`${word}: first usable paint ${speed} to plain React`, '×', ratio(count, key, 'react'), { atMost: large ? 0.6 : 1 })
      if (large) add(`${word}: first usable paint ${speed} to enketo-core`, '×', ratio(count, key, 'enketo'), { atMost: 0.5 })
    }
    add(`${word}: everything drawn 1×`, 'ms', of('muster', count, 'all'))
    add(`${word}: everything drawn 1× to enketo-core`, '×', ratio(count, 'all', 'enketo'))
    add(`${word}: key to paint 4×, p50`, 'ms', of('muster', count, 'keyMedian'), large ? undefined : { atMost: 16 })
    add(`${word}: key to paint 4×, p95`, 'ms', of('muster', count, 'keyWorst'), large ? undefined : { atMost: 32 })
    if (large) {
      add(`${word}: key to paint 4×, p50 to the floor`, '×', ratio(count, 'keyMedian', 'floor'), { atMost: 1.1 })
      add(`${word}: key to paint 4×, p95 to the floor`, '×', ratio(count, 'keyWorst', 'floor'), { atMost: 1.5 })
      const small = median(of('muster', 100, 'keyMedian'))
      add(
        'key to paint 4×, p50, 2,000 to 100 fields',
        '×',
        of('muster', count, 'keyMedian').map((value) => value / small),
        { atMost: 1.15 },
      )
    }
    add(`${word}: reveal of a field`, 'ms', of('muster', count, 'reveal'), large ? undefined : { atMost: 34 })
    add(`${word}: reveal of a field to the floor`, '×', ratio(count, 'reveal', 'floor'), large ? { atMost: 1.2 } : undefined)
    add(`${word}: validate all`, 'ms', of('muster', count, 'validate'), large ? undefined : { atMost: 25 })
    add(`${word}: validate all to the floor`, '×', ratio(count, 'validate', 'floor'), large ? { atMost: 1.5 } : undefined)
    for (const [key, what] of work) {
      add(`${word}: ${what}`, 'ms', of('muster', count, key))
      add(`${word}: ${what} to the floor`, '×', ratio(count, key, 'floor'))
    }
    add(`${word}: memory`, 'MB', of('muster', count, 'heap'), { atMost: large ? 18 : 8 })
    add(`${word}: opening a draft longer than opening the form`, 'ms', difference(count), large ? { atMost: 50 } : undefined)
    for (const engine of engines.slice(1)) {
      for (const [key, what, unit] of [
        ['first', 'first usable paint 1×', 'ms'],
        ['all', 'everything drawn 1×', 'ms'],
        ['keyMedian', 'key to paint 4×, p50', 'ms'],
        ['keyWorst', 'key to paint 4×, p95', 'ms'],
        ['reveal', 'reveal of a field', 'ms'],
        ['validate', 'validate all', 'ms'],
        ...work.map(([name, told]) => [name, told, 'ms']),
        ['heap', 'memory', 'MB'],
      ]) {
        add(`${word}: ${what}, ${engine}`, unit, of(engine, count, key))
      }
    }
  }
  return figures
}
