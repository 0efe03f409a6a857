import type { Library, LibraryDocument, LibraryRow } from '../../../contract/endpoints/libraries.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

/** Returns a library with the person's own change applied; `nameOf` returns the name of an account. */
export function withLibrary(
  row: LibraryRow | undefined,
  payload: Model,
  key: string,
  nameOf: (billing: string) => string,
): LibraryRow | undefined {
  const model = { key, deleted: false, ...row?.model, ...payload } as Library
  if (model.billingAccount === undefined || model.name === undefined || model.type === undefined) return undefined
  return {
    path: `libraries/${key}`,
    rev: row?.rev ?? 0,
    model,
    billing: row?.billing ?? { name: nameOf(model.billingAccount) },
    manages: row?.manages ?? true,
  }
}

/** Returns a document with the person's own change applied. */
export function withDocument(row: LibraryDocument | undefined, payload: Model, key: string): LibraryDocument | undefined {
  const model = { ...row, ...payload, key } as LibraryDocument
  return typeof model.name === 'string' ? model : undefined
}
