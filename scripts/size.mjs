// Prints the size of the app (gzip -9) and fails if it exceeds bench/budgets.json, if a module runs before a form is shown that
// the form does not need (steps/startModules.mjs), or if chunks import each other in a circle (steps/chunkCycle.mjs).
// `--brief`: one line. `--modules`: the modules that run before a form.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chunkCycle } from './steps/chunkCycle.mjs'
import { root } from './steps/install.mjs'
import { shellFiles, shellListOf } from './steps/shellList.mjs'
import { modulesIn, tooEarly } from './steps/startModules.mjs'

const app = path.join(root, 'dist/app')

/** The chunks that a form address loads before the form stands, by their keys in the manifest. */
function formChunks(manifest) {
  const entry = closureOf(
    manifest,
    Object.keys(manifest).find((key) => manifest[key].isEntry),
  )
  const screens = Object.keys(manifest).filter((key) => manifest[key].name === 'form')
  if (screens.length === 0) throw new Error('The build has no chunk named form; what does a form address load?')
  return { entry, form: new Set([...entry, ...screens.flatMap((key) => [...closureOf(manifest, key)])]) }
}

function closureOf(manifest, key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) closureOf(manifest, next, seen)
  return seen
}

const readManifest = () => JSON.parse(readFileSync(path.join(app, '.vite/manifest.json'), 'utf8'))

/** Returns the modules that run before a form stands: [{ name, bytes }]. */
export function startModules() {
  const manifest = readManifest()
  const modules = modulesIn(app, new Set([...formChunks(manifest).form].map((key) => manifest[key].file)))
  if (modules.length === 0) throw new Error('The build has no source maps; which modules run before a form?')
  return modules
}

/** Returns all figures of the build: [{ name, kB, budget }]. A figure without a budget is only reported. */
export function sizes() {
  const budgets = JSON.parse(readFileSync(path.join(root, 'bench/budgets.json'), 'utf8')).size
  const manifest = readManifest()
  const weighText = (text) => gzipSync(text, { level: 9 }).length / 1000
  const weigh = (file) => weighText(readFileSync(path.join(app, file)))
  const scriptsIn = (page) => {
    const tags = readFileSync(path.join(app, page), 'utf8').split('</script>').slice(0, -1)
    return tags.map((part) => part.slice(part.lastIndexOf('<script')).replace(/^[^>]*>/, '')).join('')
  }
  const weighRescue = () => {
    const scripts = [...readFileSync(path.join(app, 'rescue.html'), 'utf8').matchAll(/src="\/(assets\/[^"]+)"/g)]
    return scripts.reduce((sum, [, file]) => sum + weigh(file), 0)
  }
  const closure = (key) => closureOf(manifest, key)
  const weighAll = (keys) => [...new Set([...keys].map((key) => manifest[key].file))].reduce((sum, file) => sum + weigh(file), 0)
  const { entry, form } = formChunks(manifest)
  const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && !key.includes('?raw'))
  const files = (keys) => new Set([...keys].map((key) => manifest[key].file))
  /**
   * Returns the chunk itself, also where another lazy chunk imports it, and the files that only this chunk needs: a part
   * shared by several lazy chunks counts once, on its own line.
   */
  const own = (key) => {
    const others = new Set([...form, ...lazy.filter((other) => other !== key).flatMap((other) => [...closure(other)])])
    return [...closure(key)].filter((part) => part === key || !others.has(part))
  }
  const shared = new Set(lazy.flatMap((key) => [...closure(key)]).filter((part) => !form.has(part) && !lazy.includes(part)))
  for (const key of lazy) for (const part of own(key)) shared.delete(part)

  const figures = [
    { name: 'entry', kB: weighAll(entry) },
    // Every page has two scripts in its text, beside its chunks.
    { name: 'first paint of a form', kB: weighAll(form) + weighText(scriptsIn('index.html')), budget: budgets['first paint of a form'] },
  ]
  for (const key of lazy) {
    const type = key.match(/^src\/fields\/([^/]+)\/\w+Field\.tsx$/)?.[1]
    const budget = type && (budgets[`field ${type}`] ?? budgets['field type'])
    const kB = weighAll(own(key))
    if (type && kB < 0.1) throw new Error(`The build has no chunk of ${key}; what does a form with this field load?`)
    figures.push({ name: type ? `field ${type} (${path.basename(key)})` : key, kB, budget })
  }
  for (const file of files(shared)) figures.push({ name: `shared by lazy parts: ${file}`, kB: weigh(file) })
  figures.push({ name: 'rescue page', kB: weigh('rescue.html') + weighRescue() })
  figures.push({ name: 'service worker', kB: weigh('sw.js'), budget: budgets['service worker'] })
  const list = shellListOf(app)
  figures.push({ name: 'list of files', kB: weigh(list) })
  const precached = shellFiles(app).map((file) => file.split('?')[0])
  figures.push({ name: 'precache', kB: precached.reduce((sum, file) => sum + weigh(file), 0), budget: budgets.precache })
  return figures
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = sizes()
  const over = figures.filter(({ kB, budget }) => kB > (budget ?? Number.POSITIVE_INFINITY))
  const kilo = (kB) => `${kB.toFixed(1).padStart(8)} kB`
  if (process.argv.includes('--brief')) {
    const named = ['first paint of a form', 'service worker', 'list of files', 'precache'].map((name) =>
      figures.find((figure) => figure.name === name),
    )
    console.log(named.map(({ name, kB }) => `${name} ${kB.toFixed(1)} kB`).join(', '))
  } else for (const { name, kB, budget } of figures) console.log(`${kilo(kB)}  ${name}${budget ? `  (at most ${budget})` : ''}`)
  for (const { name, kB, budget } of over) console.error(`${name}: ${kB.toFixed(1)} kB is more than ${budget} kB`)
  const modules = startModules()
  if (process.argv.includes('--modules')) for (const { name, bytes } of modules) console.log(`${String(bytes).padStart(8)} B  ${name}`)
  const early = tooEarly(modules)
  for (const { name, bytes } of early) console.error(`${name} (${bytes} B) runs before a form, which does not need it`)
  const cycle = chunkCycle(readManifest())
  if (cycle) console.error(`Chunks import each other in a circle: ${cycle.join(', ')}`)
  process.exit(over.length + early.length > 0 || cycle ? 1 : 0)
}
