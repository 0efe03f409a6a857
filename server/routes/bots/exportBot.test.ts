import { expect, it } from 'vitest'
import type { Statistics } from '../../../contract/endpoints/reporting.ts'
import { type Device, idOf, manager, newId, onEachServer, tower, worker } from '../../../tests/harness/testServer.ts'

const address = `/api/automation/${idOf('bot Hazards & Near Misses')}/export.csv`
/** More than four pages of an export, and than one of a report. */
const many = 430
/** An export of these fills the buffers of the connection, so that the server has to wait for its reader. */
const long = 'Water on the north stair. '.repeat(400)

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
const titlesIn = (csv: string) => [...csv.matchAll(/Hazard (\d+)/g)].map(([, n]) => Number(n))
const save = async (device: Device, n: number) => {
  const saved = await device.save(`forms/hazard-report/${newId()}`, { payload: { title: `Hazard ${n}`, description: long } })
  expect(saved.status).toBe(200)
}

onEachServer((server) => {
  it('an export of more records than any page is complete and in order, also while records are added', { timeout: 60_000 }, async () => {
    const [device, boss] = [await server.person(worker), await server.person(manager)]
    for (let n = 0; n < many; n += 20) await Promise.all(range(n, Math.min(many, n + 20)).map((each) => save(device, each)))
    const answer = await fetch(server.url + address, { headers: { cookie: boss.cookie, 'x-actor': boss.uid } })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let csv = (await reader?.read())?.value ?? ''
    // The server reads its next pages after these saves.
    for (let n = many; n < many + 5; n += 1) await save(device, n)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) csv += part.value
    expect(titlesIn(csv).toSorted((one, other) => one - other)).toEqual(range(0, many))
    const times = csv.match(/^\d{4}-\d\d-\d\dT[\d:]+Z/gm) ?? []
    expect(times.length).toBeGreaterThanOrEqual(many)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('a report counts each of more records than any page once', async () => {
    const boss = await server.person(manager)
    const today = new Date()
    const [start, end] = [-1, 1].map((days) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10))
    const { body } = await boss.ask<Statistics>('POST', '/api/statistics', { start, end, group: 'bot', projects: [tower] })
    const row = body.classes.flatMap((one) => one.rows).find(({ key }) => key === idOf('bot Hazards & Near Misses'))
    expect(row?.values['started']).toBeGreaterThanOrEqual(many + 5)
    expect(Number(row?.values['started'])).toBeLessThan(many + 5 + 30)
  })
})
