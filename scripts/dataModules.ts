import { type Plugin, runnerImport } from 'vite'

/**
 * Modules named `*.data.ts` read files of the sources. A build runs them and replaces each by its values, so
 * that the built server needs neither the files nor the packages that read them.
 */
export const dataModules = (): Plugin => ({
  name: 'data-modules',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.data.ts')) return undefined
    const { module } = await runnerImport<Record<string, unknown>>(id)
    return Object.entries(module)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
