import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/** Puts the fonts, character maps, decoders and colour profiles of pdf.js under our own address, so that no document needs another origin. */
export function pdfjsAssets(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const from = path.dirname(manifest)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return {
    name: 'pdfjs-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, folder = '', file = ''] = /^\/pdfjs\/[^/]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
        if (folders.includes(folder) && readdirSync(path.join(from, folder)).includes(file))
          response.end(readFileSync(path.join(from, folder, file)))
        else next()
      })
    },
    generateBundle() {
      for (const folder of folders)
        for (const file of readdirSync(path.join(from, folder)))
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${version}/${folder}/${file}`,
            source: readFileSync(path.join(from, folder, file)),
          })
    },
  }
}
