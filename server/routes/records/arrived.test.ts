import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { ArrivedRecord, searchArrived } from '../../../contract/endpoints/site/arrived.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { manager, newId, outsider, useServer, worker } from '../../../tests/harness/testServer.ts'

type Found = AnswerOf<typeof searchArrived>

describe('what arrived', () => {
  const server = useServer()
  const report = async (payload: Record<string, unknown>) => {
    const path = `forms/hazard-report/${newId()}`
    expect((await (await server.person(worker)).save(path, { payload })).status).toBe(200)
    return path
  }
  const search = async (query: string) => {
    const boss = await server.person(manager)
    return (await boss.get<Found>(`/api/search/arrived/hazard-report?lang=en&${query}`)).body
  }
  const paths = async (query: string) => (await search(query)).records.map(({ path }) => path)

  it('each record says who sent it', async () => {
    const path = await report({ hazard_type: 'slip', description: 'Ice at the gate' })
    const boss = await server.person(manager)
    const { componentConfig } = (await boss.get<PageData>('/api/arrived/hazard-report.json')).body
    const record = ((componentConfig?.items ?? []) as ArrivedRecord[]).find((one) => one.path === path)
    expect(record?.sender).toEqual({ kind: 'person', name: 'Joao Pereira' })
    const anonymous = `forms/hazard-report/${newId()}`
    expect((await server.nobody().save(anonymous, { payload: { hazard_type: 'slip' } })).status).toBe(200)
    expect((await search('q=')).records.find((one) => one.path === anonymous)?.sender).toEqual({ kind: 'visitor' })
  })

  it('is found by what people read: the label of a choice, the name of the sender, and typed words, in any order', async () => {
    const path = await report({ hazard_type: 'vehicle', description: 'Reversing lörry without banksman' })
    expect(await paths('q=machine lorry')).toEqual([path])
    expect(await paths('q=pereira%20banksman')).toEqual([path])
    expect(await paths('q=banksman%20nowhere')).toEqual([])
  })

  it('is found by the days of its arrival', async () => {
    const path = await report({ hazard_type: 'slip', description: 'Dayspan rope' })
    const soon = new Date(Date.now() + 60_000).toISOString()
    const before = new Date(Date.now() - 60_000).toISOString()
    expect(await paths(`q=dayspan&since=${before}&until=${soon}`)).toEqual([path])
    expect(await paths(`q=dayspan&since=${soon}`)).toEqual([])
    expect(await paths(`q=dayspan&until=${before}`)).toEqual([])
    const boss = await server.person(manager)
    expect((await boss.get('/api/search/arrived/hazard-report?since=yesterday')).status).toBe(400)
  })

  it('is not for people who may read only their own records', async () => {
    for (const one of [worker, outsider])
      expect((await (await server.person(one)).get('/api/search/arrived/hazard-report')).status).toBe(403)
  })
})
