import { readFileSync } from 'node:fs'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { kitStyles } from './scripts/kit-styles.ts'
import { longerSlices } from './scripts/longer-slices.ts'
import { pdfjsAssets, pdfTools } from './scripts/pdfjs-assets.ts'
import { withoutShapes } from './scripts/without-shapes.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** Only files that use a lingui macro pass through Babel. */
export const macros = () =>
  babel({
    include: /\/src\/.*\.tsx?$/,
    plugins: ['@lingui/babel-plugin-lingui-macro'],
    parserOpts: { plugins: ['typescript', 'jsx'] },
  } as never)

/** What the app does not need of Dexie: its console messages, its debug mode, and the hooks of tables. */
const unused: readonly (readonly [RegExp, string])[] = [
  [/console\.(?:warn|debug|trace)\(/g, 'void ('],
  [/var debug = [^;]*;/, 'const debug = false;'],
  [/\bdebug = value;/, ''],
  [/^ *this\.use\(hooksMiddleware\);$/m, ''],
]

/** What the worker does not need, besides: `liveQuery`, and the cache of results, which only a `liveQuery` fills. */
const unusedInWorker: typeof unused = [
  [/^ {4}liveQuery,$/m, ''],
  [/^ *this\.use\(cacheMiddleware\);$/m, ''],
]

/** Removes them: they count in the budgets of the first paint and of the worker. */
const smallDexie = (parts: typeof unused) => ({
  name: 'small-dexie',
  apply: 'build' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/dexie.mjs')) return undefined
    const without = parts.reduce((text, [part, instead]) => {
      const next = text.replace(part, instead)
      if (next === text) throw new Error(`Dexie has no ${part}: see what its new version needs.`)
      return next
    }, code)
    return { code: without, map: null }
  },
})

/**
 * Moves the style sheet below the bar of index.html, so that the bar is painted before the sheet is loaded;
 * scripts wait for the sheet either way.
 */
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

interface BuiltFile {
  readonly fileName: string
  readonly name?: string
  readonly imports?: readonly string[]
}

/**
 * A script of public/ as text of the page, which needs no answer for it. The server names its hash (server/routes/pageScripts.ts).
 * The build copies the file, too: a page of the version before may still ask for it.
 */
function scriptText(name: string): string {
  const { code, errors } = minifySync(name, readFileSync(new URL(`public/${name}`, import.meta.url), 'utf8'), {
    module: false,
    compress: { target: 'es2018' },
  })
  const text = code.trim()
  if (errors.length > 0 || !text || /<(?:[/!]|script)/.test(text))
    throw new Error(`public/${name}: ${errors[0]?.message ?? 'no text of a page'}`)
  return text
}

/**
 * Gives the addresses of the first paint and of a form to public/guard.js, which preloads them as scripts, not as modules:
 * Chromium compiles a module again at every browser start, but reuses the code cache of a file that was preloaded as a script.
 * They are not in the page itself, because a form that the guard draws is painted before them; a first visit gets them as a
 * header (server/routes/partsAhead.ts). public/start.js starts the app.
 */
const scriptsAhead = () => ({
  name: 'scripts-ahead',
  enforce: 'post' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler: (html: string, { bundle }: { bundle?: Readonly<Record<string, BuiltFile>> }) => {
      const modules = html.match(/ *<link rel="modulepreload"[^>]*>\n?/g) ?? []
      const [entry = '', address = ''] = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(html) ?? []
      if (entry === '' || !bundle) return html
      const early = [address, ...modules.map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? '')]
      const isPart = ({ name = '', fileName }: BuiltFile) => ['form', 'drawnPage'].includes(name) && fileName.endsWith('.js')
      const needed = Object.values(bundle).filter(isPart)
      const parts = needed.flatMap(({ fileName, imports = [] }) => [fileName, ...imports]).map((file) => `/${file}`)
      const font = Object.keys(bundle).find((file) => /\/inter-latin-wght-normal[^/]*\.woff2$/.test(file)) ?? ''
      const lists = `data-app="${address}" data-early="${early.join(' ')}" data-form="${[...new Set([...early, ...parts])].join(' ')}" data-font="/${font}"`
      return modules
        .reduce((page, link) => page.replace(link, ''), html)
        .replace(entry, '')
        .replace('<script src="/guard.js">', () => `<script ${lists}>${scriptText('guard.js')}`)
        .replace('</body>', () => `  <script>${scriptText('start.js')}</script>\n  </body>`)
    },
  },
})

/**
 * Chunks that keep a name: those of the first paint, for the developer tools and the preload list, and those that the page
 * loads again by itself (src/app/watchUpdates.ts).
 */
const named = new Set(['core', 'first', 'form', 'drafts', 'watched', 'asking', 'registerWorker'])

export default defineConfig({
  define: {
    __APP_VERSION__: JSON.stringify(process.env['MUSTER_VERSION'] ?? version),
    __PDF_TOOLS__: JSON.stringify(pdfTools()),
  },
  // The build for current browsers; the default build includes helpers for browsers of 2015.
  resolve: {
    alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  plugins: [
    smallDexie(unused),
    longerSlices(),
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
        // A manifest has one language. Each person who is signed in may open these, and My Tasks has an address per person.
        shortcuts: [
          { name: 'Scan', url: '/scan' },
          { name: 'On site now', url: '/onsite' },
        ],
        // The worker takes the request (sw/takeShare.ts), also without a connection.
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { files: [{ name: 'files', accept: ['image/*', 'application/pdf', '.pdf'] }] },
        },
        file_handlers: [
          {
            action: '/share',
            accept: {
              'application/pdf': ['.pdf'],
              'image/jpeg': ['.jpg', '.jpeg'],
              'image/png': ['.png'],
              'image/webp': ['.webp'],
              'image/heic': ['.heic', '.heif'],
            },
          },
        ],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [smallDexie([...unused, ...unusedInWorker])] },
        // The build writes the list of files as a separate file.
        injectionPoint: '',
      },
      devOptions: { enabled: false },
    }),
  ],
  // A part that a worker loads later is a separate file.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    manifest: true,
    sourcemap: true,
    target: 'es2022',
    // Dependency lists of every chunk would be a twentieth of the first paint, and the worker caches all
    // chunks anyway; only the form is preloaded at once.
    modulePreload: { resolveDependencies: (file, deps, { hostType }) => (hostType === 'html' || /\/form-/.test(file) ? deps : []) },
    rolldownOptions: {
      output: {
        // Two hundred names in the worker's list of files cost more than a kilobyte; the source maps contain
        // them.
        chunkFileNames: ({ name }) => (named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        // The first script lists the sheets of every part that loads later.
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? 'assets/[hash:7].css' : 'assets/[name]-[hash][extname]'),
        codeSplitting: {
          groups: [
            { name: 'core', test: /node_modules\/(react|react-dom|scheduler|dexie|dexie-react-hooks|@tanstack|@lingui)\// },
            // One file compresses better than thirty: one for code that every page needs, one for code that
            // every form also needs.
            { name: 'first', tags: ['$initial'] },
            // Modules of forms that other screens also use: what asks the server, and small ones. Without this group the sign-in
            // and the console would load the whole form chunk, every form the code of videos, and fields with files all of drafts.
            {
              name: 'card',
              test: /src\/(sync\/(ask|classify|send|troubleOf|headerNames)|ui\/(layout\/Card|whenIdle)|lib\/(phoneCountries|pageOf|formatDate|sharing\/giveFiles)|store\/(drafts\/savePrefill|files\/addBlob|session\/noteDisabled))\.tsx?$/,
            },
            // A PDF form needs only these modules of drafts.
            {
              name: 'shared',
              includeDependenciesRecursively: false,
              test: /src\/(store\/files\/(useSharedFiles|keepShared)|lib\/sharing\/takeSharePlace)\.ts$/,
            },
            {
              name: 'watched',
              test: /src\/(store\/(media\/(noteProgress|offlineMedia|useKept|useKeptSet|useLessons)|connectivity\/useOnline)\.ts|ui\/(watched\/|overlays\/FullScreen))|contract\/rules\/progress/,
            },
            // Needed when a form or a picker reads a list that is too long for its page.
            { name: 'lists', test: /src\/(features\/forms\/LongLists|store\/queries\/LookupList)\.tsx$/ },
            {
              name: 'form',
              // Its few CSS rules are in the app's own sheet, so that a form does not wait for a second one.
              test: /^(?!.*\.css$).*src\/(engine|features\/forms\/(?!SettingsNotice|AutomationExecution|ResponsiveDialog|LongLists|drafts\/|drawn\/)|fields\/(?!answerOf|acceptedValue|defineAnswer|ExpandableGroup|GroupDate|useOpenState|useListItems|runNext)[^/]+$)|contract\/forms\/(expression|template|evaluationOrder)/,
            },
            // The parts of the rarer field types that the engine must know: one small file, loaded by the
            // first such type in a form.
            {
              name: 'rules',
              test: /src\/fields\/(?!(?:attachments|button|calculated|choice|currency|date|days|info|mobile|signature|spacer|text|time-choice|toggle|validation)\/)[^/]+\/(index|rules)\.ts$/,
            },
            // Sync, needed a second after the page is drawn. It needs no file but those of the first paint: a browser that
            // has failed to load such a file once does not load it again.
            {
              name: 'asking',
              test: /src\/(sync\/(startSync|finishSignOut|replayRounds|pageTasks|pull|followChanges|isAffectedBy|openFeed|reconcileLosses|askTranslations)|store\/integrity\/checkLossJournal)\.ts$/,
            },
            { name: 'keeping', test: /src\/sync\/(keepReady|askPeriodicSync|keepPdfTools|deleteFormerTools|downloadMedia)\.ts$/ },
            // Telephone numbers, also of the sign-in, and files that are added, also to a PDF form: one file each.
            {
              name: 'phone',
              includeDependenciesRecursively: false,
              test: /src\/(lib\/(readPhone\.ts|phone-metadata)|fields\/mobile\/(PhoneInput|Flag)\.tsx)|node_modules\/libphonenumber-js\//,
            },
            {
              name: 'adding',
              includeDependenciesRecursively: false,
              test: /src\/(fields\/attachments\/(adding|showPdf)|lib\/images\/prepareImage)\.ts$/,
            },
            {
              name: 'rescue',
              test: /src\/store\/(outbox\/(exportUnsent|importUnsent)|drafts\/exportDraft)\.ts$|src\/lib\/packZip\.ts$|node_modules\/fflate\//,
            },
            // Controls and dialogs of the console and of dialogs everywhere: one file instead of fifteen, and without it a dialog
            // would load the picker, and with it the whole form chunk. Without their dependencies, which have their own files.
            {
              name: 'kit',
              includeDependenciesRecursively: false,
              test: /src\/ui\/(overlays\/(Dialog|Menu)|layout\/(useNarrow|RowList)|feedback\/FailedState|controls\/(connectField|withField|Field|FieldGroup|TextField|TextArea|Select|SelectButton|CheckField|RadioGroup|ChoiceList|RequiredMark|ErrorText|optionsForPicker)|list-picker\/LazyListPicker)\.tsx?$/,
            },
            // Tables, and what every screen with a table needs.
            {
              name: 'desk',
              includeDependenciesRecursively: false,
              test: /src\/(ui\/table\/|tables\/(Answered|EditableTable|EditDialog|editField|useOutcome|useTableWords|tables\.module)|store\/outbox\/sentOrKept)|contract\/rules\/(csvOf|fileName)\.ts$/,
            },
            {
              name: 'changes',
              includeDependenciesRecursively: false,
              test: /src\/store\/(outbox\/useChangesOver|connectivity\/useFresh)\.ts$/,
            },
            // The frame of the console.
            {
              name: 'shell',
              includeDependenciesRecursively: false,
              test: /src\/(app\/routes\/(Console|ConsoleHelp|consoleSlots|isKnown)\.tsx?$|features\/(shell\/(?!FindAnything|SupportScreen|UnknownTab|keptFindings|daysFound|ownPlaces)|help\/(HelpLaunchers|help\.module)|first-steps\/)|store\/integrity\/useLossesSeen)|contract\/(endpoints\/(losses|launchers|people\/getFirstSteps)|rules\/executionState)\.ts$/,
            },
            { name: 'picking', test: /src\/(ui\/list-picker|features\/picker)\// },
            // Needed when a draft exists; one name in the form's list instead of five.
            { name: 'drafts', test: /src\/(features\/forms\/drafts\/|store\/drafts\/openDraft)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/auth': 'http://127.0.0.1:8080' } },
})
