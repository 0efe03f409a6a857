import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rows } from '../storage/database.ts'
import { account, type Device, foreman, manager, newId, outsider, owner, useServer } from '../../tests/harness/testServer.ts'

interface Refusal {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly { path: string; message: string }[] }
}
interface Listed {
  readonly items: {
    path: string
    rev: number
    model: { key: string; name: string; type: string; billingAccount: string; deleted: boolean }
    billing: { name: string }
    manages: boolean
  }[]
  readonly billing: { id: string }[]
}

describe('libraries', () => {
  const server = useServer()
  const list = async (device: Device) =>
    (await device.get<Listed>('/api/library?include=library.billingAccount&property=billing.name')).body
  const make = (device: Device, more: Record<string, unknown> = {}, key = newId()) =>
    device.save<Refusal & { rev: number }>(`libraries/${key}`, {
      payload: { key, billingAccount: account, name: 'Site talks', type: 'Toolbox', deleted: false, ...more },
    })

  it('RV-013 RV-182 RV-245 RV-318 RV-319 a library of a billing account is made once and listed with the name of its account', async () => {
    const device = await server.person(owner)
    const key = newId()
    const headers = { 'idempotency-key': newId(), 'x-seq': '900001', 'if-match': '"0"' }
    const body = { payload: { key, billingAccount: account, name: 'Permits', type: 'Forms', deleted: false } }
    const first = await device.ask<{ rev: number }>('POST', `/api/data/libraries/${key}`, body, headers)
    const again = await device.ask<{ rev: number }>('POST', `/api/data/libraries/${key}`, body, headers)
    expect([first.status, first.body.rev, again.status, again.body.rev]).toEqual([200, 1, 200, 1])
    const { items, billing } = await list(device)
    expect(items.filter(({ model }) => model.key === key)).toEqual([
      {
        path: `libraries/${key}`,
        rev: 1,
        model: { key, billingAccount: account, name: 'Permits', type: 'Forms', deleted: false },
        billing: { name: 'Harbor & Pine Builders' },
        manages: true,
      },
    ])
    expect(billing.map(({ id }) => id)).toContain(account)
    expect((await list(await server.person(outsider))).items).toEqual([])
  })

  it('RV-012 RV-274 RV-275 takes the three types and no other, and asks for account and name', async () => {
    const device = await server.person(owner)
    for (const type of ['Toolbox', 'Forms', 'Orienation Training Material']) expect((await make(device, { type })).status).toBe(200)
    const refused = async (more: Record<string, unknown>) => {
      const { status, body } = await make(device, more)
      return [status, body.error?.details?.[0]?.path, body.error?.details?.[0]?.message]
    }
    expect((await refused({ type: 'Orientation' })).slice(0, 2)).toEqual([400, 'type'])
    expect(await refused({ billingAccount: '' })).toEqual([400, 'billingAccount', 'Billing Account is required'])
    expect(await refused({ name: undefined })).toEqual([400, 'name', 'Library Name is required'])
    expect((await refused({ name: '  ' })).slice(0, 2)).toEqual([400, 'name'])
    expect((await refused({ more: 1 })).slice(0, 1)).toEqual([400])
  })

  it('RV-247 no library is made for an account that is pending or cancelled', async () => {
    const device = await server.person(owner)
    const { storage } = server.running
    for (const status of ['Pending', 'Cancelled']) {
      await storage.db.execute(sql`update billing_accounts set status = ${status} where id = ${account}`)
      expect((await make(device)).body.error?.message).toBe(`This billing account is ${status.toLowerCase()}. Please choose another one.`)
    }
    await storage.db.execute(sql`update billing_accounts set status = 'Active' where id = ${account}`)
    expect((await make(device)).status).toBe(200)
  })

  it('RV-246 RV-320 deleting one hides it and keeps it, and only Owners and Administrators may', async () => {
    const [boss, clerk] = [await server.person(owner), await server.person(manager)]
    const key = newId()
    await make(boss, { name: 'Old forms' }, key)
    const patch = (device: Device, payload: object) => device.save<Refusal>(`libraries/${key}`, { payload }, { 'if-match': '"1"' }, 'PATCH')
    expect((await patch(await server.person(outsider), { deleted: true })).status).toBe(404)
    expect((await patch(await server.person(foreman), { deleted: true })).status).toBe(404)
    expect((await patch(clerk, { type: 'Forms' })).body.error?.details?.[0]?.path).toBe('type')
    expect((await patch(clerk, { deleted: true })).status).toBe(200)
    expect((await list(boss)).items.some(({ model }) => model.key === key)).toBe(false)
    const [row] = await rows(server.running.storage.db, sql`select deleted from libraries where key = ${key}`)
    expect(row).toEqual({ deleted: true })
    expect((await boss.get(`/api/library/${key}`)).status).toBe(404)
  })

  it('RV-183 RV-184 RV-185 documents hold what their type has, and their PDF is read by everybody of the account', async () => {
    const [boss, clerk] = [await server.person(owner), await server.person(manager)]
    const file = await boss.upload(readFileSync('tests/pdf/forms/every-type.pdf'), { type: 'application/pdf', filename: 'permit.pdf' })
    const pdf = { id: file.id, filename: 'permit.pdf', url: `/api/files/${file.id}` }
    const [forms, toolbox, training] = [newId(), newId(), newId()]
    await make(boss, { type: 'Forms' }, forms)
    await make(boss, { type: 'Toolbox' }, toolbox)
    await make(boss, { type: 'Orienation Training Material' }, training)
    const put = (library: string, payload: Record<string, unknown>, device = boss, key = newId()) =>
      device.save<Refusal>(`libraries/${library}/documents/${key}`, { payload: { key, deleted: false, ...payload } })
    const form = {
      name: 'Hot work permit',
      description: 'Before any hot work',
      pdf,
      nonConformingRules: [{ fieldName: 'answer', value: '1' }],
      prefillProps: [{ fieldName: 'name', prefillSource: 'person.name', isColumn: true }],
    }
    expect((await put(forms, form)).status).toBe(200)
    const talk = await boss.upload('%PDF-1.7 talk', { type: 'application/pdf', filename: 'talk.pdf' })
    expect(
      (await put(toolbox, { name: 'Ladders', effectiveDate: '2026-05-04', pdf: { ...pdf, id: talk.id, url: `/api/files/${talk.id}` } }))
        .status,
    ).toBe(200)
    expect((await put(training, { name: 'Welcome', description: 'Read it all' })).status).toBe(200)

    const { body } = await clerk.get<{ documents: Record<string, unknown>[] }>(`/api/library/${forms}`)
    expect(body.documents).toEqual([{ ...form, key: expect.stringMatching(/^\w{20}$/) }])
    expect((await clerk.get(`/api/files/${file.id}`)).status).toBe(200)
    expect((await (await server.person(outsider)).get(`/api/files/${file.id}`)).status).toBe(404)
    const lookup = await clerk.get<{ items: unknown[] }>(`/api/lookups/${clerk.uid}/pdf-fields?file=${file.id}`)
    expect(lookup.body.items).toHaveLength(16)

    const foreign = await put(toolbox, { name: 'x', prefillProps: [] })
    expect([foreign.status, foreign.body.error?.details?.[0]?.path]).toEqual([400, 'prefillProps'])
    expect((await put(training, { name: 'x', effectiveDate: '2026-05-04' })).status).toBe(400)
    expect((await put(toolbox, { name: 'x', effectiveDate: 'soon' })).body.error?.details?.[0]?.path).toBe('effectiveDate')
    expect((await put(forms, { name: 'x', pdf: { ...pdf, id: newId(), url: '/api/files/other' } })).status).toBe(400)
    const missing = newId()
    expect((await put(forms, { name: 'x', pdf: { ...pdf, id: missing, url: `/api/files/${missing}` } })).body.error?.code).toBe(
      'upload_missing',
    )
    expect((await put(forms, { name: 'x' }, await server.person(outsider))).status).toBe(404)
  })
})
