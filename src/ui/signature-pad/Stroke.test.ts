import { describe, expect, it } from 'vitest'
import { isBlank } from './drawing.ts'
import { extend, fitOnSheet, outline, pointIn, type Stroke } from './Stroke.ts'
import { padHeight, padWidth } from './padWidth.ts'
import { stampText } from './paint.ts'

const finger = (clientX: number, clientY: number) => ({ clientX, clientY, pressure: 0, pointerType: 'touch' })

describe('ink', () => {
  it('FE-434 FE-435 is measured on a sheet of 350, 40 % high', () => {
    expect([padWidth, padHeight]).toEqual([350, 140])
  })

  it('of a signature that fills the screen of a phone becomes smaller as a whole, and one on the usual sheet stays', () => {
    const box = { left: 0, top: 0, width: 350, height: 560 }
    const drawn = [[pointIn(box, finger(35, 28)), pointIn(box, finger(315, 532))]]
    expect(drawn[0]?.at(-1)).toEqual([0.9, 1.52, 0.5])
    const [stroke = []] = fitOnSheet(drawn)
    const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = stroke
    expect([top, bottom]).toEqual([0.025, 0.375])
    expect((right - left) / (bottom - top)).toBeCloseTo(280 / 504, 2)
    expect((left + right) / 2).toBeCloseTo(0.5, 3)
    const usual: Stroke[] = [[pointIn({ ...box, height: 140 }, finger(35, 139))]]
    expect(fitOnSheet(usual)).toBe(usual)
  })

  it('is the same on a small and on a large sheet, so that a turned tablet shows the same signature', () => {
    const small = pointIn({ left: 10, top: 20, width: 350 }, finger(10 + 70, 20 + 35))
    const large = pointIn({ left: 0, top: 0, width: 700 }, finger(140, 70))
    expect(small).toEqual([0.2, 0.1, 0.5])
    expect(large).toEqual(small)
  })

  it('stays on the sheet when the finger leaves it', () => {
    const sheet = { left: 0, top: 0, width: 350 }
    expect(pointIn(sheet, finger(-20, 900))).toEqual([0, 0.4, 0.5])
    expect(pointIn(sheet, finger(900, -3))).toEqual([1, 0, 0.5])
  })

  it('keeps the pressure of a pen', () => {
    expect(pointIn({ left: 0, top: 0, width: 350 }, { clientX: 35, clientY: 35, pressure: 0.81234, pointerType: 'pen' })).toEqual([
      0.1, 0.1, 0.8123,
    ])
  })

  it('leaves out points that add nothing', () => {
    const stroke: Stroke = [[0.1, 0.1, 0.5]]
    expect(extend(stroke, [0.101, 0.1, 0.5])).toBe(stroke)
    expect(extend(stroke, [0.11, 0.1, 0.5])).toHaveLength(2)
  })

  it('draws a tap as a dot and a stroke as a closed shape', () => {
    expect(outline([[0.5, 0.2, 0.5]])).toMatch(/^M.+Z$/)
    const line: Stroke = [
      [0.1, 0.2, 0.5],
      [0.5, 0.2, 0.5],
      [0.9, 0.2, 0.5],
    ]
    expect(outline(line)).toMatch(/^M.+Z$/)
    expect(outline(line)).toBe(outline(line))
  })

  it('is blank until something is drawn or a name is typed', () => {
    expect(isBlank({ strokes: [], typed: '  ' })).toBe(true)
    expect(isBlank({ strokes: [[[0.1, 0.1, 0.5]]], typed: '' })).toBe(false)
    expect(isBlank({ strokes: [], typed: 'Ana' })).toBe(false)
  })

  it('FE-296 is stamped with signatory and time, or with the time alone', () => {
    expect(stampText('Ana Silva', '2026-03-14T09:26:53.589Z')).toBe('Ana Silva 2026-03-14T09:26:53.589Z')
    expect(stampText('', '2026-03-14T09:26:53.589Z')).toBe('2026-03-14T09:26:53.589Z')
  })
})
