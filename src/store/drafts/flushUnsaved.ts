/** Stores the unsaved input of a screen; resolves to false if the device could not store it. */
type Writer = () => Promise<boolean>

const writers = new Set<Writer>()

/** Registers the writer of a screen while it is mounted. Returns the function that removes it. */
export function onFlush(write: Writer): () => void {
  writers.add(write)
  return () => void writers.delete(write)
}

/**
 * Called before a changed page is reloaded. Resolves to true if all input is stored; false if no screen has a
 * writer.
 */
export async function flushUnsaved(): Promise<boolean> {
  if (writers.size === 0) return false
  return (await Promise.all([...writers].map((write) => write().catch(() => false)))).every(Boolean)
}
