import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordRow } from '../../../contract/endpoints/records.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { type Device, newId, onEachServer, tower, worker } from '../../../tests/harness/testServer.ts'
import type { App } from '../../domain/app.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'

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
  })
})
