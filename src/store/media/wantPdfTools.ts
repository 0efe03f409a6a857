import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import type { PdfUse } from './pdfTools.ts'

const key = 'pdfTools'

/** Returns what this device as a whole does with documents: a kiosk has no plan of a person. */
export async function wantedPdfTools(store: Store): Promise<PdfUse | undefined> {
  return (await withReopen(store, () => store.db.meta.get(key)))?.value as PdfUse | undefined
}

/** Requests the files of the PDF viewer for this device. They stay wanted: an update of the app brings others. */
export async function wantPdfTools(use: PdfUse, store: Store = getStore()): Promise<void> {
  if ((await wantedPdfTools(store)) !== 'fill') await withReopen(store, () => store.db.meta.put({ key, value: use }))
  emitStoreEvent('keep')
}
