import type { AnswerOf } from '../../../contract/endpoint.ts'
import { attendanceModel, type gateRoster, type SignIn } from '../../../contract/endpoints/attendance.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { newId } from '../../lib/newId.ts'
import { skewOf } from '../../store/db/serverNow.ts'
import { queue } from '../../store/outbox/queue.ts'
import type { Saved } from '../../store/outbox/saveOp.ts'
import { getStore } from '../../store/db/store.ts'

export type Roster = AnswerOf<typeof gateRoster>

/**
 * Stores a sign-in or sign-out on the device; it is on disk when this resolves, and is delivered once.
 * Rejects with NotSaved.
 */
export async function tapGate(
  tap: Omit<SignIn, 'deviceAt' | 'skewMs' | 'photo'> & { readonly photo?: Attachment | undefined },
): Promise<Saved & { readonly at: number }> {
  const store = getStore()
  const deviceAt = store.now()
  const skewMs = await skewOf(store).catch(() => 0)
  const id = newId()
  const path = `forms/${tap.gate.form}/${id}`
  const { photo } = tap
  const payload = attendanceModel(id, { ...tap, deviceAt, skewMs })
  const saved = await queue(
    saveRecord,
    { '*': path },
    { payload, feed: false, clientAt: new Date(deviceAt).toISOString(), skewMs },
    { title: tap.who.name, ...(photo && { blobIds: [photo.id] }) },
  )
  return { ...saved, at: deviceAt + skewMs }
}
