import { describe, expect, it } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { RecordRow } from '../../../contract/endpoints/records.ts'
import { foreman, manager, newId, tower, useServer, worker } from '../../../tests/harness/testServer.ts'
import { recordForReader } from '../../domain/forms/recordForReader.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'
import { personByMobile } from '../../domain/sign-in/person.ts'

const server = useServer()
const number = '+12025550177'

async function publish(key: string, component?: string) {
  const published = await publishForm(server.running.app, {
    key,
    team: tower,
    settings: {
      name: 'Next of kin',
      ...(component && { component }),
      recordTitle: '{{who}}',
      children: [
        { type: 'text', attribute: 'who', label: 'Who' },
        { type: 'group', children: [{ type: 'mobile-pii', attribute: 'kin.mobile', label: 'Mobile' }] },
        { type: 'subForm', attribute: 'others', subform: [{ type: 'mobile-pii', attribute: 'mobile', label: 'Mobile' }] },
        { type: 'mobile', attribute: 'office', label: 'Office' },
      ],
    },
  })
  expect(published.ok).toBe(true)
}
const answers = { who: 'Ana', kin: { mobile: number, name: 'Bo' }, others: [{ mobile: number, name: 'Cy' }], office: '+12025550188' }

describe('a personal mobile number', () => {
  it('FE-127 leaves the server in no list, for every reader', async () => {
    await publish('kin')
    await publish('kin-execution', 'automationExecutionForm')
    const mine = await server.person(worker)
    for (const [key, payload] of [
      ['kin', answers],
      ['kin-execution', { model: answers }],
    ] as const) {
      await mine.save(`forms/${key}/${newId()}`, { payload, feed: false })
      const arrived = await (await server.person(manager)).get<PageData>(`/api/arrived/${key}.json`)
      const listed = await (await server.person(manager)).get<{ records: RecordRow[] }>(`/api/records/forms/${key}`)
      const own = await mine.get<{ records: RecordRow[] }>(`/api/records/forms/${key}`)
      for (const { status, text } of [arrived, listed, own]) {
        expect(status).toBe(200)
        expect(text).toContain('Cy')
        expect(text).toContain('+12025550188')
        expect(text).not.toContain(number)
      }
    }
  })

  it('FE-127 is whole for who may edit the record, and its last digits for everybody else', async () => {
    const mine = await server.person(worker)
    const path = `forms/kin/${newId()}`
    await mine.save(path, { payload: answers, feed: false })
    expect((await mine.get<RecordRow>(`/api/data/${path}`)).body.model).toMatchObject({ kin: { mobile: number } })
    expect((await mine.get<PageData>(`/api/${path}.json`)).body.record?.model).toMatchObject({ others: [{ mobile: number }] })
    const { app } = server.running
    const reader = await personByMobile(app.storage, foreman)
    const row = (await mine.get<RecordRow>(`/api/data/${path}`)).body
    const onlyReads = { ...(reader as NonNullable<typeof reader>), teams: [] }
    const seen = await recordForReader(app, row, onlyReads)
    expect(seen.model).toEqual({
      ...row.model,
      kin: { mobile: '••••••••0177', name: 'Bo' },
      others: [{ mobile: '••••••••0177', name: 'Cy' }],
    })
  })

  it('FE-127 may not stand in the title of a record', async () => {
    const published = await publishForm(server.running.app, {
      key: 'told',
      team: tower,
      settings: { name: 'Told', recordTitle: 'Call {{mobile}}', children: [{ type: 'mobile-pii', attribute: 'mobile', label: 'Mobile' }] },
    })
    expect(published).toMatchObject({ ok: false, problems: [{ path: 'recordTitle' }] })
  })
})

it('FE-166 FE-167 FE-168 a form receives the team and project of its record: for a new one the form’s team and the person who opens it', async () => {
  await publish('owned')
  const mine = await server.person(worker)
  const fresh = await mine.get<PageData>('/api/forms/owned.json')
  expect(fresh.body.owner).toEqual({ team: 'Harbor Point Tower', project: 'Harbor Point Tower', user: 'Joao Pereira' })
  const path = `forms/owned/${newId()}`
  await mine.save(path, { payload: answers, feed: false })
  const seen = await (await server.person(manager)).get<PageData>(`/api/${path}.json`)
  expect(seen.body.owner).toEqual(fresh.body.owner)
})
