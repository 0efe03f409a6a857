import type { Library, LibraryDocument, LibraryRow } from '../../../contract/libraries.ts'
import type { Model } from '../../../contract/records.ts'

/** A library with what an own change says of it; `nameOf` tells an account's name. */
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

/** A document with what an own change says of it. */
export function withDocument(row: LibraryDocument | undefined, payload: Model, key: string): LibraryDocument | undefined {
  const model = { ...row, ...payload, key } as LibraryDocument
  return typeof model.name === 'string' ? model : undefined
}
