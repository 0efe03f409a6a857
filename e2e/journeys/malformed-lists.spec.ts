import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate'
import { harborPoint } from '../../server/demo/company.ts'
import { expect, people, test } from '../harness/fixtures.ts'

const sheet = 'xl/worksheets/sheet1.xml'
const workbook = strToU8('<workbook><sheets><sheet name="A" sheetId="1" r:id="r"/></sheets></workbook>')
const row = (n: number, ...cells: string[]) => `<row r="${n}">${cells.join('')}</row>`
const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const book = (rows: string, after = '') =>
  zipSync({ 'xl/workbook.xml': workbook, [sheet]: strToU8(`<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`) })

/** A small file that unpacks to 240 MB. */
function zipBomb(): Uint8Array {
  const pieces: Uint8Array[] = []
  const zip = new Zip((_error, piece) => pieces.push(piece))
  const add = (name: string) => {
    const part = new ZipDeflate(name, { level: 9 })
    zip.add(part)
    return part
  }
  add('xl/workbook.xml').push(workbook, true)
  const bomb = add(sheet)
  bomb.push(strToU8('<worksheet><sheetData><row><c t="str"><v>'))
  const blank = new Uint8Array(8 * 1024 * 1024).fill(0x20)
  for (let n = 0; n < 30; n++) bomb.push(blank, n === 29)
  zip.end()
  return Buffer.concat(pieces)
}

const good = book(row(1, cell('A1', 'Name')) + row(2, cell('A2', 'Ana')))
const malformed: readonly (readonly [name: string, bytes: Uint8Array, words: string])[] = [
  ['columns.csv', strToU8(`Name${',x'.repeat(1_000_000)}\nAna\n`), 'The file has more than 200 columns. Delete those'],
  ['rows.csv', strToU8(`Name\n${'Ana\n'.repeat(50_001)}`), 'The file has more than 50,000 rows. Split it'],
  ['bomb.xlsx', zipBomb(), 'The file is too large. Split it'],
  ['half.xlsx', good.subarray(0, 150), 'The file is damaged. Open it in Excel, save it again'],
  ['entity.xlsx', book('<!DOCTYPE a [<!ENTITY b "cc">]>'), 'The file is damaged. Open it in Excel, save it again'],
  ['quote.csv', strToU8('Name,Role\n"Ana,Foreman\nBo,Worker\n'), 'A quotation mark (") is opened but not closed. Correct the file'],
  ['old.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0), 'Save it as .xlsx without a password'],
  ['list.pdf.csv', strToU8('%PDF-1.7\n1 0 obj'), 'This is a PDF. Export the list as CSV or Excel'],
  ['photo.xlsx', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), 'This is not a table. Choose a CSV file'],
  ['empty.csv', strToU8(' \n,,\n'), 'The file has no rows. Choose another one.'],
]

/** Files that a spreadsheet saves in another way than expected, and the first cells that are read from them. */
const unusual: readonly (readonly [name: string, bytes: Uint8Array, cells: readonly string[]])[] = [
  ['semicolons.csv', Buffer.from('sep=;\nName;Role\n"Zuko, Ana";Foreman\n'), ['Zuko, Ana']],
  ['utf16.csv', Buffer.from('\ufeffName\tRole\nJosé Zuko\tSeñalero\n', 'utf16le'), ['José Zuko', 'Señalero']],
  ['latin.csv', Buffer.from('Name,Role\nJosé Zuko,Señalero\n', 'latin1'), ['José Zuko', 'Señalero']],
  [
    'merged.xlsx',
    book(
      row(1, cell('A1', 'Name'), cell('B1', 'Role')) + row(2, cell('A2', 'Ana Zuko'), cell('B2', 'Rigger')) + row(3, cell('A3', 'Bo Zuko')),
      '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    ),
    ['Bo Zuko', 'Rigger · Rigger'],
  ],
  [
    'formulas.xlsx',
    book(row(1, cell('A1', 'Name')) + row(2, '<c r="A2" t="str"><f>CONCATENATE("Cy"," Zuko")</f><v>Cy Zuko</v></c>')),
    ['Cy Zuko'],
  ],
]

test('FE-350 a malformed file of people gets words that say what to do, an unusual one is read, and nothing changes before the import', async ({
  page,
  site,
  complaints: _,
}) => {
  const owner = await site.reader(people.owner)
  const listed = async () => (await owner.request('GET', `/api/teams/${harborPoint}/lists/people`)).text()
  const before = await listed()
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/lists/')) writes.push(request.url())
  })
  await site.signedIn(page, people.owner)
  await page.goto(`${site.address}/teams/${harborPoint}/lists/people/import`)
  const choose = (name: string, bytes: Uint8Array) =>
    page.getByLabel(/^Choose a/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
  for (const [name, bytes, words] of malformed)
    await test.step(name, async () => {
      await choose(name, bytes)
      await expect(page.getByRole('alert')).toContainText(words)
      await expect(page.getByRole('button', { name: /^Check/ })).toHaveCount(0)
    })
  expect(writes).toEqual([])
  for (const [name, bytes, cells] of unusual)
    await test.step(name, async () => {
      await page.goto(`${site.address}/teams/${harborPoint}/lists/people/import`)
      await choose(name, bytes)
      await expect(page.getByRole('button', { name: /^Check/ })).toBeVisible()
      for (const one of cells) await expect(page.getByText(one).first()).toBeVisible()
    })
  expect(writes).toEqual([])
  expect(await listed()).toBe(before)
})
