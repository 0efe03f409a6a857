import { expect, it } from 'vitest'
import type { SaveAnswer } from '../../../contract/endpoints/records.ts'
import { newId, onEachServer, tower, worker } from '../../../tests/harness/testServer.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'

onEachServer((server) => {
  it('FE-341 the answer of a save says what its form wants said, with values of the stored record, also when it is sent again', async () => {
    const settings = {
      name: 'Crane check',
      children: [{ type: 'text', attribute: 'crane', label: 'Crane' }],
      saved: {
        returnUrl: '/frontend/forms/crane/{{key}}',
        returnUrlDelay: 20,
        returnMessage: '# Crane {{crane}}',
        notification: 'Thanks for {{crane}}',
      },
      translations: { es: { 'Thanks for {{crane}}': 'Gracias por {{crane}}' } },
    }
    expect(await publishForm(server.running.app, { key: 'crane', team: tower, settings })).toMatchObject({ ok: true })
    const device = await server.person(worker)
    const [path, opId] = [`forms/crane/${newId()}`, newId()]
    const save = () => device.save<SaveAnswer>(path, { payload: { crane: 'C4' } }, { 'idempotency-key': opId, 'x-seq': '900' })
    const said = { returnUrl: `/frontend/${path}`, returnUrlDelay: 20, returnMessage: '# Crane C4', notification: 'Thanks for C4' }
    expect((await save()).body).toEqual({ opId, path, rev: 1, ...said })
    expect((await save()).body).toEqual({ opId, path, rev: 1, ...said })
    const plain = await device.save<SaveAnswer>(`forms/hazard-report/${newId()}`, { payload: {} })
    expect(Object.keys(plain.body).sort()).toEqual(['opId', 'path', 'rev'])
  })

  it.each([1, 5])('%i saves after a publication by another server have the answer of the new version', async (count) => {
    const key = `ladder-${count}`
    const publish = (words: string) => {
      const settings = {
        name: 'Ladder check',
        children: [{ type: 'text', attribute: 'ladder', label: 'Ladder' }],
        saved: { notification: words },
      }
      return publishForm(server.running.app, { key, team: tower, settings })
    }
    const device = await server.person(worker)
    const save = async () => (await device.save<SaveAnswer>(`forms/${key}/${newId()}`, { payload: { ladder: 'L1' } })).body.notification
    await publish('Thanks.')
    expect(await save()).toBe('Thanks.')
    await publish('Thanks, the ladder is checked.')
    const said = await Promise.all(Array.from({ length: count }, save))
    expect(new Set(said)).toEqual(new Set(['Thanks, the ladder is checked.']))
  })
})
