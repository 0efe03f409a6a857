import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder } from './compress.mjs'

/** Placeholder for the name of the list in the built worker. */
const place = '__SHELL_LIST__'
const listName = /["'`](assets\/files-[0-9a-f]{10}\.json)["'`]/

/** Files that a device caches so that the app opens offline. */
const kept = /^(?:(?:index|rescue)\.html|manifest\.webmanifest|icons\/(?:.+-\d+\.png|icon\.svg)|assets\/.+\.(?:js|mjs|css|woff2))$/

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10)

/**
 * Writes the list of the app files under a name with a content hash, and puts that name into the worker.
 * Files without a content hash in their name get their hash as revision.
 */
export function writeShellList(app) {
  const names = filesUnder(app).filter((name) => kept.test(name))
  if (!names.includes('index.html')) throw new Error('The build has no index.html')
  const entries = names.map((name) =>
    name.startsWith('assets/') ? name : `${name}?revision=${hashOf(readFileSync(path.join(app, name)))}`,
  )
  const text = JSON.stringify(entries.sort())
  const list = `assets/files-${hashOf(text)}.json`
  writeFileSync(path.join(app, list), text)
  const file = path.join(app, 'sw.js')
  const worker = readFileSync(file, 'utf8')
  if (worker.split(place).length !== 2) throw new Error(`The worker does not name its list of files once (${place})`)
  writeFileSync(file, worker.replace(place, JSON.stringify(list)))
  return list
}

/** Returns the path of the list that the built worker uses. */
export function shellListOf(app) {
  const list = listName.exec(readFileSync(path.join(app, 'sw.js'), 'utf8'))?.[1]
  if (!list) throw new Error('The worker names no list of files')
  return list
}

/** Returns the files that the built worker caches: `assets/<hash>.js`, `index.html?revision=<hash>`. */
export const shellFiles = (app) => JSON.parse(readFileSync(path.join(app, shellListOf(app)), 'utf8'))
