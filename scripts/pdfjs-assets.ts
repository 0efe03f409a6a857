import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Fonts for East Asian text in documents, and the others for a page without a worker. Increase the number in
 * the path when they change.
 */
const ownFonts = {
  folder: path.join(import.meta.dirname, '../src/pdf/fonts'),
  at: 'pdfjs/muster-1/fonts',
  names: ['cjk.ttf', 'hangul.ttf', 'wide.ttf', 'thai.ttf'],
  /** The others are part of the app. */
  requested: ['cjk.ttf', 'hangul.ttf'],
}

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/**
 * The interpreter of scripts, fonts, decoders and color profiles. Not the character maps, which few documents
 * need, and not the decoders for browsers without WebAssembly.
 */
const requested = /\.(?:wasm|pfb|ttf|icc)$|\/quickjs-eval\.js$/

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const from = path.dirname(manifest)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Returns the files that an open document may request, and the fonts for what people write, as `[address, bytes]`. */
export const pdfTools = (): readonly (readonly [url: string, size: number])[] => [
  ...folders
    .flatMap((folder) => readdirSync(path.join(from, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => requested.test(file))
    .map((file) => [`/pdfjs/${version}/${file}`, statSync(path.join(from, file)).size] as const),
  ...ownFonts.requested.map((name) => [`/${ownFonts.at}/${name}`, statSync(path.join(ownFonts.folder, name)).size] as const),
]

/**
 * Copies the fonts, character maps, decoders and color profiles of pdf.js into the app, so that no document
 * needs another origin.
 */
export function pdfjsAssets(): Plugin {
  return {
    name: 'pdfjs-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, folder = '', file = ''] = /^\/pdfjs\/[^/]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
        const own = ownFonts.names.find((name) => request.url === `/${ownFonts.at}/${name}`)
        const isPart = folders.includes(folder) && readdirSync(path.join(from, folder)).includes(file)
        // A device caches only what our server sends.
        if (own || isPart) response.setHeader('x-app', '1')
        if (own) response.end(readFileSync(path.join(ownFonts.folder, own)))
        else if (isPart) response.end(readFileSync(path.join(from, folder, file)))
        else next()
      })
    },
    generateBundle() {
      for (const name of ownFonts.names)
        this.emitFile({ type: 'asset', fileName: `${ownFonts.at}/${name}`, source: readFileSync(path.join(ownFonts.folder, name)) })
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
