import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectFiles } from '../../server/adapters/files/s3/objectFiles.ts'
import { type FilesBucket, readBucket } from '../../server/backup/FilesBucket.ts'
import { listFiles } from '../../server/backup/listFiles.ts'
import type { RestorePlace } from '../../server/backup/restoreBackup.ts'
import { runBackupCommand } from '../../server/backup/runBackupCommand.ts'
import { startFaultyLine } from '../harness/faultyLine.ts'
import { type S3Server, startS3Server } from '../harness/s3Server.ts'
import { testSnapshot } from '../harness/storages.ts'
import { newId, useServer, worker } from '../harness/testServer.ts'

const photoOf = (id: string) => Buffer.from(`a photo ${id} `.repeat(3000))

describe('a backup of a server with its files in a bucket', () => {
  const inBucket = Array.from({ length: 11 }, newId)
  const inFolder = newId()
  const ids = [...inBucket, inFolder]
  let folder = ''
  let source = ''
  /** Files of the data folder and the bucket. */
  let count = 0
  const server = useServer()
  let s3: S3Server
  let said: string[] = []

  const bucketOf = (prefix: string, endpoint = s3.settings.endpoint): FilesBucket => ({
    name: `s3://${s3.settings.bucket}/${prefix}`,
    store: objectFiles(
      { ...s3.settings, endpoint, prefix },
      {
        spool: '',
        onFailure({ reason }) {
          throw new Error(`the bucket does not work: ${reason}`)
        },
      },
    ),
  })
  const run = async (words: readonly string[], place: RestorePlace) => {
    said = []
    return await runBackupCommand(words, {
      snapshot: await testSnapshot(),
      ...place,
      folder,
      version: '0.1.0',
      secretIsGiven: false,
      askServer: () => Promise.resolve(undefined),
      say: (line) => said.push(line),
    })
  }
  const placeIn = (dataDir: string, id: string) => join(dataDir, 'files/whole', id.slice(0, 2), id)
  const inStore = async ({ store }: FilesBucket, id: string) => {
    const parts: Buffer[] = []
    for await (const part of await store.read(id)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-backup-'))
    s3 = await startS3Server()
    const device = await server.person(worker)
    await device.upload(photoOf(inFolder), { id: inFolder })
    await server.restart({ filesBucket: { ...s3.settings, prefix: 'site/' } })
    for (const id of inBucket) await device.upload(photoOf(id), { id })
    await server.running.close()
    source = server.dataDir
    await bucketOf('site/').store.put(newId(), Buffer.from('half a photo'))
    // A move was stopped after the bucket had this one, and before the folder lost it.
    const [moving = ''] = inBucket
    mkdirSync(dirname(placeIn(source, moving)), { recursive: true })
    writeFileSync(placeIn(source, moving), photoOf(moving))
    count = inBucket.length - 1
    for await (const _ of listFiles(source)) count++
    await run(['backup', 'site.tar'], { dataDir: source, bucket: bucketOf('site/') })
  }, 180_000)
  afterAll(async () => {
    await s3?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the files of the bucket and of the folder, each once', async () => {
    expect(await run(['verify-backup', 'site.tar'], { dataDir: '' })).toBe(true)
    expect(said[0]).toContain(` tables, and ${count} files, of `)
    expect(said.slice(1)).toEqual(['Not in it: uploads that had not finished (devices send them again).'])
  })

  it('has a file once that is moved while it is made', async () => {
    const bucket = bucketOf('moving/')
    const dataDir = join(folder, 'moving')
    expect(await run(['restore', 'site.tar'], { dataDir })).toBe(true)
    const { store } = bucket
    const ids = async function* () {
      // The backup has read the folder, or only looks whether the store answers.
      if (existsSync(join(folder, 'moving.tar.part'))) {
        await store.putComplete(inFolder, photoOf(inFolder))
        rmSync(placeIn(dataDir, inFolder))
      }
      yield* store.ids()
    }
    expect(await run(['backup', 'moving.tar'], { dataDir, bucket: { ...bucket, store: { ...store, ids } } })).toBe(true)
    expect(said[0]).toContain(`and ${count} files.`)
  }, 180_000)

  it('is restored into a folder', async () => {
    const dataDir = join(folder, 'into-folder')
    expect(await run(['restore', 'site.tar'], { dataDir })).toBe(true)
    expect(ids.filter((id) => !readFileSync(placeIn(dataDir, id)).equals(photoOf(id)))).toEqual([])
  })

  it('is restored into the bucket of the settings, again after an interruption, and never over other files', async () => {
    const bucket = bucketOf('restored/')
    const [damaged = '', ...others] = ids
    await bucket.store.putComplete(damaged, Buffer.from('another photo'))
    const dataDir = join(folder, 'into-bucket')
    await expect(run(['restore', 'site.tar'], { dataDir, bucket })).rejects.toThrow(
      new RegExp(`${damaged} is in s3://muster-files/restored/ with other content.*files of the backup are in .* and s3://`),
    )
    expect(existsSync(join(dataDir, 'database'))).toBe(false)
    expect((await inStore(bucket, damaged)).toString()).toBe('another photo')
    await bucket.store.remove(damaged)
    expect(await run(['restore', 'site.tar'], { dataDir, bucket })).toBe(true)
    expect(said[0]).toContain(` rows and ${count} files, those of people into s3://muster-files/restored/. Every row`)
    for (const id of [damaged, ...others]) expect((await inStore(bucket, id)).equals(photoOf(id))).toBe(true)
    expect(existsSync(placeIn(dataDir, inFolder))).toBe(false)
  }, 180_000)

  it('says how many files are missing when it does not know the bucket', async () => {
    expect(await run(['backup', 'without.tar'], { dataDir: source })).toBe(true)
    expect(said.at(-1)).toMatch(/^Not in it: 10 files that the database knows\..*FILES_URL/)
    expect(await run(['verify-backup', 'without.tar'], { dataDir: '' })).toBe(true)
    expect(said.at(-1)).toMatch(/^Not in it: 10 files/)
  })

  it('reads a file again after its connection broke', async () => {
    const line = await startFaultyLine(s3.settings.endpoint)
    line.brokenAnswers = 2
    const read: string[] = []
    for await (const { path, bytes } of readBucket(bucketOf('site/', line.endpoint))) {
      const id = path.split('/').at(-1) ?? ''
      if (bytes.equals(photoOf(id))) read.push(id)
    }
    line.close()
    expect([read.toSorted(), line.brokenAnswers]).toEqual([inBucket.toSorted(), 0])
  })

  it('is not made, and not restored, while the bucket does not answer', async () => {
    const [bucket, target] = [bucketOf('site/'), bucketOf('later/')]
    const dataDir = join(folder, 'later')
    await s3.stop()
    await expect(run(['backup', 'down.tar'], { dataDir: source, bucket })).rejects.toThrow('the bucket does not work: ECONNREFUSED')
    await expect(run(['restore', 'site.tar'], { dataDir, bucket: target })).rejects.toThrow(
      /does not work: ECONNREFUSED.*Nothing was restored/,
    )
    await s3.start()
    expect(['down.tar', 'down.tar.part', 'later/database'].filter((name) => existsSync(join(folder, name)))).toEqual([])
    expect(await run(['restore', 'site.tar'], { dataDir, bucket: target })).toBe(true)
    expect(await run(['backup', 'up.tar'], { dataDir, bucket: target })).toBe(true)
    expect(said[0]).toContain(`and ${count} files.`)
  }, 180_000)
})
