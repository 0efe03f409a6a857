/** Ids of shared files (keepShared.ts), by the files that forms of this page were given of them. */
const given = new WeakMap<Blob, string>()

export const noteGiven = (file: Blob, id: string): unknown => given.set(file, id)

/**
 * Ids of shared files, by the ids of the copies that forms have stored. The write of a draft that names a copy deletes the
 * shared file. A file that is kept as it is, under "Not processed", is its own copy.
 */
export const copies = new Map<string, string>()

export function noteCopy(source: Blob, id?: string): void {
  const shared = given.get(source)
  if (shared) copies.set(id ?? shared, shared)
}
