import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { build } from 'vite'
import { root } from '../../scripts/steps/install.mjs'
import { macros } from '../../vite.config.ts'

const out = path.join(root, 'bench/.work/sync')
const types = { '.html': 'text/html', '.js': 'text/javascript' }

/**
 * Serves the bench page, and forwards all other addresses to the server of the app, so that both have one
 * origin. The connection may be slow (`delay`, ms) or cut (`down`). `uploaded` counts the bytes of files that
 * arrived; `acked` has the operations that a page reported as acknowledged.
 */
export async function servePage(port) {
  await build({
    configFile: false,
    root: path.join(root, 'bench/sync'),
    logLevel: 'error',
    define: { __APP_VERSION__: '"bench"' },
    plugins: [macros(), lingui()],
    build: { outDir: out, emptyOutDir: true, target: 'es2022' },
  })
  const between = { delay: 0, down: false, uploaded: 0, acked: new Set(), onBytes: () => {} }
  const pass = (req, res) => {
    const onward = request({ host: '127.0.0.1', port, method: req.method, path: req.url, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    if (req.method === 'PATCH')
      req.on('data', ({ length }) => {
        between.uploaded += length
        between.onBytes()
      })
    req.pipe(onward)
  }
  const server = createServer((req, res) => {
    if (req.url === '/bench' || req.url.startsWith('/assets/')) {
      const file = req.url === '/bench' ? 'index.html' : path.normalize(req.url)
      res.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
      res.end(readFileSync(path.join(out, file)))
    } else if (req.url.startsWith('/acked/')) {
      between.acked.add(req.url.slice('/acked/'.length))
      res.end()
    } else if (between.down) req.socket.destroy()
    else if (between.delay > 0) setTimeout(pass, between.delay, req, res)
    else pass(req, res)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return Object.assign(between, { address: `http://127.0.0.1:${server.address().port}`, stop })
}
