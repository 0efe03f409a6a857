import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The server's own entries in its data folder. Secrets come first, because many uploads can use up the maximum of
 * checks. Other entries belong to other programs.
 */
const ours = ['secret', 'seal-keys', 'database.lock', 'database', 'database.new', 'files']
/** Maximum of files and folders checked in one start: a folder of 0700 already protects its contents. */
const mostLooks = 50_000

const ofOthers = 0o077
const sticky = 0o1000

/**
 * Removes the access of all other accounts of this machine to the data folder: folders 0700, files 0600. A
 * database of an earlier version has 0755 and 0666. Resolves to how many entries were repaired. A shared
 * folder with a sticky bit (such as /tmp) keeps its mode.
 */
export async function makePrivate(dataDir: string): Promise<number> {
  // Windows has a different permission model.
  if (process.getuid === undefined) return 0
  const uid = process.getuid()
  let looks = 0
  let repaired = 0

  /** Resolves to true for a folder to descend into. */
  async function repair(path: string): Promise<boolean> {
    looks++
    const found = await lstat(path).catch(() => undefined)
    if (!found || found.isSymbolicLink() || (uid !== 0 && found.uid !== uid) || (found.mode & sticky) !== 0) return false
    if ((found.mode & ofOthers) !== 0) {
      await chmod(path, found.mode & (found.isDirectory() ? 0o700 : 0o600))
      repaired++
    }
    return found.isDirectory()
  }

  await repair(dataDir)
  for (const own of ours) {
    const waiting = [join(dataDir, own)]
    for (let path = waiting.pop(); path !== undefined && looks < mostLooks; path = waiting.pop())
      if (await repair(path)) for (const name of await readdir(path).catch(() => [])) waiting.push(join(path, name))
  }
  return repaired
}
