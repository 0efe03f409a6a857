import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { endlessPdf, inflatingPdf, oddPdfs, unreadablePdfs } from '../../../tests/harness/malformedPdf.ts'
import {
  account,
  type Device,
  foreman,
  manager,
  newId,
  outsider,
  owner,
  school,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { rows } from '../../storage/database.ts'

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
      expect((await make(device)).body.error?.message).toBe('This billing account is not active. Choose another one.')
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

  it('RV-183 RV-184 RV-185 documents hold what their type has, and their PDF is read by everybody of the account and its projects', async () => {
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
    const talk = await boss.upload(readFileSync('tests/pdf/forms/flat.pdf'), { type: 'application/pdf', filename: 'talk.pdf' })
    expect(
      (await put(toolbox, { name: 'Ladders', effectiveDate: '2026-05-04', pdf: { ...pdf, id: talk.id, url: `/api/files/${talk.id}` } }))
        .status,
    ).toBe(200)
    expect((await put(training, { name: 'Welcome', description: 'Read it all' })).status).toBe(200)

    const { body } = await clerk.get<{ documents: Record<string, unknown>[] }>(`/api/library/${forms}`)
    expect(body.documents).toEqual([{ ...form, key: expect.stringMatching(/^\w{20}$/), forms: expect.any(Array) }])
    expect((await clerk.get(`/api/files/${file.id}`)).status).toBe(200)
    const crew = await server.person(outsider)
    expect((await crew.get(`/api/files/${file.id}`)).status).toBe(200)
    const pays = (billing: string | null) =>
      server.running.storage.db.execute(sql`update teams set billing = ${billing} where id = ${school}`)
    await pays(null)
    expect((await crew.get(`/api/files/${file.id}`)).status).toBe(404)
    await pays(account)
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

  it('closes the PDF of a removed document to its readers, and opens it again when the document is restored', async () => {
    const [boss, clerk] = [await server.person(owner), await server.person(manager)]
    for (const type of ['Toolbox', 'Forms']) {
      const { id } = await boss.upload(readFileSync('tests/pdf/forms/flat.pdf'), { type: 'application/pdf', filename: 'talk.pdf' })
      const [library, key] = [newId(), newId()]
      await make(boss, { type }, library)
      const change = async (payload: Record<string, unknown>, rev: number) => {
        const path = `libraries/${library}/documents/${key}`
        return (await boss.save<Refusal>(path, { payload }, { 'if-match': `"${rev}"` }, rev === 0 ? 'POST' : 'PATCH')).status
      }
      const read = async () => (await clerk.get(`/api/files/${id}`)).status
      const pdf = { id, filename: 'talk.pdf', url: `/api/files/${id}` }
      expect([type, await change({ key, name: 'Ladders', deleted: false, pdf }, 0), await read()]).toEqual([type, 200, 200])
      expect([type, await change({ deleted: true }, 1), await read()]).toEqual([type, 200, 404])
      expect([type, await change({ deleted: false }, 2), await read()]).toEqual([type, 200, 200])
    }
  })

  it('rejects a file that cannot be opened from a library, says what to do, and continues', async () => {
    const boss = await server.person(owner)
    const [forms, toolbox] = [newId(), newId()]
    await make(boss, { type: 'Forms' }, forms)
    await make(boss, { type: 'Toolbox' }, toolbox)
    const add = async (library: string, bytes: Buffer) => {
      const { id } = await boss.upload(bytes, { type: 'application/pdf', filename: 'permit.pdf' })
      const key = newId()
      const pdf = { id, filename: 'permit.pdf', url: `/api/files/${id}` }
      const { status, body } = await boss.save<Refusal>(`libraries/${library}/documents/${key}`, { payload: { key, name: 'Permit', pdf } })
      return { status, said: body.error?.message }
    }
    const told = new Map<string, string | undefined>()
    for (const [name, bytes] of Object.entries(unreadablePdfs)) {
      const { status, said } = await add(toolbox, bytes)
      expect([name, status]).toEqual([name, 400])
      told.set(name, said)
    }
    expect(Object.fromEntries(told)).toMatchObject({
      'a file of 0 bytes': 'The file is empty. Choose it again.',
      'the first half of a file': 'The PDF is cut off. Send it again.',
      'a photo that is called .pdf': 'The file is not a PDF. Save or print it as a PDF, and send that.',
      'the page of an error, saved as .pdf': 'The file is not a PDF. Save or print it as a PDF, and send that.',
      'two lists of pages that hold each other': 'The PDF cannot be read. Save it again with the program that made it.',
      'a document without pages': 'The PDF cannot be read. Save it again with the program that made it.',
    })
    for (const bytes of [inflatingPdf(), endlessPdf()])
      expect(await add(forms, bytes)).toEqual({
        status: 413,
        said: 'The PDF is too large to be read. Split it, or save it with smaller pictures.',
      })
    // A read-only document may need a password; a form that every worker fills in may not.
    const locked = readFileSync('tests/pdf/forms/locked-256.pdf')
    expect(await add(forms, locked)).toEqual({ status: 400, said: 'The PDF is locked with a password. Send it without one.' })
    expect((await add(toolbox, locked)).status).toBe(200)
    for (const [name, bytes] of Object.entries(oddPdfs)) expect([name, (await add(forms, bytes)).status]).toEqual([name, 200])

    const { body } = await boss.get<{ documents: unknown[] }>(`/api/library/${toolbox}`)
    expect(body.documents).toHaveLength(1)
  })

  it('RV-185 a document of a Forms library is a form of every project of the account: filled in first as its prefill says, marked where its rules are broken', async () => {
    const [boss, clerk, crew] = [await server.person(owner), await server.person(manager), await server.person(worker)]
    const file = await boss.upload(readFileSync('tests/pdf/forms/every-type.pdf'), { type: 'application/pdf', filename: 'permit.pdf' })
    const [library, key] = [newId(), newId()]
    await make(boss, { type: 'Forms', name: 'Permits' }, library)
    const path = `libraries/${library}/documents/${key}`
    const change = (payload: Record<string, unknown>, rev: number) =>
      boss.save<Refusal>(path, { payload }, { 'if-match': `"${rev}"` }, rev === 0 ? 'POST' : 'PATCH')
    const payload = {
      key,
      name: 'Hot work permit',
      description: '',
      deleted: false,
      pdf: { id: file.id, filename: 'permit.pdf', url: `/api/files/${file.id}` },
      nonConformingRules: [{ fieldName: 'tiny', value: 'OLD' }],
      prefillProps: [
        { fieldName: 'name', prefillSource: 'person.name', isColumn: true },
        { fieldName: 'badge', prefillSource: 'nobody.knows', isColumn: false },
      ],
    }
    expect((await change(payload, 0)).status).toBe(200)

    const { body } = await boss.get<{ documents: { forms?: { key: string; project: string }[] }[] }>(`/api/library/${library}`)
    const form = body.documents[0]?.forms?.find(({ project }) => project === 'Harbor Point Tower')
    if (!form) throw new Error('the document is no form')
    // People who fill it in are members of the project, not of the account.
    const page = await crew.get<{ component: string; form: { name: string; recordTitle: string; pdf: Record<string, unknown> } }>(
      `/api/forms/${form.key}.json`,
    )
    expect(page.body.component).toBe('pdfForm')
    expect(page.body.form).toMatchObject({
      name: 'Hot work permit',
      recordTitle: '{{fields.name}}',
      pdf: {
        source: `/api/files/${file.id}`,
        initValues: { name: '{{person.name}}' },
        nonConforming: [{ fieldName: 'tiny', value: 'OLD' }],
      },
    })
    expect((await crew.get(`/api/files/${file.id}`)).status).toBe(200)
    expect((await (await server.person(outsider)).get(`/api/forms/${form.key}.json`)).status).toBe(403)

    // The server marks the PDF of another program.
    const parts = new FormData()
    parts.set('pdf', new File([readFileSync('tests/pdf/forms/every-type.pdf')], 'permit.pdf', { type: 'application/pdf' }))
    const record = `forms/${form.key}/${newId()}`
    const headers = { 'x-actor': crew.uid, 'x-device': crew.device, cookie: crew.cookie, 'idempotency-key': newId(), 'if-match': '"0"' }
    expect((await fetch(`${server.url}/api/data/${record}`, { method: 'POST', headers, body: parts })).status).toBe(200)
    expect((await crew.get<{ model: Record<string, unknown> }>(`/api/data/${record}`)).body.model['nonConforming']).toEqual(['tiny'])

    // A manager of the project sees the mark in the list of arrived records.
    const arrived = await clerk.get<{ componentConfig: { items: { path: string; model: Record<string, unknown> }[] } }>(
      `/api/arrived/${form.key}.json`,
    )
    expect(arrived.body.componentConfig.items.map(({ path: at, model }) => [at, model['nonConforming']])).toEqual([[record, ['tiny']]])

    // The form follows its document; a submitted one can still be read after the document is deleted.
    expect((await change({ name: 'Welding permit' }, 1)).status).toBe(200)
    const named = await crew.get<{ form: { name: string } }>(`/api/forms/${form.key}.json`)
    expect(named.body.form.name).toBe('Welding permit')
    expect((await change({ deleted: true }, 2)).status).toBe(200)
    const closed = await crew.get<{ form: { pdf: Record<string, unknown> } }>(`/api/forms/${form.key}.json`)
    expect(closed.body.form.pdf).toMatchObject({ submitDisabled: true, forceReadonly: true })
    expect((await crew.get(`/api/files/${file.id}`)).status).toBe(200)

    const unused = newId()
    const other = `libraries/${library}/documents/${unused}`
    await boss.save(other, { payload: { ...payload, key: unused } })
    const again = await boss.get<{ documents: { key: string; forms?: { key: string; project: string }[] }[] }>(`/api/library/${library}`)
    const mine =
      again.body.documents.find((one) => one.key === unused)?.forms?.find(({ project }) => project === 'Harbor Point Tower')?.key ?? ''
    expect((await crew.get(`/api/forms/${mine}.json`)).status).toBe(200)
    await boss.save(`libraries/${library}`, { payload: { deleted: true } }, { 'if-match': '"1"' }, 'PATCH')
    expect((await crew.get(`/api/forms/${mine}.json`)).status).toBe(404)
  })
})
