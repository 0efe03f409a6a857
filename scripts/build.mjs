// Builds the app (dist/app) and the server (dist/server), and stores a fingerprint of their sources
// (dist/build.json).
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder, precompress } from './steps/compress.mjs'
import { root } from './steps/install.mjs'
import { sourcesPrint } from './steps/newer.mjs'
import { tool } from './steps/run.mjs'
import { writeShellList } from './steps/shellList.mjs'

/** A tablet that was not reloaded for two releases still finds the chunks of its version. */
const keptBuilds = 2

const dist = path.join(root, 'dist')
const stamp = path.join(dist, 'build.json')
const app = path.join(dist, 'app')
const next = path.join(dist, 'app.next')
const print = sourcesPrint()
const before = existsSync(stamp) && existsSync(app) ? JSON.parse(readFileSync(stamp, 'utf8')) : { builds: [] }

/**
 * Makes an empty, migrated database for first starts. Rebuilt only after a change of a migration or of
 * PGlite.
 */
async function makeSnapshot() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json')))
  const folder = path.join(root, 'server/storage')
  const isPart = (name) => !name.includes(path.sep) || name.startsWith(path.join('sql', 'migrations'))
  for (const name of readdirSync(folder, { recursive: true }).filter(isPart).toSorted())
    if (statSync(path.join(folder, name)).isFile()) hash.update(readFileSync(path.join(folder, name)))
  const key = hash.digest('hex')
  const keyFile = path.join(dist, 'server/snapshot.key')
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key && existsSync(path.join(dist, 'server/snapshot.tar.gz'))) return
  await tool('dist/server/snapshot.js', [], { show: true })
  writeFileSync(keyFile, key)
}

mkdirSync(dist, { recursive: true })
rmSync(next, { recursive: true, force: true })
const built = await Promise.allSettled([
  tool('vite', ['build', '--outDir', next, '--logLevel', 'warn'], { show: true }),
  tool('vite', ['build', '--config', 'scripts/vite.server.config.ts', '--logLevel', 'warn'], { show: true }),
])
if (built.some(({ status }) => status === 'rejected')) {
  console.error('The build failed; what was in dist before is still there.')
  process.exit(1)
}
await tool('vite', ['build', '--config', 'scripts/vite.rescue.config.ts', '--outDir', next, '--logLevel', 'warn'], { show: true })
writeShellList(next)
await precompress(next)

const assets = filesUnder(path.join(next, 'assets'))
const kept = before.builds.slice(0, keptBuilds)
for (const name of new Set(kept.flat())) {
  const from = path.join(app, 'assets', name)
  const to = path.join(next, 'assets', name)
  if (existsSync(from) && !existsSync(to)) copyFileSync(from, to)
}
rmSync(app, { recursive: true, force: true })
renameSync(next, app)

await makeSnapshot()
const same = JSON.stringify(assets) === JSON.stringify(kept[0])
writeFileSync(stamp, JSON.stringify({ print, builds: same ? kept : [assets, ...kept] }))
