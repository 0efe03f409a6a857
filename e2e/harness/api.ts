import { randomBytes } from 'node:crypto'

export interface Person {
  readonly name: string
  readonly mobile: string
}

/** People of the demo company that the tests use. */
export const people = {
  owner: { name: 'Grace Okafor', mobile: '+12025550101' },
  manager: { name: 'Daniel Reyes', mobile: '+12025550102' },
  /** Reads Spanish. */
  foreman: { name: 'Marisol Vega', mobile: '+12025550103' },
  worker: { name: 'Ashley Tran', mobile: '+12025550105' },
} satisfies Record<string, Person>

export interface RecordRow {
  readonly path: string
  readonly rev: number
  readonly model: Record<string, unknown>
  readonly createdBy: string
  readonly updatedBy: string
}

/** A person's access to the server, without a browser. */
export interface Reader {
  /** The headers that identify this person and device. */
  readonly headers: Readonly<Record<string, string>>
  get<T = unknown>(path: string): Promise<T>
  records(form: string): Promise<RecordRow[]>
  /** The bytes of a file that a record names. */
  file(url: string): Promise<Buffer>
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const newId = () => Array.from(randomBytes(20), (byte) => alphabet[byte % alphabet.length]).join('')

export interface Text {
  readonly id: string
  readonly to: string
  readonly text: string
}

/** The text messages in the demo company's embedded SMS outbox, newest first. */
export async function texts(address: string): Promise<Text[]> {
  const answer = (await (await fetch(`${address}/api/demo/texts`)).json()) as { texts: Text[] }
  return answer.texts
}

export async function lastPin(address: string, mobile: string): Promise<string> {
  const text = (await texts(address)).find(({ to, text }) => to === mobile && /\b\d{6}\b/.test(text))
  const pin = text?.text.match(/\b\d{6}\b/)?.[0]
  if (!pin) throw new Error('no PIN was sent to this number')
  return pin
}

/** The user agent of Chrome on Android: the list of sessions shows it. */
const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

/**
 * Signs in with a PIN like a device, and reads as that person. `pinOf` gives the PIN that a number got; absent: that of
 * the demo's texts.
 */
export async function signInApi(address: string, person: Person, pinOf = (mobile: string) => lastPin(address, mobile)): Promise<Reader> {
  const device = newId()
  const post = (path: string, body: unknown) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actor': 'anonymous', 'x-device': device, 'user-agent': agent },
      body: JSON.stringify(body),
    })
  await post('/auth/verify', { mobile: person.mobile })
  const answer = await post('/auth/signup', { mobile: person.mobile, pin: await pinOf(person.mobile) })
  const { success, uid } = (await answer.json()) as { success: boolean; uid: string }
  if (!success) throw new Error('the PIN was not taken')
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const own = { cookie, 'x-actor': uid, 'x-device': device }
  const request: Reader['request'] = (method, path, body, headers = {}) =>
    fetch(address + path, {
      method,
      headers: { ...own, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const get: Reader['get'] = async <T>(path: string) => {
    const found = await request('GET', path)
    if (!found.ok) throw new Error(`GET ${path}: ${found.status} ${await found.text()}`)
    return (await found.json()) as T
  }
  return {
    headers: own,
    get,
    request,
    async records(form) {
      const all: RecordRow[] = []
      let cursor: string | undefined
      do {
        const query = cursor ? `?limit=200&cursor=${encodeURIComponent(cursor)}` : '?limit=200'
        const part = await get<{ records: RecordRow[]; next?: string }>(`/api/records/forms/${form}${query}`)
        all.push(...part.records)
        cursor = part.next
      } while (cursor)
      return all
    },
    async file(url) {
      const found = await request('GET', url)
      if (!found.ok) throw new Error(`GET ${url}: ${found.status}`)
      return Buffer.from(await found.arrayBuffer())
    },
  }
}
