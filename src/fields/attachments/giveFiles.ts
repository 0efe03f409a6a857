/** Adds files to a field as if the person had chosen them there; resolves to those that the device has stored. */
type Take = (files: readonly File[]) => Promise<readonly File[]>

interface Given {
  readonly files: readonly File[]
  done(stored: ReturnType<Take>): void
}

const takers = new Map<string, Take>()
const waiting = new Map<string, Given>()

/** How long the files wait for their field, ms. A hidden question, or one without room, never takes them. */
const patience = 10_000

/** Gives files to the field with this id. They wait a while until the screen shows the field; without it none is stored. */
export function giveFiles(id: string, files: readonly File[]): ReturnType<Take> {
  const take = takers.get(id)
  if (take) return take(files)
  return new Promise((resolve) => {
    const given: Given = { files, done: resolve }
    waiting.set(id, given)
    setTimeout(() => {
      if (waiting.get(id) === given) waiting.delete(id)
      resolve([])
    }, patience)
  })
}

/** Called by a field that takes files now; returns the function that ends it. */
export function onGivenFiles(id: string, take: Take): () => void {
  takers.set(id, take)
  const given = waiting.get(id)
  waiting.delete(id)
  given?.done(take(given.files))
  return () => void takers.delete(id)
}
