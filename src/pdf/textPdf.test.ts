import { deflateSync, inflateSync } from 'node:zlib'
import { PDFDocument, type PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { readFields } from './readFields.ts'
import { pageSize, pathOperators, standardText, type TextLine, textPdf, textWidth } from './textPdf.ts'

const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex')

/** Returns what each page of a file draws. */
async function contentsOf(bytes: Uint8Array): Promise<string[]> {
  const file = await PDFDocument.load(bytes)
  return file.getPages().map(({ node }) => {
    const { dict, contents } = node.Contents() as PDFRawStream
    return Buffer.from(dict.toString().includes('FlateDecode') ? inflateSync(contents) : contents).toString('latin1')
  })
}

const contentOf = async (...lines: readonly TextLine[]) => (await contentsOf(textPdf({ title: 'A', pages: [{ lines }] })))[0] ?? ''

describe('the text of a PDF', () => {
  it('keeps accents, and writes what the fonts lack without them', () => {
    expect(standardText('José – Łukasz Wiśniewski, Michał')).toBe('José – Lukasz Wisniewski, Michal')
    expect(standardText('Đặng İpek −5')).toBe('Dang Ipek -5')
    expect(standardText('Jose\u0301')).toBe('José')
  })

  it('says which texts need a drawing', () => {
    for (const other of ['李明', 'Иван', 'two\nlines', 'a\u0001']) expect([other, standardText(other)]).toEqual([other, undefined])
  })

  it('is cut where its column ends', async () => {
    const text = 'Ana (Acme) \\ 100 %'
    expect(await contentOf({ x: 50, y: 60, size: 12, text })).toBe(`BT /F1 12 Tf 50 781.89 Td <${hexOf(text)}> Tj ET`)
    expect(await contentOf({ x: 50, y: 60, size: 12, text, width: 60 })).toContain(`<${hexOf('Ana (Ac\x85')}>`)
    expect(textWidth('Ana (Ac…', 12)).toBeLessThanOrEqual(60)
    expect(textWidth('Ana (Acm…', 12)).toBeGreaterThan(60)
    expect(textWidth('Ana', 12, true)).toBeCloseTo(22.668)
  })

  it('is a question mark where it has neither a character nor a drawing', async () => {
    expect(await contentOf({ x: 0, y: 0, size: 10, text: 'A李', bold: true })).toBe(`BT /F2 10 Tf 0 841.89 Td <${hexOf('A?')}> Tj ET`)
  })
})

describe('a drawing in place of a text', () => {
  it('as outlines is upright on the base line', async () => {
    const glyphs = [
      { path: 'M0 0L0 1490L100 1490Z', scale: 1 / 2048, x: 0, y: 0 },
      { path: 'M0 0L-5 5Z', scale: 1 / 2048, x: 0.5, y: 0.1 },
    ]
    expect(await contentOf({ x: 50, y: 41.89, size: 20, text: 'Ж', drawing: { kind: 'outlines', glyphs } })).toBe(
      'q 0.009766 0 0 0.009766 50 800 cm\n0 0 m\n0 1490 l\n100 1490 l\nh\nf Q\n' +
        'q 0.009766 0 0 0.009766 60 802 cm\n0 0 m\n-5 5 l\nh\nf Q',
    )
  })

  it('has the same curves as the font', () => {
    expect(pathOperators('M0 0Q30 60 60 0C1 2 3 4 5 6Q5 6 5 6Z')).toBe('0 0 m\n20 40 40 40 60 0 c\n1 2 3 4 5 6 c\n5 6 5 6 5 6 c\nh\n')
  })

  it('as a picture has its place and its pixels', async () => {
    const grey = Uint8Array.from([0, 255, 13, 10, 41, 92])
    const drawing = { kind: 'picture', width: 30, height: 13.5, columns: 3, rows: 2, grey } as const
    const bytes = textPdf({ title: 'A', pages: [{ lines: [{ x: 50, y: 60, size: 10, text: '李', drawing }] }] })
    expect(await contentsOf(bytes)).toEqual(['q 30 0 0 13.5 50 778.39 cm /I0 Do Q'])
    const pictures = (await PDFDocument.load(bytes)).context.enumerateIndirectObjects().map(([, one]) => one as PDFRawStream)
    const picture = pictures.find((one) => one.dict?.toString().includes('/Image'))
    expect([picture?.contents, picture?.dict.toString()]).toEqual([grey, expect.stringMatching(/\/Width 3\n\/Height 2\n/)])
  })
})

describe('a file of text', () => {
  const document = {
    title: 'Übung (1)',
    pages: [{ lines: [{ x: 50, y: 60, size: 12, text: 'Ana' }], rules: [{ y: 70, from: 50, to: 500 }] }, { lines: [] }],
  }

  it('opens in readers, with its pages and title', async () => {
    const bytes = textPdf(document)
    const file = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false })
    expect([file.getPageCount(), file.getTitle(), file.getProducer(), file.getCreationDate()]).toEqual([
      2,
      'Übung (1)',
      'Muster',
      undefined,
    ])
    expect(file.getPage(0).getSize()).toEqual(pageSize)
    expect((await readFields(bytes)).pages).toBe(2)
    expect((await contentsOf(bytes))[0]).toMatch(/^0\.6 G 0\.5 w 50 771\.89 m 500 771\.89 l S\nBT /)
  })

  it('lists where each object begins', () => {
    const text = Buffer.from(textPdf(document)).toString('latin1')
    const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? []
    expect(text.slice(Number(start))).toMatch(/^xref\n0 \d+\n0000000000 65535 f \n/)
    const rows = [...text.slice(Number(start)).matchAll(/^(\d{10}) 00000 n $/gm)]
    expect(rows.length).toBeGreaterThan(6)
    for (const [index, [, at = '']] of rows.entries()) expect(text.slice(Number(at))).toMatch(new RegExp(`^${index + 1} 0 obj\\n`))
  })

  it('has a color, a time and compressed pages if the caller wants them, and always the same bytes', async () => {
    const at = new Date('2026-11-23T04:05:06Z')
    const whole = { ...document, ink: [0.06, 0.09, 0.16] as const, at, deflate: deflateSync }
    const file = await PDFDocument.load(textPdf(whole), { updateMetadata: false })
    expect([file.getCreationDate(), file.getModificationDate()]).toEqual([at, at])
    expect((await contentsOf(textPdf(whole)))[0]).toMatch(/^0\.06 0\.09 0\.16 rg\n/)
    expect(Buffer.from(textPdf(whole)).toString('latin1')).toContain('FlateDecode')
    expect(textPdf(whole)).toEqual(textPdf(whole))
  })
})
