import { Refused } from '../../../contract/Refused.ts'
import type { RequestLimits } from './requestLimits.ts'
import { text } from '../../i18n/text.ts'

export type JsonLimits = Pick<RequestLimits, 'keys' | 'items' | 'depth'>

const tooMany = {
  names: text('That contains more than {most} names. Please send it in smaller parts.'),
  'list items': text('That contains more than {most} list items. Please send it in smaller parts.'),
}
const tooMuch = (what: keyof typeof tooMany, most: number) =>
  new Refused(413, 'TOO_LARGE', tooMany[what], { values: { most: most.toLocaleString('en') } })
const tooDeep = (most: number) =>
  new Refused(400, 'INVALID', text('That is nested more than {most} levels deep. Please send it with fewer levels.'), { values: { most } })

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts names, list items and levels of JSON bytes as they arrive, so that a body over its limits is never
 * parsed. Linear in the bytes; memory is constant except for one byte per level. The parser decides whether
 * the bytes are valid JSON.
 */
export class JsonMeter {
  private readonly limits: JsonLimits
  private readonly lists: boolean[] = []
  private inString = false
  private escaped = false
  private keys = 0
  private items = 0
  /** Number of bytes examined one by one, the cost of the meter. */
  steps = 0

  constructor(limits: JsonLimits) {
    this.limits = limits
  }

  /** @throws Refused TOO_LARGE, INVALID */
  push(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length) {
      if (this.inString) {
        at = this.skipString(bytes, at)
        continue
      }
      this.steps += 1
      this.read(bytes[at] as number)
      at += 1
    }
  }

  private read(byte: number): void {
    const { keys, items, depth } = this.limits
    if (byte === quote) this.inString = true
    else if (byte === openList || byte === openObject) {
      if (this.lists.length >= depth) throw tooDeep(depth)
      this.lists.push(byte === openList)
      // An empty list counts as one item: it costs as much.
      if (byte === openList && ++this.items > items) throw tooMuch('list items', items)
    } else if (byte === closeList || byte === closeObject) this.lists.pop()
    else if (byte === colon) {
      if (++this.keys > keys) throw tooMuch('names', keys)
    } else if (byte === comma && this.lists[this.lists.length - 1] === true && ++this.items > items) throw tooMuch('list items', items)
  }

  /** Returns the position after the string that contains `at`, or the end of these bytes. */
  private skipString(bytes: Uint8Array, at: number): number {
    if (this.escaped) {
      this.escaped = false
      return at + 1
    }
    const end = bytes.indexOf(quote, at)
    const stop = end === -1 ? bytes.length : end
    // A quote after an odd number of backslashes belongs to the string. Each run of backslashes is examined
    // once, for the quote after it.
    let slashes = 0
    while (stop - slashes > at && bytes[stop - slashes - 1] === backslash) slashes += 1
    this.steps += slashes + 1
    if (end === -1) {
      this.escaped = slashes % 2 === 1
      return stop
    }
    if (slashes % 2 === 0) this.inString = false
    return stop + 1
  }
}

const badText = () =>
  new Refused(400, 'INVALID', text('A text contains a character that cannot be stored (NUL or half of a pair). Please remove it.'))

/** Both storages refuse NUL in a text and half of a surrogate pair in JSON. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/**
 * Checks a parsed value: texts that the storage accepts, and the limits that `JsonMeter` counts. Without
 * recursion.
 * @throws Refused TOO_LARGE, INVALID
 */
export function checkValue(value: unknown, limits: JsonLimits): void {
  let [keys, items] = [0, 0]
  const open: { value: unknown; level: number }[] = [{ value, level: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, level } = next
    if (typeof one === 'string') {
      if (!isStorable(one)) throw badText()
      continue
    }
    if (one === null || typeof one !== 'object') continue
    if (level >= limits.depth) throw tooDeep(limits.depth)
    if (Array.isArray(one)) {
      items += Math.max(1, one.length)
      if (items > limits.items) throw tooMuch('list items', limits.items)
      for (const item of one) open.push({ value: item, level: level + 1 })
      continue
    }
    for (const key of Object.keys(one)) {
      if (++keys > limits.keys) throw tooMuch('names', limits.keys)
      if (!isStorable(key)) throw badText()
      open.push({ value: (one as Record<string, unknown>)[key], level: level + 1 })
    }
  }
}
