import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, type PDFPage, type PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { longestMessage } from '../../../contract/endpoints/records.ts'
import { maxFileSize } from '../../../contract/endpoints/uploads.ts'
import {
  type Device,
  manager,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  owner,
  sha256,
  tower,
  worker,
} from '../../../tests/harness/testServer.ts'

type Refusal = { error: { code: string; message: string; details?: { path: string }[] } }

/** A red picture of 1 × 1 pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64')

function pngChunk(name: string, data: Buffer): Buffer {
  const [length, crc, typed] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name), data])]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, crc])
}

/** A gray picture of one bit per pixel, or one with lines that unpack to another size. */
function white(width: number, height: number, unpacked = (Math.ceil(width / 8) + 1) * height): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(Buffer.alloc(unpacked))), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([png.subarray(0, 8), ...parts])
}

/** The header of a JPEG of this size: all that the page needs. */
function jpeg(width: number, height: number, orientation?: number): Buffer {
  const exif = orientation
    ? Buffer.concat([Buffer.from('ffe1002245786966000049492a00080000000100120103000100000000000000', 'hex'), Buffer.from([0, 0, 0, 0])])
    : Buffer.alloc(0)
  if (orientation) exif.writeUInt16LE(orientation, 28)
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8', 'hex'), exif, frame, Buffer.from('ffd9', 'hex')])
}

async function pdf(device: Device, server: { url: string }, body: unknown) {
  const answer = await fetch(`${server.url}/api/image2pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-actor': device.uid, 'x-device': device.device, cookie: device.cookie },
    body: JSON.stringify(body),
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Where the picture's stored corners (bottom left, bottom right, top left) are on the page. */
function corners(page: PDFPage) {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents]
  const text = streams.map((stream) => inflateSync((stream as PDFRawStream).contents).toString('latin1')).join('\n')
  const [a, b, c, d, e, f] = (/([-\d. ]+) cm/.exec(text)?.[1] ?? '').trim().split(/\s+/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const at = (u: number, v: number) => [Math.round(a * u + c * v + e), Math.round(b * u + d * v + f)]
  return { bottomLeft: at(0, 0), bottomRight: at(1, 0), topLeft: at(0, 1) }
}
async function sheet(bytes: Buffer) {
  const document = await PDFDocument.load(bytes)
  const page = document.getPage(0)
  return { pages: document.getPageCount(), size: [Math.round(page.getWidth()), Math.round(page.getHeight())], ...corners(page) }
}

onEachServer((server) => {
  const attach = <Body = Record<string, unknown>>(device: Device, path: string, body: unknown, headers: Record<string, string> = {}) =>
    device.ask<Body & Refusal>('POST', `/api/attach/${path}`, body, {
      'idempotency-key': newId(),
      'x-seq': String(++seq),
      ...headers,
    })
  let seq = 1_000_000
  const record = async (device: Device, payload: Record<string, unknown> = { note: 'gate' }) => {
    const path = `forms/manpower/${newId()}`
    expect((await device.save(path, { payload, feed: false })).status).toBe(200)
    return path
  }
  const modelOf = async (device: Device, path: string) =>
    (await device.get<{ model: Record<string, unknown>; rev: number }>(`/api/data/${path}`)).body

  describe('a picture on a page', () => {
    it('FE-334 a photo sent as base64 comes back as the bytes of a PDF of one page', async () => {
      const device = await server.person(worker)
      const { answer, bytes } = await pdf(device, server, { type: 'image/png', image: png.toString('base64') })
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'application/pdf',
        'no-store',
      ])
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(await sheet(bytes)).toMatchObject({ pages: 1, size: [595, 842] })
      const withAddress = await pdf(device, server, { type: 'image/png', image: `data:image/png;base64,${png.toString('base64')}` })
      expect(withAddress.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    })

    it('the picture keeps its shape inside the margins, on a page of the same orientation', async () => {
      const device = await server.person(worker)
      const of = async (picture: Buffer) =>
        sheet((await pdf(device, server, { type: 'image/jpeg', image: picture.toString('base64') })).bytes)
      // 770 points of width remain between the margins of 36.
      expect(await of(jpeg(4000, 2000))).toMatchObject({
        size: [842, 595],
        bottomLeft: [36, 105],
        bottomRight: [806, 105],
        topLeft: [36, 490],
      })
      expect(await of(jpeg(1000, 4000))).toMatchObject({ size: [595, 842] })
      // A small picture is not enlarged.
      expect(await of(jpeg(100, 50))).toMatchObject({ bottomLeft: [371, 273], bottomRight: [471, 273] })
    })

    it('a photo taken with the phone upright is upright on the page', async () => {
      const device = await server.person(worker)
      const of = async (orientation: number) =>
        sheet((await pdf(device, server, { type: 'image/jpeg', image: jpeg(200, 100, orientation).toString('base64') })).bytes)
      const [left, right, low, high] = [248, 348, 321, 521]
      // Rotated right: the left side of the stored picture is at the top.
      expect(await of(6)).toMatchObject({ size: [595, 842], bottomLeft: [left, high], bottomRight: [left, low], topLeft: [right, high] })
      expect(await of(8)).toMatchObject({ size: [595, 842], bottomLeft: [right, low], bottomRight: [right, high], topLeft: [left, low] })
      expect(await of(3)).toMatchObject({ size: [842, 595], bottomLeft: [521, 348], bottomRight: [321, 348] })
      expect(await of(1)).toMatchObject({ size: [842, 595], bottomLeft: [321, 248], bottomRight: [521, 248] })
    })

    it('a large picture of few bytes is put on its page while everybody else is answered', async () => {
      const image = white(4000, 4000).toString('base64')
      let done = false
      const page = pdf(server.nobody(), server, { type: 'image/png', image }).finally(() => (done = true))
      let answered = 0
      while (!done && answered < 20) {
        expect((await fetch(`${server.url}/api/ping`)).status).toBe(200)
        answered++
      }
      expect(answered).toBe(20)
      expect((await page).answer.status).toBe(200)
    })

    it('FE-335 the address of an own file gives the same page, and only to who may read the file', async () => {
      const mine = await server.person(worker)
      const { id } = await mine.upload(png, { filename: 'a.png', type: 'image/png' })
      const ask = (device: Device) => device.get<Refusal>(`/api/image2pdf?url=${encodeURIComponent(`/api/files/${id}`)}`)
      const answer = await ask(mine)
      expect([answer.status, answer.headers.get('content-type'), answer.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
      expect((await ask(await server.person(otherWorker))).status).toBe(404)
      expect((await ask(server.nobody())).status).toBe(401)
    })

    it('FE-335 no other address is ever asked for', async () => {
      const device = await server.person(worker)
      const { id } = await device.upload(png, { type: 'image/png' })
      for (const url of [
        'http://127.0.0.1:22/',
        `${server.url}/api/files/${id}`,
        `//evil.example/api/files/${id}`,
        `/api/files/${id}/../../me`,
        `/api/files/${id}?x`,
        '/api/me',
        'file:///etc/passwd',
        '',
      ]) {
        const answer = await device.get<Refusal>(`/api/image2pdf?url=${encodeURIComponent(url)}`)
        expect([url, answer.status, answer.body.error.code]).toEqual([url, 400, 'INVALID'])
      }
      expect((await device.get('/api/image2pdf')).status).toBe(400)
    })

    it('what is no picture is refused in words', async () => {
      const device = await server.person(worker)
      const huge = Buffer.from(png)
      huge.writeUInt32BE(100_000, 16)
      huge.writeUInt32BE(100_000, 20)
      const bad: [unknown, number, string][] = [
        [{ type: 'image/png', image: 'not base64!' }, 400, 'INVALID'],
        [{ type: 'image/png', image: '' }, 400, 'INVALID'],
        [{ type: 'image/png' }, 400, 'INVALID'],
        [{ type: 'image/gif', image: png.toString('base64') }, 400, 'INVALID'],
        [{ type: 'image/png', image: Buffer.from('<svg/>').toString('base64') }, 400, 'INVALID'],
        [{ type: 'image/png', image: png.subarray(0, 40).toString('base64') }, 400, 'INVALID'],
        [{ type: 'image/jpeg', image: jpeg(0, 0).toString('base64') }, 400, 'INVALID'],
        [{ type: 'image/jpeg', image: Buffer.from('ffd8ffe1', 'hex').toString('base64') }, 400, 'INVALID'],
        [{ type: 'image/png', image: huge.toString('base64') }, 413, 'TOO_LARGE'],
      ]
      for (const [body, status, code] of bad) {
        const { answer, bytes } = await pdf(device, server, body)
        expect([answer.status, (JSON.parse(bytes.toString()) as Refusal).error.code]).toEqual([status, code])
      }
      // The size is not in the first chunk, and the pixels unpack to more than it says.
      const hidden = Buffer.concat([
        png.subarray(0, 8),
        pngChunk('tEXt', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
        white(9000, 9000).subarray(8),
      ])
      for (const bytes of [hidden, white(1, 1, 40_000_000)]) {
        const { answer, bytes: told } = await pdf(server.nobody(), server, { type: 'image/png', image: bytes.toString('base64') })
        expect([answer.status, (JSON.parse(told.toString()) as Refusal).error.message]).toEqual([400, 'The picture could not be read.'])
      }
      const tooLarge = await pdf(device, server, { type: 'image/jpeg', image: Buffer.alloc(maxFileSize + 1, 1).toString('base64') })
      expect(tooLarge.answer.status).toBe(413)
    })
  })

  describe('a file sent by itself', () => {
    it('FE-336 a file with type, name and data joins the list of its record; the answer says success and reload', async () => {
      const device = await server.person(worker)
      const path = await record(device)
      const data = Buffer.from('plan of the gate')
      const { status, body } = await attach<Record<string, unknown>>(device, `${path}?attribute=papers`, {
        type: 'application/pdf',
        name: 'plan.pdf',
        data: data.toString('base64'),
      })
      expect([status, body['success'], body['returnUrl'], body['rev']]).toEqual([200, true, 'reload', 2])
      const { model } = await modelOf(device, path)
      expect(model).toEqual({ note: 'gate', papers: [body['file']] })
      expect(body['file']).toMatchObject({
        name: 'plan.pdf',
        filename: 'plan.pdf',
        type: 'application/pdf',
        size: data.length,
        sha256: sha256(data),
      })
      const file = await (await server.person(manager)).get((body['file'] as { url: string }).url)
      expect(file.text).toBe('plan of the gate')
    })

    it('FE-336 the same file sent again and again under its key is there once', async () => {
      const device = await server.person(worker)
      const path = await record(device)
      const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq) }
      const body = { type: 'text/plain', name: 'a.txt', data: Buffer.from('a').toString('base64') }
      const all = await Promise.all(Array.from({ length: 6 }, () => attach<{ success?: boolean }>(device, path, body, headers)))
      for (const answer of all) expect([200, 409]).toContain(answer.status)
      const again = await attach<{ success?: boolean; returnUrl?: string }>(device, path, body, headers)
      expect([again.status, again.headers.get('idempotency-replayed'), again.body.success, again.body.returnUrl]).toEqual([
        200,
        'true',
        true,
        'reload',
      ])
      expect((await modelOf(device, path)).model['files']).toHaveLength(1)
      const other = await attach(device, path, { ...body, data: Buffer.from('b').toString('base64') }, headers)
      expect([other.status, other.body.error.code]).toEqual([422, 'key_reused'])
      const renamed = await attach(device, path, { ...body, name: 'b.txt' }, headers)
      expect([renamed.status, renamed.body.error.code]).toEqual([422, 'key_reused'])
    })

    it('a finished upload is named instead of its bytes; one that is not here yet is waited for', async () => {
      const device = await server.person(worker)
      const path = await record(device)
      const id = newId()
      const body = { type: 'image/jpeg', name: 'gate.jpg', id }
      const early = await attach(device, path, body)
      expect([early.status, early.body.error.code, early.headers.get('retry-after')]).toEqual([425, 'upload_missing', '2'])
      await device.upload('bytes', { id })
      const files = [{ id, sha256: sha256('bytes'), size: 5 }]
      expect((await attach(device, path, { ...body, files: [{ id, sha256: sha256('other'), size: 5 }] })).status).toBe(422)
      const late = await attach<{ file: unknown }>(device, path, { ...body, files })
      expect(late.status).toBe(200)
      expect((await modelOf(device, path)).model['files']).toEqual([late.body.file])
    })

    it('files of two people at the same time are both kept, and what else they changed too', async () => {
      // The calls of one device run in order, so simultaneous calls must be from different devices.
      const [mine, theirs, other] = [await server.person(worker), await server.person(manager), await server.person(manager)]
      const path = await record(mine)
      const body = (name: string) => ({ type: 'text/plain', name, data: Buffer.from(name).toString('base64') })
      const done = await Promise.all([
        attach(mine, path, body('a.txt')),
        attach(theirs, path, body('b.txt')),
        other.save(path, { payload: { note: 'door' }, base: { note: 'gate' } }, { 'if-match': '"1"' }, 'PATCH'),
      ])
      expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
      const { model } = await modelOf(mine, path)
      expect([(model['files'] as { name: string }[]).map(({ name }) => name).sort(), model['note']]).toEqual([['a.txt', 'b.txt'], 'door'])
    })

    it('a record begins with its file, and the save of the form that follows joins it', async () => {
      const device = await server.person(worker)
      const path = `forms/manpower/${newId()}`
      expect((await attach(device, `${path}?attribute=model.files`, { type: 'text/plain', name: 'a', data: 'YQ==' })).status).toBe(200)
      expect((await device.save(path, { payload: { model: { note: 'x' } }, feed: false }, { 'x-seq': String(++seq) })).status).toBe(200)
      expect((await modelOf(device, path)).model).toEqual({ model: { note: 'x', files: [expect.objectContaining({ name: 'a' })] } })
    })

    it('who may not change the record adds nothing to it', async () => {
      const mine = await server.person(worker)
      const path = await record(mine)
      const body = { type: 'text/plain', name: 'a.txt', data: 'YQ==' }
      const status = async (device: Device, at = path, more = body) => (await attach(device, at, more)).status
      expect(await status(await server.person(otherWorker))).toBe(403)
      expect(await status(await server.person(outsider))).toBe(403)
      expect(await status(server.nobody())).toBe(401)
      expect(await status(mine, `people/${newId()}`)).toBe(403)
      expect(await status(mine, `teams/${newId()}`)).toBe(403)
      expect(await status(mine, `forms/nothing/${newId()}`)).toBe(404)
      const { id } = await (await server.person(owner)).upload('theirs')
      const stolen = await attach(mine, path, { type: 'text/plain', name: 'a.txt', id })
      expect([stolen.status, stolen.body.error.code]).toEqual([403, 'FORBIDDEN'])
      expect((await modelOf(mine, path)).model).toEqual({ note: 'gate' })
    })

    it('bad input is refused, and says what was expected', async () => {
      const device = await server.person(worker)
      const path = await record(device, { title: 'Gate', note: 'x' })
      const good = { type: 'text/plain', name: 'a.txt', data: 'YQ==' }
      const bad: [string, unknown, number, string][] = [
        [path, { type: 'text/plain', name: 'a.txt' }, 400, 'INVALID'],
        [path, { ...good, id: newId() }, 400, 'INVALID'],
        [path, { ...good, data: '%%%' }, 400, 'INVALID'],
        [path, { ...good, name: '' }, 400, 'INVALID'],
        [path, { ...good, id: 'short', data: undefined }, 400, 'INVALID'],
        [path, { ...good, thumbnail: 'javascript:alert(1)' }, 400, 'INVALID'],
        [`${path}?attribute=title`, good, 400, 'INVALID'],
        [`${path}?attribute=__proto__`, good, 400, 'INVALID'],
        [`${path}?attribute=a-b`, good, 400, 'INVALID'],
        [`${path}?attribute=note`, good, 409, 'conflict'],
        ['forms/manpower/short', good, 400, 'INVALID'],
        [path, { ...good, data: Buffer.alloc(maxFileSize + 1).toString('base64') }, 413, 'TOO_LARGE'],
      ]
      for (const [at, body, status, code] of bad) {
        const answer = await attach(device, at, body)
        expect([at, answer.status, answer.body.error.code]).toEqual([at, status, code])
      }
      const keyless = await device.ask<Refusal>('POST', `/api/attach/${path}`, good)
      expect([keyless.status, keyless.body.error.code]).toEqual([400, 'key_missing'])
      expect((await modelOf(device, path)).model).toEqual({ title: 'Gate', note: 'x' })
      const nul = await attach<Refusal>(device, path, { ...good, name: '../../etc/pass\u0000wd' })
      expect([nul.status, nul.body.error.code]).toEqual([400, 'INVALID'])
      const odd = await attach<{ file: { name: string } }>(device, path, { ...good, name: '../../etc/pass\u0007wd' })
      expect(odd.body.file.name).toBe('.._.._etc_pass_wd')
    })
  })

  describe('the feed of a record', () => {
    interface Feed {
      entries: { n: number; text: string; type: string; sms: boolean; actor: string; name?: string; opId: string; at: string }[]
      next?: string
    }
    const feed = (device: Device, path: string, query = '') => device.get<Feed & Refusal>(`/api/feed/${path}${query}`)
    const say = (device: Device, path: string, text: unknown, headers: Record<string, string> = {}) =>
      device.ask<{ rev?: number } & Refusal>(
        'POST',
        `/api/feed/${path}`,
        { text },
        { 'idempotency-key': newId(), 'x-seq': String(++seq), ...headers },
      )

    it('FE-015 a message sent to the feed is there once, with who said it and when; the record stays as it was', async () => {
      const [mine, boss] = [await server.person(worker), await server.person(manager)]
      const path = await record(mine)
      const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq) }
      expect((await say(mine, path, '  Gate 4 is blocked ', headers)).status).toBe(200)
      expect((await say(mine, path, '  Gate 4 is blocked ', headers)).headers.get('idempotency-replayed')).toBe('true')
      expect((await say(boss, path, 'On my way')).status).toBe(200)
      const { entries } = (await feed(mine, path)).body
      expect(entries.map(({ n, text, actor, type, sms }) => [n, text, actor, type, sms])).toEqual([
        [2, 'On my way', boss.uid, 'message', false],
        [1, 'Gate 4 is blocked', mine.uid, 'message', false],
      ])
      expect(entries[0]?.name).toBeTruthy()
      expect(entries[1]?.opId).toBe(headers['idempotency-key'])
      expect(Math.abs(Date.parse(entries[0]?.at ?? '') - Date.now())).toBeLessThan(600_000)
      expect((await modelOf(mine, path)).model).toEqual({ note: 'gate' })
    })

    it('FE-158 a save that sends a message shows it in the feed', async () => {
      const mine = await server.person(worker)
      const path = `forms/manpower/${newId()}`
      await mine.save(path, { payload: { a: 1 } })
      expect((await feed(mine, path)).body.entries).toMatchObject([{ text: 'Thanks I have captured those form changes.', sms: true }])
    })

    it('a long feed comes in pages, newest first, and new messages shift none of them', async () => {
      const mine = await server.person(worker)
      const path = await record(mine)
      for (let n = 1; n <= 5; n++) await say(mine, path, `m${n}`)
      const first = (await feed(mine, path, '?limit=2')).body
      expect(first.entries.map(({ text }) => text)).toEqual(['m5', 'm4'])
      await say(mine, path, 'm6')
      const second = (await feed(mine, path, `?limit=2&cursor=${first.next}`)).body
      expect(second.entries.map(({ text }) => text)).toEqual(['m3', 'm2'])
      const third = (await feed(mine, path, `?limit=2&cursor=${second.next}`)).body
      expect([third.entries.map(({ text }) => text), third.next]).toEqual([['m1'], undefined])
    })

    it('is read by who may read the record, and written by who may change it', async () => {
      const mine = await server.person(worker)
      const path = await record(mine)
      await say(mine, path, 'hello')
      const strangers = { other: await server.person(otherWorker), outside: await server.person(outsider) }
      expect((await feed(strangers.other, path)).status).toBe(404)
      expect((await feed(strangers.outside, path)).status).toBe(403)
      expect((await feed(server.nobody(), path)).status).toBe(401)
      for (const device of Object.values(strangers)) expect((await say(device, path, 'x')).status).toBe(403)
      expect((await say(server.nobody(), path, 'x')).status).toBe(401)
      expect((await feed(mine, path)).body.entries).toHaveLength(1)
    })

    it('bad input is refused: nothing said, too much said, no record to say it on', async () => {
      const mine = await server.person(worker)
      const path = await record(mine)
      for (const text of ['', '   ', 7, undefined, 'x'.repeat(longestMessage + 1)])
        expect([400, 'INVALID']).toEqual(await say(mine, path, text).then(({ status, body }) => [status, body.error.code]))
      expect((await say(mine, `forms/manpower/${newId()}`, 'x')).status).toBe(404)
      expect((await say(mine, 'forms/manpower', 'x')).status).not.toBe(200)
      for (const query of ['?limit=0', '?limit=x', '?cursor=-1', '?cursor=a']) expect((await feed(mine, path, query)).status).toBe(400)
      expect((await feed(mine, `forms/manpower/${newId()}`)).status).toBe(404)
      expect((await feed(mine, path)).body.entries).toEqual([])
    })
  })

  describe('a person who has left the project', () => {
    it('gets the lost answer of a file that was added before, and adds no other', async () => {
      const gone = await server.person(otherWorker)
      const path = await record(gone)
      const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq) }
      const body = { type: 'text/plain', name: 'a.txt', data: 'YQ==' }
      expect((await attach(gone, path, body, headers)).status).toBe(200)
      const removed = { payload: { members: { [gone.uid]: { deleted: true } } } }
      expect((await (await server.person(owner)).save(`teams/${tower}`, removed)).status).toBe(200)
      const again = await attach(gone, path, body, headers)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      expect((await attach(gone, path, body)).status).toBe(403)
    })
  })
})
