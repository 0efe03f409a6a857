import { readFileSync } from 'node:fs'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import * as zod from 'zod/mini'
import { kitStyles } from './scripts/kit-styles.ts'
import { pdfjsAssets } from './scripts/pdfjs-assets.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** Only files that use a lingui macro pay for Babel. */
export const macros = () =>
  babel({
    include: /\/src\/.*\.tsx?$/,
    plugins: ['@lingui/babel-plugin-lingui-macro'],
    parserOpts: { plugins: ['typescript', 'jsx'] },
  } as never)

/**
 * The contract's modules that only declare calls do without zod on the device: the server checks what arrives, the device never does, so the first
 * paint does not carry the checker. In its place every builder gives back one shape that throws when somebody checks with it.
 * Settings of forms are checked on the device too (playground): fields.ts and settings*.ts keep the real one.
 */
const withoutShapes = () => ({
  name: 'without-shapes',
  enforce: 'pre' as const,
  apply: 'build' as const,
  resolveId: (source: string, importer: string | undefined) =>
    source === 'zod/mini' && importer && /\/contract\/(?!\w*[fF]ield|pdfForm|action\.|settings|formSchema|z\.)[\w-]+\.ts$/.test(importer)
      ? '\0shapes'
      : undefined,
  load: (id: string) =>
    id === '\0shapes'
      ? [
          "const refuse = () => { throw new Error('The device does not check shapes') }",
          'const shape = new Proxy(() => undefined, { apply: () => shape, get: (_, name) => (/parse/i.test(String(name)) ? refuse : shape) })',
          `export { ${Object.keys(zod)
            .map((name) => `${/parse/i.test(name) ? 'refuse' : 'shape'} as ${name}`)
            .join(', ')} }`,
        ].join('\n')
      : undefined,
})

/** Nobody reads what Dexie tells the console of a worker, and its sentences are a part of the worker's budget. */
const withoutWarnings = () => ({
  name: 'without-warnings',
  transform: (code: string, id: string) =>
    id.endsWith('/dexie.mjs') ? { code: code.replace(/console\.(?:warn|debug|trace)\(/g, 'void ('), map: null } : undefined,
})

/** The bar of index.html stands before the sheet is there; scripts wait for it either way. */
const sheetAfterBar = () => ({
  name: 'sheet-after-bar',
  enforce: 'post' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler: (html: string) => {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? []
      return sheets.reduce((page, sheet) => page.replace(sheet, '').replace('</body>', `${sheet.trimEnd()}\n  </body>`), html)
    },
  },
})

/**
 * What the first paint needs is asked for as scripts, not as modules: Chromium compiles a module anew at every start of the browser, while it takes the
 * code that it has kept of a script that was asked for like this. The guard does the same for the parts of a form, on the addresses that may be one.
 */
const scriptsAhead = () => ({
  name: 'scripts-ahead',
  enforce: 'post' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler: (html: string, { bundle }: { bundle?: Readonly<Record<string, { fileName: string; name?: string; imports?: string[] }>> }) => {
      const modules = html.match(/ *<link rel="modulepreload"[^>]*>\n?/g) ?? []
      const [entry = '', address = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
      if (entry === '' || !bundle) return html
      const early = [address, ...modules.map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? '')]
      const form = Object.values(bundle).find(({ name, fileName }) => name === 'form' && fileName.endsWith('.js'))
      const parts = form ? [form.fileName, ...(form.imports ?? [])].map((file) => `/${file}`).filter((file) => !early.includes(file)) : []
      const links = early.map((href) => `<link rel="preload" as="script" crossorigin href="${href}">\n    `).join('')
      return modules
        .reduce((page, link) => page.replace(link, ''), html)
        .replace(entry, links + entry)
        .replace('src="/guard.js"', `src="/guard.js" data-form="${parts.join(' ')}"`)
    },
  },
})

/** Parts of the first paint, told apart in the developer tools and in the preload list. */
const named = new Set(['react', 'core', 'first', 'form', 'drafts', 'watched'])

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(process.env['MUSTER_VERSION'] ?? version) },
  // The build for browsers of today; the default one carries helpers for those of 2015.
  resolve: {
    alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  plugins: [
    withoutShapes(),
    kitStyles(),
    sheetAfterBar(),
    scriptsAhead(),
    pdfjsAssets(),
    react(),
    macros(),
    lingui({ failOnMissing: process.env['STRICT_CATALOGUES'] === '1' }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: {
        id: '/',
        name: 'Muster',
        short_name: 'Muster',
        description: 'Forms, sign-in and tasks for construction sites, with or without signal.',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f8fafc',
        theme_color: '#1e293b',
        categories: ['business', 'productivity'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [withoutWarnings()] },
        // The list of files is a file of its own, written by the build.
        injectionPoint: '',
      },
      devOptions: { enabled: false },
    }),
  ],
  // A part that a worker asks for later is a file of its own.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    manifest: true,
    sourcemap: true,
    target: 'es2022',
    // Lists of what each part needs are a twentieth of the first paint, and the worker has all parts anyway; the form alone is asked for at once.
    modulePreload: { resolveDependencies: (file, deps, { hostType }) => (hostType === 'html' || /\/form-/.test(file) ? deps : []) },
    rolldownOptions: {
      output: {
        // Two hundred names in the worker's list of files cost more than a kilobyte; the source maps have them.
        chunkFileNames: ({ name }) => (named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'core', test: /node_modules\/(dexie|dexie-react-hooks|@tanstack|@lingui)\// },
            // One file compresses better than thirty: all that every page needs, and all that every form needs on top.
            { name: 'first', tags: ['$initial'] },
            // Two small pieces of forms that the first screens use as well: they would bring the whole part along.
            { name: 'card', test: /src\/(ui\/Card\.tsx|lib\/phone\.ts)$/ },
            // The same of drafts: fields with files ask for no more of them than this.
            { name: 'files', test: /src\/(store\/blobs|ui\/giveFile|lib\/pageOf)\.ts$/ },
            {
              name: 'watched',
              test: /src\/(store\/(progress|kept|useKept|useKeptSet|useLessons|useOnline)\.ts|ui\/(watched\/|FullScreen))|contract\/progress/,
            },
            {
              name: 'form',
              // Its few rules come with the app's own sheet: a form waits for no second one.
              test: /^(?!.*\.css$).*src\/(engine|features\/forms\/(?!SettingsNotice|ResponsiveDialog|drafts\/)|fields\/(?!ExpandableGroup|GroupDate|openState)[^/]+$)|contract\/(expression|template|evaluationOrder)/,
            },
            // What the engine must know of the rarer field types: one small file, whichever of them a form names first.
            {
              name: 'rules',
              test: /src\/fields\/(arrays|chat|compact-info|compact-table|field-mapping|lookup|notices|pdf|search|split-button|staff|task|time-picker|treeview|video)\/(index|rules)\.ts$/,
            },
            // What the page asks of the server beside saves, a second after it stands.
            { name: 'asking', test: /src\/sync\/(feed|feed-match|feed-ready|feed-stream|media|reconcile|translate)\.ts$/ },
            { name: 'rescue', test: /src\/store\/(export|import|drafts-export)\.ts$|src\/lib\/zip\.ts$|node_modules\/fflate\// },
            { name: 'picking', test: /src\/(ui\/list-picker|features\/picker)\// },
            // Needed where a draft waits; one name in the form's list instead of five.
            { name: 'drafts', test: /src\/(features\/forms\/drafts\/|store\/drafts-open)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/auth': 'http://127.0.0.1:8080' } },
})
