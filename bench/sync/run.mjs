import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { build } from 'vite'
import { people, signInApi } from '../../e2e/harness/api.ts'
import { startDevice } from '../../e2e/harness/browser.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { root } from '../../scripts/steps/install.mjs'
import { macros } from '../../vite.config.ts'
import { figure, percentile } from '../measure.mjs'

const area = 'sync'
const out = path.join(root, 'bench/.work/sync')
const types = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves the bench page; every other address is the product's server, so that both have one origin. */
async function servePage(port) {
  await build({
    configFile: false,
    root: path.join(root, 'bench/sync'),
    logLevel: 'error',
    define: { __APP_VERSION__: '"bench"' },
    plugins: [macros(), lingui()],
    build: { outDir: out, emptyOutDir: true, target: 'es2022' },
  })
  const server = createServer((req, res) => {
    if (req.url === '/bench' || req.url.startsWith('/assets/')) {
      const file = req.url === '/bench' ? 'index.html' : path.normalize(req.url)
      res.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
      res.end(readFileSync(path.join(out, file)))
      return
    }
    const onward = request({ host: '127.0.0.1', port, method: req.method, path: req.url, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode, answer.headers)
      answer.pipe(res)
    })
    req.pipe(onward)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

const repeat = async (count, work) => {
  const results = []
  for (let n = 0; n < count; n += 1) results.push(await work())
  return results
}

export async function measure() {
  const muster = await startMuster()
  const pages = await servePage(muster.port)
  const reader = await signInApi(muster.address, people.worker)
  const device = await startDevice()
  const { page } = device
  const [name, value] = reader.headers.cookie.split('=')
  await page.context().addCookies([{ name, value, url: pages.address }])
  await page.goto(`${pages.address}/bench`)
  const actor = reader.headers['x-actor']
  const call = (method, ...args) => page.evaluate(([name, rest]) => window.bench[name](...rest), [method, args])
  await call('as', `u:${actor}`)

  const acknowledged = await repeat(5, async () => percentile(await call('acknowledge', 100), 0.95))
  await call('empty')
  const withPhoto = await repeat(5, async () => percentile(await call('acknowledgeWithPhoto', 20), 0.95))
  await call('empty')

  const raw = []
  const replayed = []
  for (let turn = 0; turn < 3; turn += 1) {
    raw.push(await call('raw', 1000, actor))
    await call('fill', 1000)
    replayed.push(await call('replay', 1000))
  }

  // The cost of a save must not grow with the queue: the first hundred of many against a hundred alone.
  const short = []
  const long = []
  await call('empty')
  for (let turn = 0; turn < 3; turn += 1) {
    await call('fill', 100)
    short.push(await call('replay', 100))
  }
  await call('fill', 10_000)
  for (let turn = 0; turn < 3; turn += 1) long.push(await call('replay', 100))

  await device.close()
  pages.stop()
  await muster.stop()
  const ratios = (mine, peer) => mine.map((value, turn) => value / peer[turn])
  return [
    figure(area, 'save acknowledged on the device, p95, 3 kB', 'ms', acknowledged, { atMost: 50 }),
    figure(area, 'save acknowledged on the device, p95, with a 2 MB photo', 'ms', withPhoto, { atMost: 250 }),
    figure(area, '1,000 saves sent, loopback', 'ms', replayed),
    figure(area, '1,000 raw fetches, one after the other', 'ms', raw),
    figure(area, 'ratio of the two', '×', ratios(replayed, raw), { atMost: 0.8 }),
    figure(area, 'a hundred sent from a queue of 10,000 to a hundred alone', '×', ratios(long, short), { atMost: 1.2 }),
  ]
}
