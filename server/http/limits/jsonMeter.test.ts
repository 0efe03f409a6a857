import { describe, expect, it } from 'vitest'
import { Refused } from '../../../contract/Refused.ts'
import { checkValue, JsonMeter } from './jsonMeter.ts'

const limits = { keys: 10, items: 10, depth: 4 }
const refusal = (work: () => void) => {
  try {
    work()
    return 'taken'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return `${error.status} ${error.message}`
  }
}
const measure = (text: string, pieces = 1, own = limits) =>
  refusal(() => {
    const meter = new JsonMeter(own)
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += pieces) meter.push(bytes.subarray(at, at + pieces))
  })

describe('what a request holds', () => {
  const many = (n: number) => JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, k) => [`k${k}`, k])))

  it.each([1, 3, 1000])('is counted alike in pieces of %i bytes', (pieces) => {
    expect(measure(many(10), pieces)).toBe('taken')
    expect(measure(many(11), pieces)).toMatch(/^413 .*10 names/)
    expect(measure(JSON.stringify(Array.from({ length: 10 }, () => 0)), pieces)).toBe('taken')
    expect(measure(JSON.stringify(Array.from({ length: 11 }, () => 0)), pieces)).toMatch(/^413 .*10 list items/)
    expect(measure('[[[[0]]]]', pieces)).toBe('taken')
    expect(measure('[[[[[0]]]]]', pieces)).toMatch(/^400 .*4 levels/)
  })

  it.each([1, 2, 5, 1000])('does not count what is inside a text, in pieces of %i bytes', (pieces) => {
    const text = `{"a":"${':,[{'.repeat(50)}","b\\"${':'.repeat(20)}":"\\\\","c":"\\\\\\"${','.repeat(40)}"}`
    expect(JSON.parse(text)).toHaveProperty('a')
    expect(measure(text, pieces)).toBe('taken')
  })

  it('costs twice as much for twice as much, also where a text is nothing but backslashes or quotes', () => {
    const wide = { keys: 1e9, items: 1e9, depth: 1e9 }
    const cost = (text: string) => {
      const meter = new JsonMeter(wide)
      meter.push(Buffer.from(text))
      return meter.steps
    }
    for (const shape of [
      (n: number) => `"${'\\\\'.repeat(n)}"`,
      (n: number) => `"${'\\"'.repeat(n)}"`,
      (n: number) => `[${'0,'.repeat(n)}0]`,
      (n: number) => `{${'"a":1,'.repeat(n)}"b":2}`,
      (n: number) => '['.repeat(n),
    ]) {
      const [once, twice] = [cost(shape(5000)), cost(shape(10_000))]
      expect(once).toBeGreaterThanOrEqual(5000)
      expect(twice / once).toBeGreaterThan(1.9)
      expect(twice / once).toBeLessThan(2.1)
    }
  })

  it('is refused ten thousand levels deep, and never as a fault of the server', () => {
    let deep: unknown = 0
    for (let n = 0; n < 10_000; n++) deep = [deep]
    expect(refusal(() => checkValue(deep, { keys: 1e6, items: 1e6, depth: 64 }))).toMatch(/^400 .*64 levels/)
    expect(refusal(() => checkValue(deep, { keys: 1e6, items: 1e6, depth: 20_000 }))).toBe('taken')
  })

  it('is refused where a text cannot be stored, as a value or as a name', () => {
    for (const value of [{ a: '\0' }, { '\0': 1 }, ['\ud800'], { a: [{ b: 'x\udc00' }] }]) {
      expect(refusal(() => checkValue(value, limits))).toMatch(/^400 .*cannot be stored/)
    }
    expect(refusal(() => checkValue({ a: '👷 Grúa', ñ: ['\u2028'] }, limits))).toBe('taken')
  })
})
