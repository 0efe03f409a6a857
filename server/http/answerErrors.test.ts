import { describe, expect, it } from 'vitest'
import { manager, newId, useServer, worker } from '../../tests/harness/testServer.ts'

type Refusal = { error: { code: string; message: string; details?: { path: string; message: string }[] } }

describe('a refusal', () => {
  const server = useServer()

  it('is in the language of the signed-in person', async () => {
    // This worker reads Portuguese.
    const crew = await server.person(worker)
    const { body } = await crew.get<Refusal>(`/api/bot/${newId()}`)
    expect(body.error.message).toBe('Este bot não existe.')
    const boss = await server.person(manager)
    const mistake = await boss.ask<Refusal>('POST', `/api/permits/forms/hazard-report/${newId()}`, { step: 'approve', rev: 1 })
    expect(mistake.body.error.message).not.toMatch(/não/)
  })

  it('is in the language of the browser when nobody has signed in, also where a shape or the router refuses', async () => {
    const spanish = { 'accept-language': 'es-MX,es;q=0.9' }
    const nobody = server.nobody()
    expect((await nobody.get<Refusal>('/api/people', spanish)).body.error.message).toBe('No autorizado')
    expect((await nobody.get<Refusal>('/api/no-such-address', spanish)).body.error.message).toBe('Esta página no existe.')
    expect((await nobody.ask<Refusal>('POST', '/auth/verify', { mobile: 7 }, spanish)).body.error.message).toBe(
      'No se pudo entender la petición.',
    )
  })

  it('says the place of a mistake, and its words twice', async () => {
    const boss = await server.person(manager)
    const answer = await boss.save<Refusal>(`teams/${newId()}`, { payload: { name: ' ' } })
    expect(answer.body.error).toMatchObject({ code: 'INVALID', details: [{ path: 'name' }] })
    expect(answer.body.error.details?.[0]?.message).toBe(answer.body.error.message)
  })
})
