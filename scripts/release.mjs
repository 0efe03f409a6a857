// Copies what a server for real work needs into an empty folder: the built app and server, and of the packages only
// the files that the server loads. `npm run release -- FOLDER`; start it there with `npm start`.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { demandNode, installMissing, root } from './steps/install.mjs'
import { serverArgs } from './steps/serverArgs.mjs'

demandNode()
const given = process.argv[2]
if (given === undefined) {
  console.error('Name the folder of the release, for example: npm run release -- /tmp/muster')
  process.exit(2)
}
const folder = path.resolve(given)
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Name another folder.`)
  process.exit(2)
}
installMissing()
const { buildIsCurrent } = await import('./steps/newer.mjs')
if (!buildIsCurrent()) {
  const { tool } = await import('./steps/run.mjs')
  await tool('scripts/build.mjs', [], { show: true }).catch(() => process.exit(1))
}

/** Files that the code finds by name while it runs: the reader of photos, its languages, and the typeface of posters. */
const loadedByName = [
  ['tesseract.js-core', /^tesseract-core(?:-\w+)*\.(?:js|wasm)$|^package\.json$/],
  ...['eng', 'spa', 'por'].map((code) => [`@tesseract.js-data/${code}`, /^(?:4\.0\.0_best_int\/.*|package\.json)$/]),
  ['@fontsource-variable/inter', /^(?:files\/inter-[\w-]+-wght-normal\.woff2|package\.json)$/],
]

const { nodeFileTrace } = await import('@vercel/nft')
const entries = readdirSync(path.join(root, 'dist/server')).filter((name) => name.endsWith('.js'))
const { fileList } = await nodeFileTrace(
  [...entries.map((name) => `dist/server/${name}`), 'node_modules/tesseract.js/src/worker-script/node/index.js'],
  // The sources run with tsx only during development.
  { base: root, ignore: ['dist/app/**', 'node_modules/tsx/**', 'node_modules/esbuild/**'] },
)

const copied = new Set()
function copy(file) {
  if (copied.has(file) || !statSync(path.join(root, file)).isFile()) return
  copied.add(file)
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  copyFileSync(path.join(root, file), path.join(folder, file))
}
function copyOf(home, wanted, recursive = true) {
  for (const file of readdirSync(path.join(root, home), { recursive })) if (wanted.test(file)) copy(path.join(home, file))
}
for (const file of fileList) if (file.startsWith('node_modules/')) copy(file)
for (const [name, wanted] of loadedByName) copyOf(path.join('node_modules', name), wanted)
// The licences of the packages demand that their texts go along.
const homes = new Set([...copied].map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)[0]))
for (const home of homes) copyOf(home, /^(?:licen[cs]e|notice|copying)/i, false)
copy('LICENSE')
cpSync(path.join(root, 'dist/app'), path.join(folder, 'dist/app'), { recursive: true })
cpSync(path.join(root, 'dist/server'), path.join(folder, 'dist/server'), { recursive: true })
const { name, version, license, type, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const command = (words) => `node dist/server/main.js command ${words}`
const scripts = {
  start: ['node', ...serverArgs, 'dist/server/main.js'].join(' '),
  'sign-in-link': command('sign-in-link'),
  ...Object.fromEntries(
    ['appoint', 'files:adopt', 'files:move', 'backup', 'verify-backup', 'restore', 'move'].map((name) => [name, command(name)]),
  ),
}
writeFileSync(
  path.join(folder, 'package.json'),
  `${JSON.stringify({ name, version, private: true, license, type, engines, scripts }, null, 2)}\n`,
)

const files = readdirSync(folder, { recursive: true }).map((file) => statSync(path.join(folder, file)))
const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
console.log(`${folder}: ${files.filter((file) => file.isFile()).length} files, ${Math.round(bytes / 1e6)} MB`)
