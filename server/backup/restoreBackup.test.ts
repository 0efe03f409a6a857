import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileAppears } from '../../tests/harness/fileAppears.ts'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { embeddedFolder, testSnapshot } from '../../tests/harness/storages.ts'
import { rows } from '../storage/database.ts'
import { openStorage } from '../storage/storage.ts'
import type { DatabasePlace } from './fillDatabase.ts'
import { isBackupCommand, runBackupCommand } from './runBackupCommand.ts'

const photo = Buffer.from('a photo of the gate '.repeat(2000))
const otherPhoto = Buffer.from('a picture of a crane '.repeat(2000))

describe('a backup file', () => {
  let folder = ''
  let source = ''
  let file = ''
  let snapshot = ''
  let postgres: Postgres
  let said: string[] = []
  let saidOfBackup: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-backup-'))
    source = await embeddedFolder()
    snapshot = await testSnapshot()
    postgres = await startPostgres()
    const storage = await openStorage({ dataDir: source })
    await storage.db.execute(sql`insert into teams (id, name) select 'team-' || n, repeat('Site ', 100) from generate_series(1, 3000) n`)
    await storage.db.execute(sql`create table "operator's notes" (id serial primary key, note text)`)
    await storage.db.execute(sql`create view long_teams as select id from teams where length(name) > 100`)
    await storage.close()
    const control = await openStorage({ databaseUrl: postgres.url() })
    for (const name of ['whole', 'killed', 'moved', 'damaged']) await control.db.execute(sql.raw(`create database ${name}`))
    await control.close()
    for (const name of ['files/whole/ph/photo-of-gate', 'files/arriving/half-a-photo']) {
      mkdirSync(dirname(join(source, name)), { recursive: true })
      writeFileSync(join(source, name), photo)
    }
    mkdirSync(join(folder, 'disk'))
    writeFileSync(join(folder, 'disk/photo-of-crane'), otherPhoto)
    symlinkSync(join(folder, 'disk'), join(source, 'files/whole/cr'))
    mkdirSync(join(source, 'commands'))
    writeFileSync(join(source, 'secret'), 'the secret of this server, 32 characters')
    file = join(folder, 'site.tar')
    writeFileSync(join(folder, 'site.tar.part'), 'of a killed backup')
    utimesSync(join(folder, 'site.tar.part'), 1, 1)
    await run(['backup', 'site.tar'], { dataDir: source })
    saidOfBackup = said
  }, 180_000)
  afterAll(async () => {
    await postgres.stop()
    for (const made of [folder, source]) rmSync(made, { recursive: true, force: true })
  })

  const target = (name: string): DatabasePlace => ({ dataDir: join(folder, name), databaseUrl: postgres.url(name) })
  const run = (words: readonly string[], place: DatabasePlace) => {
    said = []
    return runBackupCommand(words, {
      snapshot,
      ...place,
      folder,
      version: '0.1.0',
      secretIsGiven: false,
      askServer: () => Promise.resolve(undefined),
      say: (line) => said.push(line),
    })
  }
  const teams = async (place: DatabasePlace) => {
    const storage = await openStorage(place)
    const found = await rows(storage.db, sql`select * from teams order by id`)
    await storage.close()
    return found
  }
  /** The backup with one bit changed at a position. */
  const flipped = (position: number) => {
    const bytes = readFileSync(file)
    bytes[position] = (bytes[position] ?? 0) ^ 1
    const name = join(folder, 'flipped.tar')
    writeFileSync(name, bytes)
    return name
  }

  it('brings back rows, files and the secret, without unfinished uploads', async () => {
    expect(await run(['restore', file], target('whole'))).toBe(true)
    expect(said[0]).toMatch(/^Restored \d+ rows and 3 files\. Every row was read back/)
    expect(readFileSync(join(folder, 'whole/files/whole/ph/photo-of-gate'))).toEqual(photo)
    expect(readFileSync(join(folder, 'whole/files/whole/cr/photo-of-crane'))).toEqual(otherPhoto)
    expect(existsSync(join(folder, 'whole/files/arriving'))).toBe(false)
    expect(readFileSync(join(folder, 'whole/secret'), 'utf8')).toBe('the secret of this server, 32 characters')
    expect(await teams(target('whole'))).toEqual(await teams({ dataDir: source }))
  })

  it('leaves out what others have added to the database, and names it', () => {
    expect(saidOfBackup.slice(1)).toEqual([
      'Not in it: uploads that had not finished (devices send them again).',
      'Not in it: the view long_teams, which Muster did not make.',
      "Not in it: the table operator's notes, which Muster did not make.",
      "Not in it: the sequence operator's notes_id_seq, which Muster did not make.",
    ])
    expect(existsSync(join(folder, 'site.tar.part'))).toBe(false)
  })

  it('does not follow a link in the place of its draft', async () => {
    const draft = join(folder, 'linked.tar.part')
    symlinkSync(file, draft)
    const before = readFileSync(file)
    await expect(run(['backup', 'linked.tar'], { dataDir: source })).rejects.toThrow('linked.tar.part is there, and is no file of yours')
    expect(readlinkSync(draft)).toBe(file)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(lstatSync(file).mode & 0o077).toBe(0)
  })

  it('is not written over another file, or into the data folder', async () => {
    await expect(run(['backup', file], { dataDir: source })).rejects.toThrow('exists. Name a new file.')
    await expect(run(['backup', join(source, 'b.tar')], { dataDir: source })).rejects.toThrow('outside of the data folder')
    await expect(run(['backup', 'b.tar'], { dataDir: join(folder, 'empty') })).rejects.toThrow(/There is no data in .*DATA_DIR/)
    expect(existsSync(join(folder, 'b.tar.part'))).toBe(false)
  })

  it('is not restored over data', async () => {
    await expect(run(['restore', file], target('whole'))).rejects.toThrow('The database is not empty')
    await expect(run(['restore', file], { dataDir: source })).rejects.toThrow(/There is a database in .* already\. Move it away/)
    mkdirSync(join(folder, 'damaged'))
    writeFileSync(join(folder, 'damaged/secret'), 'the secret of another server, 32 char.')
    await expect(run(['restore', file], target('damaged'))).rejects.toThrow(
      /damaged\/secret is there with other content, perhaps of an earlier restore/,
    )
    expect(readFileSync(join(folder, 'damaged/secret'), 'utf8')).toBe('the secret of another server, 32 char.')
  })

  it('names the file that has changed by one bit, and says what to do', async () => {
    const at = readFileSync(file).indexOf('a photo of the gate')
    expect(await run(['verify-backup', flipped(at + 1000)], { dataDir: '' })).toBe(false)
    expect(said.slice(1)).toEqual([
      '  data/files/whole/ph/photo-of-gate: its SHA-256 is wrong',
      expect.stringMatching(/can not be restored\. Take another copy/),
    ])
    await expect(run(['restore', flipped(at + 1000)], target('moved'))).rejects.toThrow(/photo-of-gate: its SHA-256 is wrong\./)
    for (const name of ['photo-of-gate', 'photo-of-gate.restoring'])
      expect(existsSync(join(folder, 'moved/files/whole/ph', name))).toBe(false)
  })

  it('says what a failed restore has left, and the same restore goes on from there', async () => {
    // The path is in a block of its own, before the block of the header and the content.
    const pathOfLast = readFileSync(file).lastIndexOf('path=data/')
    const last = pathOfLast - (pathOfLast % 512) + 2 * 512 + 5
    const place = target('moved')
    await expect(run(['restore', flipped(last)], place)).rejects.toThrow(
      /SHA-256 is wrong\..*No row was restored; files of the backup are in .*moved\. The same restore goes on from there/,
    )
    await expect(run(['restore', 'site.tar.part'], place)).rejects.toThrow('There is no file')
    writeFileSync(join(folder, 'other.tar'), 'no backup')
    await expect(run(['restore', 'other.tar'], place)).rejects.toThrow(/Nothing was restored\.$/)
    expect(await run(['restore', file], { ...place, databaseUrl: postgres.url('damaged') })).toBe(true)
  })

  it('shows a changed bit wherever it is, but for the empty space between entries', async () => {
    const bytes = readFileSync(file)
    for (let n = 1; n < 60; n++) {
      let position = Math.floor((bytes.length * n) / 60)
      while (bytes[position] === 0 || bytes[position - 1] === 0 || bytes[position + 1] === 0) position++
      if (position >= bytes.length) break
      expect(await run(['verify-backup', flipped(position)], { dataDir: '' }), `bit at ${position}`).toBe(false)
    }
  })

  it('shows that its end is missing', async () => {
    const cut = flipped(0)
    writeFileSync(cut, readFileSync(file))
    const whole = readFileSync(file).length
    for (const length of [whole - 4096, whole >> 1, 0]) {
      truncateSync(cut, length)
      expect(await run(['verify-backup', cut], { dataDir: '' })).toBe(false)
    }
    expect(said).toContain('  manifest.json: it is missing: the backup was not finished, or was cut off')
    await expect(run(['verify-backup', 'none.tar'], { dataDir: '' })).rejects.toThrow('There is no file')
  })

  it('is restored by a second try after the first one was killed', async () => {
    const embedded = { dataDir: join(folder, 'killed-folder') }
    for (const place of [target('killed'), embedded]) {
      mkdirSync(place.dataDir)
      // The rows are loaded, but not committed, when the first file appears.
      const restored = fileAppears(place.dataDir, 'files')
      const killed = restoreInProcess(place)
      await restored
      killed.kill('SIGKILL')
      await new Promise((ended) => killed.once('exit', ended))
      expect(killed.signalCode).toBe('SIGKILL')
      expect(existsSync(join(place.dataDir, 'database'))).toBe(false)

      expect(await run(['restore', file], { ...place, snapshot })).toBe(true)
      expect(await teams(place)).toHaveLength(3000)
      expect(existsSync(join(place.dataDir, 'restore.tmp'))).toBe(false)
    }
  }, 240_000)

  function restoreInProcess({ dataDir, databaseUrl }: DatabasePlace): ChildProcess {
    const code = `import(${JSON.stringify(resolve('server/backup/restoreBackup.ts'))}).then(({ restoreBackup }) =>
      restoreBackup(${JSON.stringify(file)}, ${JSON.stringify({ dataDir, databaseUrl, snapshot })}))`
    return spawn(process.execPath, ['--import', 'tsx', '--eval', code], { stdio: 'inherit' })
  }

  it('is not needed to move from the embedded database to PostgreSQL and back', async () => {
    expect(await run(['move', '--to', postgres.url('moved')], { dataDir: source })).toBe(true)
    expect(said.join(' ')).toMatch(/3\d{3} rows are in the PostgreSQL database now, and each is equal\..*SECRET="\$\(cat .*secret\)"/)
    expect(said).toContain("Not copied: the table operator's notes, which Muster did not make.")
    const moved = { dataDir: join(folder, 'back'), databaseUrl: postgres.url('moved'), snapshot }
    const server = await openStorage(moved)
    await server.ready()
    await expect(run(['move', '--to', 'embedded'], moved)).rejects.toThrow('Stop all of them first')
    await server.close()
    mkdirSync(moved.dataDir)
    const begun = fileAppears(moved.dataDir, 'restore.tmp')
    const moving = run(['move', '--to', 'embedded'], moved).catch((error: Error) => error.message)
    await begun
    const started = openStorage(moved)
    expect(await moving).toContain('Stop all of them first')
    await (await started).close()
    expect(existsSync(join(moved.dataDir, 'restore.tmp'))).toBe(false)
    expect(await run(['move', '--to', 'embedded'], moved)).toBe(true)
    expect(await teams({ dataDir: moved.dataDir })).toEqual(await teams({ dataDir: source }))
    await expect(run(['move', '--to', 'embedded'], moved)).rejects.toThrow('There is a database in')
  }, 180_000)

  it('has four commands, which say how they are used', async () => {
    expect(['backup', 'restore', 'verify-backup', 'move'].map(isBackupCommand)).toEqual([true, true, true, true])
    expect(['toString', 'appoint', undefined].map(isBackupCommand)).toEqual([false, false, false])
    expect(await run(['move', 'postgres://db/muster'], { dataDir: source })).toBe(false)
    expect(said[0]).toContain('npm run verify-backup -- FILE')
  })
})
