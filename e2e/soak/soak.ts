import type { DeviceRows } from '../harness/device-rows.ts'
import { openSite, people, type Site } from '../harness/fixtures.ts'
import { Mistyped, type SoakPhone, soakBrowsers } from './SoakPhone.ts'

export interface SoakOptions {
  readonly browser: keyof typeof soakBrowsers
  readonly minutes: number
  /** Ends when so many saves are acknowledged, instead of by time. */
  readonly saves: number | undefined
  readonly devices: number
  /** The share of the faults that kill a browser; without it, all kinds are as frequent. */
  readonly kills: number | undefined
  /** The same seed gives the same order of faults. */
  readonly seed: number
  readonly onEvent: (text: string) => void
}

export interface SoakResult {
  readonly seed: number
  readonly acknowledged: number
  readonly arrived: number
  readonly strikes: Readonly<Record<string, number>>
  /** Acknowledged notes that are not on the server. */
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  /** What a form showed instead of the typed note, before it was saved. */
  readonly mistyped: readonly string[]
  /** Saves that took so long that they may have gone beside the main database. */
  readonly slowSaves: number
  /** Saves that the phones themselves have noticed as lost. */
  readonly noticed: number
  /** On the server, but not written by any phone. */
  readonly strange: readonly string[]
  /** Notes without a readable photo on the server, although one was taken. */
  readonly withoutPhoto: readonly string[]
  /** Saves still in the outbox at the end. */
  readonly stuck: number
  /** How long each phone took to send the rest after the last fault, s. */
  readonly drained: readonly number[]
}

/** A small random number generator for [0, 1) that repeats for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** After the last fault, at least one of the waiting saves arrives within this time, ms. */
const patience = 180_000
/** After this time the waiting saves and their reasons are logged, ms. */
const slow = 10_000
/** A save that takes longer may have gone beside the main database (`saveLimit`), ms. */
const slowSave = 5000

const killBrowser = 'a browser is killed'

interface Phone {
  readonly name: string
  readonly device: SoakPhone
  /** By note; `acknowledged` is true when the phone has shown "saved". */
  readonly notes: Map<string, { acknowledged: boolean; withPhoto: boolean }>
  /** Pending while its browser is being restarted. */
  away: Promise<void> | undefined
}

async function atWork(site: Site, { device }: Phone): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await device.ready(site)
      return
    } catch (error) {
      if (tries === 20) throw error
      await pause(500)
    }
}

/** Saves one note after another; after a fault it continues with the next one. */
async function work(
  site: Site,
  phone: Phone,
  random: () => number,
  isOver: () => boolean,
  onMistyped: (text: string) => void,
  onSlow: (text: string) => void,
): Promise<void> {
  for (let n = 1; !isOver(); n++) {
    await phone.away
    const note = `soak ${phone.name} ${n}`
    const one = { acknowledged: false, withPhoto: random() < 0.25 }
    phone.notes.set(note, one)
    try {
      const tookMs = await phone.device.save(site, note, one.withPhoto ? n % 250 : undefined)
      one.acknowledged = true
      if (tookMs > slowSave) onSlow(`${note} was stored within ${tookMs} ms`)
    } catch (error) {
      if (error instanceof Mistyped) onMistyped(error.message)
      // The fault occurred before the acknowledgement: the note may have arrived or not, but at most once.
      await pause(200)
    }
  }
}

/** What the phone has of a save, by the title of its record. */
const traceOf = (note: string, { outbox, beside, receipts, losses }: DeviceRows): string => {
  const waiting = outbox.flatMap(({ title, path, state }) => (title === note ? [`${path} ${state}`] : []))
  const left = receipts.flatMap(({ title, path, outcome }) => (title === note ? [`${path} ${outcome}`] : []))
  return `outbox: ${waiting.join(', ') || 'none'}; beside: ${beside}; receipts: ${left.join(', ') || 'none'}; noticed losses: ${losses}`
}

export async function soak({ browser, minutes, saves, devices, kills, seed, onEvent }: SoakOptions): Promise<SoakResult> {
  const random = chance(seed)
  const site = await openSite()
  const phones: Phone[] = []
  for (let n = 0; n < devices; n++)
    phones.push({ name: `phone ${n + 1}`, device: await soakBrowsers[browser](), notes: new Map(), away: undefined })
  const strikes: Record<string, number> = {}
  const mistyped: string[] = []
  const onMistyped = (text: string) => {
    mistyped.push(text)
    onEvent(`The form shows ${text}`)
  }
  let slowSaves = 0
  const onSlow = (text: string) => {
    slowSaves += 1
    onEvent(text)
  }
  try {
    for (const phone of phones) await atWork(site, phone)
    const { proxy, server } = site
    const records = { method: 'POST', path: /^\/api\/data\/forms\/quick\// }
    const uploads = { method: 'PATCH', path: /^\/api\/uploads\// }
    const acts: Readonly<Record<string, () => Promise<void>>> = {
      async 'no network'() {
        proxy.down()
        await pause(1000 + random() * 9000)
        proxy.up()
      },
      async 'the answer is lost'() {
        proxy.on(records, { kind: 'loseAnswer' }, { times: 2 })
      },
      async 'the answer is cut'() {
        proxy.on(records, { kind: 'cutBody' })
      },
      async 'an upload breaks off'() {
        proxy.on(uploads, { kind: 'refuse' }, { times: 2 })
      },
      async 'the server is busy'() {
        proxy.on(records, { kind: 'status', status: 503, headers: { 'retry-after': '1' } }, { times: 3 })
      },
      async 'the page of a Wi-Fi answers'() {
        const rule = proxy.on({ path: /^\/api\// }, { kind: 'captive', how: 'page' }, { times: 1000 })
        await pause(3000)
        rule.stop()
      },
      async 'the server is killed'() {
        await server.kill()
        await pause(random() * 3000)
        await server.restart()
      },
      async [killBrowser]() {
        const phone = phones[Math.floor(random() * phones.length)]
        if (!phone) return
        phone.away = (async () => {
          await phone.device.kill()
          await phone.device.restart()
          await atWork(site, phone)
        })()
        await phone.away
        phone.away = undefined
      },
    }
    const until = Date.now() + minutes * 60_000
    const acknowledged = () => phones.flatMap(({ notes }) => [...notes.values()]).filter((note) => note.acknowledged).length
    const isOver = () => (saves === undefined ? Date.now() >= until : acknowledged() >= saves)
    const names = Object.keys(acts)
    const nemesis = async () => {
      while (!isOver()) {
        await pause(1000 + random() * 5000)
        const isKill = kills !== undefined && random() < kills
        const name = isKill ? killBrowser : (names[Math.floor(random() * names.length)] ?? '')
        strikes[name] = (strikes[name] ?? 0) + 1
        onEvent(`${acknowledged()} saves: ${name}`)
        await acts[name]?.()
      }
    }
    await Promise.all([nemesis(), ...phones.map((phone, n) => work(site, phone, chance(seed + n + 1), isOver, onMistyped, onSlow))])

    proxy.reset()
    onEvent('Nothing strikes any more.')
    let stuck = 0
    const drained: number[] = []
    for (const phone of phones) {
      const begun = Date.now()
      let told = false
      let fewest = Number.POSITIVE_INFINITY
      let fewerAt = begun
      await phone.device.open(site)
      for (;;) {
        const { outbox: waiting, beside } = await phone.device.rows()
        stuck = waiting.length + beside
        const passed = Date.now() - begun
        if (stuck < fewest) {
          fewest = stuck
          fewerAt = Date.now()
        }
        if (stuck === 0 || Date.now() - fewerAt > patience) break
        if (passed > slow && !told) {
          told = true
          if (beside > 0) onEvent(`${phone.name}: ${beside} beside the database`)
          for (const { state, why, nextAt } of waiting)
            onEvent(`${phone.name}: ${state}, ${why ?? 'not tried'}, next in ${Math.round((nextAt - Date.now()) / 1000)} s`)
        }
        await pause(500)
      }
      drained.push(Math.round((Date.now() - begun) / 1000))
      if (stuck > 0) break
    }

    const manager = await site.reader(people.manager)
    const rows = await manager.records('quick')
    const count = new Map<string, number>()
    for (const { model } of rows) count.set(String(model['note']), (count.get(String(model['note'])) ?? 0) + 1)
    const all = new Map(phones.flatMap(({ notes }) => [...notes]))
    const withoutPhoto: string[] = []
    for (const { model } of rows) {
      const note = String(model['note'])
      const files = (model['photos'] ?? []) as { url?: string; size?: number }[]
      if (!all.get(note)?.withPhoto) continue
      const [file] = files
      const bytes = file?.url === undefined ? undefined : await manager.file(file.url).catch(() => undefined)
      if (!bytes || bytes.length === 0) withoutPhoto.push(note)
    }
    const lost = [...all].filter(([note, { acknowledged: shown }]) => shown && !count.has(note)).map(([note]) => note)
    let noticed = 0
    for (const { name, device, notes } of phones) {
      const rowsOf = await device.rows()
      noticed += rowsOf.losses
      for (const note of lost) {
        if (!notes.has(note)) continue
        onEvent(`${note} is missing. ${name} has ${traceOf(note, rowsOf)}`)
        const paths = rowsOf.receipts.flatMap(({ title, path }) => (title === note ? [path] : []))
        for (const row of rows) if (paths.includes(row.path)) onEvent(`The server has ${row.path}: ${JSON.stringify(row)}`)
      }
    }
    return {
      seed,
      acknowledged: [...all.values()].filter(({ acknowledged }) => acknowledged).length,
      arrived: rows.length,
      strikes,
      lost,
      twice: [...count].filter(([, times]) => times > 1).map(([note]) => note),
      mistyped,
      slowSaves,
      noticed,
      strange: [...count.keys()].filter((note) => !all.has(note)),
      withoutPhoto,
      stuck,
      drained,
    }
  } finally {
    for (const { device } of phones) await device.close().catch(() => undefined)
    await site.close()
  }
}
