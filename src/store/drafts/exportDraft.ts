import { packZip } from '../../lib/packZip.ts'
import type { DraftRow } from '../db/MusterDb.ts'
import type { Store } from '../db/store.ts'

/** Returns one draft as a zip file: `answers.json` with the raw answers, and `files/<id>-<name>`. */
export async function exportDraft(store: Store, row: DraftRow): Promise<Blob> {
  const { title, path, formVersion, updatedAt, body } = row
  const answers = {
    format: 'muster-draft',
    version: 1,
    title,
    path,
    formVersion,
    typedAt: new Date(updatedAt).toISOString(),
    answers: body,
  }
  const entries = [{ name: 'answers.json', content: new Blob([JSON.stringify(answers, null, 2)]) }]
  for (const id of row.blobIds) {
    const [meta, bytes] = await Promise.all([store.db.blobs.get(id), store.db.bytes.get(id)])
    const content =
      meta?.sealed && bytes
        ? await (await import('../encryption/sealSave.ts')).openFile(store, meta, bytes.bytes)
        : bytes && new Blob([bytes.bytes])
    const name = content instanceof File ? content.name : (meta?.filename ?? '')
    if (content) entries.push({ name: `files/${id}-${name.replaceAll(/[^\w. -]+/g, '_')}`, content })
  }
  return await packZip(entries)
}
