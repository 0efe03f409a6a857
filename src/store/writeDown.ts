/** Writes what a screen holds; false where the device could not keep it. */
type Writer = () => Promise<boolean>

const writers = new Set<Writer>()

/** A screen that keeps what is typed says how, while it is there. Returns how to take that back. */
export function keepsWork(write: Writer): () => void {
  writers.add(write)
  return () => void writers.delete(write)
}

/** Before a page is loaded again that somebody has changed: whether the device now holds all of it. False where no screen knows how. */
export async function writeDown(): Promise<boolean> {
  if (writers.size === 0) return false
  return (await Promise.all([...writers].map((write) => write().catch(() => false)))).every(Boolean)
}
