/**
 * Adds files to a field as if the person had chosen them there; resolves when the device has stored those that it takes. `into`: the
 * attribute of the question that gets them, for a list, which begins a new entry.
 */
type Take = (files: readonly File[], into: string | undefined) => Promise<void>

interface Given {
  readonly files: readonly File[]
  readonly into: string | undefined
  done(stored: ReturnType<Take>): void
}

const takers = new Map<string, Take>()
const waiting = new Map<string, Given>()

/** How long the files wait for their field, ms. A hidden question, or one without room, never takes them. */
const patience = 10_000

/** Gives files to the field with this id. They wait a while until the screen shows the field; without it none is taken. */
export function giveFiles(id: string, files: readonly File[], into?: string): ReturnType<Take> {
  const take = takers.get(id)
  if (take) return take(files, into)
  return new Promise((resolve) => {
    const given: Given = { files, into, done: resolve }
    waiting.set(id, given)
    setTimeout(() => {
      if (waiting.get(id) === given) waiting.delete(id)
      resolve()
    }, patience)
  })
}

/** Called by a field that is shown; returns the function that ends it. Absent `take`: it takes no files now. */
export function onGivenFiles(id: string, take: Take = async () => {}): () => void {
  takers.set(id, take)
  const given = waiting.get(id)
  waiting.delete(id)
  given?.done(take(given.files, given.into))
  return () => void takers.delete(id)
}
