import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { listForms } from '../../../contract/endpoints/forms.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { newId, outsider, owner, useServer, worker } from '../../../tests/harness/testServer.ts'
import { writeXlsx } from '../../../contract/tables/writeXlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-lists-'))
const lists = join(folder, 'lists')
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(lists, name), content)
const form = (name: string, settings: object) => writeFileSync(join(folder, `${name}.form.json`), JSON.stringify({ name, ...settings }))
const machine = { type: 'lookup', attribute: 'machine', label: 'Machine', lookup: 'machines' }
const serial = { type: 'calculated', attribute: 'serial', label: 'Serial', value: "lookup('machines', machine, 'serial_no')" }

mkdirSync(lists)
write('machines.csv', 'id;name;Serial No.;mobile\nM-1;Excavator;EX 77;+12025550142\nM-2;Crane;CR 12;\n')
form('prestart', { children: [machine, serial] })
form('visitor', { public: true, children: [machine] })
form('closed', { children: [{ type: 'text', attribute: 'note', label: 'Note' }] })

const server = useServer({ forms: folder })
afterAll(() => rmSync(folder, { recursive: true }))

const said = () => server.said.join('\n')
const pageOf = async (key: string, who = worker) => (await (await server.person(who)).get<PageData>(`/api/forms/${key}.json`)).body
const machines = async () => (await pageOf('prestart')).lookups?.['machines']
/** Waits until the terminal has said this since the test began. */
const isSaid = (words: string) => expect.poll(said, { timeout: 10_000 }).toContain(words)

beforeEach(() => {
  server.said.length = 0
})

const first = [
  { id: 'M-1', label: 'Excavator', attributes: { name: 'Excavator', serial_no: 'EX 77', mobile: '+12025550142' } },
  { id: 'M-2', label: 'Crane', attributes: { name: 'Crane', serial_no: 'CR 12' } },
]

describe('a list beside the forms', () => {
  it('is the choices of the forms that name it, with all its columns', async () => {
    expect(await machines()).toEqual(first)
    expect((await pageOf('closed')).lookups).toEqual({})
  })

  it('can only be read by people who may open a form with it', async () => {
    const { team } = await pageOf('prestart')
    const status = async (who: string | undefined, address: string) =>
      (await (who === undefined ? server.nobody() : await server.person(who)).get(address)).status
    const list = `/api/lists/${team}/machines`
    expect([await status(worker, list), await status(owner, list)]).toEqual([200, 200])
    expect([await status(undefined, list), await status(outsider, list)]).toEqual([401, 403])
    expect([await status(undefined, `${list}?form=visitor`), await status(undefined, `${list}?form=prestart`)]).toEqual([200, 401])
    expect((await server.nobody().get<PageData>('/api/forms/visitor.json')).body.lookups?.['machines']).toHaveLength(2)
    expect(await status(worker, `/api/lists/${team}/cranes`)).toBe(404)
    expect((await server.nobody().ask('POST', '/api/forms/visitor/search/machines', { search: 'EX 77' })).text).toContain('Excavator')
  })

  it('follows its file: entries are added, changed, ordered and removed, and a restart keeps them', async () => {
    write('machines.csv', 'id,name,Serial No.\nM-3,Lift,L 3\nM-1,Digger,EX 77\n')
    await isSaid('lists/machines.csv is the list machines with 2 entries')
    const next = [
      { id: 'M-3', label: 'Lift', attributes: { name: 'Lift', serial_no: 'L 3' } },
      { id: 'M-1', label: 'Digger', attributes: { name: 'Digger', serial_no: 'EX 77' } },
    ]
    expect(await machines()).toEqual(next)
    await server.restart()
    expect(await machines()).toEqual(next)
  })

  it('may be a workbook, and may come with a folder that is put in the place of another one', async () => {
    const other = `${lists}-2`
    mkdirSync(other)
    writeFileSync(
      join(other, 'machines.xlsx'),
      writeXlsx([
        ['name', 'id'],
        ['Roller', 'M-9'],
      ]),
    )
    renameSync(lists, `${lists}-old`)
    renameSync(other, lists)
    await isSaid('lists/machines.xlsx is the list machines with 1 entries')
    expect(await machines()).toEqual([{ id: 'M-9', label: 'Roller', attributes: { name: 'Roller' } }])
    write('machines.csv', 'id\nM-10\n')
    await isSaid('lists/machines.xlsx:1: error: machines.csv is the list machines already: remove one of the two files')
    rmSync(join(lists, 'machines.xlsx'))
    await isSaid('lists/machines.csv is the list machines with 1 entries')
  })

  it.each([
    ['two entries with one key', 'id,name\nM-1,A\nM-2,B\nM-1,C\n', 'machines.csv:4: error: the key M-1 is in line 2, too'],
    ['an empty key', 'id,name\nM-1,A\n,B\n', 'machines.csv:3: error: the key in column A is empty'],
    ['two columns of one name', 'id,Name,name\nM-1,A,B\n', 'machines.csv:1: error: the columns B and C are both named name'],
    ['a comma too much', 'id,name\nM-1,A, B\n', 'machines.csv:2: error: column C has text, but no heading in line 1'],
    ['headings alone', 'id,name\n', 'machines.csv:1: error: expected entries below the headings'],
    ['nothing', '', 'machines.csv:1: error: expected a line of headings'],
    ['an open quotation mark', 'id,name\nM-1,"A\n', 'machines.csv:1: error: a quotation mark " is not closed'],
    [
      'a picture',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
      'error: this is a picture or another kind of file',
    ],
    ['a JPEG without empty bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0x16, 0x45, 0x78, 0x69, 0x66]), 'letters that cannot be read'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'error: this is an old Excel file (.xls)'],
    ['a broken workbook', writeXlsx([['id'], ['M-1']]).subarray(0, 200), 'error: the file is damaged'],
    ['a million rows', `id\n${Array.from({ length: 1_000_000 }, (_, n) => n).join('\n')}`, 'error: expected at most 50000 entries'],
    ['21 MB', Buffer.alloc(21 * 1024 * 1024, 'a'), 'error: expected at most 20 MB'],
  ])('with %s is reported, and people keep the last good one', async (_, content, words) => {
    const before = await machines()
    const started = performance.now()
    write('machines.csv', content)
    await isSaid(words)
    expect(said()).toContain('lists/machines.csv has problems and was not read; the list stays as it was:')
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(await machines()).toEqual(before)
  })

  it('with a mistake is named on the pages of its forms and in the studio, until it is mended', async () => {
    const told = async (key: string) => JSON.stringify((await pageOf(key)).form?.children[0])
    const inStudio = async () => {
      const { body } = await (await server.person(owner)).get<AnswerOf<typeof listForms>>('/api/studio')
      return body.teams.flatMap(({ listTroubles = [] }) => listTroubles).filter(({ file }) => file === 'lists/machines.csv')
    }
    write('machines.csv', 'id,name\nM-1,Good\n')
    await isSaid('lists/machines.csv is the list machines with 1 entries')
    const { formVersion } = await pageOf('prestart')
    write('machines.csv', 'id,name\nM-1,A\n,B\n')
    await isSaid('machines.csv:3: error: the key in column A is empty')
    expect(await told('prestart')).toContain('lists/machines.csv has problems, so the list is still as it was.')
    expect(await told('prestart')).toContain('line 3**: the key in column A is empty')
    expect((await pageOf('prestart')).formVersion).not.toBe(formVersion)
    expect(await told('closed')).not.toContain('problems')
    expect(await inStudio()).toEqual([
      { file: 'lists/machines.csv', findings: [{ line: 3, message: expect.stringContaining('the key in column A is empty') as string }] },
    ])
    server.said.length = 0
    write('machines.csv', 'id,name\nM-1,A\nM-2,B\n')
    await isSaid('lists/machines.csv is the list machines with 2 entries')
    expect(await told('prestart')).not.toContain('problems')
    expect(await inStudio()).toEqual([])
    expect((await pageOf('prestart')).formVersion).toBe(formVersion)
  })

  it.each([
    ['the letters of an old Excel file', Buffer.from('id,name\nM-1,Gr\xfaa\n', 'latin1'), 'was read as Windows-1252', 'Grúa'],
    ['lost accents', 'id,name\nM-1,GrÃºa\n', 'machines.csv:2: check: cell B2 looks as if accents were lost (GrÃºa)', 'GrÃºa'],
    ['a formula', 'id,name\nM-1,=A1+B1\n', 'machines.csv:2: check: cell B2 is a formula', '=A1+B1'],
    ['UTF-16 and tabs', Buffer.from('\ufeffid\tname\nM-1\tGrúa\n', 'utf16le'), 'with 1 entries', 'Grúa'],
    ['one column of names', 'Máquina\nGrúa\n', 'with 1 entries', 'Grúa'],
  ])('with %s is read, and its doubtful places are named', async (_, content, words, label) => {
    write('machines.csv', content)
    await isSaid(words)
    await expect.poll(async () => (await machines())?.[0]?.label).toBe(label)
  })

  it.each([
    ['machines.xls', 'expected a .csv or .xlsx file'],
    ['employees.csv', 'expected another name: employees is a list that each project keeps'],
    ['my machines.csv', 'expected a name of letters, digits and _'],
  ])('named %s is refused with what to do', async (name, words) => {
    write(name, 'id\n1\n')
    await isSaid(`lists/${name}:1: error: ${words}`)
  })

  it('of 50,000 entries does not block other requests: no page waits until the whole list is read', async () => {
    const device = await server.person(worker)
    write('machines.csv', `id,name,serial\n${Array.from({ length: 50_000 }, (_, n) => `M-${n},Machine ${n},S ${n}`).join('\n')}`)
    let longest = 0
    while (!said().includes('50000 entries')) {
      const from = performance.now()
      expect((await device.get('/api/forms/closed.json')).status).toBe(200)
      longest = Math.max(longest, performance.now() - from)
    }
    // Row by row it was 6 s on an idle machine; one text takes half a second there.
    expect(longest).toBeLessThan(5000)
    const page = await pageOf('prestart')
    expect(page.lookups?.['machines']).toBeUndefined()
    const whole = await device.get<{ items: unknown[] }>(page.lists?.['machines'] ?? '')
    expect(whole.body.items).toHaveLength(50_000)
  })
})

describe('a list in what a form says after a save', () => {
  it('is read by lookup() on the server as on the device', async () => {
    write('machines.csv', 'id,name,serial\nM-1,Digger,EX 77\n')
    await isSaid('machines.csv is the list machines with 1 entries')
    form('says', {
      children: [machine],
      saved: { notification: "{{lookup('machines', machine)}} {{lookup('machines', machine, 'serial')}}" },
    })
    await isSaid('says.form.json is published')
    const saved = await (await server.person(worker)).save<{ notification?: string }>(`forms/says/${newId()}`, {
      payload: { machine: 'M-1' },
    })
    expect(saved.body.notification).toBe('Digger EX 77')
  })
})

describe('the checker of the forms folder', () => {
  it('names a list and a column that are not there, and a search that finds no list', async () => {
    write('machines.csv', 'id,serial_no\nM-1,7\n')
    await isSaid('machines.csv is the list')
    form('typos', {
      children: [
        { ...machine, lookup: 'machnes' },
        { ...machine, attribute: 'crane', lookup: 'cranes_of_the_yard' },
        { type: 'calculated', attribute: 'serial', label: 'Serial', value: "lookup('machines', crane, 'serial_nr')" },
        { type: 'search', attribute: 'found', label: 'Find', url: '/api/forms/other/search/machines' },
        { type: 'validation', valid: 'machine != 7', message: 'Not the digger' },
        { type: 'search', attribute: 'found2', label: 'Find', url: '/api/forms/typos/serch/machines' },
      ],
    })
    await isSaid('typos.form.json is published')
    for (const words of [
      'No project has a list with the name machnes; did you mean machines?',
      'No list has the name cranes_of_the_yard. There are machines, employees',
      'The list machines has no column serial_nr; did you mean serial_no?',
      'This rule has no "Message belongs to"',
      'This address reads the lists of the form other: write /api/forms/typos/',
      'This address finds no list: expected /api/forms/typos/search/employees',
    ])
      expect(said()).toContain(words)
  })
})
