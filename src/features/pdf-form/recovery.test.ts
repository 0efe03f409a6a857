import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../store/identity/getOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { createFilling } from './filling.ts'
import { openPdfForm } from './openPdfForm.ts'
import { keepRecovery } from './recovery.ts'

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
  const recovery = keepRecovery(filling, opening, { address: '/', formVersion: undefined, onState: () => undefined })
  return { filling, recovery }
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
