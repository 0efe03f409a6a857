import { expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { listSent } from '../../../contract/endpoints/people/listSent.ts'
import { foreman, newId, onEachServer, worker } from '../../../tests/harness/testServer.ts'

onEachServer((server) => {
  it('a person finds the records that they have sent, newest first, with their answers; another person does not', async () => {
    const device = await server.person(worker)
    const [first, second] = [`forms/hazard-report/${newId()}`, `forms/hazard-report/${newId()}`]
    await device.save(first, { payload: { description: 'Loose board' } })
    await device.save(second, { payload: { description: 'Open hole' } })
    const sent = async (as: typeof device, lang = 'es') => (await as.get<AnswerOf<typeof listSent>>(`/api/sent?lang=${lang}`)).body.records
    const own = (await sent(device)).filter(({ path }) => path === first || path === second)
    expect(own).toMatchObject([
      { path: second, form: 'hazard-report', state: 'received', model: { description: 'Open hole' } },
      { path: first, form: 'hazard-report', state: 'received', model: { description: 'Loose board' } },
    ])
    const older = (await device.get<AnswerOf<typeof listSent>>(`/api/sent?lang=es&before=${encodeURIComponent(second)}`)).body.records
    expect([older.some(({ path }) => path === first), older.some(({ path }) => path === second)]).toEqual([true, false])
    expect(own[0]?.name).not.toBe((await sent(device, 'en'))[0]?.name)
    const others = await sent(await server.person(foreman))
    expect(others.some(({ path }) => path === first || path === second)).toBe(false)
    expect((await server.nobody().get('/api/sent')).status).toBe(401)
  })
})
