import 'fake-indexeddb/auto'
import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetDevice, freshDevice } from '../../../../tests/harness/device.tsx'
import { attachFile } from '../../../../contract/endpoints/uploads.ts'
import { fieldId } from '../../../fields/fieldId.ts'
import { onGivenFiles } from '../../../lib/sharing/giveFiles.ts'
import { saveDraft } from '../../../store/drafts/saveDraft.ts'
import { addBlob, keepUnprocessed } from '../../../store/files/addBlob.ts'
import { forgetCopies } from '../../../store/files/copiesOfShared.ts'
import { keepShared } from '../../../store/files/keepShared.ts'
import { getStore } from '../../../store/db/store.ts'
import { queue } from '../../../store/outbox/queue.ts'
import { drainSpill } from '../../../store/outbox/saveOp.ts'
import type { Session } from '../openForm.ts'
import { takeShared } from './takeShared.ts'

vi.mock('../../../fields/reveal.ts', () => ({ goToNode: () => undefined }))

const children = [{ type: 'attachments', attribute: 'papers', label: 'Papers' }]
const node = { key: 'papers', path: 'papers', children: [] }
const form = { nodes: [node], visible: () => true }
const session = { form, settings: { children } } as unknown as Session
const stillShared = () => getStore().db.blobs.where({ draftId: 'shared' }).count()

/** A question that stores the files that it is given. `copies`: their ids. */
function openQuestion() {
  const copies: string[] = []
  const close = onGivenFiles(fieldId(form as never, node as never), async (files) => {
    for (const file of files) {
      // The files of jsdom can not be read.
      const bytes = new NodeBlob(['%PDF-1.4']) as Blob
      const { id } = await addBlob({ bytes, source: file, type: file.type, filename: file.name, draftId: 'draft' })
      copies.push(id)
    }
  })
  return { copies, close }
}
const draftOf = (blobIds: string[]) => saveDraft({ path: 'forms/papers/:new', initHash: 'h', body: {}, blobIds })

beforeEach(async () => {
  await freshDevice()
  await keepShared(getStore(), [new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' })])
  history.replaceState(null, '', '/frontend/forms/papers#share0')
})
afterEach(forgetDevice)

it('a shared file ends in the write that names its copy: a page that is killed after it has the file once', async () => {
  const { copies, close } = openQuestion()
  // Nothing runs after this write.
  let killed: number | undefined
  const left = await takeShared(session, async () => {
    await draftOf(copies)
    killed = await stillShared()
  })
  close()
  expect([copies.length, killed, left]).toEqual([1, 0, 0])
  expect(await getStore().db.bytes.toCollection().primaryKeys()).toEqual(copies)
})

it('a shared file waits as long as no write names its copy: its entry was cancelled while it was being stored', async () => {
  const { copies, close } = openQuestion()
  const left = await takeShared(session, () => draftOf([]))
  close()
  expect([copies.length, await stillShared(), left]).toEqual([1, 1, 1])
})

it('a shared file waits if the write that names its copy fails', async () => {
  const { copies, close } = openQuestion()
  vi.spyOn(getStore().db.bytes, 'bulkDelete').mockImplementationOnce(() => {
    throw new Error('the disk does not answer')
  })
  const left = await takeShared(session, () => draftOf(copies).catch(() => undefined))
  close()
  expect([await stillShared(), await getStore().db.drafts.count(), left]).toEqual([1, 0, 1])
})

it('a shared file ends in the save that names its copy, also if the server has the copy before the others are stored', async () => {
  const { db } = getStore()
  const { copies, close } = openQuestion()
  let killed: number | undefined
  const left = await takeShared(session, async () => {
    const plan = { type: 'application/pdf', name: 'plan.pdf', id: copies[0] ?? '' }
    await queue(attachFile, { '*': 'forms/papers/A1' }, plan, { blobIds: copies })
    killed = await stillShared()
    for (const table of [db.blobs, db.bytes]) await table.bulkDelete(copies)
  })
  close()
  expect([copies.length, killed, left]).toEqual([1, 0, 0])
})

/** Saves a shared file while the database refuses: the save waits beside it. Returns the copies, and how many files are still shared. */
async function saveBesideDatabase(): Promise<{ copies: string[]; left: number }> {
  const { copies, close } = openQuestion()
  const left = await takeShared(session, async () => {
    const refused = Object.assign(new Error('the connection is lost'), { name: 'InvalidStateError' })
    const transaction = vi.spyOn(getStore().db, 'transaction').mockRejectedValue(refused)
    const plan = { type: 'application/pdf', name: 'plan.pdf', id: copies[0] ?? '' }
    await queue(attachFile, { '*': 'forms/papers/A1' }, plan, { blobIds: copies })
    transaction.mockRestore()
  })
  close()
  // A page that starts later does not know of which files these are copies.
  forgetCopies(copies)
  return { copies, left }
}

it('a shared file ends with a save that waited beside the database, also if a page that starts later moves it', async () => {
  const { db, spill } = getStore()
  const { left } = await saveBesideDatabase()
  expect([await spill.ops.count(), await db.outbox.count(), left]).toEqual([1, 0, 1])
  await drainSpill(getStore())
  expect([await spill.ops.count(), await db.outbox.count(), await stillShared()]).toEqual([0, 1, 0])
})

it('a shared file stays if its copy is gone before the save that waited beside the database is moved', async () => {
  const { db, spill } = getStore()
  const { copies } = await saveBesideDatabase()
  await db.blobs.bulkDelete(copies)
  await drainSpill(getStore())
  expect([await spill.ops.count(), await db.outbox.count(), await stillShared()]).toEqual([0, 1, 1])
})

it('a draft locks the files of the device only for the write that ends a shared file', async () => {
  const { db } = getStore()
  const { copies, close } = openQuestion()
  await takeShared(session, () => draftOf(copies))
  close()
  const transaction = vi.spyOn(db, 'transaction')
  await draftOf(copies)
  expect(transaction).toHaveBeenCalledExactlyOnceWith('rw', [db.drafts], expect.any(Function))
})

it('a shared file that is kept under "Not processed" is no longer shared', async () => {
  const close = onGivenFiles(fieldId(form as never, node as never), async (files) => {
    // The files of jsdom can not be read.
    for (const file of files) Object.assign(file, { arrayBuffer: async () => new ArrayBuffer(8) })
    for (const file of files) await keepUnprocessed({ bytes: file, filename: file.name, reason: 'unreadable' })
  })
  const left = await takeShared(session, () => Promise.resolve())
  close()
  expect([await getStore().db.unprocessed.count(), await stillShared(), left]).toEqual([1, 0, 0])
})
