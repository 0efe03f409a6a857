import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { type Device, manager, tower, useServer, worker } from '../../../tests/harness/testServer.ts'
import { outline } from '../../domain/files/outline.ts'
import { rows } from '../../storage/database.ts'

const server = useServer()
const pdf = async (person: Device, bot: string, paper: string) =>
  fetch(`${server.url}/api/automation/${bot}/poster.pdf?paper=${paper}`, { headers: { cookie: person.cookie } })

describe('the poster of a bot', () => {
  it('is a page of A4 or Letter, with a short address that opens its form, for those of the project that make bots', async () => {
    const boss = await server.person(manager)
    const [bot] = await rows(
      server.running.storage.db,
      z.object({ id: z.string(), form: z.string() }),
      sql`select id, form from automations where team = ${tower} and class = 'attendance'`,
    )
    const id = bot?.id ?? ''
    const { body } = await boss.get<{ name: string; address: string; short: string }>(`/api/automation/${id}/poster`)
    expect(body).toMatchObject({
      name: 'Gate 1 Check-in',
      project: 'Harbor Point Tower',
      address: `${server.url}/frontend/forms/${bot?.form}`,
    })
    const code = /\/q\/([A-Z2-9]{6})$/.exec(body.short)?.[1]
    expect((await boss.get<{ short: string }>(`/api/automation/${id}/poster`)).body.short).toBe(body.short)
    const typed = await server.nobody().get<PageData>(`/api/q/${code?.toLowerCase()}.json`)
    expect(typed.body.componentConfig?.redirectNow).toBe(`/frontend/forms/${bot?.form}`)
    expect((await server.nobody().get('/api/q/AAAAAA.json')).status).toBe(404)

    const a4 = await pdf(boss, id, 'a4')
    expect([a4.status, a4.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await a4.arrayBuffer()).byteLength).toBeGreaterThan(5000)
    expect((await pdf(boss, id, 'letter')).status).toBe(200)
    expect((await pdf(boss, id, 'a0')).status).toBe(400)
    expect((await pdf(await server.person(worker), id, 'a4')).status).toBe(403)
    expect((await pdf(boss, 'nobody', 'a4')).status).toBe(404)
  })

  it.each(['Łódź', 'Người', 'Ворота', 'Πύλη', 'Señalización'])('prints %s', async (name) => {
    expect((await outline(name)).glyphs).toHaveLength([...name].length)
  })
})
