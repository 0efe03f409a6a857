import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectFiles } from '../../server/adapters/files/s3/objectFiles.ts'
import type { FilesBucket } from '../../server/backup/FilesBucket.ts'
import type { RestorePlace } from '../../server/backup/restoreBackup.ts'
import { runBackupCommand } from '../../server/backup/runBackupCommand.ts'
import { dropOrphans } from '../../server/domain/files/uploads.ts'
import { type RunningServer, type ServerConfig, startServer } from '../../server/main.ts'
import { sendCommand } from '../../server/start/sendCommand.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { type S3Server, startS3Server } from '../harness/s3Server.ts'
import { testSnapshot } from '../harness/storages.ts'
import { type Device, useServer, worker } from '../harness/testServer.ts'

const token = 'a token of the monitoring of thirty-two'
const advice = 'npm run files:adopt'
const foreign = { ready: true, failing: ['files-of-another-site'] }

let folder = ''
let s3: S3Server
const started: RunningServer[] = []
let said: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-sites-'))
  s3 = await startS3Server()
})
afterAll(async () => {
  for (const server of started) await server.close()
  await s3?.close()
  rmSync(folder, { recursive: true, force: true })
})

const settingsOf = (prefix: string) => ({ ...s3.settings, prefix })
const bucketOf = (prefix: string): FilesBucket => ({
  name: `s3://${s3.settings.bucket}/${prefix}`,
  store: objectFiles(settingsOf(prefix), { spool: '', onFailure: () => undefined }),
})
async function run(words: readonly string[], place: RestorePlace) {
  said = []
  return await runBackupCommand(words, {
    snapshot: await testSnapshot(),
    ...place,
    folder,
    version: '0.1.0',
    secretIsGiven: false,
    askServer: (asked) => sendCommand(place.dataDir, asked),
    say: (line) => said.push(line),
  })
}

async function start(config: Partial<ServerConfig>) {
  const words: string[] = []
  const common = { port: 0, host: '127.0.0.1', metricsToken: token, log: () => {}, say: (line: string) => void words.push(line) }
  const server = await startServer({ ...common, ...config })
  started.push(server)
  const get = async (path: string, device?: Device, method = 'GET') =>
    await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(device && { cookie: device.cookie, 'x-actor': device.uid, 'x-device': device.device, 'tus-resumable': '1.0.0' }),
      },
    })
  return {
    app: server.app,
    words,
    async close() {
      started.splice(started.indexOf(server), 1)
      await server.close()
    },
    ready: async (): Promise<unknown> => await (await get('/readyz')).json(),
    metric: async () => /^muster_files_foreign (\d)$/m.exec(await (await get('/metrics')).text())?.[1],
    has: async (device: Device, id: string) => (await get(`/api/files/${id}`, device)).status === 200,
    remove: async (device: Device, id: string) => (await get(`/api/uploads/${id}`, device, 'DELETE')).status,
  }
}

describe('a copy of a site', () => {
  const site = useServer({
    get filesBucket() {
      return settingsOf('site/')
    },
  })
  let device: Device
  const ids: string[] = []
  let dataDir = ''
  let trial: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    dataDir = join(folder, 'trial')
    device = await site.person(worker)
    for (const photo of ['one', 'two', 'three']) ids.push((await device.upload(`a photo ${photo}`)).id)
    await run(['backup', 'site.tar'], { dataDir: site.dataDir, bucket: bucketOf('site/') })
  }, 120_000)
  const isAtSite = async (id: string) => (await device.get(`/api/files/${id}`)).status === 200
  const [one, two, three] = [() => ids[0] ?? '', () => ids[1] ?? '', () => ids[2] ?? '']

  it('that was restored deletes no file in the bucket of the site, and says what to do', async () => {
    expect(await run(['restore', 'site.tar'], { dataDir, bucket: bucketOf('site/') })).toBe(true)
    expect(said.join('\n')).toContain(`s3://${s3.settings.bucket}/site/ was not empty`)
    expect(said.join('\n')).toContain(advice)
    trial = await start({ dataDir, filesBucket: settingsOf('site/') })
    expect(trial.words.join('\n')).toContain(advice)
    expect([await trial.ready(), await trial.metric()]).toEqual([foreign, '1'])
    expect(await sendCommand(dataDir, ['files:move'])).not.toContain('moved')
    expect([await trial.has(device, one()), await trial.remove(device, one())]).toEqual([true, 204])
    expect(await isAtSite(one())).toBe(true)
    expect((await site.nobody().get('/readyz')).body).toEqual({ ready: true })
  })

  it('that replaces the site goes on with its files after one command', async () => {
    expect(await sendCommand(dataDir, ['files:adopt'])).toContain('belong to this database now')
    expect(await sendCommand(dataDir, ['files:adopt'])).toContain('already')
    expect([await trial.ready(), await trial.metric()]).toEqual([{ ready: true }, '0'])
    expect(await trial.remove(device, two())).toBe(204)
    expect(await isAtSite(two())).toBe(false)
    // The site that it replaced starts again by mistake.
    await site.restart()
    expect((await site.nobody().get('/readyz')).body).toEqual(foreign)
    expect((await device.ask('DELETE', `/api/uploads/${three()}`, undefined, { 'tus-resumable': '1.0.0' })).status).toBe(204)
    expect(await trial.has(device, three())).toBe(true)
  })

  it.each(['a bucket', 'a folder'])(
    'that is restored into %s of its own owns the files there at once',
    async (place) => {
      const prefix = place === 'a bucket' ? 'own/' : undefined
      const ownDir = join(folder, place)
      await run(['restore', 'site.tar'], { dataDir: ownDir, ...(prefix && { bucket: bucketOf(prefix) }) })
      expect(said.join('\n')).not.toContain(advice)
      const own = await start({ dataDir: ownDir, ...(prefix && { filesBucket: settingsOf(prefix) }) })
      expect([await own.ready(), await own.metric()]).toEqual([{ ready: true }, '0'])
      expect([await own.has(device, three()), await own.remove(device, three()), await own.has(device, three())]).toEqual([
        true,
        204,
        false,
      ])
      if (place === 'a bucket') return
      // Its files move into a bucket later.
      await own.close()
      const moved = await start({ dataDir: ownDir, filesBucket: settingsOf('moved/') })
      expect(await moved.ready()).toEqual({ ready: true })
      expect(await sendCommand(ownDir, ['files:move'])).toMatch(/moved/)
    },
    180_000,
  )
})

describe('a copy of a PostgreSQL database', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  it('that PostgreSQL has made deletes no file in the folder of the site', async () => {
    const dataDir = join(folder, 'shared')
    mkdirSync(dataDir)
    const config = { dataDir, secret: 'the secret of both servers, 32 characters', demo: false }
    const site = await startServer({ ...config, port: 0, host: '127.0.0.1', databaseUrl: postgres.url(), log: () => {}, say: () => {} })
    await site.close()
    const name = new URL(postgres.url()).pathname.slice(1)
    await postgres.runTool('psql', ['--dbname', postgres.url('template1'), '--command', `create database other template "${name}"`])
    // No upload of either database.
    const unknown = join(dataDir, 'files/whole/un', 'unknown')
    mkdirSync(dirname(unknown), { recursive: true })
    writeFileSync(unknown, 'bytes')
    utimesSync(unknown, 1, 1)
    const copy = await start({ ...config, databaseUrl: postgres.url('other') })
    expect(await copy.ready()).toEqual(foreign)
    expect([await dropOrphans(copy.app, 1), existsSync(unknown)]).toEqual([0, true])
    const again = await start({ ...config, databaseUrl: postgres.url() })
    expect(await again.ready()).toEqual({ ready: true })
    await dropOrphans(again.app, 1)
    expect(existsSync(unknown)).toBe(false)
    await again.close()
  }, 180_000)

  it('is none if the site moves out of PostgreSQL, and from there into another database', async () => {
    const dataDir = join(folder, 'shared')
    const config = { dataDir, secret: 'the secret of both servers, 32 characters', demo: false }
    const between = join(folder, 'between')
    mkdirSync(between)
    await postgres.runTool('psql', ['--dbname', postgres.url(), '--command', 'create database new_home'])
    await run(['move', '--to', 'embedded'], { dataDir: between, databaseUrl: postgres.url() })
    await run(['move', '--to', postgres.url('new_home')], { dataDir: between })
    const moved = await start({ ...config, databaseUrl: postgres.url('new_home') })
    expect(await moved.ready()).toEqual({ ready: true })
  }, 180_000)

  it('is not seen where the operator gives or withholds the identifier of the database server', async () => {
    const ask = (database: string, command: string) => postgres.runTool('psql', ['--dbname', postgres.url(database), '--command', command])
    await ask('postgres', 'create role muster login')
    await ask('postgres', 'create database plain owner muster')
    const url = new URL(postgres.url('plain'))
    url.username = 'muster'
    const config = { dataDir: join(folder, 'plain'), secret: 'the secret of both servers, 32 characters', demo: false }
    mkdirSync(config.dataDir)
    for (const change of ['revoke execute on function pg_control_system() from', 'grant execute on function pg_control_system() to']) {
      for (const again of [change, 'revoke execute on function pg_control_system() from']) {
        await ask('plain', `${again} public`)
        const server = await start({ ...config, databaseUrl: url.href })
        expect(await server.ready()).toEqual({ ready: true })
        await server.close()
      }
    }
  }, 180_000)
})
