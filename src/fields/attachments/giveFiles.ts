/** Adds files to a field as if the person had chosen them there; resolves to those that the device has stored. */
type Take = (files: readonly File[]) => Promise<readonly File[]>

interface Given {
  readonly files: readonly File[]
  done(stored: ReturnType<Take>): void
}

const takers = new Map<string, Take>()
const waiting = new Map<string, Given>()

/** Gives files to the field with this id. They wait until the screen shows the field. */
export function giveFiles(id: string, files: readonly File[]): ReturnType<Take> {
  const take = takers.get(id)
  if (take) return take(files)
  return new Promise((resolve) => waiting.set(id, { files, done: resolve }))
}

/** Called by a field that takes files now; returns the function that ends it. */
export function onGivenFiles(id: string, take: Take): () => void {
  takers.set(id, take)
  const given = waiting.get(id)
  waiting.delete(id)
  given?.done(take(given.files))
  return () => void takers.delete(id)
}
