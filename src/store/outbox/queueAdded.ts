import { saveRecord } from '../../../contract/endpoints/records.ts'
import { correctedNow } from '../db/correctedNow.ts'
import { queue } from './queue.ts'

/**
 * Stores a record that is only added and never changed, with its time: `at` is the time of the device corrected by
 * `skewMs`. It is on disk when this resolves. Rejects with NotSaved.
 */
export async function queueAdded(path: string, record: Readonly<Record<string, unknown>>, title: string | undefined): Promise<void> {
  const { at, clientAt, skewMs } = await correctedNow()
  const payload = { ...record, at, skewMs }
  await queue(saveRecord, { '*': path }, { payload, feed: false, clientAt, skewMs }, { title })
}
