import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bring, startOutside, startTalker } from '../../scripts/crash/talk.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { figure, percentile } from '../measure.mjs'

const area = 'conversations'
const conversations = Number(process.env['BENCH_CONVERSATIONS'] ?? 5000)
const contactsOfABot = 50
/** Answers arrive at random times over this many seconds: people do not wait for each other. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 120)
/** Concurrent answers when all people answer at the same moment. */
const lanes = 16

const numberOf = (n) => `+1202${String(5_000_000 + n)}`
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function bots() {
  return Array.from({ length: conversations / contactsOfABot }, (_, bot) => ({
    id: `bench-${bot}`,
    construction: false,
    at: Date.now(),
    contacts: Array.from({ length: contactsOfABot }, (_, n) => {
      const mobile = numberOf(bot * contactsOfABot + n)
      return { name: `Contact ${n}`, mobile, vendor: `Vendor ${n}` }
    }),
  }))
}

/** Resolves when the provider has accepted this many texts. */
async function untilTaken(outside, count) {
  while (outside.taken.length < count) await wait(20)
}

async function onStorage(storage) {
  const postgres = storage === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-talk-bench-'))
  const outside = await startOutside({ slowest: 0 })
  const talker = await startTalker({
    provider: outside.url,
    dataDir,
    approvalMode: 'Approval',
    ...(postgres && { databaseUrl: postgres.url() }),
  })
  try {
    let begun = performance.now()
    await talker.obey({ kind: 'begin', bots: bots() })
    await untilTaken(outside, conversations)
    const asking = (performance.now() - begun) / 1000

    // One answer per conversation, at a random time. Measures the time until the provider gets the response
    // that the answer is stored and handled.
    const phones = Array.from({ length: conversations }, (_, n) => numberOf(n)).sort(() => Math.random() - 0.5)
    const times = []
    const answer = async (from, words, nth) => {
      const at = performance.now()
      if (!(await bring(talker.url, { sid: `${from}-${nth}`, from, body: words }))) throw new Error('an answer was not taken')
      times.push(performance.now() - at)
    }
    begun = performance.now()
    const under = phones.map(async (from, n) => {
      await wait(Math.random() * seconds * 1000)
      await answer(from, `${(n % 40) + 1} for 8 hours, level ${(n % 12) + 1}`, 1)
    })
    await Promise.all(under)
    const spread = [...times]
    await untilTaken(outside, 2 * conversations)

    // All people say yes at once, as after a reminder.
    times.length = 0
    begun = performance.now()
    const left = [...phones]
    const lane = async () => {
      for (let from = left.pop(); from !== undefined; from = left.pop()) await answer(from, 'yes', 2)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const rush = (performance.now() - begun) / 1000
    await untilTaken(outside, 3 * conversations)
    const name = (what) => `${storage}: ${what}`
    return [
      figure(area, name(`an answer is handled, p95 of ${conversations} over ${seconds} s`), 'ms', [percentile(spread, 0.95)], {
        atMost: 100,
      }),
      figure(area, name('the same, median'), 'ms', [percentile(spread, 0.5)]),
      figure(area, name(`answers a second, ${lanes} at a time`), '/s', [conversations / rush]),
      figure(area, name(`p95 of them`), 'ms', [percentile(times, 0.95)], { atMost: 100 }),
      figure(area, name(`${conversations} conversations begun and texted`), 's', [asking]),
    ]
  } finally {
    await talker.stop()
    outside.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function measure() {
  const storages = (process.env['BENCH_STORAGE'] ?? 'embedded,postgres').split(',')
  const figures = []
  for (const storage of storages) figures.push(...(await onStorage(storage)))
  return figures
}
