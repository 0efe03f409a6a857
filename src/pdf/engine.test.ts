import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { version } from 'pdfjs-dist/package.json'
import { describe, expect, it } from 'vitest'
import type { LoadFont } from './fetchedFont.ts'
import { PdfFile } from './PdfFile.ts'
import { readForm } from './form.ts'
import { readFields } from './readFields.ts'
import type { Filling, PdfTrouble } from './PdfContent.ts'
import { PdfStream, Ref } from './PdfValue.ts'
import { fillFile, writeFilled } from './writeFilled.ts'
import { visualOrder } from './visualOrder.ts'
import { withValues } from './updateXfa.ts'

const formFile = (name: string) => new Uint8Array(readFileSync(`tests/pdf/forms/${name}.pdf`))
const load: LoadFont = (name) => Promise.resolve(new Uint8Array(readFileSync(`src/pdf/fonts/${name}.ttf`)))
const fill = (name: string, values: Filling['values'], more: Partial<Filling> = {}) =>
  writeFilled(formFile(name), { values, ...more }, load)
const valuesOf = async (bytes: Uint8Array, password?: string) =>
  Object.fromEntries((await readFields(bytes, password)).fields.map(({ name, value }) => [name, value]))

const everything: Filling['values'] = {
  name: 'Ana Pérez',
  remarks: 'First line\nand a second one that is so long that the box has to break it somewhere between two words',
  badge: '12345',
  short: 'abcde',
  tiny: 'xyz',
  secret: 'open',
  agreed: true,
  plain: true,
  shift: 'Night',
  answer: '2',
  trade: 'pl',
  site: 'Nowhere listed',
  ppe: ['Gloves', 'Harness'],
  'crew.first': 'José',
}

describe('the fields of a PDF form', () => {
  it('tells each field with its label, flags, choices and boxes (FE-183)', async () => {
    const { fields, pages, calculationOrder, title, isXfa, encrypted } = await readFields(formFile('every-type'))
    expect({ pages, calculationOrder, title, isXfa, encrypted }).toEqual({
      pages: 1,
      calculationOrder: ['short', 'name'],
      title: 'Permit to work',
      isXfa: false,
      encrypted: false,
    })
    const by = new Map(fields.map((field) => [field.name, field]))
    expect(by.get('name')).toMatchObject({ type: 'text', tooltip: 'Full name', required: true, readOnly: false, page: 1 })
    expect(by.get('name')?.rects).toEqual([{ page: 1, rect: [40, 760, 260, 780], annotationId: '10R' }])
    expect(by.get('remarks')).toMatchObject({ type: 'text', multiline: true })
    expect(by.get('badge')).toMatchObject({ type: 'text', comb: true, maxLength: 8 })
    expect(by.get('fixed')).toMatchObject({ value: 'Do not touch', readOnly: true })
    expect(by.get('secret')).toMatchObject({ password: true })
    expect(by.get('agreed')).toMatchObject({ type: 'checkbox', value: false, options: [{ value: 'Yes', label: 'Yes' }] })
    expect(by.get('shift')).toMatchObject({ type: 'checkbox', value: '' })
    expect(by.get('shift')?.rects.map(({ exportValue }) => exportValue)).toEqual(['Day', 'Night'])
    expect(by.get('answer')).toMatchObject({
      type: 'radio',
      value: '',
      options: [
        { value: '0', label: 'Yes' },
        { value: '1', label: 'No' },
        { value: '2', label: 'Not sure' },
      ],
    })
    expect(by.get('trade')).toMatchObject({ type: 'combo', value: 'el' })
    expect(by.get('trade')?.options?.[1]).toEqual({ value: 'pl', label: 'Plumber' })
    expect(by.get('site')).toMatchObject({ type: 'combo', editable: true })
    expect(by.get('ppe')).toMatchObject({ type: 'list', multiSelect: true, value: [] })
    expect(by.get('signature')).toMatchObject({ type: 'signature', tooltip: 'Signature of the supervisor' })
    expect(by.get('print')?.type).toBe('button')
    expect(by.get('crew.first')?.type).toBe('text')
  })

  it('finds a box that only its page knows', async () => {
    expect(await valuesOf(formFile('left-out'))).toMatchObject({ orphan: '', held: 'Held before' })
  })
})

describe('a filled form', () => {
  it('has every value of every type, behind the untouched original', async () => {
    const before = formFile('every-type')
    const after = await fill('every-type', everything)
    expect(after.subarray(0, before.length)).toEqual(before)
    expect(await valuesOf(after)).toMatchObject({ ...everything, fixed: 'Do not touch' })
  })

  it('can be filled in again, and emptied', async () => {
    const once = await fill('every-type', everything)
    const twice = await writeFilled(once, { values: { name: 'Bo', agreed: false, answer: '', ppe: [], shift: 'Day' } }, load)
    expect(await valuesOf(twice)).toMatchObject({ name: 'Bo', agreed: false, answer: '', ppe: [], shift: 'Day', short: 'abcde' })
  })

  it.each(['packed', 'locked-rc4', 'locked-128'])('stays what it was: %s', async (name) => {
    const after = await fill(name, everything)
    const { encrypted } = await readFields(after)
    expect(encrypted).toBe(name.startsWith('locked'))
    expect(await valuesOf(after)).toMatchObject(everything)
  })

  it('asks for the password, refuses a wrong one and keeps the file locked', async () => {
    const locked = formFile('locked-256')
    await expect(readFields(locked)).rejects.toMatchObject({ code: 'password' })
    await expect(readFields(locked, 'wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    const after = await writeFilled(locked, { values: everything, password: 'Kran 7' }, load)
    await expect(readFields(after)).rejects.toMatchObject({ code: 'password' })
    expect(await valuesOf(after, 'Kran 7')).toMatchObject(everything)
    expect(await valuesOf(after, 'owner')).toMatchObject(everything)
  })

  it('carries the letters that its own fonts do not have, and only those', async () => {
    const plain = await fill('every-type', { name: 'Ana' })
    const mixed = await fill('every-type', { name: 'Łukasz Nguyễn Привіт 李 สวัสดี', remarks: 'שלום' })
    expect(await valuesOf(mixed)).toMatchObject({ name: 'Łukasz Nguyễn Привіт 李 สวัสดี', remarks: 'שלום' })
    expect(Buffer.from(plain).includes('FontFile2')).toBe(false)
    expect(
      Buffer.from(mixed)
        .toString('latin1')
        .match(/\/FontFile2/g),
    ).toHaveLength(3)
    expect(mixed.length - plain.length).toBeLessThan(25_000)
  })

  it('shows a box where no font has the character and says which; the value and the appearances of others are kept', async () => {
    const values = { name: 'Crane 🏗️ 한', remarks: 'नमस्ते', short: 'Łódź' }
    const { bytes: after, unshown } = await fillFile(formFile('every-type'), { values }, load)
    expect(await valuesOf(after)).toMatchObject(values)
    expect(unshown).toEqual({ name: '🏗', remarks: 'नमसत' })
    const file = await PdfFile.open(after)
    const form = readForm(file)
    expect(form.acroForm?.has('NeedAppearances')).toBe(false)
    for (const name of Object.keys(values))
      expect(file.get(file.dict(form.fields.get(name)?.boxes[0]?.dict.get('AP'))?.get('N'))).toBeInstanceOf(PdfStream)
  })

  it('ticks states without a name, groups with flags on their boxes, and boxes without an area to draw in', async () => {
    const { fields } = await readFields(formFile('awkward'))
    const types = Object.fromEntries(fields.map(({ name, type, value }) => [name, [type, value]]))
    expect(types).toMatchObject({ nameless: ['radio', ''], kidflags: ['radio', ''], flat: ['checkbox', false] })
    const wanted = { nameless: 'On', kidflags: '2', flat: true }
    const after = await fill('awkward', wanted)
    expect(await valuesOf(after)).toMatchObject(wanted)
    const file = await PdfFile.open(after)
    const look = file.dict(file.dict(readForm(file).fields.get('flat')?.boxes[0]?.dict.get('AP'))?.get('N'))?.get('on')
    expect(file.numbers(file.dict(look)?.get('BBox'))).toEqual([0, 0, 16, 16])
    expect(await valuesOf(await writeFilled(after, { values: { nameless: '' } }, load))).toMatchObject({ nameless: '', kidflags: '2' })
  })

  it('keeps the limits of the file: length, read-only, and the options of a choice', async () => {
    const given = { zip: '1234567', office: 'mine', one: 'c', only: ['North', 'South'], kidflags: '3', note: 'a\nb' }
    const before = { office: 'Leave it', one: '', only: [], kidflags: '' }
    expect(await valuesOf(await fill('awkward', given))).toMatchObject({ ...before, zip: '12345', note: 'a\nb' })
    expect(await valuesOf(await fill('awkward', { office: 'total', one: 'b' }, { readOnlyToo: true }))).toMatchObject({
      office: 'total',
      one: 'b',
    })
  })

  it('tells what the scripts of a text field accept', async () => {
    const { fields } = await readFields(formFile('scripted'))
    const formats = fields.flatMap(({ name, format, dateFormat }) => (format ? [[name, format, dateFormat]] : []))
    expect(formats).toEqual([
      ['undefined_2', 'number', undefined],
      ['undefined_3', 'date', 'mm/dd/yyyy'],
      ['Text2', 'number', undefined],
      ['Text4', 'number', undefined],
    ])
  })

  it('draws what the form left to the viewer, so that every viewer shows it', async () => {
    const after = await fill('left-out', { nofont: 'Now', tick: true })
    const file = await PdfFile.open(after)
    const form = readForm(file)
    expect(form.acroForm?.has('NeedAppearances')).toBe(false)
    for (const name of ['nofont', 'held', 'list', 'orphan']) {
      const look = file.get(file.dict(form.fields.get(name)?.boxes[0]?.dict.get('AP'))?.get('N'))
      expect(look).toBeInstanceOf(PdfStream)
    }
    const ticked = file.dict(file.dict(form.fields.get('tick')?.boxes[0]?.dict.get('AP'))?.get('N'))
    expect([...(ticked?.keys() ?? [])]).toEqual(['Yes', 'Off'])
  })

  it('says the same in the XML of a form that has both', async () => {
    const after = await fill('hybrid', { 'form1[0].Name[0]': 'Ana <A&B>', 'form1[0].Firm[0]': 'Acme' })
    const file = await PdfFile.open(after)
    const parts = file.list(readForm(file).acroForm?.get('XFA'))
    const stream = file.get(parts[3])
    const xml = stream instanceof PdfStream ? new TextDecoder().decode(file.unpacked(stream)) : ''
    expect(xml).toContain('<Name>Ana &lt;A&amp;B&gt;</Name><Keep a="1"/><Firm>Acme</Firm>')
    expect(parts[3]).toEqual(new Ref(14, 0))
    expect(withValues('<a/>', { b: 'c' })).toBeUndefined()
    // Untouched values leave the XML where it is.
    const signed = await fill('hybrid', {}, { placed: [{ kind: 'text', page: 1, rect: [9, 9, 99, 29], text: 'Seen' }] })
    const stays = await PdfFile.open(signed)
    expect(stays.places.get(14)).toEqual((await PdfFile.open(formFile('hybrid'))).places.get(14))
  })

  it('can be closed for changes', async () => {
    const { fields } = await readFields(await fill('every-type', {}, { readOnly: true }))
    expect(fields.every(({ readOnly }) => readOnly)).toBe(true)
  })

  it('says when it was changed', async () => {
    expect(Buffer.from(await fill('every-type', { name: 'x' })).toString('latin1')).toMatch(/\/ModDate \(D:\d{14}Z\)/)
  })
})

/** A PNG of 2 × 1 pixels with transparency. */
function picture(rows: Buffer): Uint8Array {
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const size = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return new Uint8Array(Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]))
}

describe('signatures and text on the page', () => {
  const circle = Array.from({ length: 80 }, (_, at) => 0.5 + 0.4 * (at % 2 ? Math.sin(at) : Math.cos(at)))
  const signed = {
    kind: 'signature',
    page: 1,
    rect: [50, 485, 200, 525],
    outlines: [circle],
    signatory: 'Ana Pérez',
    at: '2026-11-21T09:00:00Z',
  } as const

  it('stamps who signed and when, tells it again, and is small', async () => {
    const plain = formFile('every-type')
    const after = await fill('every-type', {}, { placed: [signed] })
    const { fields, signatures, digitallySigned } = await readFields(after)
    expect(signatures).toEqual([{ page: 1, rect: [50, 485, 200, 525], signatory: 'Ana Pérez', at: '2026-11-21T09:00:00Z' }])
    expect(fields.find(({ name }) => name === 'signature')?.signed).toBe(true)
    expect(digitallySigned).toBe(false)
    expect(after.length - plain.length).toBeLessThan(4000)
  })

  it('goes onto a page that has no fields at all', async () => {
    const after = await fill(
      'flat',
      {},
      { placed: [signed, { kind: 'text', page: 1, rect: [40, 700, 300, 720], text: 'Checked by Łukasz' }] },
    )
    expect((await readFields(after)).signatures).toHaveLength(1)
    expect(after.length).toBeLessThan(20_000)
  })

  it('takes a picture with transparency', async () => {
    // 2 × 1, one black and one transparent pixel.
    const png = picture(Buffer.from([0, 0, 0, 0, 255, 0, 0, 0, 0]))
    const after = await fill('flat', {}, { placed: [{ kind: 'signature', page: 1, rect: [0, 0, 100, 50], png }] })
    expect(Buffer.from(after).includes('/SMask')).toBe(true)
    await expect(fill('flat', {}, { placed: [{ ...signed, page: 9 }] })).rejects.toMatchObject({ code: 'broken' })
    await expect(
      fill('flat', {}, { placed: [{ kind: 'signature', page: 1, rect: [0, 0, 9, 9], png: new Uint8Array(5) }] }),
    ).rejects.toMatchObject({
      code: 'broken',
    })
  })

  it('takes a photo as it is, byte for byte, and draws values as the file formats them', async () => {
    const bytes = Uint8Array.from([0xff, 0xd8, ...Array.from({ length: 900 }, (_, at) => at % 7), 0xff, 0xd9])
    const jpeg = { bytes, width: 300, height: 100 }
    const photo = { kind: 'signature', page: 1, rect: [50, 485, 200, 525], jpeg } as const
    const after = await fill('every-type', { name: '1500' }, { placed: [photo], looks: { name: 'Δ 1 500' } })
    expect(Buffer.from(after).includes(Buffer.from(bytes))).toBe(true)
    expect(Buffer.from(after).includes('/DCTDecode')).toBe(true)
    expect((await readFields(after)).fields.find(({ name }) => name === 'signature')?.signed).toBe(true)
    expect(await valuesOf(after)).toMatchObject({ name: '1500' })
    // Greek needs an embedded font of the app: the file must contain it.
    expect(Buffer.from(after).includes('MUSTER+')).toBe(true)
  })

  it('can be taken out again, so that the field is free', async () => {
    const after = await writeFilled(await fill('every-type', { name: 'Ana' }, { placed: [signed] }), { values: {}, clearSignatures: true })
    const { fields, signatures } = await readFields(after)
    expect(signatures).toEqual([])
    expect(fields.find(({ name }) => name === 'signature')?.signed).toBeUndefined()
    expect(await valuesOf(after)).toMatchObject({ name: 'Ana' })
  })
})

describe('files that are not what they should be', () => {
  const whole = formFile('every-type')
  const text = Buffer.from(whole).toString('latin1')
  const bytes = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'))
  const trouble = (content: Uint8Array, code: PdfTrouble['code']) =>
    expect(readFields(content)).rejects.toMatchObject({ name: 'PdfTrouble', code })

  it('are distinguished: nothing, something else, cut off, without pages', async () => {
    await trouble(new Uint8Array(0), 'empty')
    await trouble(bytes('\xff\xd8\xff\xe0\0\x10JFIF'.padEnd(5000, 'x')), 'not-a-pdf')
    await trouble(bytes('%PDF-1.7\n'), 'truncated')
    await trouble(bytes(text.slice(0, 60)), 'truncated')
    await trouble(bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'), 'broken')
  })

  it('are read all the same where everything is there: cut off at the end, rubbish in front, a wrong list', async () => {
    for (const content of [
      text.slice(0, text.indexOf('xref\n')),
      `rubbish\n${text}`,
      `${'rubbish '.repeat(600)}\n${text}`,
      text.replace('%PDF-1.7', '%lost-it'),
      text.replace(/startxref\n\d+/, 'startxref\n7'),
      text.replace('10 0 obj', '10  0 obj'),
    ]) {
      const after = await writeFilled(bytes(content), { values: { name: 'Ana' } }, load)
      expect(await valuesOf(after)).toMatchObject({ name: 'Ana', fixed: 'Do not touch' })
    }
  })

  it('never hang: lists, pages, fields, streams and lengths that lead back to themselves', async () => {
    const file = (objects: string[]) =>
      bytes(
        `%PDF-1.7\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer << /Root 1 0 R /Prev 9 >>\n%%EOF`,
      )
    await trouble(file(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] >>']), 'broken')
    const page = '<< /Type /Page /MediaBox [0 0 9 9] >>'
    const looped = await readFields(
      file([
        '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
        '<< /Type /Pages /Kids [3 0 R 2 0 R] >>',
        page,
        '<< /T (a) /FT /Tx /Kids [4 0 R 5 0 R] /Parent 5 0 R >>',
        '<< /T (b) /Kids [4 0 R] /Parent 4 0 R >>',
        '<< /Type /ObjStm /N 1 /First 4 /Length 6 0 R >>\nstream\n6 0 7 0 R\nendstream',
      ]),
    )
    expect(looped.pages).toBe(1)
    // Each level refers to the next one twice: 2³⁰ pages for a reader that counts all of them.
    const bomb = ['<< /Type /Catalog /Pages 2 0 R >>']
    for (let level = 2; level < 32; level++) bomb.push(`<< /Type /Pages /Kids [${level + 1} 0 R ${level + 1} 0 R] >>`)
    bomb.push(page)
    expect((await readFields(file(bomb))).pages).toBe(1)
    await trouble(bytes(`%PDF-1.7\n1 0 obj\n${'['.repeat(100_000)}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`), 'broken')
  })

  it('knows a dynamic XFA form also where the file itself has a signature', async () => {
    const dynamic = (field: string) =>
      bytes(
        `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /XFA [] /Fields [4 0 R] >> >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /MediaBox [0 0 9 9] >>\nendobj\n4 0 obj\n<< /T (a) /FT /${field} /Rect [0 0 0 0] >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
      )
    expect((await readFields(dynamic('Sig'))).isXfa).toBe(true)
    expect((await readFields(dynamic('Tx'))).isXfa).toBe(false)
  })

  it('takes a thousand pages with a field each, and refuses a stream that unpacks without end', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${Array.from({ length: 1000 }, (_, at) => `${at * 2 + 3} 0 R`).join(' ')}] >>`,
    ]
    for (let at = 0; at < 1000; at++)
      objects.push(
        `<< /Type /Page /MediaBox [0 0 9 9] /Annots [${at * 2 + 4} 0 R] >>`,
        `<< /Subtype /Widget /Rect [0 0 90 20] /FT /Tx /T (f${at}) /DA (/Helv 9 Tf) >>`,
      )
    const many = bytes(
      `%PDF-1.7\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer << /Root 1 0 R >>\n%%EOF`,
    )
    const after = await writeFilled(
      many,
      { values: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, `v${at}`])) },
      load,
    )
    const { pages, fields } = await readFields(after)
    expect([pages, fields.length, fields[999]?.value]).toEqual([1000, 1000, 'v999'])
    const packed = Buffer.from(deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 1 })).toString('latin1')
    const objStm = `3 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`
    await trouble(bytes(`%PDF-1.7\n${objStm}trailer << /Root 1 0 R >>\n%%EOF`), 'too-large')
  }, 60_000)
})

describe('text', () => {
  it('is in reading order', () => {
    const seen = (line: string) =>
      visualOrder(line)
        .map(({ char }) => String.fromCodePoint(char))
        .join('')
    expect(seen('Permit 12:30')).toBe('Permit 12:30')
    expect(seen('שלום 12:30')).toBe('12:30 םולש')
    expect(seen('(שלום) Kran')).toBe('Kran (םולש)')
    // Letters join: initial, medial, final; lam and alef become one glyph.
    expect(visualOrder('بيت').map(({ char }) => char.toString(16))).toEqual(['fe96', 'fef4', 'fe91'])
    expect(visualOrder('لا').map(({ char, text }) => [char.toString(16), text])).toEqual([['fefb', 'لا']])
  })

  it('is written with the version of pdf.js that was measured', () => {
    expect(version).toBe('6.5.438')
  })
})

const has = (tool: string) => {
  try {
    execFileSync('which', [tool])
    return true
  } catch {
    return false
  }
}

describe.skipIf(!has('qpdf') || !has('pdftoppm'))('other programs (qpdf and poppler; skipped where they are not installed)', () => {
  it('find the scripts of a form, which may clear what was ticked', async () => {
    const { hasScripts, objectsOf } = await import('../../scripts/pdf/otherPrograms.mjs')
    const found = await Promise.all(
      ['scripted', 'awkward', 'every-type'].map(async (name) => hasScripts(await objectsOf(`tests/pdf/forms/${name}.pdf`))),
    )
    expect(found).toEqual([true, true, false])
  })

  it('find every value and see every box of every form of the tests', () => {
    const figures = JSON.parse(execFileSync('node', ['scripts/pdf-check.mjs', '--json'], { encoding: 'utf8' })) as Record<string, unknown>
    expect(figures).toMatchObject({ files: 10, notOpened: 0, lost: [] })
    expect(figures['persisted']).toBe(figures['fillable'])
    expect(figures['fillable']).toBe(97)
    expect(figures['both']).toBe(figures['checked'])
  }, 60_000)
})
