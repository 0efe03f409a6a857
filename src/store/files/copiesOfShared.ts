/** Ids of shared files (keepShared.ts), by the files that forms of this page were given of them. */
export const given = new WeakMap<Blob, string>()

/** Ids of shared files, by the ids of the copies that forms have stored, until a draft names the copy. */
const copies = new Map<string, string>()

/** A file that is kept as it is, under "Not processed", is its own copy. */
export function noteCopy(source: Blob, id?: string): void {
  const shared = given.get(source)
  if (shared) copies.set(id ?? shared, shared)
}

/** Ids of the shared files of these copies. The write of a draft or a save that names the copies deletes them. */
export const sharedOf = (ids: readonly string[]): string[] => ids.flatMap((id) => copies.get(id) ?? [])

/** Called when a write has deleted the shared files of these copies: the next one need not lock the files. */
export const forgetCopies = (ids: readonly string[]): void => ids.forEach((id) => copies.delete(id))
