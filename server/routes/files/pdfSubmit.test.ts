import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inflatingPdf, oddPdfs, unreadablePdfs } from '../../../tests/harness/malformedPdf.ts'
import { type Device, manager, newId, outsider, sha256, useServer, worker } from '../../../tests/harness/testServer.ts'

const form = readFileSync('tests/pdf/forms/every-type.pdf')
/** The same PDF with one value that a person entered. */
const filled = Buffer.from(form.toString('latin1').replace('/V (old)', '/V (9 m)'), 'latin1')

interface Body {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly { path: string; message: string }[] }
  readonly path?: string
  readonly rev?: number
}
interface Kept {
  readonly rev: number
  readonly model: {
    pdf: { id: string; filename: string; url: string }[]
    fields: Record<string, unknown>
    attachments: { id: string; filename: string; url: string }[]
    title: string
  }
}

const notPdf = 'The file is not a PDF. Save or print it as a PDF, and send that.'

describe('a PDF form on the server', () => {
  const server = useServer()

  /** Submits like a program: one multipart call to the URL of the record. */
  async function submit(
    device: Device,
    path: string,
    parts: Readonly<Record<string, string | File>>,
    { key = newId(), method = 'POST', rev = 0 } = {},
  ) {
    const body = new FormData()
    for (const [name, value] of Object.entries(parts)) body.set(name, value)
    const answer = await fetch(`${server.url}/api/data/${path}`, {
      method,
      headers: { 'x-actor': device.uid, 'x-device': device.device, cookie: device.cookie, 'idempotency-key': key, 'if-match': `"${rev}"` },
      body,
    })
    return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), body: (await answer.json()) as Body }
  }
  const pdf = (bytes: Buffer = filled, name = 'permit.pdf') => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
  const newPath = () => `forms/manpower/${newId()}`
  const bytesAt = async (device: Device, url: string) => {
    const answer = await fetch(`${server.url}${url}`, { headers: { cookie: device.cookie, 'x-device': device.device } })
    return sha256(Buffer.from(await answer.arrayBuffer()))
  }

  it('FE-344 takes the pdf, each inline attachment under its id, and the list of attachments, once', async () => {
    const device = await server.person(worker)
    const path = newPath()
    const key = newId()
    const before = await device.upload('a plan', { type: 'application/pdf', filename: 'plan.pdf' })
    const parts = {
      pdf: pdf(),
      photo1: new File(['crane'], 'whatever.jpg', { type: 'image/jpeg' }),
      attachments: JSON.stringify([
        { id: 'photo1', filename: 'crane.jpg' },
        { id: 'plan', filename: 'plan.pdf', url: `/api/files/${before.id}` },
      ]),
    }
    const first = await submit(device, path, parts, { key })
    expect(first).toMatchObject({ status: 200, replayed: null, body: { path } })
    const again = await submit(device, path, parts, { key })
    expect(again).toMatchObject({ status: 200, replayed: 'true', body: { rev: first.body.rev } })

    const { body: kept } = await device.get<Kept>(`/api/data/${path}`)
    expect(kept.rev).toBe(first.body.rev)
    expect(kept.model).toMatchObject({ title: 'Permit to work', fields: { tiny: '9 m', fixed: 'Do not touch', trade: 'el' } })
    expect(kept.model.pdf).toHaveLength(1)
    expect(kept.model.attachments.map(({ filename }) => filename)).toEqual(['crane.jpg', 'plan.pdf'])
    expect(await bytesAt(device, kept.model.pdf[0]?.url ?? '')).toBe(sha256(filled))
    expect(await bytesAt(device, kept.model.attachments[0]?.url ?? '')).toBe(sha256('crane'))
    expect(kept.model.attachments[1]?.url).toBe(`/api/files/${before.id}`)

    const changed = await submit(device, path, { pdf: pdf(form) }, { method: 'PATCH', rev: kept.rev })
    expect(changed.status).toBe(200)
    const { body: later } = await device.get<Kept>(`/api/data/${path}`)
    expect(later.model.fields).toMatchObject({ tiny: 'old' })
    expect(later.model.attachments).toHaveLength(2)
  })

  it('says what is wrong with a submit, and keeps nothing of it', async () => {
    const device = await server.person(worker)
    const wrong = async (parts: Readonly<Record<string, string | File>>, at: string) => {
      const path = newPath()
      const { status, body } = await submit(device, path, parts)
      expect([status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([400, 'INVALID', at])
      expect((await device.get(`/api/data/${path}`)).status).toBe(404)
      return body.error?.message
    }
    await wrong({ attachments: '[]' }, 'pdf')
    await wrong({ pdf: pdf(), attachments: 'photo' }, 'attachments')
    await wrong({ pdf: pdf(), attachments: JSON.stringify([{ id: 'a' }]) }, 'attachments.0.filename')
    await wrong({ pdf: pdf(), attachments: JSON.stringify([{ id: 'a', filename: 'a.jpg' }]) }, 'attachments.a')
    await wrong({ pdf: pdf(), attachments: JSON.stringify([{ id: 'a', filename: 'a', url: 'https://example.com/a' }]) }, 'attachments.url')
    expect(await wrong({ pdf: pdf(Buffer.from('\xff\xd8\xff\xe0 JFIF', 'latin1'), 'photo.pdf') }, 'pdf')).toBe(notPdf)
    expect(await wrong({ pdf: pdf(form.subarray(0, 60)) }, 'pdf')).toBe('The PDF is cut off. Send it again.')
    expect(await wrong({ pdf: pdf(readFileSync('tests/pdf/forms/locked-256.pdf')) }, 'pdf')).toBe(
      'The PDF is locked with a password. Send it without one.',
    )
    expect((await submit(await server.person(outsider), newPath(), { pdf: pdf() })).status).toBe(403)
  })

  it('CO-414 lists the fields of an uploaded PDF for people who may read it', async () => {
    const device = await server.person(manager)
    const { id } = await device.upload(form, { type: 'application/pdf', filename: 'permit.pdf' })
    const ask = (who: Device, uid: string, query: string) =>
      who.get<{ items: { id: string; label: string; fieldType: string; required: boolean; page: number }[]; pages: number } & Body>(
        `/api/lookups/${uid}/pdf-fields${query}`,
      )
    const { status, body } = await ask(device, device.uid, `?file=${id}`)
    expect([status, body.pages, body.items.length]).toEqual([200, 1, 16])
    expect(body.items.find((item) => item.id === 'name')).toEqual({
      id: 'name',
      label: 'Full name',
      fieldType: 'text',
      page: 1,
      required: true,
      readOnly: false,
    })
    expect(body.items.find((item) => item.id === 'trade')).toMatchObject({ options: [{ value: 'el', label: 'Electrician' }, {}, {}] })
    expect(body.items.some((item) => item.id === 'print')).toBe(false)
    expect((await ask(device, device.uid, '')).body.error?.details?.[0]?.path).toBe('query.file')
    expect((await ask(device, 'somebody', `?file=${id}`)).status).toBe(403)
    expect((await ask(await server.person(worker), (await server.person(worker)).uid, `?file=${id}`)).status).toBe(404)
    const photo = await device.upload('\xff\xd8\xff', { type: 'image/jpeg', filename: 'x.pdf' })
    expect((await ask(device, device.uid, `?file=${photo.id}`)).body.error?.message).toBe(notPdf)
  })

  it('CO-415 tells what fields can be filled in with, and which fields of a PDF ask for it', async () => {
    const device = await server.person(manager)
    const { id } = await device.upload(form, { type: 'application/pdf', filename: 'permit.pdf' })
    const ask = (query: string) =>
      device.get<{ items: { id: string; label: string; fields?: string[] }[] }>(`/api/lookups/${device.uid}/prefill-source${query}`)
    const { body } = await ask('')
    expect(body.items).toEqual([
      { id: 'person.name', label: 'Name' },
      { id: 'person.mobile', label: 'Mobile number' },
      { id: 'today()', label: 'Date' },
      { id: 'owner.project', label: 'Project' },
      { id: 'owner.team', label: 'Company' },
    ])
    expect((await ask(`?file=${id}`)).body.items[0]).toEqual({ id: 'person.name', label: 'Name', fields: ['name'] })
  })

  it('is asked for the fields of files that are none, says so, and goes on answering', async () => {
    const device = await server.person(manager)
    const lookups = async (bytes: Buffer) => {
      const { id } = await device.upload(bytes, { type: 'application/pdf', filename: 'permit.pdf' })
      const ask = (name: string) => device.get<Body & { pages?: number }>(`/api/lookups/${device.uid}/${name}?file=${id}`)
      return [await ask('pdf-fields'), await ask('prefill-source')] as const
    }
    for (const [name, bytes] of Object.entries(unreadablePdfs)) {
      // Half of a file has half of its fields: the answer shows no more than there is.
      if (name === 'the first half of a file') continue
      for (const { status, body } of await lookups(bytes))
        expect([name, status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([name, 400, 'INVALID', 'pdf'])
    }
    for (const { status, body } of await lookups(inflatingPdf())) expect([status, body.error?.code]).toEqual([413, 'TOO_LARGE'])
    for (const [name, bytes] of Object.entries(oddPdfs))
      for (const { status } of await lookups(bytes)) expect([name, status]).toEqual([name, 200])
    const [whole] = await lookups(form)
    expect([whole.status, whole.body.pages]).toEqual([200, 1])
  })
})
