// @vitest-environment node
import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../../contract/rules/csvOf.ts'
import { entriesOf, guessColumns } from './guessColumns.ts'
import { exportRows } from './exportRows.ts'
import { tableLimits, TableTrouble } from '../../../../contract/tables/FileTable.ts'
import { readTable } from '../../../../contract/tables/readTable.ts'
import { writeXlsx } from '../../../../contract/tables/writeXlsx.ts'

const rowsOf = (bytes: Uint8Array) => readTable(bytes).rows
const csv = (text: string) => rowsOf(strToU8(text))
const trouble = (bytes: Uint8Array) => {
  try {
    readTable(bytes)
  } catch (error) {
    return error instanceof TableTrouble ? error.code : String(error)
  }
  return 'read'
}
const utf16 = (text: string, isLittle: boolean, mark: boolean) => {
  const bytes = new Uint8Array((text.length + (mark ? 1 : 0)) * 2)
  const view = new DataView(bytes.buffer)
  ;[...(mark ? '\ufeff' : ''), ...text].forEach((one, at) => view.setUint16(at * 2, one.charCodeAt(0), isLittle))
  return bytes
}

const sheet = 'xl/worksheets/sheet1.xml'
const book = (parts: Readonly<Record<string, string>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
        ...parts,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  )
const cells = (inner: string, after = '') => book({ [sheet]: `<worksheet><sheetData>${inner}</sheetData>${after}</worksheet>` })

describe('a file with commas', () => {
  it('may have semicolons, tabs or bars, quotes with line breaks, and the line of Excel that says which', () => {
    const expected = [
      ['Name', 'Role'],
      ['Ruiz, Ana', 'Foreman'],
    ]
    for (const mark of [',', ';', '\t', '|']) expect(csv(`Name${mark}Role\r\n"Ruiz, Ana"${mark}Foreman\r\n`)).toEqual(expected)
    expect(csv('sep=;\nName;Role\n"Ruiz, Ana";Foreman')).toEqual(expected)
    expect(csv('Name,Note\nAna,"two\nlines, ""one"" cell"')).toEqual([
      ['Name', 'Note'],
      ['Ana', 'two\nlines, "one" cell'],
    ])
    expect(readTable(strToU8('Name\n\n  \nAna\n')).numbers).toEqual([1, 4])
  })

  it('is read in UTF-8, UTF-16 with and without a mark, and Windows-1252', () => {
    const text = 'Nombre,Puesto\nJosé Peña,Señalero\n'
    const expected = [
      ['Nombre', 'Puesto'],
      ['José Peña', 'Señalero'],
    ]
    expect(rowsOf(strToU8(`\ufeff${text}`))).toEqual(expected)
    for (const isLittle of [true, false]) {
      for (const mark of [true, false]) expect(rowsOf(utf16(text, isLittle, mark))).toEqual(expected)
    }
    expect(rowsOf(Uint8Array.from([...text], (one) => one.charCodeAt(0)))).toEqual(expected)
  })

  it.each([
    ['nothing', new Uint8Array(), 'empty'],
    ['only blanks', strToU8(' \n,,\n'), 'empty'],
    ['a quotation mark that never ends', strToU8('Name,Role\n"Ana,Foreman\nBo,Worker\n'), 'openQuote'],
    ['a million columns', strToU8(`Name${',x'.repeat(1_000_000)}\nAna\n`), 'tooManyColumns'],
    ['too many rows', strToU8('Ana\n'.repeat(tableLimits.rows + 1)), 'tooManyRows'],
    ['more than 20 MB', new Uint8Array(tableLimits.bytes + 1), 'tooLarge'],
    ['an .xls file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0), 'oldExcel'],
    ['a PDF', strToU8('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'pdf'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), 'notATable'],
  ])('with %s is refused with a reason', (_about, bytes, code) => {
    expect(trouble(bytes)).toBe(code)
  })
})

describe('a workbook', () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>'
  const dated = (workbook = '') =>
    book({
      'xl/workbook.xml': `<workbook>${workbook}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/styles.xml': styles,
      [sheet]: `<worksheet><sheetData><row r="1">${[
        [1, '46095'],
        [2, '46095.3125'],
        [3, '46095.3125'],
        [4, '0.3125'],
        [5, '46095'],
        [6, '1.5'],
        [0, '46095'],
        [1, '59'],
        [1, '61'],
        [1, '-1'],
      ]
        .map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
        .join('')}<c s="1" t="d"><v>2026-03-14T00:00:00Z</v></c></row></sheetData></worksheet>`,
    })

  it('gives a cell that looks like a date or a time as an ISO text, and numbers as they are', () => {
    expect(rowsOf(dated())).toEqual([
      [
        ...['2026-03-14', '2026-03-14T07:30', '2026-03-14T07:30', '07:30', '46095', '1.5', '46095'],
        ...['1900-02-28', '1900-03-01', '-1', '2026-03-14'],
      ],
    ])
    expect(rowsOf(dated('<workbookPr date1904="1"/>'))[0]?.slice(0, 2)).toEqual(['2030-03-15', '2030-03-15T07:30'])
  })

  it('gives shared, rich and inline texts, numbers, stored results of formulas, and no errors', () => {
    const bytes = book({
      'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><r><t>Ana </t></r><r><t>Ruiz &amp; Co</t></r><rPh><t>アナ</t></rPh></si></sst>',
      [sheet]:
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>Mobile</x:t></x:is></x:c></x:row>' +
        '<x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c><x:c r="B4" t="str"><x:f>CMD()</x:f><x:v>Foreman</x:v></x:c><x:c r="C4"><x:v>2.025550142E9</x:v></x:c><x:c r="D4" t="e"><x:v>#REF!</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    const table = readTable(bytes)
    expect([table.rows, table.numbers]).toEqual([
      [
        ['Name', '', 'Mobile'],
        ['Ana Ruiz & Co', 'Foreman', '2025550142'],
      ],
      [1, 4],
    ])
  })

  it('fills merged cells with the text of the first one', () => {
    const row = (n: number, inner: string) => `<row r="${n}">${inner}</row>`
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    const bytes = cells(
      row(1, text('A1', 'Ana') + text('B1', 'Keystone')) + row(2, text('A2', 'Bo')) + row(3, text('A3', 'Cy')),
      '<mergeCells><mergeCell ref="B1:B2"/></mergeCells>',
    )
    expect(rowsOf(bytes)).toEqual([['Ana', 'Keystone'], ['Bo', 'Keystone'], ['Cy']])
  })

  it('is read when it was written as a stream, with the sizes behind the parts', () => {
    const pieces: Uint8Array[] = []
    const zip = new Zip((error, piece) => {
      if (error) throw error
      pieces.push(piece)
    })
    const parts = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r"/></sheets></workbook>',
      [sheet]: '<worksheet><sheetData><row><c t="str"><v>Ana</v></c></row></sheetData></worksheet>',
    }
    for (const [name, text] of Object.entries(parts)) {
      const part = new ZipDeflate(name)
      zip.add(part)
      part.push(strToU8(text), true)
    }
    zip.end()
    expect(rowsOf(Buffer.concat(pieces))).toEqual([['Ana']])
  })

  it('that unpacks to gigabytes is refused in time, without filling the memory', () => {
    const pieces: Uint8Array[] = []
    const zip = new Zip((_error, piece) => pieces.push(piece))
    const workbook = new ZipDeflate('xl/workbook.xml')
    zip.add(workbook)
    workbook.push(strToU8('<workbook><sheets><sheet name="A" r:id="r"/></sheets></workbook>'), true)
    const bomb = new ZipDeflate(sheet, { level: 9 })
    zip.add(bomb)
    bomb.push(strToU8('<worksheet><sheetData><row><c t="str"><v>'))
    const blank = new Uint8Array(8 * 1024 * 1024).fill(0x20)
    for (let n = 0; n < 28; n++) bomb.push(blank, n === 27)
    zip.end()
    const bytes = Buffer.concat(pieces)
    expect(bytes.length).toBeLessThan(2_000_000)
    const before = process.memoryUsage().rss
    const start = performance.now()
    expect(trouble(bytes)).toBe('tooLarge')
    expect(performance.now() - start).toBeLessThan(30_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024)
  })

  it.each([
    ['an entity that grows', cells('<!DOCTYPE a [<!ENTITY b "cc">]><row/>'), 'damaged'],
    ['broken XML', cells('<row><c></row>'), 'damaged'],
    ['a text document in its place', zipSync({ 'word/document.xml': strToU8('<w/>') }), 'notATable'],
    ['no sheet', book({}), 'damaged'],
    ['an end that is missing', cells('<row><c t="str"><v>Ana</v></c></row>').subarray(0, 150), 'damaged'],
    ['a column far to the right', cells('<row><c r="XFD1" t="str"><v>x</v></c></row>'), 'tooManyColumns'],
    ['an empty sheet', cells(''), 'empty'],
  ])('with %s is refused with a reason', (_about, bytes, code) => {
    expect(trouble(bytes)).toBe(code)
  })
})

describe('the columns of a file', () => {
  it.each([
    ['Employee No,First Name,Last Name,Cell Phone,Job Title', '7,Ana,Ruiz,2025550142,Foreman'],
    ['Número,Nombre completo,Celular,Puesto', '7,Ana Ruiz,2025550142,Foreman'],
    ['Matrícula;Nome;Telemóvel;Função', '7;Ana Ruiz;2025550142;Foreman'],
  ])('are guessed from %s', (heading, row) => {
    const table = readTable(strToU8(`${heading}\n${row}\n`))
    const guess = guessColumns('people', table)
    expect(guess.hasHeading).toBe(true)
    expect(entriesOf(table, guess)).toEqual([{ row: 2, cells: { number: '7', name: 'Ana Ruiz', mobile: '2025550142', role: 'Foreman' } }])
  })

  it('without headings begin with the name', () => {
    const table = readTable(strToU8('Level 1\nLevel 2\n'))
    const guess = guessColumns('locations', table)
    expect([guess.hasHeading, entriesOf(table, guess).map(({ cells: one }) => one['name'])]).toEqual([false, ['Level 1', 'Level 2']])
  })
})

describe('an export', () => {
  it('imports again unchanged, as CSV and as a workbook, and no cell of it is a formula', () => {
    const words = { name: 'Nombre', number: 'Número', email: 'Correo', mobile: 'Móvil', role: 'Puesto', active: 'Activo' }
    const names = ['=1+1', "'=1+1", "''-x", '+1202', '@import', '-', 'Ana "A", Ruiz;\tx', 'José 💡', '007', '<b>&amp;']
    const entries = names.map((name, n) => ({
      key: `k${n}`,
      name,
      values: { number: `00${n}`, mobile: '+12025550142', ...(n === 0 && { role: '=HYPERLINK("x")' }) },
      source: 'own' as const,
      disabled: n % 2 === 1,
    }))
    const expected = entries.map(({ name, values, disabled }) => ({
      name: name.replace(/\s+/g, ' '),
      ...values,
      active: disabled ? 'no' : 'yes',
    }))
    const label = (column: string) => (words as Record<string, string>)[column] ?? column
    const files = [
      strToU8(csvOf(exportRows('people', entries, label, { guard: true }))),
      writeXlsx(exportRows('people', entries, label, { guard: false })),
    ]
    expect(new TextDecoder().decode(files[0])).not.toMatch(/(^|,)"?[=@]/m)
    for (const file of files) {
      const table = readTable(file)
      const read = entriesOf(table, guessColumns('people', table)).map(({ cells: one }) => ({
        ...one,
        name: one['name']?.replace(/\s+/g, ' '),
      }))
      expect(read).toEqual(expected)
    }
  })
})
