import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Model } from '../endpoints/records.ts'
import { bothOf, createPlaceFinder, interleave, merge, valueAtPlace } from './merge.ts'

const path = 'forms/hazard/AAAAAAAAAAAAAAAAAAAA'
const merged = (base: Model, mine: Model, theirs: Model, at = path) => {
  const { model, conflicts } = merge(at, base, mine, theirs)
  return { model, conflicts }
}

describe('two people change one record', () => {
  it.each<[string, Model, Model, Model, Model]>([
    ['keeps both when they changed different things', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
    ['keeps what the other added', { a: 1 }, { a: 2 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
    ['keeps what I added', {}, { b: 2 }, { c: 3 }, { b: 2, c: 3 }],
    ['keeps what I removed removed', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
    ['keeps what the other removed removed', { a: 1, b: 1 }, { a: 1, b: 2 }, { b: 1 }, { b: 2 }],
    ['is content when both changed it to the same', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }],
    ['goes into nested values', { model: { a: 1, b: 1 } }, { model: { a: 2, b: 1 } }, { model: { a: 1, b: 2 } }, { model: { a: 2, b: 2 } }],
    ['goes into what both added', {}, { model: { a: 1 } }, { model: { b: 2 } }, { model: { a: 1, b: 2 } }],
    ['tells "not applicable" (null) from "not there"', { a: null }, { a: null, b: 1 }, { a: null }, { a: null, b: 1 }],
    ['takes names like constructor for what they are', {}, { constructor: 1 }, { toString: 2 }, { constructor: 1, toString: 2 }],
  ])('%s', (_, base, mine, theirs, model) => {
    expect(merged(base, mine, theirs)).toEqual({ model, conflicts: [] })
  })

  it.each<[string, Model, Model, Model, string[]]>([
    ['changed to different values', { a: 1 }, { a: 2 }, { a: 3 }, ['a']],
    ['changed by me, removed by the other', { a: 1 }, { a: 2 }, {}, ['a']],
    ['removed by me, changed by the other', { a: 1 }, {}, { a: 3 }, ['a']],
    ['added by both', {}, { a: 1 }, { a: 2 }, ['a']],
    ['inside a nested value', { model: { a: 1 } }, { model: { a: 2 } }, { model: { a: 3 } }, ['model.a']],
    ['of another kind now', { a: 1 }, { a: { b: 1 } }, { a: [1] }, ['a']],
    ['a list without ids', { a: ['x'] }, { a: ['x', 'y'] }, { a: ['x', 'z'] }, ['a']],
    ['a photo of a list', { p: [{ id: '1', n: 1 }] }, { p: [{ id: '1', n: 2 }] }, { p: [{ id: '1', n: 3 }] }, ['p.1.n']],
    ['a list item that I removed and the other changed', { p: [{ id: '1', n: 1 }] }, { p: [] }, { p: [{ id: '1', n: 3 }] }, ['p.1']],
  ])('asks a person about what was %s', (_, base, mine, theirs, conflicts) => {
    expect(merged(base, mine, theirs).conflicts).toEqual(conflicts)
  })

  it('merges lists item by item when the items have ids', () => {
    const item = (id: string, n = 0) => ({ id, n })
    const base = { staff: [item('a'), item('b'), item('c')] }
    const mine = { staff: [item('a', 1), item('c'), item('mine')] }
    const theirs = { staff: [item('a'), item('theirs'), item('b'), item('c', 2)] }
    expect(merged(base, mine, theirs)).toEqual({
      model: { staff: [item('a', 1), item('theirs'), item('c', 2), item('mine')] },
      conflicts: [],
    })
  })

  it.each(['id', 'uid', 'key'])('knows list items by %s', (id) => {
    const base = { list: [] }
    expect(merged(base, { list: [{ [id]: '1' }] }, { list: [{ [id]: '2' }] }).model).toEqual({ list: [{ [id]: '2' }, { [id]: '1' }] })
  })

  it('takes a list with doubled or missing ids as one value', () => {
    expect(merged({ l: [] }, { l: [{ id: '1' }, { id: '1' }] }, { l: [{ id: '2' }] }).conflicts).toEqual(['l'])
    expect(merged({ l: [] }, { l: [{ id: '1' }] }, { l: [{ name: 'x' }] }).conflicts).toEqual(['l'])
  })

  it('keeps my order of a list, or theirs, and asks when both sorted it differently', () => {
    const of = (...ids: string[]) => ({ l: ids.map((id) => ({ id })) })
    expect(merged(of('a', 'b', 'c'), of('c', 'b', 'a'), of('a', 'b', 'c', 'd')).model).toEqual(of('c', 'd', 'b', 'a'))
    expect(merged(of('a', 'b', 'c'), of('a', 'b', 'c', 'd'), of('c', 'b', 'a')).model).toEqual(of('c', 'd', 'b', 'a'))
    expect(merged(of('a', 'b', 'c'), of('c', 'b', 'a'), of('b', 'a', 'c')).conflicts).toEqual(['l'])
  })

  it('adds up what two devices saw of a video', () => {
    const video = (watchedVideo: string, watchedPercent: number, hasWatchedVideo: boolean) => ({
      video: { watchedVideo, watchedPercent, hasWatchedVideo },
    })
    expect(merged(video('0000', 0, false), video('1100', 0.5, true), video('001', 0.25, false))).toEqual({
      model: video('1110', 0.75, true),
      conflicts: [],
    })
    expect(merged({ watchedVideo: '0' }, { watchedVideo: 'seen' }, { watchedVideo: '1' }).conflicts).toEqual(['watchedVideo'])
  })

  it('lets the later save decide what the product writes itself, and nothing else of that name', () => {
    const record = (titleStatus: string, tags: string[], timestamp: number) => ({ titleStatus, tags, timestamp })
    expect(merged(record('Done', ['Done'], 1), record('Processing', ['Processing'], 3), record('Waiting', [], 2))).toEqual({
      model: record('Processing', ['Processing'], 3),
      conflicts: [],
    })
    expect(merged({ model: { tags: 1 } }, { model: { tags: 2 } }, { model: { tags: 3 } }).conflicts).toEqual(['model.tags'])
    expect(merged({ lang: 'en' }, { lang: 'es' }, { lang: 'pt' }).conflicts).toEqual(['lang'])
    expect(merged({ lang: 'en' }, { lang: 'es' }, { lang: 'pt' }, 'people/u1')).toEqual({ model: { lang: 'es' }, conflicts: [] })
  })

  describe('for every record', () => {
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 }))
    const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor')
    const list = fc.uniqueArray(fc.record({ id: fc.constantFrom('1', '2', '3', '4'), n: fc.integer({ max: 3 }) }), {
      selector: ({ id }) => id,
    })
    const model: fc.Arbitrary<Model> = fc.letrec<{ model: Model; value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, leaf, tie('model'), list),
      model: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    })).model

    it('changes no attribute without an edit, and takes all of mine when only I edited', () => {
      fc.assert(
        fc.property(model, model, (base, mine) => {
          expect(merged(base, mine, base)).toEqual({ model: mine, conflicts: [] })
          expect(merged(base, base, mine)).toEqual({ model: mine, conflicts: [] })
          expect(merged(base, mine, mine)).toEqual({ model: mine, conflicts: [] })
        }),
      )
    })

    it('never loses a change of one side that the other side did not touch', () => {
      const edits = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 19 }), leaf, fc.boolean()), {
        selector: ([index]) => index,
        maxLength: 20,
      })
      // Twenty leaves at four depths; each edit belongs to one side only.
      const place = (index: number) =>
        [['top'], ['model'], ['model', 'site'], ['model', 'site', 'crane']][index % 4]?.concat(`f${index}`) ?? []
      const put = (target: Model, at: string[], value: unknown): Model => {
        const [head = '', ...rest] = at
        return { ...target, [head]: rest.length === 0 ? value : put((target[head] as Model | undefined) ?? {}, rest, value) }
      }
      const get = (target: unknown, at: string[]): unknown =>
        at.reduce<unknown>((value, part) => (value as Model | undefined)?.[part], target)
      fc.assert(
        fc.property(edits, (list) => {
          let base: Model = {}
          for (let index = 0; index < 20; index++) base = put(base, place(index), 'untouched')
          let [mine, theirs] = [base, base]
          for (const [index, value, isMine] of list) {
            if (isMine) mine = put(mine, place(index), value)
            else theirs = put(theirs, place(index), value)
          }
          const result = merged(base, mine, theirs)
          expect(result.conflicts).toEqual([])
          for (const [index, value] of list) expect(get(result.model, place(index))).toEqual(value)
          const touched = new Set(list.map(([index]) => index))
          for (let index = 0; index < 20; index++) if (!touched.has(index)) expect(get(result.model, place(index))).toBe('untouched')
        }),
        { numRuns: 300 },
      )
    })

    it('never loses a list item that one side added, changed or left', () => {
      const staff = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 12 }), n: fc.integer({ max: 3 }) }), {
        selector: ({ id }) => id,
      })
      fc.assert(
        fc.property(staff, staff, staff, (base, mine, theirs) => {
          const { model: result, conflicts } = merged({ staff: base }, { staff: mine }, { staff: theirs })
          const items = result['staff'] as { id: number; n: number }[]
          expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
          const find = (from: { id: number; n: number }[], id: number) => from.find((item) => item.id === id)
          for (let id = 1; id <= 12; id++) {
            const [b, m, t, r] = [base, mine, theirs, items].map((from) => find(from, id)?.n)
            if (conflicts.some((at) => at.startsWith(`staff.${id}`))) continue
            if (m === b) expect(r).toEqual(t)
            else if (t === b) expect(r).toEqual(m)
            else expect([m, t]).toEqual([r, r])
          }
        }),
        { numRuns: 300 },
      )
    })

    it('gives the same result in both orders, when no one has to be asked', () => {
      fc.assert(
        fc.property(model, model, model, (base, mine, theirs) => {
          const [one, other] = [merged(base, mine, theirs), merged(base, theirs, mine)]
          expect(other.conflicts.toSorted()).toEqual(one.conflicts.toSorted())
          if (one.conflicts.length === 0) expect(withoutOrder(other.model)).toEqual(withoutOrder(one.model))
        }),
        { numRuns: 300 },
      )
    })
  })
})

/** Turns lists of items with ids into sets: where both sides added items, both orders are correct. */
function withoutOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutOrder)
    return value.every((item) => typeof item === 'object' && item !== null && 'id' in item) ? new Set(items) : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutOrder(item)]))
}

describe('two orders of one list', () => {
  /** The reference implementation: simple, quadratic in the length. */
  function inWords(first: readonly string[], second: readonly string[]): string[] {
    const order = [...first]
    let next = 0
    for (const key of second) {
      if (first.includes(key)) next = order.indexOf(key) + 1
      else {
        while (next < order.length && !second.includes(order[next] as string)) next++
        order.splice(next++, 0, key)
      }
    }
    return order
  }
  const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'))

  it('become the order that a person would make of them', () => {
    fc.assert(
      fc.property(keys, keys, (first, second) => {
        expect(interleave(first, second)).toEqual(inWords(first, second))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes twice the steps for a list of twice the length, turned round and with new items in between', () => {
    /** Counts reads of the lists, and the items that searching and inserting in a list visits. */
    const steps = (length: number) => {
      let count = 0
      const counted = (list: string[]) =>
        new Proxy(list, {
          get(target, name) {
            if (typeof name === 'string' && /^\d/.test(name)) count++
            return Reflect.get(target, name) as unknown
          },
        })
      const first = Array.from({ length }, (_, n) => `i${n}`)
      const second = first.toReversed().flatMap((key) => [key, `new-${key}`])
      const [indexOf, splice] = [Array.prototype.indexOf, Array.prototype.splice]
      const looked = vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function (this: unknown[], ...given) {
        const at = indexOf.apply(this, given)
        count += at < 0 ? this.length : at + 1
        return at
      })
      const moved = vi.spyOn(Array.prototype, 'splice').mockImplementation(function (this: unknown[], ...given: [number, number]) {
        count += this.length - given[0]
        return splice.apply(this, given)
      })
      try {
        expect(interleave(counted(first), counted(second)).length).toBe(2 * length)
      } finally {
        looked.mockRestore()
        moved.mockRestore()
      }
      return count
    }
    const [one, two] = [steps(1000), steps(2000)]
    expect(one).toBeGreaterThanOrEqual(3000)
    expect(two).toBeLessThanOrEqual(2.1 * one)
  })
})

describe('places of a long list', () => {
  it('are found by the attributes that identify the items; equal names find the first item', () => {
    const model = { staff: [{ id: 'a', name: 'b' }, { id: 'b', n: 1 }, 'x', { key: 7, hours: { day: 8 } }] }
    expect(valueAtPlace(model, ['staff', 'b'])).toEqual({ id: 'a', name: 'b' })
    expect(valueAtPlace(model, ['staff', '7', 'hours', 'day'])).toBe(8)
    expect(valueAtPlace(model, ['staff', 'nobody', 'hours'])).toBeUndefined()
  })

  it('are found by going through the list once', () => {
    const reads = (length: number) => {
      let count = 0
      const items = Array.from({ length }, (_, n) => ({ id: `i${n}`, n }))
      const list = new Proxy(items, {
        get(target, name) {
          if (typeof name === 'string' && /^\d/.test(name)) count++
          return Reflect.get(target, name) as unknown
        },
      })
      const find = createPlaceFinder()
      for (let n = 0; n < length; n++) expect(find({ list }, ['list', `i${n}`, 'n'])).toBe(n)
      return count
    }
    expect([reads(200), reads(400)]).toEqual([200, 400])
  })

  it("have both sides' items once each, in any order of their attributes", () => {
    expect(bothOf([{ a: 1, b: 2 }, 'new'], [{ b: 2, a: 1 }, 3])).toEqual([{ b: 2, a: 1 }, 3, 'new'])
    expect(bothOf([1], [1, 2])).toBeUndefined()
  })
})
