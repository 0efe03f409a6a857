import fc from 'fast-check'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Ask } from './rightsRows.ts'

/** A request with one error. */
export interface Malformed {
  readonly what: string
  readonly method: string
  readonly path: string
  /** Repeated names are sent as separate lines. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: Buffer | undefined
  /** Only this many bytes of the body are sent, then the connection is closed. */
  readonly cutAt?: number
  /** The server must refuse it; if false, the server may also accept it. */
  readonly mustRefuse: boolean
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, { readonly def: Def }>>
  readonly innerType?: { readonly def: Def }
  readonly element?: { readonly def: Def }
}

/** All positions in a body, from the contract's schema: `['payload']`, `['inputs', 0, 'text']`. */
function placesOf(def: Def | undefined): (string | number)[][] {
  if (!def) return []
  if (def.innerType) return placesOf(def.innerType.def)
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, { def: inner }]) => [[key], ...placesOf(inner).map((rest) => [key, ...rest])])
  if (def.element) return [[0], ...placesOf(def.element.def).map((rest) => [0, ...rest])]
  return []
}

function placesIn(value: unknown): (string | number)[][] {
  if (Array.isArray(value)) return value.slice(0, 2).flatMap((one, index) => [[index], ...placesIn(one).map((rest) => [index, ...rest])])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [[key], ...placesIn(one).map((rest) => [key, ...rest])])
}

function withValue(body: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value
  if (typeof first === 'number') {
    const list = Array.isArray(body) ? [...(body as unknown[])] : []
    list[first] = withValue(list[first], rest, value)
    return list
  }
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  return { ...object, [first]: withValue(object[first], rest, value) }
}

const nul = 'a\u0000b'
const wrongValues: readonly Json[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53 + 2,
  '',
  ' ',
  'x',
  '../../etc/passwd',
  "' or 1=1 --",
  'x'.repeat(20_000),
  '\ud800',
  '{{7*7}}',
  '0000-00-00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  'not a time',
  '__proto__',
  [],
  [null],
  [[['x']]],
  {},
  { constructor: { prototype: { admin: true } } },
  { a: { b: { c: 1 } } },
]

const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
const nestedList = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const names = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`

/**
 * Bodies that are not JSON or exceed the limits of JSON bodies. Every endpoint with a body must refuse all
 * of them.
 */
const rawBodies: readonly (readonly [string, Buffer])[] = [
  ['an empty body', Buffer.from('')],
  ['half an object', Buffer.from('{"a":')],
  ['invalid UTF-8 in a key', Buffer.concat([Buffer.from('{"'), Buffer.from([0xff, 0xfe, 0xc0, 0xaf]), Buffer.from('": 1')])],
  ['a single quote', Buffer.from("{'a': 1}")],
  ['a byte order mark of another encoding', Buffer.from([0xfe, 0xff, 0, 0x7b, 0, 0x7d])],
  ['prototype keys', Buffer.from('{"__proto__":{"isAdmin":true}}')],
  ['a constructor with a prototype', Buffer.from('{"constructor":{"prototype":{"isAdmin":true}}}')],
  ['10,000 levels of objects', Buffer.from(nested(10_000))],
  ['10,000 levels of lists', Buffer.from(nestedList(10_000))],
  ['nothing but NUL bytes', Buffer.alloc(64)],
]
/** Megabytes each, so there are only a few, and each is made once. */
const hugeBodies: readonly (readonly [string, Buffer])[] = [
  ['1,000,000 names', Buffer.from(names(1_000_000))],
  ['8 MB of spaces', Buffer.alloc(8 * 2 ** 20, ' ')],
]

const wrongTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/jsonx',
  '',
]

const wrongHeaders: readonly (readonly (readonly [string, string])[])[] = [
  [['x-device', 'a b']],
  [['x-device', 'x'.repeat(300)]],
  [['x-seq', '-1']],
  [['x-seq', '9007199254740993']],
  [['x-seq', '1e9']],
  [['if-match', '*']],
  [['if-match', '"99999999999999999999"']],
  [['idempotency-key', '../../..']],
  [['x-parent-op', 'x']],
  [['x-chain', ';;;;;;']],
  [['x-chain', `d-AAAAAAAA;9999999999;start;${'a'.repeat(64)};${'b'.repeat(64)};2026-11-22T00:00:00Z;%00`]],
  [['x-chain', `d-AAAAAAAA;1;after:x;${'a'.repeat(64)};${'b'.repeat(64)};+099999-01-01;%ud800`]],
  [['accept-language', 'x,'.repeat(2000)]],
  [['last-event-id', '%zz']],
  [['range', 'bytes=99999999999999999999-']],
  [['content-encoding', 'gzip']],
  [['upload-length', '-1']],
  [
    ['x-actor', 'anonymous'],
    ['x-actor', 'kiosk.AAAAAAAAAAAAAAAAAAAA'],
  ],
  [
    ['idempotency-key', 'A'.repeat(20)],
    ['idempotency-key', 'B'.repeat(20)],
  ],
  [
    ['if-match', '"0"'],
    ['if-match', '"1"'],
  ],
  [
    ['x-seq', '1'],
    ['x-seq', '2'],
  ],
  [
    ['content-type', 'application/json'],
    ['content-type', 'text/plain'],
  ],
]

const wrongSegments = [
  '%00',
  'a%00b',
  '%ff',
  '%c0%ae%c0%ae',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'x'.repeat(499),
  '%F0%9F%98%80',
  '-1',
  '1e400',
  '%0d%0aX-Evil:1',
  ' '.trim() || '%20',
]

export interface Subject {
  readonly endpoint: Endpoint
  /** A valid call with all headers and values of its caller. */
  readonly good: Ask
  readonly headers: Readonly<Record<string, string>>
  /** The same call for an object of another company. */
  readonly foreign?: Ask | undefined
}

const bytes = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))

function headersOf({ headers }: Subject, ask: Ask, more: readonly (readonly [string, string])[] = []): [string, string][] {
  const own = new Map<string, string>()
  const isJson = ask.body !== undefined && typeof ask.body !== 'string'
  for (const [name, value] of Object.entries({ ...(isJson && { 'content-type': 'application/json' }), ...headers, ...ask.headers }))
    own.set(name, value)
  for (const [name] of more) own.delete(name)
  return [...own, ...more.map(([name, value]): [string, string] => [name, value])]
}

/** Nearly valid requests with one error each. */
export function malformed(subject: Subject): fc.Arbitrary<Malformed> {
  const { endpoint, good, foreign } = subject
  const takes = (body: unknown) => endpoint.body === undefined || endpoint.body.safeParse(body ?? {}).success
  const hasBody = endpoint.method !== 'GET' && endpoint.body !== undefined && typeof good.body !== 'string'
  const base = { method: good.method, path: good.path, headers: headersOf(subject, good) }
  const isJsonBody = (body: unknown) => ({
    ...base,
    headers: headersOf(subject, { ...good, body: {} }),
    body: Buffer.from(JSON.stringify(body)),
  })
  const kinds: fc.WeightedArbitrary<Malformed>[] = []

  if (hasBody) {
    const shape = endpoint.body as unknown as { readonly def: Def }
    const all = [...placesOf(shape.def), ...placesIn(good.body)]
    const places = all.length > 0 ? fc.constantFrom(...all) : fc.constant<(string | number)[]>([])
    kinds.push(
      {
        weight: 12,
        arbitrary: fc.tuple(places, fc.constantFrom(...wrongValues)).map(([place, value]) => {
          const body = withValue(good.body, place, value)
          return { ...isJsonBody(body), what: `${place.join('.')} = ${JSON.stringify(value).slice(0, 40)}`, mustRefuse: !takes(body) }
        }),
      },
      {
        weight: 3,
        arbitrary: fc.tuple(places, fc.jsonValue({ maxDepth: 4 })).map(([place, value]) => {
          const body = withValue(good.body, place, value)
          return { ...isJsonBody(body), what: `${place.join('.')} = ${JSON.stringify(value).slice(0, 80)}`, mustRefuse: !takes(body) }
        }),
      },
      {
        weight: 2,
        arbitrary: places.map((place) => ({
          ...isJsonBody(withValue(good.body, place, nul)),
          what: `${place.join('.')} with a NUL byte`,
          mustRefuse: true,
        })),
      },
      {
        weight: 1,
        arbitrary: places.map((place) => ({
          ...isJsonBody(withValue(good.body, place, { [nul]: 1 })),
          what: `${place.join('.')} with a NUL byte in a name`,
          mustRefuse: true,
        })),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(places, fc.constantFrom(nested(10_000), nestedList(10_000))).map(([place, deep]) => {
          const marked = JSON.stringify(withValue(good.body, place, '@deep@'))
          return {
            ...base,
            headers: headersOf(subject, { ...good, body: {} }),
            body: Buffer.from(marked.replace('"@deep@"', deep)),
            what: `${place.join('.')} of 10,000 levels`,
            mustRefuse: true,
          }
        }),
      },
      {
        weight: 4,
        arbitrary: fc.constantFrom(...rawBodies).map(([what, body]) => ({ ...base, body, what, mustRefuse: true })),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...wrongTypes).map((type) => ({
          ...base,
          headers: headersOf(subject, good, type === '' ? [] : [['content-type', type]]).filter(
            ([name]) => type !== '' || name !== 'content-type',
          ),
          body: bytes(good.body),
          what: `content type "${type}"`,
          mustRefuse: false,
        })),
      },
      {
        weight: 2,
        arbitrary: fc.nat({ max: Math.max(0, bytes(good.body).length - 1) }).map((cutAt) => ({
          ...base,
          headers: [...base.headers, ['content-length', String(bytes(good.body).length)]] as [string, string][],
          body: bytes(good.body),
          cutAt,
          what: `cut off after ${cutAt} bytes`,
          mustRefuse: true,
        })),
      },
    )
  }
  const body = good.body === undefined ? undefined : bytes(good.body)
  kinds.push({
    weight: 3,
    arbitrary: fc.constantFrom(...wrongHeaders).map((more) => ({
      ...base,
      body,
      headers: headersOf(subject, good, more),
      what: `headers ${JSON.stringify(more).slice(0, 80)}`,
      mustRefuse: false,
    })),
  })
  const [path = '', query = ''] = good.path.split('?')
  const named = [...endpoint.path.matchAll(/(?<=\/)(?::\w+|\*)/g)].length
  if (named > 0) {
    const segments = path.split('/')
    const fixed = endpoint.path.split('/')
    const free = segments.flatMap((_, at) =>
      fixed[at]?.startsWith(':') || at >= fixed.length - (fixed.at(-1) === '*' ? 1 : 0) ? [at] : [],
    )
    if (free.length > 0)
      kinds.push({
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(...free), fc.constantFrom(...wrongSegments)).map(([at, segment]) => {
          // Keeps the action at the end of a URL: /api/team/:id:invite.
          const action = /:[\w-]+$/.exec(fixed[at]?.slice(1) ?? '')?.[0] ?? ''
          const changed = segments.map((one, n) => (n === at ? segment + action : one)).join('/')
          return {
            ...base,
            body,
            path: query ? `${changed}?${query}` : changed,
            what: `address ${changed.slice(0, 80)}`,
            mustRefuse: false,
          }
        }),
      })
  }
  const queryNames = Object.keys((endpoint.query as unknown as { def?: Def } | undefined)?.def?.shape ?? {})
  if (queryNames.length > 0)
    kinds.push({
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...queryNames), fc.constantFrom(...wrongSegments, '', 'a&a=b', '1e308'), fc.boolean())
        .map(([name, value, isList]) => ({
          ...base,
          body,
          path: `${path}?${query ? `${query}&` : ''}${name}${isList ? '[]' : ''}=${value}`,
          what: `query ${name}=${value.slice(0, 40)}`,
          mustRefuse: false,
        })),
    })
  if (foreign)
    kinds.push({
      weight: 1,
      arbitrary: fc.constant({
        method: foreign.method,
        path: foreign.path,
        headers: headersOf(subject, foreign),
        body: foreign.body === undefined ? undefined : bytes(foreign.body),
        what: 'ids of another company',
        mustRefuse: true,
      }),
    })
  return fc.oneof(...kinds)
}

/** The huge bodies, each sent to every endpoint once. */
export const hugeOnes = (subject: Subject): readonly Malformed[] =>
  subject.endpoint.method === 'GET' || typeof subject.good.body === 'string'
    ? []
    : hugeBodies.map(([what, body]) => ({
        method: subject.good.method,
        path: subject.good.path,
        headers: headersOf(subject, { ...subject.good, body: {} }),
        body,
        what,
        mustRefuse: true,
      }))
