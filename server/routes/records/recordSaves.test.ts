import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mostNames, mostRecordBytes } from '../../../contract/endpoints/records.ts'
import { type Device, foreman, newId, onEachServer, otherWorker, sha256, worker } from '../../../tests/harness/testServer.ts'
import { rows } from '../../storage/database.ts'
import { tidyUp } from '../../domain/housekeeping/tidyUp.ts'

type Refusal = { error: { code: string; message: string }; rev: number }
const bytes = Buffer.from('a photo that is not really one')
const answers = (names: number, value: string) => Object.fromEntries(Array.from({ length: names }, (_, n) => [`answer_${n}`, value]))

onEachServer((server) => {
  const db = () => server.running.storage.db
  const saveWithFile = (device: Device, file: string, id = newId(), headers: Record<string, string> = {}) =>
    device.save<Refusal>(
      `forms/hazard-report/${id}`,
      {
        payload: { hazard_type: 'slip', photos: [{ id: file, url: `/api/files/${file}`, filename: 'gate.jpg' }] },
        feed: false,
        files: [{ id: file, sha256: sha256(bytes), size: bytes.length }],
      },
      headers,
    )
  const holderOf = async (file: string) =>
    (await rows(db(), z.object({ path: z.nullable(z.string()) }), sql`select path from files where id = ${file}`))[0]?.path ?? null

  describe('files of a save', () => {
    it('gives a file that waits for its record only to the person who uploaded it', async () => {
      const [mine, other] = [await server.person(worker), await server.person(otherWorker)]
      const { id } = await mine.upload(bytes)
      const taken = await saveWithFile(other, id)
      expect([taken.status, taken.body.error.code]).toEqual([425, 'upload_missing'])
      // The answer also does not reveal that the file exists.
      const guessed = await saveWithFile(other, newId())
      expect(guessed.body.error.message).toBe(taken.body.error.message)
      expect((await saveWithFile(server.nobody(), id)).status).toBe(425)
      expect(await holderOf(id)).toBeNull()
      // On any device of the same person.
      const record = newId()
      expect((await saveWithFile(await server.person(worker), id, record)).status).toBe(200)
      expect(await holderOf(id)).toBe(`forms/hazard-report/${record}`)
    })

    it('gives a file of a person without an account to the device that uploaded it', async () => {
      const [visitor, stranger] = [server.nobody(), server.nobody()]
      const { id } = await visitor.upload(bytes)
      expect((await saveWithFile(stranger, id)).status).toBe(425)
      expect((await saveWithFile(await server.person(worker), id)).status).toBe(425)
      expect((await saveWithFile(visitor, id)).status).toBe(200)
    })

    it('lets others change a record together with the file that it holds', async () => {
      const [mine, other] = [await server.person(worker), await server.person(foreman)]
      const [{ id }, record] = [await mine.upload(bytes), newId()]
      expect((await saveWithFile(mine, id, record)).status).toBe(200)
      expect((await saveWithFile(other, id, record, { 'if-match': '"1"' })).status).toBe(200)
      expect((await saveWithFile(other, id)).status).toBe(200)
      expect(await holderOf(id)).toBe(`forms/hazard-report/${record}`)
    })
  })

  describe('large records', () => {
    it('are changed with what was before written down', async () => {
      const [device, id] = [await server.person(worker), newId()]
      const before = { ...answers(5_000, 'before'), gone: 'soon' }
      expect((await device.save(`forms/hazard-report/${id}`, { payload: before, base: null, feed: false })).status).toBe(200)
      const after = { ...answers(5_000, 'before'), answer_17: 'after', fresh: 'new' }
      const changed = await device.save(`forms/hazard-report/${id}`, { payload: after, base: before, feed: false }, { 'if-match': '"1"' })
      expect(changed.status).toBe(200)
      const [edit] = await rows(
        db(),
        z.object({ before: z.unknown(), added: z.unknown() }),
        sql`select before, added from record_edits where path = ${`forms/hazard-report/${id}`} and rev = 2`,
      )
      expect(edit).toEqual({ before: { answer_17: 'before', gone: 'soon' }, added: ['fresh'] })
    })

    it('are refused above their most answers and bytes, with words that say so, and nothing is stored', async () => {
      const device = await server.person(worker)
      for (const [payload, words] of [
        [answers(mostNames + 1, 'x'), `pode ter ${mostNames}`],
        [{ rows: Array.from({ length: mostNames / 2 + 1 }, () => ({ a: 1, b: 2 })) }, `pode ter ${mostNames}`],
        [{ description: 'x'.repeat(mostRecordBytes) }, `${mostRecordBytes / 1024} kB`],
      ] as const) {
        const id = newId()
        const refused = await device.save<Refusal>(`forms/hazard-report/${id}`, { payload, base: null, feed: false })
        expect([refused.status, refused.body.error.code]).toEqual([413, 'TOO_LARGE'])
        expect(refused.body.error.message).toContain(words)
        expect(await rows(db(), sql`select 1 from records where path = ${`forms/hazard-report/${id}`}`)).toEqual([])
      }
    })

    it('cannot be made by many small changes either', async () => {
      const [device, id] = [await server.person(worker), newId()]
      const half = (name: string) => ({ [name]: 'x'.repeat(mostRecordBytes / 2) })
      expect((await device.save(`forms/hazard-report/${id}`, { payload: half('one'), base: null, feed: false })).status).toBe(200)
      const patch = { payload: half('two'), base: {}, feed: false }
      const grown = await device.save<Refusal>(`forms/hazard-report/${id}`, patch, { 'if-match': '"1"' }, 'PATCH')
      expect([grown.status, grown.body.error.code]).toEqual([413, 'TOO_LARGE'])
    })
  })

  it('forgets kept mail after thirty days', async () => {
    await db().execute(sql`insert into mail_outbox (key, address, subject, text, created_at) values
      ('old', 'old@example.com', 'Invitation', 'Come in', now() - interval '31 days'), ('new', 'new@example.com', 'Invitation', 'Come in', now())`)
    await tidyUp(server.running.app)
    expect(await rows(db(), sql`select key from mail_outbox where key in ('old', 'new')`)).toEqual([{ key: 'new' }])
  })
})
