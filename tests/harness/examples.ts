import type { Endpoint } from '../../contract/endpoint.ts'

/** The parts of a zod shape that an example needs. */
interface Shape {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly shape?: Readonly<Record<string, Shape>>
      readonly element?: Shape
      readonly innerType?: Shape
      readonly valueType?: Shape
      readonly keyType?: Shape
      readonly options?: readonly Shape[]
      readonly items?: readonly Shape[]
      readonly values?: readonly unknown[]
      readonly entries?: Readonly<Record<string, unknown>>
      readonly in?: Shape
      readonly left?: Shape
      readonly right?: Shape
      readonly getter?: () => Shape
      readonly checks?: readonly {
        readonly _zod: { readonly def: { readonly check: string; readonly minimum?: number; readonly value?: number } }
      }[]
    }
  }
}

/** Example values by property name, for shapes that only say "text". */
const meant: readonly (readonly [RegExp, unknown])[] = [
  [/^(day|start|end|from|to|date|dateEnd)$/, '2026-11-20'],
  [/(At|_at|at|time|timestamp|lastPing|since|until|lastSeen|periodEnd)$/i, '2026-11-20T08:00:00.000Z'],
  [/timezone$/i, 'America/New_York'],
  [/countryCode$/i, 'US'],
  [/e?mail$/i, 'ben@example.com'],
  [/(url|href|path|qr|picture|logo|photo)$/i, '/some/where'],
  [/color|tint/i, 'green'],
]

/**
 * Builds an answer of the contract's shape: with one of everything, or (`bare`) with empty lists and required
 * properties only. Values in `given` are used as they are.
 */
export function example(shape: Shape, bare: boolean, given: Readonly<Record<string, unknown>> = {}, name = ''): unknown {
  const { def } = shape._zod
  const within = (inner: Shape | undefined) => (inner ? example(inner, bare, given, name) : undefined)
  switch (def.type) {
    case 'object': {
      const made: Record<string, unknown> = {}
      for (const [key, inner] of Object.entries(def.shape ?? {})) {
        const value = key in given ? given[key] : example(inner, bare, given, key)
        if (value !== undefined) made[key] = value
      }
      return made
    }
    case 'array':
      return bare && !def.checks?.some(({ _zod }) => (_zod.def.minimum ?? 0) > 0) ? [] : [within(def.element)]
    case 'tuple':
      return (def.items ?? []).map((item) => within(item))
    case 'record':
      return bare ? {} : { [String(within(def.keyType) ?? 'a')]: within(def.valueType) }
    case 'optional':
      return bare ? undefined : within(def.innerType)
    case 'nullable':
      return bare ? null : within(def.innerType)
    case 'union':
      return within(def.options?.[0])
    case 'literal':
      return def.values?.[0]
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'boolean':
      return false
    case 'number':
      return 0
    case 'string':
      return meant.find(([names]) => names.test(name))?.[1] ?? `The ${name || 'word'}`
    case 'lazy':
      return within(def.getter?.())
    case 'intersection':
      return { ...(within(def.left) as object), ...(within(def.right) as object) }
    case 'pipe':
      return within(def.in)
    default:
      return def.innerType ? within(def.innerType) : undefined
  }
}

/** The call for an address: if several match, the one with the longest literal part. */
export function callOf(endpoints: readonly Endpoint[], method: string, url: string): Endpoint | undefined {
  const path = url.split('?')[0] ?? ''
  return endpoints
    .filter((each) => each.method === method && patternOf(each.path).test(path))
    .sort((one, other) => literal(other.path) - literal(one.path))[0]
}

const literal = (path: string) => path.replace(/(?<=\/):[A-Za-z]\w*|\*$/g, '').length
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/[.()+?]/g, '\\$&')
      .replace(/(?<=\/):[A-Za-z]\w*/g, '[^/]+')
      .replace(/\*$/, '.+')}$`,
  )
