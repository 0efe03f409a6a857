import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { startS3Server } from '../../tests/harness/s3Server.ts'
import { newId, people, type Reader, signInApi } from '../harness/api.ts'
import { reasonWithoutCaddy, startCaddy } from '../harness/caddy.ts'
import { expect, formsFolder, installed, test } from '../harness/fixtures.ts'
import { makeNextVersion } from '../harness/nextVersion.ts'
import { type Muster, startMuster } from '../harness/server.ts'
import { fill, processed, save } from '../pages/form.ts'
import { signIn } from '../pages/signIn.ts'
import { listen, until } from '../soak/severalServers.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** A built former version, such as the last release; absent: this one, and a version after it. */
const former = process.env['FORMER_VERSION']

/** Two servers behind Caddy, with one database and one store. */
async function startSite(release: string) {
  const postgres = await startPostgres()
  const store = await startS3Server()
  const env = {
    DATABASE_URL: postgres.url(),
    SECRET: 'a secret that two servers share, for tests',
    FILES_URL: store.url,
    AWS_ACCESS_KEY_ID: store.settings.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    DEMO: 'on',
    RATE_FACTOR: '1000',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '3',
  }
  const start = (version: string, port?: number) =>
    startMuster({
      release: version,
      forms: formsFolder,
      firstStart: mkdtempSync(path.join(tmpdir(), 'muster-upgrade-')),
      env,
      ...(port !== undefined && { port }),
    })
  const servers: Muster[] = [await start(release), await start(release)]
  const caddy = await startCaddy(servers.map(({ port }) => port))
  return {
    address: caddy.address,
    /** Replaces a server by one of this version, as an operator does. */
    async replace(n: number, version: string) {
      const { port } = servers[n] ?? {}
      await servers[n]?.stop()
      servers[n] = await start(version, port)
    },
    async stop() {
      await caddy.stop()
      // Nothing is under way: without the time in which they drain.
      for (const server of servers) {
        await server.kill()
        await server.stop()
      }
      await postgres.stop()
      await store.close()
    },
  }
}

/** Between two saves of one lane, in ms: a busy site, and a computer that has time for its browser, too. */
const pauseMs = 50
/**
 * An answer of the server or of the balancer after which a device sends its save again. 409 says when only for a save that
 * another server stores right now (in_progress).
 */
const again = /^(?:409|50[234]), again after \d+$/

const otherWorker = { name: 'Joao Pereira', mobile: '+12025550104' }

interface Load {
  readonly acknowledged: Map<string, string>
  /** Answers besides 200: the status, and when to try again. */
  readonly refused: string[]
  /** Records for which the two answers differ. */
  readonly differing: string[]
  stop(): Promise<void>
}

/** Saves of one person, each sent twice at the same time under one key, and again until there is an answer. */
function saveAllTheTime(address: string, { headers }: Reader): Load {
  const acknowledged = new Map<string, string>()
  const refused: string[] = []
  const differing: string[] = []
  let isStopping = false
  let n = 0
  /** Undefined if the server will not take it later either. */
  const once = async (record: string, init: RequestInit): Promise<string | undefined> => {
    for (;;) {
      const answer = await fetch(`${address}/api/data/${record}`, init).catch((error: unknown) => String(error))
      if (typeof answer !== 'string' && answer.ok) return await answer.text()
      const refusal = typeof answer === 'string' ? answer : `${answer.status}, again after ${answer.headers.get('retry-after')}`
      refused.push(refusal)
      if (typeof answer !== 'string' && !again.test(refusal)) return undefined
      await pause(pauseMs)
    }
  }
  const lane = async () => {
    while (!isStopping) {
      n += 1
      const [record, description] = [`forms/hazard-report/${newId()}`, `upgrade ${n}`]
      const init = {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'idempotency-key': newId(),
          'x-seq': String(n),
          'if-match': '"0"',
        },
        body: JSON.stringify({ payload: { description, event: 'hazard' }, base: null, feed: false }),
      }
      const [first, second] = await Promise.all([once(record, init), once(record, init)])
      if (first !== second) differing.push(`${record}: ${first} and ${second}`)
      if (first !== undefined) acknowledged.set(record, description)
      await pause(pauseMs)
    }
  }
  const lanes = [lane(), lane()]
  return {
    acknowledged,
    refused,
    differing,
    async stop() {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}

const versionOf = (page: Page) => page.locator('meta[name=deployed]').count()

async function saveNote(page: Page, address: string, note: string) {
  await page.goto(`${address}/frontend/forms/quick`)
  await fill(page, 'note', note)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
}

test('servers are replaced one by one by the next version, and back, while people work: nothing is lost, doubled or refused', async ({
  page,
  browser,
  complaints: _,
}) => {
  const reason = reasonWithoutCaddy()
  if (reason) console.log(reason)
  test.skip(reason !== '', reason)
  test.setTimeout(600_000)
  const [before, after] = former === undefined ? [root, makeNextVersion()] : [former, root]
  const site = await startSite(before)
  const { address } = site
  try {
    const manager = await signInApi(address, people.manager)
    const listener = listen([site], manager.headers)
    await signIn(page, address, address, people.worker)
    await installed(page)
    const notes = ['before', 'beside the next version', 'on the next version', 'after the way back']
    await saveNote(page, address, notes[0] ?? '')
    const load = saveAllTheTime(address, await signInApi(address, people.foreman))
    await until(() => listener.heard.size > 20, 60_000)

    await site.replace(0, after)
    await saveNote(page, address, notes[1] ?? '')
    // A device that opens the app for the first time now, when the two servers have different files.
    const fresh = await browser.newPage({ serviceWorkers: 'allow' })
    await signIn(fresh, address, address, otherWorker)
    await installed(fresh)
    await site.replace(1, after)
    await saveNote(page, address, notes[2] ?? '')
    if (former === undefined) expect(await versionOf(page)).toBe(0)

    await site.replace(0, before)
    await site.replace(1, before)
    await saveNote(page, address, notes[3] ?? '')
    await load.stop()
    await until(() => [...load.acknowledged.keys()].every((record) => listener.heard.has(record)), 30_000)
    await listener.stop()

    expect(load.refused.filter((answer) => !again.test(answer))).toEqual([])
    expect(load.differing).toEqual([])
    const rows = new Map((await manager.records('hazard-report')).map((row) => [row.path, row]))
    const wrong = [...load.acknowledged].filter(
      ([record, description]) => rows.get(record)?.rev !== 1 || rows.get(record)?.model['description'] !== description,
    )
    expect(wrong).toEqual([])
    expect([...load.acknowledged.keys()].filter((record) => !listener.heard.has(record))).toEqual([])
    expect(load.acknowledged.size).toBeGreaterThan(100)
    const quick = async () => (await manager.records('quick')).map(({ model }) => model['note']).toSorted()
    await expect.poll(quick).toEqual(notes.toSorted())
    console.log(`${load.acknowledged.size} saves, each sent twice; ${load.refused.length} answers to try again`)
  } finally {
    await site.stop()
    if (after !== root) rmSync(after, { recursive: true, force: true })
  }
})
