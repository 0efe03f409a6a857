import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { drawAt, freshDevice, putDown } from '../../../tests/harness/device.tsx'
import { getStore } from '../../store/db/store.ts'
import { ShareScreen } from './ShareScreen.tsx'

let drawn: DrawnPage
beforeEach(freshDevice)
afterEach(async () => {
  await putDown(drawn)
  vi.unstubAllGlobals()
})

type Launch = { files: { getFile(): Promise<File> }[] }

/** The system opens the app with files, as Chromium says it. Returns what happens at a launch. */
async function openedWith(address = '/share') {
  let take: ((launch: Launch) => void) | undefined
  vi.stubGlobal('launchQueue', { setConsumer: (consumer: typeof take) => (take = consumer) })
  drawn = (await drawAt(address, { '/share': ShareScreen })).page
  return async (...files: (() => Promise<File>)[]) => act(() => take?.({ files: files.map((getFile) => ({ getFile })) }))
}

const plan = () => Promise.resolve(new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' }))
const kept = () => getStore().db.blobs.where({ draftId: 'shared' }).count()

it('files with which the system opens the app wait for a form', async () => {
  const launch = await openedWith()
  await launch(plan)
  await drawn.until(() => drawn.text().includes('plan.pdf'))
  expect(await kept()).toBe(1)
})

it('a file that can not be read is named as not kept', async () => {
  const launch = await openedWith()
  await launch(plan, () => Promise.reject(new Error('it was moved')))
  await drawn.until(() => drawn.text().includes('could not store the files'))
  expect(await kept()).toBe(0)
})

it('a kiosk keeps no file', async () => {
  await getStore().db.meta.put({ key: 'kiosk', value: {} })
  const launch = await openedWith()
  await launch(plan)
  await drawn.until(() => drawn.text().includes('this device is a kiosk'))
  expect(await kept()).toBe(0)
})

it('a browser window that takes no shared files says where the files can be added', async () => {
  await openedWith('/share?not=browser')
  await drawn.until(() => drawn.text().includes('Open the form, and add the files there.'))
})
