import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the secret of the server: at least 32 characters from the environment (the same on every server),
 * else from a file that only this user can read, created at the first start.
 */
export async function readPepper(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) {
    if (given.length < 32) throw new Error('SECRET has to be at least 32 characters long')
    return Buffer.from(given)
  }
  const path = join(dataDir, 'secret')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(32).toString('hex'))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 32) throw new Error(`${path} is damaged; put it back from a backup or remove it (people then ask for a new PIN)`)
  return Buffer.from(secret)
}
