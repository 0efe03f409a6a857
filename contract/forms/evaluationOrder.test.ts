import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dependenciesOf, evaluationOrder, longestAttribute, namesAbove, type Step } from './evaluationOrder.ts'

const step = (writes: string, ...reads: string[]): Step => ({ reads, writes: [writes] })

describe('the order in which calculations are worked out', () => {
  it('each comes after those that it reads', () => {
    expect(evaluationOrder([step('c', 'b'), step('b', 'a'), step('x')])).toEqual({ order: expect.any(Array), circles: [] })
    const { order } = evaluationOrder([step('c', 'b'), step('b', 'a'), step('a')])
    expect(order).toEqual([2, 1, 0])
  })

  it('sees through places inside objects, both ways', () => {
    expect(evaluationOrder([step('x', 'model'), step('model.hours')]).order).toEqual([1, 0])
    expect(evaluationOrder([step('x', 'site.name'), step('site')]).order).toEqual([1, 0])
    expect(namesAbove('a.b.c')).toEqual(['a.b', 'a'])
  })

  it('names circles, and lets a step read what it writes', () => {
    expect(evaluationOrder([step('a', 'b'), step('b', 'c'), step('c', 'a'), step('d', 'd', 'a')]).circles).toEqual([[0, 1, 2]])
  })

  it('is a whole order without a wrong place, for any steps', () => {
    const names = ['a', 'b', 'c', 'd', 'a.x', 'b.y', 'b.y.z']
    const steps = fc.array(fc.record({ reads: fc.subarray(names, { maxLength: 3 }), writes: fc.subarray(names, { maxLength: 2 }) }), {
      maxLength: 8,
    })
    const touches = (read: string, write: string) => read === write || read.startsWith(`${write}.`) || write.startsWith(`${read}.`)
    fc.assert(
      fc.property(steps, (given) => {
        const { order, circles } = evaluationOrder(given)
        expect(order.toSorted((a, b) => a - b)).toEqual(given.map((_, index) => index))
        const circle = new Map(circles.flatMap((members, index) => members.map((member) => [member, index])))
        for (const [reader, { reads }] of given.entries()) {
          for (const [writer, { writes }] of given.entries()) {
            if (reader === writer || !reads.some((read) => writes.some((write) => touches(read, write)))) continue
            const together = circle.get(reader) !== undefined && circle.get(reader) === circle.get(writer)
            expect(together || order.indexOf(writer) < order.indexOf(reader)).toBe(true)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each<[string, (n: number) => Step]>([
    ['decide one answer that all of them read', () => step('x', 'x')],
    ['decide a part of an answer that all of them read', (n) => step(`x.a${n}`, 'x')],
    ['read a part of an answer that all of them decide', (n) => step('x', `x.a${n}`)],
    ['decide and read neighbours of one answer', (n) => step(`x.a${n}`, `x.b${n}`, 'x')],
  ])('takes twice the room for twice as many steps that %s', (_, make) => {
    const room = (length: number) =>
      dependenciesOf(Array.from({ length }, (_one, n) => make(n))).reduce((sum, next) => sum + 1 + next.length, 0)
    expect(room(4000) / room(2000)).toBeLessThan(2.1)
    expect(room(4000)).toBeLessThan(4000 * 10)
  })

  it('looks no deeper into a name than an attribute can be long', () => {
    const name = Array.from({ length: 8000 }, () => 'a').join('.')
    expect(namesAbove(name)[0]).toHaveLength(longestAttribute - 1)
    expect(namesAbove(name)).toHaveLength(longestAttribute / 2)
  })

  it('takes thousands of steps in a chain', () => {
    const chain = Array.from({ length: 5000 }, (_, index) => step(`f${index}`, `f${index + 1}`))
    expect(evaluationOrder(chain).order[0]).toBe(4999)
  })
})
