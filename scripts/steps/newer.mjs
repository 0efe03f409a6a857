import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** The sources of the build. */
const sources = [
  'contract',
  'src',
  'sw',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'locales',
  'lingui.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/dataModules.ts',
  'scripts/kit-styles.ts',
  'scripts/longer-slices.ts',
  'scripts/pdfjs-assets.ts',
  'scripts/steps/shellList.mjs',
  'scripts/vite.rescue.config.ts',
  'scripts/vite.server.config.ts',
  'scripts/without-shapes.ts',
]

function* files(entry) {
  const stat = statSync(entry, { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) {
    if (!/\.test\.tsx?$/.test(entry)) yield [entry, stat]
    return
  }
  for (const name of readdirSync(entry).sort()) yield* files(path.join(entry, name))
}

/** Returns a fingerprint that changes when a source is added, removed or changed. */
export function sourcesPrint(folder = root) {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const [file, { size, mtimeMs }] of files(path.join(folder, source)))
      hash.update(`${path.relative(folder, file)} ${size} ${Math.round(mtimeMs)}\n`)
  return hash.digest('hex')
}

const stamp = path.join(root, 'dist/build.json')

/** Returns whether the build in dist was made from the current sources. */
export function buildIsCurrent() {
  return existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).print === sourcesPrint()
}
