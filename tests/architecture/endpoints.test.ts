import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

const modules = import.meta.glob<Record<string, unknown>>(['../../contract/endpoints/**/*.ts', '!**/*.test.ts'], { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'whenOffline' in value
const endpoints = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))

/** The code of these folders, without tests. */
const textOf = (...folders: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => read(file).replace(/^.*\bpath: .*$/gm, ''))
    .join('\n')
const device = textOf('src', 'sw')
const pages = textOf('server/domain')
const addresses = `${device}\n${textOf('contract')}`

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
/** True where code builds this path: `/api/files/${blobId}/receipt` for `/api/files/:id/receipt`. */
const isBuilt = (path: string) => new RegExp(`['\`]${escaped(path).replace(/\/:\w+/g, '/\\$\\{[^}]*\\}')}['\`]`).test(addresses)

/** The device calls it, builds its address, or a page of the server contains its address. */
const hasCaller = ([name, { path }]: readonly [string, Endpoint]) =>
  new RegExp(`\\b${name}\\b`).test(device) || new RegExp(`addressOf\\(${name}\\b`).test(pages) || isBuilt(path)

const documented = [...read('docs/api.md').matchAll(/^\| `([A-Z]+) (\/[^`]*)` \| \S/gm)].map(([, method, path]) => `${method} ${path}`)

it('the product calls each endpoint, or docs/api.md says who else does', () => {
  expect(endpoints.length).toBeGreaterThan(140)
  const others = endpoints.filter((entry) => !hasCaller(entry)).map(([, { method, path }]) => `${method} ${path}`)
  expect(others.sort()).toEqual(documented.sort())
})
