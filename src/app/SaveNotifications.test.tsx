import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawPage, type DrawnPage } from '../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../store/db/MusterDb.ts'
import { getStore, openStore, setStore } from '../store/db/store.ts'
import { forgetOwner, setOwner } from '../store/identity/getOwner.ts'
import { toast, Toasts } from '../ui/feedback/toast.tsx'
import { SaveNotifications } from './SaveNotifications.tsx'

vi.mock('../ui/feedback/toast.tsx', async (original) => {
  const real = await original<typeof import('../ui/feedback/toast.tsx')>()
  return { ...real, toast: vi.fn(real.toast) }
})

let drawn: DrawnPage | undefined
beforeEach(async () => {
  setStore(openStore({ db: new MusterDb({ name: 'told' }), spill: new SpillDb({ name: 'told-spill' }) }))
  await setOwner('u:ana')
})
afterEach(async () => {
  await drawn?.remove()
  setStore(undefined)
  forgetOwner()
})

it('FE-341 the notification in the answer of a save is shown once, also after the person has left the form', async () => {
  drawn = await drawPage(
    <>
      <SaveNotifications />
      <Toasts />
    </>,
  )
  const at = Date.now()
  const receipt = { v: 1, opId: 'A2345678901234567890', owner: 'u:ana', path: 'forms/x/1', outcome: 'sent', at } as const
  await getStore().db.receipts.put({ ...receipt, clientAt: new Date(at).toISOString(), answer: { notification: 'Thanks for C4' } })
  await drawn.until(() => drawn?.text().includes('Thanks for C4'))
  await drawn.until(async () => (await getStore().db.receipts.get(receipt.opId))?.told === true)
})

it('FE-341 two tabs or frames show the notification of a save once', async () => {
  drawn = await drawPage(
    <>
      <SaveNotifications />
      <SaveNotifications />
      <Toasts />
    </>,
  )
  const at = Date.now()
  const receipt = { v: 1, opId: 'B2345678901234567890', owner: 'u:ana', path: 'forms/x/2', outcome: 'sent', at } as const
  await getStore().db.receipts.put({ ...receipt, clientAt: new Date(at).toISOString(), answer: { notification: 'Thanks for C5' } })
  await drawn.until(() => drawn?.text().includes('Thanks for C5'))
  await drawn.until(async () => (await getStore().db.receipts.get(receipt.opId))?.told === true)
  expect(vi.mocked(toast).mock.calls.filter(([words]) => words === 'Thanks for C5')).toHaveLength(1)
})
