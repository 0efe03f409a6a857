import type { Claim } from '../store/outbox/claim.ts'
import { type Store, withReopen } from '../store/db/store.ts'

/** In the body of a save: it is sent as multipart/form-data with these parts (spec/1 §7). */
export interface Multipart {
  /** The id of the file on this device. */
  readonly pdf: string
  /** Files beside it; one without an address is a part of the body under its id. */
  readonly attachments?: readonly { readonly id: string; readonly filename: string; readonly url?: string }[]
}

/** Time for a body with files, ms. */
export const multipartTimeout = 120_000

/** The parts of a save; undefined for one that is sent as JSON. A sealed save always is. */
export const multipartOf = ({ sealed, body }: Pick<Claim, 'sealed' | 'body'>): Multipart | undefined =>
  sealed ? undefined : (body['multipart'] as Multipart | undefined)

/** Returns the body of a save with parts; undefined if the device does not have all bytes. */
export async function formOf(store: Store, { pdf, attachments }: Multipart): Promise<FormData | undefined> {
  const form = new FormData()
  const add = async (name: string, id: string) => {
    const [row, bytes] = await withReopen(store, () => Promise.all([store.db.blobs.get(id), store.db.bytes.get(id)]))
    if (!row || !bytes) return false
    form.set(name, new File([bytes.bytes], row.filename, { type: row.type }))
    return true
  }
  if (!(await add('pdf', pdf))) return undefined
  for (const { id, url } of attachments ?? []) if (url === undefined && !(await add(id, id))) return undefined
  if (attachments) form.set('attachments', JSON.stringify(attachments))
  return form
}
