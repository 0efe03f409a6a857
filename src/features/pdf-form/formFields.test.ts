import { describe, expect, it } from 'vitest'
import { PdfConfig, type PdfMark } from '../../../contract/forms/PdfConfig.ts'
import type { PdfField } from '../../pdf/PdfContent.ts'
import { calculate, calculationOf } from './calculate.ts'
import { reaching, roomAround } from './roomAround.ts'
import { type Filled, firstValues, formFields, missingFields, nonConforming, overlap, type Value } from './formFields.ts'

let order = 0
const field = (name: string, type: PdfField['type'], more: Partial<PdfField> = {}): PdfField => ({
  name,
  type,
  page: 1,
  rects: [{ page: 1, rect: [100, 100, 200, 120], annotationId: `${++order}R` }],
  value: type === 'checkbox' ? false : '',
  readOnly: false,
  required: false,
  order,
  ...more,
})

const config = (more: Partial<PdfConfig> = {}): PdfConfig => ({ source: '/media/x.pdf', fieldEnforceRequired: true, ...more })

function missing(fields: readonly PdfField[], values: Record<string, Value>, settings: PdfConfig, marks: readonly PdfMark[] = []) {
  const filled: Filled = { fields: formFields(fields, settings), values, marks }
  return missingFields(filled, settings).map(({ label }) => label)
}

const signature = (page: number, rect: PdfMark['rect'], kind: PdfMark['kind'] = 'signature'): PdfMark => ({
  id: 'a'.repeat(20),
  kind,
  page,
  rect,
})

describe('what is missing in a PDF form', () => {
  it('FE-300 FE-301 asks for what the file requires unless it is read-only, and for what the form lists, also where the file has it read-only', () => {
    const fields = [
      field('needed', 'text', { required: true }),
      field('locked', 'text', { required: true, readOnly: true }),
      field('free', 'text'),
      field('listed', 'text', { readOnly: true }),
    ]
    expect(missing(fields, {}, config({ required: ['listed'] }))).toEqual(['listed', 'needed'])
    expect(missing(fields, { needed: 'x', listed: 'y' }, config({ required: ['listed'] }))).toEqual([])
    expect(missing(fields, {}, config({ required: ['listed'], fieldEnforceRequired: false }))).toEqual([])
  })

  it('FE-302 takes a single box for filled in only when it is ticked', () => {
    const box = (value: string) => ({ page: 1, rect: [0, 0, 9, 9] as const, annotationId: `${value}R`, exportValue: value })
    const single = field('agree', 'checkbox', { required: true, rects: [box('Yes')] })
    expect(missing([single], { agree: false }, config())).toEqual(['agree'])
    expect(missing([single], { agree: 'No' }, config())).toEqual(['agree'])
    expect(missing([single], { agree: true }, config())).toEqual([])
    expect(missing([single], { agree: 'Yes' }, config())).toEqual([])
    const several = field('shift', 'checkbox', { required: true, rects: [box('Day'), box('Night')] })
    expect(missing([several], { shift: '' }, config())).toEqual(['shift'])
    expect(missing([several], { shift: 'Night' }, config())).toEqual([])
  })

  it('FE-303 takes a place for a signature for signed only when a signature on the same page overlaps it', () => {
    const signed = (mark: PdfMark) => missing([field('sign', 'signature', { required: true })], {}, config(), [mark])
    expect(signed(signature(1, [190, 110, 260, 160]))).toEqual([])
    expect(signed(signature(2, [100, 100, 200, 120]))).toEqual(['sign'])
    expect(signed(signature(1, [200, 100, 260, 120]))).toEqual(['sign'])
    expect(signed(signature(1, [100, 100, 200, 120], 'text'))).toEqual(['sign'])
    expect(overlap([0, 0, 10, 10], [9, 9, 12, 12])).toBe(true)
    // A signature of an earlier round counts unless the form removes it.
    const before = [field('sign', 'signature', { required: true, signed: true })]
    expect(missing(before, {}, config())).toEqual([])
    expect(missing(before, {}, config({ clearSignatures: true }))).toEqual(['sign'])
  })

  it('FE-304 wants a letter or a digit of any script, not just spaces and dashes', () => {
    const says = (value: Value) => missing([field('note', 'text', { required: true })], { note: value }, config()).length === 0
    expect(['-', ' ', '—', '...'].map(says)).toEqual([false, false, false, false])
    expect(['x', '0', '_', 'Привіт', '安全', 'سلامة'].map(says)).toEqual([true, true, true, true, true, true])
  })

  it('FE-306 FE-307 lists labels in the order of the form, then by label; a label is the tooltip, else the name', () => {
    const fields = [
      field('z', 'text', { required: true, tooltip: 'Apron' }),
      field('b', 'text', { required: true }),
      field('item10', 'text', { required: true }),
      field('item2', 'text', { required: true }),
      field('last', 'text', { required: true, tooltip: 'From the file' }),
    ]
    const settings = config({ fieldOrder: ['last', 'b'], fieldTooltips: { last: 'From the form' } })
    expect(missing(fields, {}, settings)).toEqual(['From the form', 'b', 'Apron', 'item2', 'item10'])
  })

  it('never asks for what no page shows', () => {
    const unseen = field('unseen', 'text', { required: true, page: 0, rects: [{ page: 0, rect: [0, 0, 1, 1], annotationId: '1R' }] })
    const hidden = field('hidden', 'text', { required: true, rects: [{ page: 1, rect: [0, 0, 1, 1], annotationId: '2R', hidden: true }] })
    expect(missing([unseen, hidden], {}, config({ required: ['hidden'] }))).toEqual([])
  })
})

describe('the fields of a PDF form', () => {
  it('FE-182 takes the settings of the form, and says what is wrong with one that it does not know', () => {
    const whole: Record<keyof PdfConfig, unknown> = {
      source: '/media/x.pdf',
      save: '/api/data/forms/hot-work/:new',
      fieldOrder: ['a'],
      fieldTooltips: { a: 'A' },
      fieldTypes: { a: 'date' },
      required: ['a'],
      fieldEnforceRequired: true,
      submitDisabled: false,
      submitLabel: 'Send',
      nextLabel: 'On',
      nextUrl: '/frontend/x',
      forceRead: false,
      forceReadonly: false,
      initValues: { a: 'x', b: true, c: 3, d: ['1'] },
      nonConforming: [{ fieldName: 'a', value: 'No' }],
      clearSignatures: true,
      shareTitle: 'T',
      shareFilename: 'x.pdf',
      attachments: [{ id: '1', filename: 'x.jpg', url: 'data:image/jpeg;base64,' }],
      attachmentsDisabled: false,
    }
    expect(PdfConfig.safeParse(whole).success).toBe(true)
    for (const wrong of [
      { source: 'ftp://x' },
      { save: 'https://elsewhere.example/' },
      { save: '/api/pdf/forms/a/b' },
      { fieldTypes: { a: 'star' } },
      { surprise: 1 },
    ])
      expect(PdfConfig.safeParse({ ...whole, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })

  it('FE-183 have name, label, flags, options, their boxes and how they are filled in', () => {
    const settings = config({ fieldTypes: { day: 'date', tick: 'date' }, fieldOrder: ['tick'] })
    const [tick, day, trade, ...rest] = formFields(
      [
        field('day', 'text', { tooltip: ' Day ', required: true }),
        field('trade', 'combo', { options: [{ value: 'e', label: 'Electrician' }], readOnly: true }),
        field('print', 'button'),
        field('tick', 'checkbox'),
      ],
      settings,
    )
    expect(tick).toMatchObject({ name: 'tick', fieldType: 'checkbox' })
    expect(day).toMatchObject({ name: 'day', label: 'Day', fieldType: 'date', required: true, readOnly: false })
    expect(day?.annotationIds).toHaveLength(1)
    expect(trade).toMatchObject({ label: 'trade', readOnly: true, options: [{ value: 'e', label: 'Electrician' }] })
    expect(rest).toEqual([])
  })

  it('are hit by a finger beyond a small box to tick, as far as its neighbours leave room, and look as the file draws them', () => {
    const boxOf = (name: string, type: PdfField['type'], rect: PdfField['rects'][0]['rect'] | undefined = undefined) =>
      field(name, type, rect && { rects: [{ page: 1, rect, annotationId: name }] })
    const fields = formFields(
      [
        boxOf('alone', 'checkbox', [10, 700, 20, 710]),
        boxOf('upper', 'checkbox', [10, 500, 20, 510]),
        boxOf('lower', 'radio', [10, 484, 20, 494]),
        boxOf('beside', 'text', [24, 480, 200, 494]),
        boxOf('laid over', 'checkbox', [30, 482, 40, 492]),
      ],
      config(),
    )
    const rooms = roomAround(fields, 1)
    expect(Object.fromEntries(rooms)).toEqual({ alone: 95, upper: 3, lower: 2, 'laid over': 0 })
    expect(roomAround(fields, 2).size).toBe(0)
    const place = { left: 20, top: 100, width: 20, height: 20 }
    const rect = [0, 0, 10, 10]
    expect(reaching(place, rect, 95)).toEqual({ left: 8, top: 88, width: 44, height: 44, '--edge': '12px' })
    expect(reaching(place, rect, 3)).toMatchObject({ left: 14, width: 32, '--edge': '6px' })
    for (const room of [0, 0.4, undefined]) expect(reaching(place, rect, room)).toEqual(place)
    expect(reaching({ ...place, width: 90, height: 90 }, rect, 95)).toMatchObject({ width: 90 })
  })

  it('begin with what the file holds, and with initValues over it', () => {
    const fields = [field('who', 'text', { value: 'from the file' }), field('agree', 'checkbox'), field('sizes', 'list', { value: [] })]
    const fill = (text: string) => text.replace('{{person.name}}', 'Ana')
    expect(firstValues(fields, config({ initValues: { who: '{{person.name}}', agree: 'Yes', sizes: 'M' } }), fill)).toEqual({
      who: 'Ana',
      agree: true,
      sizes: ['M'],
    })
    expect(firstValues(fields, config(), fill)).toEqual({ who: 'from the file', agree: false, sizes: [] })
  })

  it('say which answers do not conform, however they are written, ticks too', () => {
    const fields = formFields([field('guard', 'text'), field('leak', 'checkbox'), field('gap', 'text')], config())
    const rules = [
      { fieldName: 'guard', value: 'Missing' },
      { fieldName: 'leak', value: 'true' },
      { fieldName: 'gap', value: '' },
      { fieldName: 'gone', value: 'x' },
    ]
    const names = (values: Record<string, Value>) => nonConforming(fields, values, config({ nonConforming: rules })).map(({ name }) => name)
    expect(names({ guard: ' missing', leak: true, gap: '', gone: 'x' })).toEqual(['guard', 'leak'])
    expect(names({ guard: 'there', leak: false })).toEqual([])
  })

  it('add up what the file says is a total, totals of totals last', () => {
    const scripts = { 'sum.day': 'AFSimple_Calculate("SUM", new Array ("mon", "tue"));', all: "AFSimple_Calculate('PRD', ['sum', 'rate'])" }
    const calculations = Object.entries(scripts).flatMap(([name, script]) => calculationOf(name, script) ?? [])
    const values: Record<string, Value> = { mon: '1,200.50', tue: '3', rate: '2' }
    const found = calculate(
      calculations,
      (name) => values[name],
      (name) => (name === 'sum' ? ['sum.day'] : [name]),
    )
    expect(Object.fromEntries(found)).toEqual({ 'sum.day': '1203.5', all: '2407' })
    expect(calculationOf('x', 'event.value = app.alert(1)')).toBeUndefined()
  })
})
