import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What the server puts into its data folder, secrets first: uploads are many and may use up all looks. Other entries belong to other programs. */
const ours = ['secret', 'seal-keys', 'database.lock', 'database', 'database.new', 'files']
/** Files and folders that are looked at in one start: what lies in a folder of 0700 is out of reach of others in any case. */
const mostLooks = 50_000

const ofOthers = 0o077
const sticky = 0o1000

/**
 * Takes the data folder away from all other accounts of this machine: folders 0700, files 0600. A database of an earlier version has 0755 and 0666.
 * Resolves to how many had to be repaired. A folder that many share by intention (such as /tmp) keeps its own mode.
 */
export async function makePrivate(dataDir: string): Promise<number> {
  // Windows has other rights.
  if (process.getuid === undefined) return 0
  const uid = process.getuid()
  let looks = 0
  let repaired = 0

  /** Answers whether it is a folder to look into. */
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
