import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '../../../contract/endpoint.ts'

/** An endpoint of the contract with the name of its export, e.g. `saveRecord`. */
export interface NamedEndpoint extends Endpoint {
  readonly name: string
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'whenOffline' in value && 'access' in value

/** Every endpoint that contract/ declares. */
export async function contractEndpoints(): Promise<readonly NamedEndpoint[]> {
  const folder = resolve('contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.sort().map(async (name) => (await import(`${folder}/${name}`)) as Record<string, unknown>))
  const named = new Map<unknown, NamedEndpoint>()
  for (const module of modules)
    for (const [name, value] of Object.entries(module)) if (isEndpoint(value) && !named.has(value)) named.set(value, { ...value, name })
  return [...named.values()]
}

/** `GET /api/teams/:id`, the notation of documents and tests. */
export const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`
