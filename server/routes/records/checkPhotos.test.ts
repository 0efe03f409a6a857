import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { RecordRow } from '../../../contract/endpoints/records.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { type Device, newId, onEachServer, outsider, school, tower, worker } from '../../../tests/harness/testServer.ts'
import type { App } from '../../domain/app.ts'
import { checkPhotos } from '../../domain/files/checkPhotos.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'
import { rows } from '../../storage/database.ts'

type TextReader = App['textReader']

onEachServer((server) => {
  describe('photos that a device could not check', () => {
    const asked: Parameters<TextReader['check']>[0][] = []
    let answer: TextReader['check']
    let former: TextReader
    const app = () => server.running.app as { -readonly [K in keyof App]: App[K] }
    beforeEach(async () => {
      asked.length = 0
      former = app().textReader
      app().textReader = {
        kind: 'http',
        close: () => undefined,
        check: (question) => {
          asked.push(question)
          return answer(question)
        },
      }
      const photos = { type: 'attachments', attribute: 'photos', validation: ['{{name}}'], customValidation: ['badge'] }
      const children = [
        { type: 'text', attribute: 'name' },
        { type: 'group', children: [photos] },
        { type: 'attachments', attribute: 'unchecked' },
        { type: 'subForm', attribute: 'crew', subform: [{ type: 'text', attribute: 'name' }, { ...photos }] },
      ]
      await publishForm(server.running.app, { key: 'badges', team: tower, settings: { name: 'Badges', children } })
    })
    afterEach(() => {
      app().textReader = former
    })

    const photo = async (device: Device, bytes: string, more: object = {}) => {
      const { id } = await device.upload(bytes)
      return { id, name: `${bytes}.jpg`, filename: `${bytes}.jpg`, type: 'image/jpeg', url: fileAddress(id), ...more }
    }
    const save = async (device: Device, path: string, payload: object) => {
      expect((await device.save(path, { payload })).status).toBe(200)
      await server.running.idle()
      return (await device.get<RecordRow>(`/api/data/${path}`)).body.model as Record<string, Record<string, unknown>[]>
    }

    it('FE-219 FE-294 FE-146 are checked when they arrive, with the answers of their record', async () => {
      const device = await server.person(worker)
      answer = async ({ image }) =>
        Buffer.from(image, 'base64').toString() === 'good'
          ? { success: true, validationResults: [{ ok: 1 }], manpower: 3 }
          : { success: false }
      const path = `forms/badges/${newId()}`
      const [good, bad, seen, other, inside] = [
        // The save was made while the check of the device was still running.
        await photo(device, 'good', { loading: true }),
        await photo(device, 'bad'),
        await photo(device, 'seen', { valid: true }),
        await photo(device, 'other'),
        await photo(device, 'inside'),
      ]
      const model = await save(device, path, {
        name: 'Ana',
        photos: [good, bad, seen],
        unchecked: [other],
        crew: [{ name: 'Bo', photos: [inside] }],
      })
      expect(asked.map(({ validation, customValidation }) => [...validation, ...customValidation])).toEqual([
        ['Ana', 'badge'],
        ['Ana', 'badge'],
        ['Bo', 'badge'],
      ])
      const { loading: _, ...kept } = good as typeof good & { loading?: boolean }
      expect(model['photos']).toEqual([
        { ...kept, valid: true, validationResults: [{ ok: 1 }], manpower: 3 },
        { ...bad, valid: false },
        seen,
      ])
      expect(model['unchecked']).toEqual([other])
      expect(model['crew']?.[0]?.['photos']).toEqual([{ ...inside, valid: false }])
    })

    it('FE-294 a photo that cannot be read is accepted, and asked about once only', async () => {
      const device = await server.person(worker)
      answer = async () => ({})
      const path = `forms/badges/${newId()}`
      const item = await photo(device, 'dark')
      const model = await save(device, path, { name: 'Ana', photos: [item] })
      expect(model['photos']).toEqual([{ ...item, valid: null }])
      const again = await device.save(path, { payload: { ...model, name: 'Bo' }, base: model }, { 'if-match': '"2"' })
      expect(again.status).toBe(200)
      await server.running.idle()
      expect(asked).toHaveLength(1)
    })

    it('a verdict that a device has not seen is no conflict when its person removes the photo', async () => {
      const device = await server.person(worker)
      answer = async () => ({ success: true })
      const path = `forms/badges/${newId()}`
      const payload = { name: 'Ana', photos: [await photo(device, 'front'), await photo(device, 'back')] }
      const checked = await save(device, path, payload)
      expect(checked['photos']).toMatchObject([{ valid: true }, { valid: true }])
      const kept = payload.photos.slice(1)
      const removed = await device.save(path, { payload: { ...payload, photos: kept }, base: payload }, { 'if-match': '"1"' })
      expect(removed.status).toBe(200)
      const { body } = await device.get<RecordRow>(`/api/data/${path}`)
      expect(body.model['photos']).toMatchObject([{ id: kept[0]?.id, valid: true }])
    })

    it('a photo that the reader fails for keeps no other photo from its verdict, and is asked about again', async () => {
      const device = await server.person(worker)
      let failing = true
      answer = async ({ image }) => {
        if (failing && Buffer.from(image, 'base64').toString() === 'torn') throw new Error('the reader is away')
        return { success: true }
      }
      const path = `forms/badges/${newId()}`
      const model = await save(device, path, { name: 'Ana', photos: [await photo(device, 'torn'), await photo(device, 'whole')] })
      expect(model['photos']?.map(({ valid }) => valid)).toEqual([undefined, true])
      failing = false
      await checkPhotos(server.running.app, { key: 'again', payload: { path }, attempt: 2 })
      const { body } = await device.get<RecordRow>(`/api/data/${path}`)
      expect((body.model['photos'] as { valid?: boolean }[]).map(({ valid }) => valid)).toEqual([true, true])
    })

    it('a server without a reader writes nothing, so that one can be asked later', async () => {
      const device = await server.person(worker)
      app().textReader = { kind: 'none', check: async () => ({}), close: () => undefined }
      const path = `forms/badges/${newId()}`
      const item = await photo(device, 'later')
      expect((await save(device, path, { name: 'Ana', photos: [item] }))['photos']).toEqual([item])
    })

    it('photos of a save that was made during a check are not loading on a server without a reader', async () => {
      const device = await server.person(worker)
      const item = await photo(device, 'later', { loading: true })
      const { loading: _, ...still } = item as typeof item & { loading?: boolean }
      app().textReader = { kind: 'none', check: async () => ({}), close: () => undefined }
      expect((await save(device, `forms/badges/${newId()}`, { name: 'Ana', photos: [item] }))['photos']).toEqual([still])
    })

    it('a photo that a record names twice is read once, and photos above the limit are accepted unread', async () => {
      const device = await server.person(worker)
      answer = async () => {
        throw new Error('the reader is away')
      }
      const path = `forms/badges/${newId()}`
      const [twice, second, third] = [await photo(device, 'twice'), await photo(device, 'second'), await photo(device, 'third')]
      await save(device, path, { name: 'Ana', photos: [twice, { ...twice, name: 'again.jpg' }, second, third] })
      asked.length = 0
      answer = async () => ({ success: true })
      await checkPhotos(server.running.app, { key: newId(), payload: { path }, attempt: 1 }, { mostPhotos: 2 })
      expect(asked).toHaveLength(2)
      const { body } = await device.get<RecordRow>(`/api/data/${path}`)
      expect((body.model['photos'] as { valid?: boolean }[]).map(({ valid }) => valid)).toEqual([true, true, true, null])
    })

    it('each verdict is stored at once, and a job without time left goes on in another', async () => {
      const device = await server.person(worker)
      const path = `forms/badges/${newId()}`
      const seen: unknown[] = []
      answer = async () => {
        const { body } = await device.get<RecordRow>(`/api/data/${path}`)
        seen.push((body.model['photos'] as { valid?: boolean }[]).map(({ valid }) => valid))
        return { success: true }
      }
      await save(device, path, { name: 'Ana', photos: [await photo(device, 'one'), await photo(device, 'two')] })
      expect(seen).toEqual([
        [undefined, undefined],
        [true, undefined],
      ])
      const next = `forms/badges/${newId()}`
      answer = async () => {
        throw new Error('the reader is away')
      }
      await save(device, next, { name: 'Ana', photos: [await photo(device, 'three')] })
      answer = async () => ({ success: true })
      await checkPhotos(server.running.app, { key: newId(), payload: { path: next }, attempt: 1 }, { longestMs: -1 })
      await server.running.idle()
      const { body } = await device.get<RecordRow>(`/api/data/${next}`)
      expect(body.model['photos']).toMatchObject([{ valid: true }])
    })

    it('long and many texts of a form are cut for the reader', async () => {
      const device = await server.person(worker)
      answer = async () => ({ success: true })
      const photos = { type: 'attachments', attribute: 'photos', validation: Array.from({ length: 30 }, () => '{{name}}') }
      const settings = { name: 'Badges', children: [{ type: 'text', attribute: 'name' }, photos] }
      await publishForm(server.running.app, { key: 'badges', team: tower, settings })
      await save(device, `forms/badges/${newId()}`, { name: 'a'.repeat(900), photos: [await photo(device, 'long')] })
      expect(asked[0]?.validation).toEqual(Array.from({ length: 20 }, () => 'a'.repeat(200)))
    })

    it('a file of another project that a record only names is not read, and is not loading', async () => {
      const [device, stranger] = [await server.person(worker), await server.person(outsider)]
      answer = async () => ({ success: true })
      const item = await photo(stranger, 'secret', { loading: true })
      const settings = { name: 'Elsewhere', public: true, children: [{ type: 'attachments', attribute: 'photos' }] }
      await publishForm(server.running.app, { key: 'elsewhere', team: school, settings })
      expect((await stranger.save(`forms/elsewhere/${newId()}`, { payload: { photos: [item] } })).status).toBe(200)
      const path = `forms/badges/${newId()}`
      expect((await device.save(path, { payload: { name: 'Ana', photos: [item] } })).status).toBe(200)
      await server.running.idle()
      expect(asked).toEqual([])
      const { loading: _, ...still } = item as typeof item & { loading?: boolean }
      const { body } = await device.get<RecordRow>(`/api/data/${path}`)
      expect(body.model['photos']).toEqual([still])
    })

    it('records with photos wait for one reader one after the other, and keep no other work waiting', async () => {
      const device = await server.person(worker)
      const doors: (() => void)[] = []
      answer = () => new Promise((resolve) => doors.push(() => resolve({ success: true })))
      for (const name of ['a', 'b', 'c']) {
        const payload = { name, photos: [await photo(device, name)] }
        await device.save(`forms/badges/${newId()}`, { payload })
      }
      await vi.waitFor(() => expect(doors).toHaveLength(1), { timeout: 20_000 })
      const running = await rows(
        server.running.app.storage.db,
        z.object({ n: z.number() }),
        sql`select count(*)::int as n from jobs where kind = 'photos' and state = 'running'`,
      )
      expect(running).toEqual([{ n: 1 }])
      answer = async () => ({ success: true })
      doors[0]?.()
      await server.running.idle()
      expect(asked).toHaveLength(3)
    })
  })
})
