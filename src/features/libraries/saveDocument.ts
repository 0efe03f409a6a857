import type {
  DocumentChange,
  LibraryDocument,
  LibraryFile,
  LibraryType,
  NonConformingRule,
  PrefillProp,
} from '../../../contract/endpoints/libraries.ts'
import { patchRecord, saveRecord } from '../../../contract/endpoints/records.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { newId } from '../../lib/newId.ts'
import { addBlob } from '../../store/files/addBlob.ts'
import { queue } from '../../store/outbox/queue.ts'

/** The answers of the dialog of a document. */
export interface DocumentValues {
  readonly name: string
  readonly description: string
  readonly effectiveDate: string
  readonly rules: readonly NonConformingRule[]
  readonly props: readonly PrefillProp[]
}

/** The attributes that documents of this type have. */
function changeOf(type: LibraryType, values: DocumentValues): DocumentChange {
  const { name, description, effectiveDate, rules, props } = values
  return {
    name: name.trim(),
    ...(type === 'Toolbox' ? { effectiveDate } : { description: description.trim() }),
    ...(type === 'Forms' && { nonConformingRules: [...rules], prefillProps: [...props] }),
  }
}

interface Saved {
  readonly type: LibraryType
  /** Path for saves of documents: `libraries/{key}/documents`. */
  readonly path: string
  /** Undefined for a new document. */
  readonly row: LibraryDocument | undefined
  readonly values: DocumentValues
  /** Undefined if the document keeps its file. */
  readonly file: File | undefined
  /** What the save is called in the outbox. */
  readonly title: string
}

/** Queues a new or changed document, after its file. Returns its operation. */
export async function saveDocument({ type, path, row, values, file, title }: Saved): Promise<{ readonly opId: string }> {
  const key = row?.key ?? newId()
  const kept = file && (await addBlob({ bytes: file, type: 'application/pdf', filename: file.name, draftId: key }))
  const pdf: LibraryFile | undefined = kept && { ...kept, filename: file?.name ?? '', url: fileAddress(kept.id) }
  const { name, ...attributes } = changeOf(type, values)
  const payload: DocumentChange = { name, ...(pdf && { pdf }), ...attributes }
  const body = { payload: row ? payload : { ...payload, key, deleted: false }, ...(kept && { files: [kept] }) }
  const options = { title, ...(kept && { blobIds: [kept.id] }) }
  if (row) return queue(patchRecord, { '*': `${path}/${key}` }, body, options)
  return queue(saveRecord, { '*': `${path}/${key}` }, body, options)
}
