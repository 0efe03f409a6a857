import { saveRecord } from '../../../contract/endpoints/records.ts'
import { samePath, type SameRecord, sameWho } from '../../../contract/endpoints/site/SameRecord.ts'
import type { SamePair } from '../../../contract/rules/presence.ts'
import { newId } from '../../lib/newId.ts'
import { skewOf } from '../../store/db/serverNow.ts'
import { getStore } from '../../store/db/store.ts'
import { queue } from '../../store/outbox/queue.ts'

/** Stores a decision on the device; it is on disk when this resolves. Rejects with NotSaved. */
export async function decideSame(team: string, { stays, was }: SamePair, isSame: boolean): Promise<void> {
  const store = getStore()
  const deviceAt = store.now()
  const skewMs = await skewOf(store).catch(() => 0)
  const payload: SameRecord = {
    stays: sameWho(stays),
    was: sameWho(was),
    isSame,
    at: new Date(deviceAt + skewMs).toISOString(),
    skewMs,
  }
  const clientAt = new Date(deviceAt).toISOString()
  const title = `${stays.name} · ${was.name}`
  await queue(saveRecord, { '*': samePath(team, newId()) }, { payload, feed: false, clientAt, skewMs }, { title })
}
