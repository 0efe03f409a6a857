import { chmodSync, closeSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedFolder, testSnapshot } from '../tests/harness/storages.ts'
import { newId, sha256 } from '../tests/harness/testServer.ts'
import { runBackupCommand } from './backup/runBackupCommand.ts'
import { startServer } from './main.ts'
import { sendCommand } from './start/sendCommand.ts'
import * as schema from './storage/schema.ts'

const everything = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name)),
]
const openToOthers = (folder: string) => everything(folder).filter((path) => (lstatSync(path).mode & 0o077) !== 0)

async function start(dataDir: string) {
  const log: string[] = []
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    snapshot: await testSnapshot(),
    log: (line) => log.push(line),
    say: () => {},
  })
  return { ...server, log }
}

describe('files of the data folder', () => {
  const folders: string[] = []
  let umask = 0
  beforeEach(() => {
    umask = process.umask(0o022)
  })
  afterEach(() => {
    process.umask(umask)
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const removedLater = (path: string) => {
    folders.push(path)
    return path
  }

  it('are readable and writable for the account of the server alone, with every umask', async () => {
    const dataDir = join(removedLater(mkdtempSync(join(tmpdir(), 'muster-modes-'))), 'data')
    const server = await start(dataDir)
    const headers = { 'x-actor': 'anonymous', 'x-device': newId(), 'tus-resumable': '1.0.0' }
    const named = { id: newId(), sha256: sha256('a photo'), filename: 'gate.jpg', type: 'image/jpeg' }
    const about = Object.entries(named).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    const begun = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': '7', 'upload-metadata': about.join(',') },
    })
    expect(begun.status).toBe(201)
    const sent = await fetch(`${server.url}/api/uploads/${named.id}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'a photo',
    })
    expect(sent.status).toBe(204)
    expect(everything(dataDir).some((path) => path.endsWith(named.id))).toBe(true)
    expect(openToOthers(dataDir)).toEqual([])
    await server.close()
    expect(openToOthers(dataDir)).toEqual([])
  })

  it('of an earlier version are closed to others at the start, which the log tells', async () => {
    const dataDir = removedLater(await embeddedFolder())
    for (const path of everything(dataDir)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666)
    const wrong = everything(dataDir).length
    const server = await start(dataDir)
    await server.close()
    expect(openToOthers(dataDir)).toEqual([])
    const told = server.log.find((line) => line.includes('other accounts of this machine'))
    expect((JSON.parse(told ?? '{}') as { repaired?: number }).repaired).toBe(wrong)
  })

  it('are backed up while the server runs, and restored for another server', async () => {
    const dataDir = removedLater(await embeddedFolder())
    const folder = removedLater(mkdtempSync(join(tmpdir(), 'muster-backup-')))
    const other = join(folder, 'other')
    const server = await start(dataDir)
    const said: string[] = []
    const run = async (words: readonly string[], place: string) =>
      await runBackupCommand(words, {
        dataDir: place,
        snapshot: await testSnapshot(),
        folder,
        version: '0.1.0',
        secretIsGiven: false,
        askServer: (asked) => sendCommand(place, asked),
        say: (line) => said.push(line),
      })
    expect(await run(['backup', 'running.tar'], dataDir)).toBe(true)
    await expect(run(['restore', 'running.tar'], dataDir)).rejects.toThrow('A server is running on')
    await server.close()
    expect(await run(['restore', 'running.tar'], other)).toBe(true)
    expect(readFileSync(join(other, 'secret'))).toEqual(readFileSync(join(dataDir, 'secret')))
    expect(openToOthers(other)).toEqual([])
    const restored = await start(other)
    const people = await restored.storage.db.select().from(schema.people)
    await restored.close()
    expect(people.length).toBeGreaterThan(3)
    expect(said.join(' ')).toMatch(/running\.tar: \d+ rows in \d+ tables, and \d+ files\./)
  }, 180_000)

  it('close the database first, however many uploads there are', async () => {
    const dataDir = removedLater(await embeddedFolder())
    const [database, files] = [join(dataDir, 'database'), join(dataDir, 'files')]
    mkdirSync(files, { recursive: true, mode: 0o700 })
    for (let n = 0; n < 50_100; n++) closeSync(openSync(join(files, `upload-${n}`), 'w', 0o600))
    for (const path of everything(database)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666)
    const server = await start(dataDir)
    await server.close()
    expect(openToOthers(database)).toEqual([])
  })
})
