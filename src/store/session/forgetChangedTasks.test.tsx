import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ana, freshDevice, putDown } from '../../../tests/harness/device.tsx'
import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { getStore } from '../db/store.ts'
import { discardDraft, keepDraft } from '../drafts/keepDraft.ts'
import { forgetChangedTasks } from './forgetChangedTasks.ts'
import { drawnPrefix } from './forgetDrawn.ts'

const list = `${drawnPrefix}/frontend/tasks/ana`
const form = `${drawnPrefix}/frontend/forms/talk`
const keepPages = () => {
  for (const key of [list, form]) localStorage.setItem(key, '{}')
}
const kept = () => [list, form].filter((key) => localStorage.getItem(key) !== null)

let stop: () => void

/** Waits until the drafts are counted. */
async function follow(): Promise<void> {
  const count = vi.spyOn(getStore().db.shelf, 'count')
  stop = forgetChangedTasks()
  await vi.waitFor(() => expect(count).toHaveResolved())
}

beforeEach(freshDevice)
afterEach(() => {
  stop()
  return putDown(undefined)
})

it('a draft of any form ends the kept My Tasks when it is added and when it is deleted, and no kept form', async () => {
  const store = getStore()
  // A page of a form with pages, or an edited record: neither of them is kept.
  const draft = { path: 'forms/talk/7', initHash: 'h', body: { note: 'Gate 2' }, blobIds: [] }
  await keepDraft(store, ana, { ...draft, path: 'forms/permit/1' })
  keepPages()
  await follow()
  expect(kept()).toEqual([list, form])
  await keepDraft(store, ana, draft)
  await vi.waitFor(() => expect(kept()).toEqual([form]))
  keepPages()
  await discardDraft(store, ana, draft.path, draft.initHash)
  await vi.waitFor(() => expect(kept()).toEqual([form]))
})

it('a change of the outbox ends the kept My Tasks at once', async () => {
  await follow()
  keepPages()
  emitStoreEvent('kick')
  expect(kept()).toEqual([form])
  keepPages()
  stop()
  emitStoreEvent('kick')
  expect(kept()).toEqual([list, form])
})
