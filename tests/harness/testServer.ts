import { createHash, randomInt } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { cedarRidge, demoId, harborPine, harborPoint } from '../../server/demo/company.ts'
import { personByMobile } from '../../server/domain/sign-in/person.ts'
import { startSession } from '../../server/domain/sign-in/sessionsOf.ts'
import { type RunningServer, type ServerConfig, startServer } from '../../server/main.ts'
import { copyOf, stateOfSources } from './copies.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { embeddedFolder, testSnapshot } from './storages.ts'

/** The project of all users below except the outsider. */
export const tower = harborPoint
/** The outsider's project; it has the same Owner and Administrator as the tower. */
export const school = cedarRidge
/** Id of a user or an item of the demo company, by name. */
export const idOf = demoId
/** The billing account of the project; its Owner and Administrator are `owner` and `manager`. */
export const account = harborPine
export const owner = '+12025550101'
export const manager = '+12025550102'
export const foreman = '+12025550103'
export const worker = '+12025550104'
export const otherWorker = '+12025550105'
export const outsider = '+12025550106'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const newId = () => Array.from({ length: 20 }, () => alphabet[randomInt(62)]).join('')
export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

export const sha256Base64url = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The key with which this device proves its id. */
export const keyOfDevice = (device: string) => createHash('sha256').update(`key of ${device}`).digest('base64url')

export interface Answer<Body = Record<string, never>> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

/** A device of a user, or an anonymous one, that sends requests to the server. */
export interface Device {
  readonly uid: string
  readonly device: string
  readonly cookie: string
  ask<Body = Record<string, never>>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>
  get<Body = Record<string, never>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>
  /** A queued write with all its headers. */
  save<Body = Record<string, never>>(path: string, body: unknown, headers?: Record<string, string>, method?: string): Promise<Answer<Body>>
  upload(bytes: Buffer | string, more?: UploadOptions): Promise<{ id: string; status: number; location: string | null }>
}

export interface UploadOptions {
  readonly id?: string
  readonly sha256?: string
  readonly filename?: string
  readonly type?: string
}

export interface TestServer {
  readonly running: RunningServer
  readonly url: string
  readonly log: string[]
  readonly said: string[]
  readonly dataDir: string
  nobody(device?: string): Device
  person(mobile: string, device?: string): Promise<Device>
  lastPin(mobile: string): Promise<string>
  restart(change?: Partial<ServerConfig>): Promise<void>
  /** Its database server; undefined on the embedded storage. */
  readonly postgres: Postgres | undefined
}

export const metadata = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** A new temporary data folder with the demo company, as the current server creates it at its first start. */
const demoFolder = () =>
  copyOf(`demo-${stateOfSources('server', 'contract')}`, async (draft) => {
    cpSync(await embeddedFolder(), draft, { recursive: true })
    const first = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: draft,
      checkShapes: true,
      log: () => undefined,
      say: () => undefined,
    })
    await first.close()
  })

/** The same data in a PostgreSQL database. */
const demoDatabase = {
  name: `demo-cluster-${stateOfSources('server', 'contract')}`,
  async fill(databaseUrl: string) {
    const dataDir = mkdtempSync(join(tmpdir(), 'muster-data-'))
    const first = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl,
      checkShapes: true,
      log: () => undefined,
      say: () => undefined,
    })
    await first.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
}

/** Starts a server for the tests of a file, with the demo company unless `config` says otherwise. */
export function useServer(config: Partial<ServerConfig> = {}, kind: 'embedded' | 'postgres' = 'embedded'): TestServer {
  let running: RunningServer | undefined
  let postgres: Postgres | undefined
  let dataDir = ''
  let change: Partial<ServerConfig> = config
  const log: string[] = []
  const said: string[] = []

  const appFolder = () => {
    const folder = join(dataDir, 'app')
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Muster</title>')
    writeFileSync(join(folder, 'sw.js'), 'self')
    return folder
  }
  const start = async () => {
    running = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: postgres?.url(),
      checkShapes: true,
      log: (line) => log.push(line),
      say: (line) => said.push(line),
      http: { appFolder: appFolder(), trustProxy: true, framedBy: "'self'", secureCookie: 'never' },
      ...change,
    })
  }
  beforeAll(async () => {
    if (kind === 'postgres') {
      dataDir = mkdtempSync(join(tmpdir(), 'muster-data-'))
      postgres = await startPostgres(config.demo === false ? {} : { filled: demoDatabase })
    } else {
      await testSnapshot()
      dataDir = await (config.demo === false ? embeddedFolder() : demoFolder())
    }
    await start()
  })
  afterAll(async () => {
    await running?.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const up = () => {
    if (!running) throw new Error('the server runs only while the tests run')
    return running
  }

  async function request<Body>(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer<Body>> {
    const answer = await fetch(up().url + path, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body),
      }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text || 'null') as Body) : (undefined as Body)
    return { status: answer.status, headers: answer.headers, text, body: json }
  }

  let seq = 0
  const deviceOf = (uid: string, device: string, cookie: string): Device => {
    const own = { 'x-actor': uid, 'x-device': device, 'x-device-key': keyOfDevice(device), ...(cookie && { cookie }) }
    const ask: Device['ask'] = (method, path, body, headers = {}) => request(method, path, body, { ...own, ...headers })
    return {
      uid,
      device,
      cookie,
      ask,
      get: (path, headers) => ask('GET', path, undefined, headers),
      save: (path, body, headers = {}, method = 'POST') =>
        ask(method, `/api/data/${path}`, body, { 'idempotency-key': newId(), 'x-seq': String(++seq), 'if-match': '"0"', ...headers }),
      async upload(bytes, { id = newId(), sha256: sum = sha256(bytes), filename = 'photo.jpg', type = 'image/jpeg' } = {}) {
        const data = Buffer.from(bytes as string)
        const made = await ask('POST', '/api/uploads', undefined, {
          'tus-resumable': '1.0.0',
          'upload-length': String(data.length),
          'upload-metadata': metadata({ id, sha256: sum, filename, type }),
        })
        if (made.status !== 201) return { id, status: made.status, location: null }
        const sent = await ask('PATCH', `/api/uploads/${id}`, data, {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        })
        return { id, status: sent.status, location: made.headers.get('location') }
      },
    }
  }

  const lastPin = async (mobile: string) => {
    const { body } = await request<{ texts: { to: string; text: string }[] }>('GET', '/api/demo/texts', undefined, {})
    const pin = body.texts.find(({ to, text }) => to === mobile && /^\d{6}\b/.test(text))?.text.slice(0, 6)
    if (!pin) throw new Error('no PIN was sent to this number')
    return pin
  }

  return {
    get running() {
      return up()
    },
    get url() {
      return up().url
    },
    get dataDir() {
      return dataDir
    },
    get postgres() {
      return postgres
    },
    log,
    said,
    lastPin,
    nobody: (device = newId()) => deviceOf('anonymous', device, ''),
    async person(mobile, device = newId()) {
      const person = await personByMobile(up().storage, mobile)
      if (!person) throw new Error('nobody has this number')
      return deviceOf(person.uid, device, `muster_session=${await startSession(up().app, person.uid)}`)
    },
    async restart(next = {}) {
      await up().close()
      change = { ...config, ...next }
      await start()
    },
  }
}

/** Runs the same tests on the embedded storage and on a real PostgreSQL. */
export function onEachServer(tests: (server: TestServer) => void, config: Partial<ServerConfig> = {}): void {
  describe('embedded', () => tests(useServer(config)))
  describe('PostgreSQL', () => tests(useServer(config, 'postgres')))
}
