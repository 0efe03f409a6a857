import { describe, expect, it } from 'vitest'
import { isMadeUp, type LabelBox, nearbyLabels, type Printed } from './nearbyLabels.ts'
import { readDate, writeDate } from '../mistakeIn.ts'

const printed = (text: string, left: number, bottom: number, width = text.length * 5): Printed => ({
  text,
  left,
  right: left + width,
  bottom,
  size: 9,
})
const box = (name: string, rect: LabelBox['rect'], more: Partial<LabelBox> = {}): LabelBox => ({ name, rect, isTick: false, ...more })
const labelsOf = (pieces: readonly Printed[], boxes: readonly LabelBox[]) => {
  const found = nearbyLabels(pieces, new Set(boxes.map(({ name }) => name)), boxes)
  return {
    fields: Object.fromEntries(found.fields),
    options: Object.fromEntries([...found.options].map(([name, own]) => [name, [...own]])),
  }
}

describe('labels of fields without a name for people', () => {
  it('are printed before the box, also in two pieces, above it, or below its line', () => {
    const { fields } = labelsOf(
      [
        printed('Name of', 40, 703),
        printed('the worker: ____', 79, 703),
        printed('1.', 40, 653, 8),
        printed('Address (street)', 55, 653),
        printed('Signature of the supervisor', 40, 590),
      ],
      [box('undefined', [180, 700, 320, 714]), box('undefined_2', [40, 636, 240, 650]), box('Signature8', [40, 600, 240, 625])],
    )
    expect(fields).toEqual({
      undefined: 'Name of the worker',
      undefined_2: '1. Address (street)',
      Signature8: 'Signature of the supervisor',
    })
  })

  it('are the heads of a table, with the number of the row', () => {
    const rows = [0, 1, 2].flatMap((row) => [
      box(`m${row}`, [40, 640 - row * 18, 240, 654 - row * 18]),
      box(`q${row}`, [250, 640 - row * 18, 310, 654 - row * 18]),
    ])
    const { fields } = labelsOf([printed('Material', 40, 658), printed('Quantity', 250, 658)], rows)
    expect(fields).toMatchObject({ m0: 'Material', q0: 'Quantity', m2: 'Material (3)', q1: 'Quantity (2)' })
  })

  it('are printed behind a check box; a group has its question before the first one, and its options behind each', () => {
    const { fields, options } = labelsOf(
      [printed('Fit for work?', 40, 702), printed('Yes', 195, 702), printed('No', 245, 702), printed('I have read it', 58, 652)],
      [
        box('Group5', [180, 700, 192, 712], { isTick: true, value: '0' }),
        box('Group5', [230, 700, 242, 712], { isTick: true, value: '1' }),
        box('Check Box7', [40, 650, 52, 662], { isTick: true, value: 'Yes' }),
      ],
    )
    expect(fields).toEqual({ Group5: 'Fit for work?', 'Check Box7': 'I have read it' })
    expect(options).toEqual({
      Group5: [
        ['0', 'Yes'],
        ['1', 'No'],
      ],
    })
  })

  it('replace names that programs make up, not those of authors', () => {
    for (const name of ['undefined_5', 'Text12', 'topmostSubform[0].Page1[0].f1_01[0]', 'Check Box3', '12.1'])
      expect(isMadeUp(name), name).toBe(true)
    for (const name of ['location', 'Last Name', 'DR 2097 Checkbox', 'crew.first']) expect(isMadeUp(name), name).toBe(false)
  })
})

describe('dates in the pattern of a file', () => {
  it('are read and written; a pattern that is more than a day stays text', () => {
    for (const [pattern, text] of [
      ['mm/dd/yyyy', '03/04/2026'],
      ['d-mmm-yy', '4-Mar-26'],
      ['yy-mm-dd', '26-03-04'],
    ] as const) {
      expect(writeDate('2026-03-04', pattern)).toBe(text)
      expect(readDate(text, pattern)).toBe('2026-03-04')
    }
    expect(readDate('13/40/2026', 'mm/dd/yyyy')).toBeUndefined()
    expect(writeDate('2026-03-04', 'm/d/yy HH:MM')).toBeUndefined()
  })
})
