import type { Stats } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** What belongs to the running server, and to other commands. */
const isLeftOut = (path: string) =>
  /^(?:database|commands|backup\.tmp|restore\.tmp)(?:$|[./])|^files\/(?:arriving|site(?:\.[\da-f]+)?)$|\.restoring$/.test(path)

/**
 * The paths of all files of a data folder, relative to it and with `/`. Follows links, because the files may be on
 * another disk. Rejects for a link to nothing, and for one that leads back to a folder above it.
 */
export async function* listFiles(dataDir: string): AsyncGenerator<string> {
  yield* filesBelow(dataDir, '', [await realpath(dataDir)])
}

/** `parents`: the real paths of the folders above. */
async function* filesBelow(dataDir: string, below: string, parents: readonly string[]): AsyncGenerator<string> {
  for await (const entry of await opendir(join(dataDir, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (isLeftOut(path)) continue
    const full = join(dataDir, path)
    const found = entry.isSymbolicLink() ? await followLink(full, parents) : entry
    if (found.isDirectory()) yield* filesBelow(dataDir, path, [...parents, await realpath(full)])
    else if (found.isFile()) yield path
  }
}

async function followLink(link: string, parents: readonly string[]): Promise<Stats> {
  const target = await realpath(link).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`${link} is a link to nothing. Mount its disk, or remove the link.`) : error
  })
  const start = target.endsWith(sep) ? target : `${target}${sep}`
  if (parents.some((parent) => `${parent}${sep}`.startsWith(start)))
    throw new Error(`${link} is a link to a folder that contains it. Remove the link.`)
  return await stat(target)
}
