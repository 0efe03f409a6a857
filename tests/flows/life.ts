import * as fc from 'fast-check'
import { discardSave, retrySave } from '../../src/store/outbox/discardSave.ts'
import type { Owner } from '../../src/store/db/MusterDb.ts'
import { keepDraft } from '../../src/store/drafts/keepDraft.ts'
import { keepBlob } from '../../src/store/files/keepBlob.ts'
import { deviceOwner, noteOwner } from '../../src/store/identity/getOwner.ts'
import { followers } from '../../src/store/outbox/followers.ts'
import { drainSpill, type SaveInput, type Saved, saveOp } from '../../src/store/outbox/saveOp.ts'
import type { Moment, Store } from '../../src/store/db/store.ts'
import { checkLossJournal } from '../../src/store/integrity/checkLossJournal.ts'
import { hasRequests, sendableOwners } from '../../src/sync/sendableOwners.ts'
import { replay, steps as realSteps, type Steps } from '../../src/sync/replay.ts'
import type { Send } from '../../src/sync/send.ts'
import { Device } from './device.ts'
import { type Fault, faults, Net, ServerModel } from './server-model.ts'

/** The functions under test; a mutant replaces some of them. */
export interface Habits {
  save(store: Store, input: SaveInput): Promise<Saved>
  discard(store: Store, owner: Owner, opId: string): Promise<void>
  steps: Steps
  serverKeepsKeys: boolean
}

export const goodHabits: Habits = { save: saveOp, discard: discardSave, steps: realSteps, serverKeepsKeys: true }

const owners: Owner[] = ['u:ana', 'u:ben', 'p:']
const paths = ['forms/hazard/A', 'forms/hazard/B', 'forms/toolbox/C', 'people/ana']

const moments: Moment[] = [
  'save.hashed',
  'save.committed',
  'claim.before',
  'claim.after',
  'files.created',
  'files.chunk',
  'files.complete',
  'files.confirmed',
  'send.before',
  'send.answered',
  'settle.after',
  'cancel.answered',
]

export type Step =
  | { do: 'save'; path: number; file: boolean; draft: boolean; twice: boolean; poison: boolean; crash: Moment | undefined }
  | { do: 'pass'; tries: number; faults: (Fault | undefined)[]; crash: { at: Moment; nth: number } | undefined }
  | { do: 'freeze'; faults: (Fault | undefined)[]; request: number; afterServer: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'sign in'; owner: number }
  | { do: 'sign in elsewhere'; owner: number }
  | { do: 'discard'; nth: number }
  | { do: 'late' }
  | { do: 'restart' }

const fault = fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 4, arbitrary: fc.constantFrom(...faults) })
const someFaults = fc.array(fault, { maxLength: 24, size: 'max' })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      path: fc.nat(paths.length - 1),
      file: fc.boolean().chain((a) => fc.boolean().map((b) => a && b)),
      draft: fc.boolean().chain((a) => fc.boolean().map((b) => a && b)),
      twice: fc.nat(9).map((n) => n === 0),
      poison: fc.nat(24).map((n) => n === 0),
      crash: fc.nat(19).chain((n) => (n === 0 ? fc.constantFrom<Moment>('save.hashed', 'save.committed') : fc.constant(undefined))),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      tries: fc.integer({ min: 1, max: 8 }),
      faults: someFaults,
      crash: fc
        .nat(2)
        .chain((n) =>
          n === 0 ? fc.record({ at: fc.constantFrom(...moments), nth: fc.integer({ min: 1, max: 4 }) }) : fc.constant(undefined),
        ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('freeze' as const), faults: someFaults, request: fc.nat(3), afterServer: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(500, 5000, 61_000, 400_000, -7_200_000, 40_000_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign in' as const), owner: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign in elsewhere' as const), owner: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

export const plan = (length: { minLength: number; maxLength: number }) => fc.array(step, { ...length, size: 'max' })

export interface Figures {
  saves: number
  faults: number
  crashes: number
  requests: number
}

interface Acked {
  opId: string
  owner: Owner
  path: string
  n: number
  draftHash: string | undefined
}

/** A guarantee to the users was violated. */
export class Broken extends Error {}

const uid = (owner: Owner) => (owner.startsWith('u:') ? owner.slice(2) : 'anonymous')

/**
 * Runs a plan on one phone, then repairs all faults and checks the guarantees to the users. Throws Broken.
 */
export async function live(steps: readonly Step[], habits: Habits = goodHabits): Promise<Figures> {
  const server = new ServerModel({ keepsKeys: habits.serverKeepsKeys })
  const net = new Net(server)
  const device = new Device()
  const acked = new Map<string, Acked>()
  const discarded = new Set<string>()
  const figures: Figures = { saves: 0, faults: 0, crashes: 0, requests: 0 }
  let store = device.start()
  let n = 0
  /** The request at which the next freeze of a page happens. */
  let gate: { at: number; afterServer: boolean; reached(): void; opened: Promise<void> } | undefined

  const sendFor =
    (page: typeof store): Send =>
    async (request) => {
      if (!page.alive()) return page.never
      figures.requests++
      const held = gate && gate.at-- === 0 ? gate : undefined
      if (held && !held.afterServer) {
        held.reached()
        await held.opened
      }
      const answer = await net.send(request)
      if (held?.afterServer) {
        held.reached()
        await held.opened
      }
      return page.alive() ? answer : page.never
    }

  async function pass(page: typeof store): Promise<void> {
    for (const owner of await sendableOwners(page)) {
      if (!(await hasRequests(page, owner))) continue
      await replay({ store: page, send: sendFor(page), device: 'phone', owner, alone: true, steps: habits.steps, followers })
    }
  }

  async function restart(): Promise<void> {
    store = device.start()
    device.crash = undefined
    gate = undefined
    net.faults = []
    await drainSpill(store)
    for (const owner of owners) {
      if ((await checkLossJournal(store, owner)) > 0) throw new Broken('a save that was acknowledged is gone from the device')
    }
  }

  /** Runs work that may end in a crash; resolves to true if it did. */
  async function survive(work: () => Promise<unknown>, moreToCome = false): Promise<boolean> {
    const crashed = device.nextCrash()
    if ((await Promise.race([work(), crashed])) !== 'crashed') {
      if (!moreToCome) device.crash = undefined
      return false
    }
    await restart()
    return true
  }

  async function signIn(owner: Owner): Promise<void> {
    server.session = owner.startsWith('u:') ? owner.slice(2) : undefined
    device.storage.setItem('signed in', owner)
    await noteOwner(store, owner)
  }

  async function save(it: Extract<Step, { do: 'save' }>): Promise<void> {
    const owner = await deviceOwner(store)
    const path = paths[it.path] ?? ''
    const number = ++n
    const payload: Record<string, unknown> = { n: number, ...(it.poison && { poison: true }) }
    const draftHash = it.draft ? `hash-${number}` : undefined
    if (it.crash) device.crash = { at: it.crash, nth: 1 }
    const crashed = await survive(async () => {
      const blobIds: string[] = []
      if (it.file) {
        const bytes = new Blob([`photo ${number}`])
        const { id } = await keepBlob(store, { owner, bytes, type: 'image/jpeg', filename: `${number}.jpg`, draftId: String(number) })
        blobIds.push(id)
      }
      if (draftHash) await keepDraft(store, owner, { path, initHash: draftHash, body: payload, blobIds })
      const input: SaveInput = {
        owner,
        kind: 'POST /api/data/*',
        method: 'POST',
        url: `/api/data/${path}`,
        path,
        body: { payload },
        blobIds,
        initHash: draftHash,
        draft: draftHash ? { path, initHash: draftHash } : undefined,
      }
      const tap = () => habits.save(store, input)
      const results = it.twice ? await Promise.all([tap(), tap()]) : [await tap()]
      if (new Set(results.map((result) => result.opId)).size > 1) throw new Broken('a double tap became two saves')
      const [{ opId }] = results as [Saved]
      acked.set(opId, { opId, owner, path, n: number, draftHash })
      figures.saves++
    })
    if (crashed && draftHash) {
      const [kept, waits] = await Promise.all([
        store.db.drafts.get([owner, path, draftHash]),
        store.db.outbox.filter((row) => row.initHash === draftHash).count(),
      ])
      // The files and the draft were stored before the save began, so the crash can only hit the save itself.
      if (kept ? waits > 0 : waits === 0)
        throw new Broken(kept ? 'both the draft and its save are there' : 'neither the draft nor its save is there')
    }
  }

  async function freeze(it: Extract<Step, { do: 'freeze' }>): Promise<void> {
    let open: () => void = () => undefined
    let reached: () => void = () => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const frozen = new Promise<void>((resolve) => {
      reached = resolve
    })
    gate = { at: it.request, afterServer: it.afterServer, reached, opened }
    net.faults = [...it.faults]
    const first = pass(store)
    await Promise.race([first, frozen])
    gate = undefined
    net.faults = []
    const second = device.start()
    await pass(second)
    open()
    await first
    second.db.close()
    second.spill.close()
  }

  async function discard(nth: number): Promise<void> {
    const owner = await deviceOwner(store)
    const rows = await store.db.outbox.where('[owner+seq]').between([owner, 0], [owner, Number.POSITIVE_INFINITY]).toArray()
    const row = rows[nth]
    if (!row) return
    await habits.discard(store, owner, row.opId)
    discarded.add(row.opId)
    acked.delete(row.opId)
  }

  async function doStep(it: Step): Promise<void> {
    switch (it.do) {
      case 'save':
        return await save(it)
      case 'pass':
        net.faults = [...it.faults]
        device.crash = it.crash && { ...it.crash }
        // Bad signal lasts: several attempts, minutes apart.
        for (let tries = 0; tries < it.tries; tries++) {
          if (await survive(() => pass(store), tries < it.tries - 1)) break
          device.clock.advance(301_000)
        }
        net.faults = []
        return
      case 'freeze':
        return await freeze(it)
      case 'wait':
        return device.clock.advance(it.ms)
      case 'sign in':
        return await signIn(owners[it.owner] ?? 'p:')
      case 'sign in elsewhere':
        server.session = uid(owners[it.owner] ?? 'u:ana')
        return
      case 'discard':
        return await discard(it.nth)
      case 'late':
        return net.deliverLate()
      case 'restart':
        return await restart()
    }
  }

  await signIn('u:ana')
  for (const it of steps) await doStep(it)

  // Repair everything: the network, the sessions, and the server's refusals.
  net.faults = []
  server.strict = false
  net.deliverLate()
  for (const owner of owners) {
    await signIn(owner)
    for (let round = 0; round < 12; round++) {
      const rows = await store.db.outbox.where('[owner+seq]').between([owner, 0], [owner, Number.POSITIVE_INFINITY]).toArray()
      for (const row of rows) {
        if (row.state !== 'parked' && row.state !== 'conflict') continue
        const poisoned = (row.body['payload'] as { poison?: unknown } | undefined)?.poison
        if (!poisoned || row.lastError?.code !== 'INVALID') throw new Broken(`set aside without reason: ${JSON.stringify(row.lastError)}`)
        await retrySave(store, owner, row.opId)
      }
      device.clock.advance(301_000)
      await pass(store)
      if (!(await hasRequests(store, owner))) break
    }
  }
  net.deliverLate()
  await check()
  figures.faults = net.happened
  figures.crashes = device.crashes
  store.db.close()
  store.spill.close()
  return figures

  async function check(): Promise<void> {
    const rows = await store.db.outbox.toArray()
    if (rows.length > 0) throw new Broken(`${rows.length} saves never left the device: ${JSON.stringify(rows[0]?.lastError)}`)
    if ((await store.spill.ops.count()) > 0) throw new Broken('a spilled save never came back')
    if ((await store.db.quarantine.count()) > 0) throw new Broken('a row became unreadable')
    const receipts = new Map((await store.db.receipts.toArray()).map((row) => [row.opId, row]))
    const drafts = new Set((await store.db.drafts.toArray()).map((row) => row.initHash))
    const count = new Map<string, number>()
    for (const effect of server.effects) count.set(effect.opId, (count.get(effect.opId) ?? 0) + 1)
    for (const it of acked.values()) {
      const times = count.get(it.opId) ?? 0
      if (times !== 1) throw new Broken(`a save took effect ${times} times`)
      const receipt = receipts.get(it.opId)
      if (receipt?.outcome !== 'sent') throw new Broken('a save that arrived has no receipt')
      if (it.draftHash && drafts.has(it.draftHash)) throw new Broken('the draft of a save is still there')
    }
    const lastOf = new Map<string, number>()
    for (const effect of server.effects) {
      if ((count.get(effect.opId) ?? 0) > 1) throw new Broken('a save took effect twice')
      const receipt = receipts.get(effect.opId)
      if (receipt?.outcome === 'discarded') throw new Broken('a discarded save took effect')
      if (discarded.has(effect.opId) && receipt?.outcome !== 'sent') throw new Broken('a discarded save took effect unsaid')
      const known = acked.get(effect.opId)
      if (known && effect.actor !== uid(known.owner)) throw new Broken('a save took effect under the wrong person')
      if (!effect.filesThere) throw new Broken('a record arrived before its files')
      const stream = `${effect.actor} ${effect.path}`
      if (effect.n <= (lastOf.get(stream) ?? 0)) throw new Broken('a later save overtook an earlier one of its record')
      lastOf.set(stream, effect.n)
    }
    // Files of a refused or discarded save may stay with their draft; files of sent saves must be gone.
    const loose = await store.db.blobs.filter((row) => row.opId !== '').count()
    if (loose > 0) throw new Broken('files of saves that arrived still fill the device')
  }
}
