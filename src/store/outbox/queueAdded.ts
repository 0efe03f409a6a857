import { saveRecord } from '../../../contract/endpoints/records.ts'
import { skewOf } from '../db/serverNow.ts'
import { getStore } from '../db/store.ts'
import { queue } from './queue.ts'

/**
 * Stores a record that is only added and never changed, with its time: `at` is the time of the device corrected by
 * `skewMs`. It is on disk when this resolves. Rejects with NotSaved.
 */
export async function queueAdded(path: string, record: Readonly<Record<string, unknown>>, title: string | undefined): Promise<void> {
  const store = getStore()
  const deviceAt = store.now()
  const skewMs = await skewOf(store).catch(() => 0)
  const payload = { ...record, at: new Date(deviceAt + skewMs).toISOString(), skewMs }
  const clientAt = new Date(deviceAt).toISOString()
  await queue(saveRecord, { '*': path }, { payload, feed: false, clientAt, skewMs }, { title })
}
