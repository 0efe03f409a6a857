import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../store/identity/getOwner.ts'
import { forgetPerson } from '../../store/kiosk/forgetPerson.ts'
import { dropDraft } from '../../store/drafts/saveDraft.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { createFilling } from './filling.ts'
import { openPdfForm } from './openPdfForm.ts'
import { keepRecovery, type RecoveryState } from './recovery.ts'

const page = (recoveryEnabled: boolean | undefined): PageData => ({
  component: 'pdfForm',
  componentConfig: recoveryEnabled === undefined ? {} : { recoveryEnabled },
  form: { name: 'Permit', component: 'pdfForm', pdf: { source: 'data:application/pdf;base64,JVBERi0=' }, children: [] } as never,
  record: { path: 'forms/permit/:new', rev: 0, model: {} },
})

async function fillIn(recoveryEnabled: boolean | undefined) {
  const opening = await openPdfForm(page(recoveryEnabled), '/api/forms/permit.json')
  const names = ['place', 'floor']
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  const filling = createFilling({ fields: names.map((name) => ({ name })) as never, inFile: empty, first: empty, attachments: [] })
  const states: RecoveryState[] = []
  const recovery = keepRecovery(filling, opening, { address: '/', formVersion: undefined, onState: (state) => void states.push(state) })
  const draft = { path: opening.path, initHash: opening.visit?.key ?? '' }
  return { filling, recovery, states, draft, recordPath: opening.recordPath }
}
const isExport = (what: unknown) => typeof what === 'object' && what !== null && pdfRecord.read in what
/** Not counted by a spy. */
const { stringify } = JSON
const kept = async () => (await getStore().db.drafts.toArray()).map(({ body }) => stringify(body))
/** Waits until the draft on the device has this text. */
async function until(text: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) if ((await kept())[0]?.includes(text)) return
  throw new Error(`the draft has no ${text}`)
}
/** Waits while the device works. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries++, await kept()) if (isTrue()) return
  throw new Error('it did not happen')
}
/** The next write to the device fails. */
const failNextPut = () =>
  vi.spyOn(getStore().db.drafts, 'put').mockImplementationOnce(() => {
    throw new Error('the disk does not answer')
  })
/** Holds the next transaction back: a slow device. */
function holdTransaction() {
  const { db } = getStore()
  const begin = db.transaction.bind(db) as (...args: unknown[]) => unknown
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const spy = vi.spyOn(db, 'transaction').mockImplementationOnce((async (...args: unknown[]) => {
    await held
    return await begin(...args)
  }) as never)
  return { release, isHeld: () => spy.mock.calls.length > 0 }
}
/** A form with a stored draft, and a change of it that the device has begun to write. */
async function amending() {
  const opened = await fillIn(true)
  opened.filling.set('place', 'Level 4')
  vi.advanceTimersByTime(300)
  await until('"Level 4"')
  const { release, isHeld } = holdTransaction()
  opened.filling.set('floor', '7')
  vi.advanceTimersByTime(300)
  await untilTrue(isHeld)
  return { ...opened, release }
}
/** Gives other work of the device time to pass the held transaction. */
async function pass(): Promise<void> {
  for (let n = 0; n < 200; n++) await kept()
}

beforeEach(async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana')
})
afterEach(() => {
  vi.useRealTimers()
  setStore(undefined)
  forgetOwner()
})

describe('the recovery of a PDF form', () => {
  it('FE-217 FE-429 exports everything about once a second, and has each change on the device within 300 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { filling, recovery } = await fillIn(true)
    const { db } = getStore()
    const [put, exported] = [vi.spyOn(db.drafts, 'put'), vi.spyOn(JSON, 'stringify')]
    const exports = () => exported.mock.calls.filter(([what]) => isExport(what)).length
    const letters = 'Level 4, at the north stair'
    try {
      for (let n = 1; n <= letters.length; n++) {
        filling.set('place', letters.slice(0, n))
        vi.advanceTimersByTime(100)
        // The clock rests while the device writes.
        if (n >= 3) await until(letters.slice(0, n - 2))
      }
    } finally {
      vi.useRealTimers()
    }
    expect(exports()).toBe(3)
    expect(put.mock.calls.length).toBeGreaterThan(8)
    expect(put.mock.calls.length).toBeLessThan(16)
    exported.mockRestore()
    await recovery.flush()
    expect((await kept())[0]).toContain(letters)
    await recovery.end()
  })

  it('a change that follows an export leaves the other values of the draft as they are, and a mark follows with the next export', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { filling, recovery } = await fillIn(true)
    try {
      filling.set('place', 'Level 4')
      vi.advanceTimersByTime(300)
      await until('"Level 4"')
      filling.setMarks(() => [{ id: 'one' } as never])
      filling.set('floor', '7')
      vi.advanceTimersByTime(300)
      await until('"place":"Level 4","floor":"7"')
      expect(await kept()).toEqual([expect.not.stringContaining('one')])
      vi.advanceTimersByTime(1000)
      await until('"one"')
    } finally {
      vi.useRealTimers()
    }
    await recovery.end()
  })

  describe('on a device that fails or is slow', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))

    it.each([
      ['a second later', () => vi.advanceTimersByTime(1000)],
      ['when the person leaves the page', () => dispatchEvent(new Event('pagehide'))],
    ])('writes a change that it could not store again %s', async (_, goOn) => {
      const { filling, recovery, states } = await fillIn(true)
      filling.set('place', 'Level 4')
      vi.advanceTimersByTime(300)
      await until('"Level 4"')
      failNextPut()
      filling.set('floor', '7')
      vi.advanceTimersByTime(200)
      await untilTrue(() => states.at(-1) === 'failed')
      expect(await kept()).toEqual([expect.not.stringContaining('"7"')])
      goOn()
      await until('"place":"Level 4","floor":"7"')
      await untilTrue(() => states.at(-1) === 'kept')
      await recovery.end()
    })

    it('writes a change that it could not store with the one that waits behind it', async () => {
      const { filling, recovery } = await fillIn(true)
      filling.set('place', 'Level 4')
      vi.advanceTimersByTime(300)
      await until('"Level 4"')
      failNextPut()
      filling.set('floor', '7')
      vi.advanceTimersByTime(200)
      filling.set('place', 'Level 5')
      vi.advanceTimersByTime(200)
      await until('"Level 5"')
      expect(await kept()).toEqual([expect.stringContaining('"place":"Level 5","floor":"7"')])
      await recovery.end()
    })

    it('frees space for a change on a full device', async () => {
      const { filling, recovery, states } = await fillIn(true)
      filling.set('place', 'Level 4')
      vi.advanceTimersByTime(300)
      await until('"Level 4"')
      vi.spyOn(getStore().db.drafts, 'put').mockImplementationOnce(() => {
        throw new DOMException('', 'QuotaExceededError')
      })
      filling.set('floor', '7')
      vi.advanceTimersByTime(200)
      await recovery.flush()
      expect(await kept()).toEqual([expect.stringContaining('"place":"Level 4","floor":"7"')])
      expect(states).not.toContain('failed')
      await recovery.end()
    })

    it('leaves no draft of a form that was submitted while a change was being written', async () => {
      const { recovery, draft, recordPath, release } = await amending()
      const stopped = recovery.stop()
      const sent = queue(saveRecord, { '*': recordPath }, { payload: { floor: '7' } }, { draft, title: 'Permit' })
      await pass()
      release()
      await Promise.all([stopped, sent])
      await recovery.end()
      await pass()
      expect([await kept(), await getStore().db.outbox.count()]).toEqual([[], 1])
    })

    it('a submit waits for the change that is being written', async () => {
      const { recovery, release } = await amending()
      let isStopped = false
      const stopped = recovery.stop().then(() => {
        isStopped = true
      })
      await pass()
      expect(isStopped).toBe(false)
      release()
      await stopped
      expect(await kept()).toEqual([expect.stringContaining('"7"')])
      await recovery.end()
    })

    it('leaves no draft that the person discarded while a change was being written', async () => {
      const { recovery, draft, release } = await amending()
      const dropped = dropDraft(draft.path, draft.initHash)
      await pass()
      release()
      await dropped
      await recovery.end()
      expect(await kept()).toEqual([])
    })

    it('leaves no draft of a person who left a shared screen while a change was being written', async () => {
      const { recovery, release } = await amending()
      const left = forgetPerson('u:ana')
      await pass()
      release()
      await left
      await setOwner('u:ben')
      await recovery.end()
      expect(await kept()).toEqual([])
    })

    it('gives what a person has typed to no other person of the device', async () => {
      const { filling, recovery } = await fillIn(true)
      filling.set('place', 'Level 4')
      vi.advanceTimersByTime(300)
      await until('"Level 4"')
      await setOwner('u:ben')
      filling.set('floor', '7')
      vi.advanceTimersByTime(300)
      await recovery.end()
      expect((await getStore().db.drafts.toArray()).map(({ owner }) => owner)).toEqual(['u:ana'])
    })
  })

  it.each([[false], [undefined]])(
    'FE-218 gives nothing away where the form does not enable recovery (%s): the draft stays on this device',
    async (enabled) => {
      const away = [vi.spyOn(globalThis, 'fetch'), vi.spyOn(parent, 'postMessage'), vi.spyOn(URL, 'createObjectURL')]
      const { filling, recovery } = await fillIn(enabled)
      filling.set('place', 'Level 4')
      await recovery.end()
      expect(await kept()).toEqual([expect.stringContaining('Level 4')])
      for (const spy of away) {
        expect(spy).not.toHaveBeenCalled()
        spy.mockRestore()
      }
      expect(await getStore().db.outbox.count()).toBe(0)
    },
  )

  it('keeps what is filled in while the scripts of the file start, and no total that only they have calculated', async () => {
    const { filling, recovery } = await fillIn(true)
    filling.set('place', 'Level 4')
    filling.settle()
    expect(filling.dirty()).toBe(true)
    await recovery.end()
    expect(await kept()).toEqual([expect.stringContaining('Level 4')])
    const fields = [{ name: 'a' }, { name: 'total' }] as never
    const calculated = createFilling({ fields, inFile: {}, first: { a: '2', total: '' }, attachments: [] })
    calculated.calculateWith([{ name: 'total', how: 'SUM', of: ['a'] }])
    calculated.settle()
    expect([calculated.value('total'), calculated.dirty()]).toEqual(['2', false])
    calculated.set('a', '3')
    expect(calculated.dirty()).toBe(true)
  })
})
