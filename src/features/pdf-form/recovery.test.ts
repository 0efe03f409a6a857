import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../store/identity/getOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
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
  const filling = createFilling({ fields: [{ name: 'place' } as never], inFile: { place: '' }, first: { place: '' }, attachments: [] })
  const recovery = keepRecovery(filling, opening, { address: '/', formVersion: undefined, onState: () => undefined })
  return { filling, recovery }
}
const kept = async () => (await getStore().db.drafts.toArray()).map(({ body }) => JSON.stringify(body))

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
  it('FE-217 FE-429 writes what is filled in down once a second, however often a key is pressed', async () => {
    const { filling, recovery } = await fillIn(true)
    const put = vi.spyOn(getStore().db.drafts, 'put')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const place of ['L', 'Le', 'Level 4']) filling.set('place', place)
    vi.advanceTimersByTime(999)
    filling.set('place', 'Level 5')
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    await recovery.flush()
    expect(await kept()).toEqual([expect.stringContaining('Level 5')])
    expect(put.mock.calls.length).toBeLessThanOrEqual(1)
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
