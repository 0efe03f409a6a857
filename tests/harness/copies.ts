import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const cache = fileURLToPath(new URL('../../node_modules/.cache/muster/', import.meta.url))

/** Returns a new temporary copy of a data folder that `make` filled; `make` runs once per `name`. */
export async function copyOf(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const ready = join(cache, name)
  if (!existsSync(ready)) {
    mkdirSync(cache, { recursive: true })
    forgetOld(name.replace(/[^-]*$/, ''))
    const draft = mkdtempSync(`${ready}.`)
    try {
      await make(draft)
      renameSync(draft, ready)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another test file created it first.
      if (!existsSync(ready)) throw error
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'muster-data-'))
  cpSync(ready, folder, { recursive: true })
  return folder
}

/**
 * Deletes earlier copies, some 40 MB each, unless they are from the last hour: another test may be copying
 * one.
 */
function forgetOld(kind: string): void {
  const hourAgo = Date.now() - 3_600_000
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (name.startsWith(kind) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? hourAgo) < hourAgo)
      rmSync(path, { recursive: true, force: true })
  }
}

/** The demo company has people on site today, and conversations that expire 40 minutes after its start. */
const longestAge = 20 * 60_000

/** A hash that changes with every file under these folders, with the day, and every 20 minutes. */
export function stateOfSources(...folders: readonly string[]): string {
  const hash = createHash('sha256').update(String(Math.floor(Date.now() / longestAge)))
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
  return hash.digest('hex').slice(0, 16)
}
