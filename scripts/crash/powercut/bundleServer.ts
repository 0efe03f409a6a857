import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type { Fault } from './faults.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds the server, with a planted fault if there is one. Returns the folder, which the caller removes. */
export async function bundleServer(fault: Fault | undefined): Promise<string> {
  // Inside the checkout, because the bundle imports its packages.
  const cache = join(root, 'node_modules/.cache/muster')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'powercut-'))
  let planted = 0
  const plant: Plugin = {
    name: 'plant',
    enforce: 'pre',
    transform(source, id) {
      if (!fault || !id.endsWith(fault.file)) return undefined
      if (source.split(fault.from).length !== 2) throw new Error(`the fault "${fault.title}" does not fit ${fault.file} any more`)
      planted++
      return { code: source.replace(fault.from, fault.to), map: null }
    },
  }
  await build({
    root,
    configFile: join(root, 'scripts/vite.server.config.ts'),
    logLevel: 'error',
    plugins: [plant],
    build: { outDir: folder },
  })
  if (fault && planted === 0) throw new Error(`${fault.file} is not part of the server`)
  return folder
}
