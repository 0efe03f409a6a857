import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileAppears } from '../harness/fileAppears.ts'
import { embeddedFolder } from '../harness/storages.ts'
import { copyFolder, copyForBackup } from '../../server/backup/copyForBackup.ts'
import { createArchive } from '../../server/backup/createArchive.ts'
import { listFiles } from '../../server/backup/listFiles.ts'
import { commandFolders, listenForCommands } from '../../server/start/listenForCommands.ts'
import { sendCommand } from '../../server/start/sendCommand.ts'
import { openStorage, type Storage } from '../../server/storage/storage.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-failed-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const megabytes = Buffer.alloc(3_000_000, 'x')

describe('an archive', () => {
  it('rejects each entry with the error of its target, and does not end the process', async () => {
    const archive = createArchive(new Writable({ write: (_part, _encoding, done) => done(new Error('the disk is full')) }))
    await expect(archive.add('first', megabytes)).rejects.toThrow('the disk is full')
    await expect(archive.add('second', megabytes)).rejects.toThrow('the disk is full')
    await archive.abandon()
  })

  it('names a file that has another size than before', async () => {
    for (const size of [megabytes.length - 1, megabytes.length + 1]) {
      const archive = createArchive(new Writable({ write: (_part, _encoding, done) => done() }))
      const added = archive.addStream('data/photo', size, '', Readable.from([megabytes]))
      await expect(added).rejects.toThrow('data/photo has changed while it was copied. Repeat the backup.')
      await archive.abandon()
    }
  })

  it('ends when it is aborted', async () => {
    const stop = new AbortController()
    const archive = createArchive(new Writable({ write: (_part, _encoding, done) => done() }), stop.signal)
    await archive.add('first', megabytes)
    stop.abort()
    await expect(archive.add('second', megabytes)).rejects.toThrow('aborted')
  })
})

describe('the files of a data folder', () => {
  const listed = async (dataDir: string) => {
    const paths: string[] = []
    for await (const path of listFiles(dataDir)) paths.push(path)
    return paths.toSorted()
  }

  it('include what links lead to, and not what a server or a command is making', async () => {
    const [dataDir, disk] = [join(folder, 'data'), join(folder, 'disk')]
    for (const made of [join(dataDir, 'files'), join(dataDir, 'database'), join(disk, 'ab')]) mkdirSync(made, { recursive: true })
    for (const file of ['secret', 'database/1', 'files/a.restoring']) writeFileSync(join(dataDir, file), file)
    writeFileSync(join(disk, 'ab/photo'), 'photo')
    symlinkSync(disk, join(dataDir, 'files/whole'))
    symlinkSync(join(disk, 'ab/photo'), join(dataDir, 'logo'))
    expect(await listed(dataDir)).toEqual(['files/whole/ab/photo', 'logo', 'secret'])
  })

  it('are refused with the link that leads to nothing, or back', async () => {
    const dataDir = join(folder, 'links')
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    symlinkSync(join(folder, 'unmounted'), join(dataDir, 'files/whole'))
    await expect(listed(dataDir)).rejects.toThrow(/files\/whole is a link to nothing\. Mount its disk/)
    rmSync(join(dataDir, 'files/whole'))
    symlinkSync(folder, join(dataDir, 'files/whole'))
    await expect(listed(dataDir)).rejects.toThrow(/files\/whole is a link to a folder that contains it/)
  })
})

describe('a copy of an embedded database', () => {
  let dataDir = ''
  let storage: Storage
  beforeAll(async () => {
    dataDir = await embeddedFolder()
    storage = await openStorage({ dataDir })
  }, 180_000)
  afterAll(async () => {
    await storage.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('is made once at a time', async () => {
    const first = copyForBackup(storage, dataDir)
    await expect(copyForBackup(storage, dataDir)).rejects.toThrow(/for another backup\. Repeat the command when that one has ended/)
    expect(await first).toBe('copied')
    expect(existsSync(join(copyFolder(dataDir), 'database/PG_VERSION'))).toBe(true)
  })

  it('is removed when its command ends, and the next one works', async () => {
    const command = new AbortController()
    let copy: Promise<string> | undefined
    let gone: Promise<unknown> | undefined
    const stop = await listenForCommands(dataDir, (_words, signal) => {
      copy = copyForBackup(storage, dataDir, signal)
      gone = once(signal, 'abort')
      command.abort()
      return copy
    })
    // The copy waits for the database until its command has ended.
    await storage.transaction(async () => {
      await expect(sendCommand(dataDir, ['copy-database'], command.signal)).rejects.toThrow('aborted')
      await gone
    })
    await stop?.()
    await expect(copy).rejects.toThrow('the sender of the command has gone')
    expect(existsSync(copyFolder(dataDir))).toBe(false)
    expect(await copyForBackup(storage, dataDir)).toBe('copied')
  }, 60_000)

  it('is refused with both figures when the disk is too small', async () => {
    const huge = join(dataDir, 'database/base/huge')
    writeFileSync(huge, '')
    truncateSync(huge, 15e12)
    await expect(copyForBackup(storage, dataDir)).rejects.toThrow(/needs 15,000,\d\d\d MB, and [\d,]+ MB are free for .*Make room there/)
    rmSync(huge)
    expect(existsSync(copyFolder(dataDir))).toBe(false)
  })
})

describe('a command', () => {
  it('is stopped by the end of the server, which waits for its answer', async () => {
    const dataDir = join(folder, 'stopping')
    let isAsked = () => {}
    const asked = new Promise<void>((done) => {
      isAsked = done
    })
    const stop = await listenForCommands(dataDir, async (_words, signal) => {
      isAsked()
      await once(signal, 'abort')
      return await Promise.reject(signal.reason as Error)
    })
    const answer = sendCommand(dataDir, ['copy-database'])
    await asked
    await stop?.()
    expect(await answer).toBe('That did not work: the server stops. Repeat the command when it runs again.')
    expect(await sendCommand(dataDir, ['copy-database'])).toBeUndefined()
  })

  it('does not take a server that ends without an answer for none', async () => {
    const dataDir = join(folder, 'killed')
    const [place = ''] = commandFolders(dataDir)
    mkdirSync(place, { recursive: true, mode: 0o700 })
    const server = createServer((socket) => socket.once('data', () => socket.destroy()))
    await new Promise<void>((done) => void server.listen(join(place, 'muster.sock'), done))
    await expect(sendCommand(dataDir, ['copy-database'])).rejects.toThrow('ended the connection without an answer')
    server.close()
  })
})

describe('a backup that is interrupted', () => {
  it('removes what it has made, and ends with the status of the signal', async () => {
    const dataDir = await embeddedFolder()
    const target = join(folder, 'target')
    mkdirSync(target)
    const file = join(target, 'site.tar')
    const begun = fileAppears(target, 'site.tar.part')
    const command = spawn(process.execPath, ['--import', 'tsx', resolve('server/main.ts'), 'command', 'backup', file], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let said = ''
    command.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    await begun
    command.kill('SIGTERM')
    const [status] = (await once(command, 'close')) as [number | null]
    expect([status, said]).toEqual([143, 'Stopped.\n'])
    expect(readdirSync(target)).toEqual([])
    expect(readdirSync(dataDir).filter((name) => /tmp|lock/.test(name))).toEqual([])
    rmSync(dataDir, { recursive: true, force: true })
  }, 240_000)
})
