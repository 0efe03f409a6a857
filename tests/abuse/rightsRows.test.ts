import { resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createLog } from '../../server/http/createLog.ts'
import { httpServer } from '../../server/routes/httpServer.ts'
import { useServer } from '../harness/testServer.ts'
import { callOf, contractEndpoints } from './harness/endpoints.ts'
import { rightsRows } from './harness/rightsRows.ts'

const server = useServer()
const rows = new Set(rightsRows.map(({ call }) => call))
let served: readonly string[] = []
let has: (method: string, path: string) => boolean = () => false

beforeAll(async () => {
  const settings = { appFolder: resolve(server.dataDir, 'app'), trustProxy: false, framedBy: "'self'", secureCookie: 'never' } as const
  const http = httpServer(server.running.app, {
    ...settings,
    logger: createLog(() => undefined),
    demoTexts: true,
    media: [],
    demoLogin: async () => new Response(),
  })
  await http.ready()
  served = callsOf(http.printRoutes({ commonPrefix: false }))
  has = (method, path) => http.hasRoute({ method, url: path } as Parameters<typeof http.hasRoute>[0])
  await http.close()
})

/**
 * Reads the router's tree. Each line has the part of the URL after the line above it: `│   ├── /receipt
 * (GET, HEAD)`.
 */
function callsOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, bars = '', part = '', methods] = /^([│ ]*(?:├──|└──) )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (bars === '') return []
    const depth = bars.length / 4
    above.length = depth - 1
    above.push(part)
    const path = above.join('')
    return methods === undefined ? [] : methods.split(', ').flatMap((method) => spellings(path).map((one) => `${method} ${one}`))
  })
}

/** The router may have two names for one parameter: `/api/team/:id|:teamId/log`. */
const spellings = (path: string): string[] => {
  const [all, first = '', second = ''] = /(:\w+)\|(:\w+)/.exec(path) ?? []
  return all === undefined ? [path] : [path.replace(all, first), path.replace(all, second)]
}

/** `/api/billing/:id(^…$)` and `/api/billing/:id:portal` are the same for the router. */
const plain = (call: string) =>
  call
    .replace(/\([^ ]*\)/g, '')
    .replaceAll('::', ':')
    .replace(/(?<=\/:\w+):[\w-]+$/, '')

it('every endpoint of the contract has a line in the table of who may ask it', async () => {
  const missing = (await contractEndpoints()).map(callOf).filter((call) => !rows.has(call))
  expect([...new Set(missing)], 'add these calls to tests/abuse/harness/rightsRows.ts').toEqual([])
})

it('every address that the server answers has a line in that table', () => {
  expect(served.length).toBeGreaterThan(100)
  // Parameter names differ between the table and the router if two endpoints share a URL.
  const unnamed = (call: string) => plain(call).replace(/:\w+/g, ':')
  const known = new Set([...rows].map(unnamed))
  // A caller who may GET may also request only the headers (HEAD).
  // The tree does not distinguish two URLs that each end in a star, such as /media/* and the app's /*.
  const missing = served
    .filter((call) => !call.endsWith(' *'))
    .filter((call) => !known.has(unnamed(call)) && !known.has(unnamed(call.replace(/^HEAD/, 'GET'))))
  expect([...new Set(missing)], 'add these addresses to tests/abuse/harness/rightsRows.ts').toEqual([])
})

it('no line is about an address that is gone', async () => {
  const known = new Set([...(await contractEndpoints()).map(callOf), ...served.map(plain)])
  const isKnown = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return known.has(call) || known.has(plain(call)) || has(method, path)
  }
  expect([...rows].filter((call) => !isKnown(call))).toEqual([])
})
