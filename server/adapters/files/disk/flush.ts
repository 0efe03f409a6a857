import { open } from 'node:fs/promises'

/** Flushes a file or a folder: what it has now survives a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
