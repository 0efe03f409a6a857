import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
const out = path.join(root, 'bench/.work/bare')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' }

const worker = (files) => `const files = ${JSON.stringify(files)}
addEventListener('install', (event) => event.waitUntil(caches.open('bare').then((cache) => cache.addAll(files)).then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request.mode === 'navigate' ? '/index.html' : event.request).then((hit) => hit || fetch(event.request))))
`

/** As many fields as the hazard report shows at first. */
const fields = Array.from({ length: 18 }, (_, n) => ({
  name: `f${n}`,
  label: `Question ${n + 1}`,
  ...(n % 3 === 0 && { choices: ['', 'One', 'Two', 'Three'] }),
}))

/** Builds and serves the bare page. Resolves to its address and a function that stops it. */
export async function serveBare() {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'bare'),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: out, emptyOutDir: true, target: 'es2022' },
  })
  mkdirSync(out, { recursive: true })
  writeFileSync(path.join(out, 'form.json'), JSON.stringify({ name: 'hazard', fields }))
  const files = ['/index.html', ...readdirSync(path.join(out, 'assets')).map((name) => `/assets/${name}`)]
  writeFileSync(path.join(out, 'sw.js'), worker(files))
  const server = createServer((req, res) => {
    const name = req.url === '/' ? '/index.html' : req.url
    try {
      res.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream')
      res.end(readFileSync(path.join(out, path.normalize(name))))
    } catch {
      res.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
