import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPgBouncer, startPostgres } from '../../tests/harness/postgres.ts'
import { startS3Server } from '../../tests/harness/s3Server.ts'
import { textProvider } from '../../tests/harness/textProvider.ts'
import { newId, people, type Reader, signInApi } from '../harness/api.ts'
import { type Muster, startMuster } from '../harness/server.ts'

export interface ServersOptions {
  readonly saves: number
  readonly onEvent: (text: string) => void
}

export interface ServersResult {
  readonly acknowledged: number
  readonly files: number
  readonly texts: number
  readonly faults: Readonly<Record<string, number>>
  /** Acknowledged saves that are not on the server, or are not as they were sent. */
  readonly lost: readonly string[]
  /** Saves with more than one revision, or two answers that differ. */
  readonly twice: readonly string[]
  /** Saves whose file has other bytes, or none. */
  readonly withoutFile: readonly string[]
  /** Saves of which a listening device was not informed; after the faults: not within seconds. */
  readonly unheard: readonly string[]
  /** Saves of which the device of another worker was informed. */
  readonly leaked: readonly string[]
  /** Texts that were not sent once. */
  readonly textsNotOnce: readonly string[]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const form = 'hazard-report'
/** Every so many saves one has a file, and one causes a text. */
const fileEvery = 10
const textEvery = 10
/** After this many saves a server is killed. */
const killEvery = 400
/** Saves that run at the same time. */
const lanes = 8
/** Saves after the faults, and how soon a device hears of them, ms. */
const lastSaves = 20
const heardWithin = 10_000
/** How long the last jobs of a killed server take: their lease, and a question to the text provider. */
const patience = 150_000

interface Save {
  readonly n: number
  readonly path: string
  readonly key: string
  readonly file?: { readonly id: string; readonly bytes: Buffer } | undefined
  readonly text?: string | undefined
}

/** Another worker of the project: they read their own records only. */
const otherWorker = { name: 'Joao Pereira', mobile: '+12025550104' }

const saveOf = (n: number): Save => ({
  n,
  path: `forms/${form}/${newId()}`,
  key: newId(),
  ...(n % fileEvery === 0 && { file: { id: newId(), bytes: Buffer.from(`a photo ${n} `.repeat(800)) } }),
  ...(n % textEvery === 1 && { text: `several servers ${n}` }),
})

/** Resolves when it is so, or after this many ms. */
export async function until(isSo: () => boolean, ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end && !isSo(); ) await pause(50)
}

/** Three servers with one database behind PgBouncer and one object store, and what can happen to each. */
async function startSite() {
  const postgres = await startPostgres({ durable: true })
  const bouncer = await startPgBouncer(postgres)
  const store = await startS3Server()
  const provider = await textProvider()
  const folders: string[] = []
  const env = {
    DATABASE_URL: bouncer.url,
    SECRET: 'a secret that three servers share, for tests',
    FILES_URL: store.url,
    AWS_ACCESS_KEY_ID: store.settings.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    DEMO: 'on',
    RATE_FACTOR: '1000',
    ...provider.env,
  }
  const start = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-servers-'))
    folders.push(folder)
    return startMuster({ firstStart: folder, env })
  }
  // The first one makes the demo company.
  const servers = [await start()]
  servers.push(...(await Promise.all([start(), start()])))
  return {
    postgres,
    store,
    provider,
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      await bouncer.stop()
      await postgres.stop()
      await store.close()
      provider.close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Asks any server until one answers with a status that `accepts`. */
async function insist(servers: readonly Muster[], ask: (address: string) => Promise<Response>, accepts: (status: number) => boolean) {
  for (let tries = 0; ; tries++) {
    const server = servers[Math.floor(Math.random() * servers.length)]
    const answer = server && (await ask(server.address).catch(() => undefined))
    if (answer && accepts(answer.status)) return answer
    const text = await answer?.text().catch(() => '')
    const isLasting =
      answer !== undefined && answer.status >= 400 && answer.status < 500 && ![404, 409, 423, 425, 429, 460].includes(answer.status)
    if (isLasting || tries === 600) throw new Error(`refused with ${answer?.status}: ${text?.slice(0, 300)}`)
    await pause(100)
  }
}

const isOk = (status: number) => status >= 200 && status < 300

/** Uploads a file in two requests, each to any server. */
async function upload(servers: readonly Muster[], headers: Reader['headers'], { id, bytes }: NonNullable<Save['file']>) {
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ id, sha256: sha256(bytes), filename: 'gate.jpg', type: 'image/jpeg' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const address = (at: string) => `${at}/api/uploads`
  const creation = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  const create = () => insist(servers, (at) => fetch(address(at), { method: 'POST', headers: creation }), isOk)
  const offset = async () => {
    const answer = await insist(
      servers,
      (at) => fetch(`${address(at)}/${id}`, { method: 'HEAD', headers: tus }),
      (status) => isOk(status) || status === 404 || status === 410,
    )
    return isOk(answer.status) ? Number(answer.headers.get('upload-offset')) : undefined
  }
  await create()
  for (let tries = 0; ; tries++) {
    const from = await offset()
    if (from === bytes.length) return
    if (from === undefined) {
      await create()
      continue
    }
    if (tries === 600) throw new Error('an upload did not end')
    const part = bytes.subarray(from, from === 0 ? bytes.length >> 1 : bytes.length)
    const server = servers[Math.floor(Math.random() * servers.length)]
    const sent = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
    await fetch(`${address(server?.address ?? '')}/${id}`, { method: 'PATCH', headers: sent, body: new Uint8Array(part) }).catch(() =>
      pause(100),
    )
  }
}

/** Sends a save to two servers at the same time until both have answered. Returns the two answers. */
async function send(servers: readonly Muster[], headers: Reader['headers'], one: Save): Promise<string[]> {
  const { file } = one
  if (file) await upload(servers, headers, file)
  const attachment = file && { id: file.id, name: 'gate.jpg', filename: 'gate.jpg', type: 'image/jpeg', url: `/api/files/${file.id}` }
  const body = JSON.stringify({
    payload: { description: `several servers ${one.n}`, event: 'hazard', ...(attachment && { photos: [attachment] }) },
    base: null,
    feed: one.text === undefined ? false : { type: 'message', input: 'http', sms: true, text: one.text },
    ...(file && { files: [{ id: file.id, sha256: sha256(file.bytes), size: file.bytes.length }] }),
  })
  const save = async () => {
    const answer = await insist(
      servers,
      (at) =>
        fetch(`${at}/api/data/${one.path}`, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': one.key,
            'x-seq': String(one.n + 1),
            'if-match': '"0"',
          },
          body,
        }),
      isOk,
    )
    return await answer.text()
  }
  return Promise.all([save(), save()])
}

/** A manager's device that listens at any server, and goes on at another one from its last event. */
export function listen(servers: readonly Pick<Muster, 'address'>[], headers: Reader['headers']) {
  const heard = new Set<string>()
  const stopping = new AbortController()
  let last = ''
  let resets = 0
  const take = (event: string) => {
    const field = (name: string) =>
      event
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    last = field('id') ?? last
    const { changes = [], reset } = JSON.parse(field('data') ?? '{}') as { changes?: { path: string }[]; reset?: boolean }
    if (reset) resets += 1
    for (const change of changes) heard.add(change.path)
  }
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const server = servers[Math.floor(Math.random() * servers.length)]
      try {
        const answer = await fetch(`${server?.address}/api/changes`, {
          headers: { ...headers, accept: 'text/event-stream', ...(last && { 'last-event-id': last }) },
          signal: stopping.signal,
        })
        if (!answer.ok || !answer.body) throw new Error('not now')
        let text = ''
        for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
          text += piece
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            take(text.slice(0, end))
            text = text.slice(end + 2)
          }
        }
      } catch {
        await pause(100)
      }
    }
  })()
  return {
    heard,
    /** More than one: the device lost its place. */
    resets: () => resets,
    begun: () => last !== '',
    async stop() {
      stopping.abort()
      await work
    },
  }
}

/** A server does not start while the database is away: the operator's tools start it again. */
async function startAgain(server: Muster): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await server.restart()
      return
    } catch (error) {
      if (tries === 50) throw error
      await pause(200)
    }
}

interface Fault {
  /** The share of the saves after which it happens. */
  readonly at: number
  readonly name: 'server killed' | 'database killed' | 'object store away'
  act(): Promise<void>
}

/** Kills a server after each so many saves, the database after a third and two thirds, the store at half. */
function faultsOf({ servers, postgres, store }: Pick<Site, 'servers' | 'postgres' | 'store'>, saves: number): Fault[] {
  const kills = Math.max(4, Math.floor(saves / killEvery))
  const killServer = (n: number): Fault => ({
    at: (n + 0.5) / kills,
    name: 'server killed',
    async act() {
      const server = servers[n % servers.length]
      if (!server) return
      await server.kill()
      await startAgain(server)
    },
  })
  const killDatabase = (at: number): Fault => ({ at, name: 'database killed', act: () => postgres.killAndRestart() })
  const stopStore: Fault = {
    at: 0.5,
    name: 'object store away',
    async act() {
      await store.stop()
      await pause(2000)
      await store.start()
    },
  }
  return [...Array.from({ length: kills }, (_, n) => killServer(n)), killDatabase(1 / 3), stopStore, killDatabase(2 / 3)].toSorted(
    (one, other) => one.at - other.at,
  )
}

async function strike(faults: readonly Fault[], share: () => number, onEvent: ServersOptions['onEvent']) {
  const counts: Record<Fault['name'], number> = { 'server killed': 0, 'database killed': 0, 'object store away': 0 }
  for (const { at, name, act } of faults) {
    while (share() < at) await pause(50)
    counts[name] += 1
    onEvent(`${Math.round(share() * 100)} %: ${name}`)
    await act()
  }
  return counts
}

/**
 * Three servers behind PgBouncer with one object store: each save goes to two servers at once under one key, while servers,
 * the database and the store are killed.
 */
export async function severalServers(options: ServersOptions): Promise<ServersResult> {
  const site = await startSite()
  try {
    const { servers, provider } = site
    const at = servers[0]?.address ?? ''
    const pinOf = async (mobile: string) => {
      for (let tries = 0; tries < 300; tries++) {
        const pin = provider
          .textsTo(mobile)
          .at(-1)
          ?.match(/\b\d{6}\b/)?.[0]
        if (pin !== undefined) return pin
        await pause(100)
      }
      throw new Error('no PIN was sent')
    }
    const worker = await signInApi(at, people.worker, pinOf)
    const manager = await signInApi(at, people.manager, pinOf)
    const listener = listen(servers, manager.headers)
    const stranger = listen(servers, (await signInApi(at, otherWorker, pinOf)).headers)
    await until(() => listener.begun() && stranger.begun(), patience)

    const all: Save[] = Array.from({ length: options.saves }, (_, n) => saveOf(n))
    const twice: string[] = []
    let done = 0
    const sendAll = async (saves: readonly Save[]) => {
      let begun = 0
      const lane = async () => {
        for (let one = saves[begun++]; one; one = saves[begun++]) {
          const [first, second] = await send(servers, worker.headers, one)
          if (first !== second) twice.push(`${one.path}: ${first} and ${second}`)
          done += 1
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    }
    const [, faults] = await Promise.all([sendAll(all), strike(faultsOf(site, all.length), () => done / all.length, options.onEvent)])
    options.onEvent('all saves are acknowledged, and nothing is killed any more')
    const isUnheard = ({ path: record }: Save) => !listener.heard.has(record)
    const last = Array.from({ length: lastSaves }, (_, n) => saveOf(options.saves + n))
    await sendAll(last)
    await until(() => !last.some(isUnheard), heardWithin)
    const late = last.filter(isUnheard)
    all.push(...last)

    const textsOf = (one: Save) => provider.textsTo(people.worker.mobile).filter((text) => text === one.text).length
    const withText = all.filter(({ text }) => text !== undefined)
    await until(() => !withText.some((one) => textsOf(one) < 1) && !all.some(isUnheard), patience)
    await Promise.all([listener.stop(), stranger.stop()])

    const rows = new Map((await manager.records(form)).map((row) => [row.path, row]))
    const withFile = all.filter(({ file }) => file)
    const withoutFile: string[] = []
    for (const { path: record, file } of withFile)
      if (file && !(await manager.file(`/api/files/${file.id}`).catch(() => undefined))?.equals(file.bytes)) withoutFile.push(record)
    return {
      acknowledged: done,
      files: withFile.length,
      texts: withText.length,
      faults,
      lost: all
        .filter(({ path: record, n }) => rows.get(record)?.model['description'] !== `several servers ${n}`)
        .map(({ path: record }) => record),
      twice: [...twice, ...all.filter(({ path: record }) => (rows.get(record)?.rev ?? 1) !== 1).map(({ path: record }) => record)],
      withoutFile,
      unheard:
        listener.resets() > 1 ? ['the device lost its place'] : [...late, ...all.filter(isUnheard)].map(({ path: record }) => record),
      leaked: all.filter(({ path: record }) => stranger.heard.has(record)).map(({ path: record }) => record),
      textsNotOnce: withText.filter((one) => textsOf(one) !== 1).map((one) => `${one.text}: ${textsOf(one)}`),
    }
  } finally {
    await site.stop()
  }
}
