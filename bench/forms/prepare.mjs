import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { browserArgs, browserPath } from '../../e2e/harness/browser.ts'
import { kitStyles } from '../../scripts/kit-styles.ts'
import { macros } from '../../vite.config.ts'
import { model, settings, xform } from './model.mjs'

const work = path.resolve(import.meta.dirname, '../.work/forms')
const peers = path.join(work, 'enketo')
const modules = path.join(peers, 'node_modules')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.woff2': 'font/woff2' }

export const launch = () => chromium.launch({ executablePath: browserPath(), args: [...browserArgs, '--js-flags=--expose-gc'] })

/** Installs enketo-core beside the bench on first use. */
function installEnketo() {
  const wanted = path.join(import.meta.dirname, 'enketo/package.json')
  const held = path.join(peers, 'package.json')
  if (existsSync(path.join(modules, 'enketo-core')) && existsSync(held) && readFileSync(held, 'utf8') === readFileSync(wanted, 'utf8'))
    return
  mkdirSync(peers, { recursive: true })
  copyFileSync(wanted, held)
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], { cwd: peers, stdio: 'inherit' })
  if (status !== 0) throw new Error('enketo-core could not be installed')
}

/** Makes a separate production build of one page. */
async function buildPage(name) {
  const core = path.join(modules, 'enketo-core')
  const enketo = {
    'enketo/config': path.join(core, 'config.js'),
    'enketo/widgets': path.join(import.meta.dirname, 'pages/enketo/widgets.js'),
    'enketo/translator': path.join(core, 'src/js/fake-translator.js'),
    'enketo/dialog': path.join(core, 'src/js/fake-dialog.js'),
    'enketo/file-manager': path.join(core, 'src/js/file-manager.js'),
    'enketo/xpath-evaluator-binding': path.join(core, 'src/js/xpath-evaluator-binding.js'),
    'enketo-core': core,
    'enketo-transformer/web': path.join(modules, 'enketo-transformer/dist/enketo-transformer/web/transformer.js'),
  }
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'pages', name),
    base: './',
    logLevel: 'error',
    plugins: name === 'muster' ? [kitStyles(), react(), macros(), lingui()] : [react()],
    resolve: { alias: name.startsWith('enketo') ? enketo : {} },
    define: {
      'process.env.NODE_ENV': '"production"',
      __APP_VERSION__: '"bench"',
      ...(name.startsWith('enketo') && { global: 'globalThis' }),
    },
    build: {
      minify: process.env['BENCH_READABLE'] ? false : undefined,
      outDir: path.join(work, 'pages', name),
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1e6,
    },
  })
}

async function serve() {
  const server = createServer((request, response) => {
    const asked = path.normalize(new URL(request.url, 'http://bench').pathname)
    const file = path.join(work, asked.startsWith('/data/') ? '' : 'pages', asked.endsWith('/') ? `${asked}index.html` : asked)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

/** Converts XForm to HTML with the XSLT of a browser; stores the result. */
async function transformForEnketo(address, counts) {
  const browser = await launch()
  const page = await browser.newPage()
  await page.goto(`${address}/enketo-transform/`)
  await page.waitForFunction(() => globalThis.transform)
  for (const count of counts) {
    const result = await page.evaluate((source) => globalThis.transform({ xform: source }), xform(model(count)))
    writeFileSync(path.join(work, `data/enketo-${count}.json`), JSON.stringify({ form: result.form, model: result.model }))
  }
  await browser.close()
}

/** Installs the peer, builds all pages, writes the forms, and serves them. */
export async function prepare(engines, counts) {
  installEnketo()
  mkdirSync(path.join(work, 'data'), { recursive: true })
  for (const name of engines.includes('enketo') ? [...engines, 'enketo-transform'] : engines) await buildPage(name)
  for (const count of counts) {
    const form = model(count)
    writeFileSync(path.join(work, `data/model-${count}.json`), JSON.stringify(form))
    writeFileSync(path.join(work, `data/settings-${count}.json`), JSON.stringify(settings(form)))
  }
  const server = await serve()
  if (engines.includes('enketo')) await transformForEnketo(server.address, counts)
  return server
}
