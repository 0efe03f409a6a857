type Rect = readonly [left: number, bottom: number, right: number, top: number]

/** Printed text on a page, in points as in the file. `bottom` is its baseline. */
export interface Printed {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  /** Font size. */
  readonly size: number
}

/** A box of a field. */
export interface LabelBox {
  readonly name: string
  readonly rect: Rect
  /** A check box or radio button: its text is printed behind it. */
  readonly isTick: boolean
  /** Its value among the boxes of its field. */
  readonly value?: string | undefined
}

/** Longest label, characters. */
const longest = 80
/** Distance of a label from its box, points. */
const farLeft = 220
const farAbove = 26
const closeAbove = 10
const farBehind = 30

const hasWord = (text: string) => /\p{L}/u.test(text)
/** The number of a question, printed apart from it. */
const isNumber = (text: string) => /^\s*\(?\d{1,3}[a-z]?[.)]*\s*$/i.test(text)

/** Removes what forms print to be written on: lines, dots, colons. */
function tidy(text: string): string {
  const spaced = text
    .replace(/[_.…·]{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,*•□☐-]+/, '')
  let end = spaced.length
  while (end > 0 && /[\s:;,_□☐-]/.test(spaced.charAt(end - 1))) end--
  const plain = spaced.slice(0, end).trim()
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).trimEnd()}…`
}

/** Joins the pieces of a line: a wide gap begins another phrase, as in the next column. */
export function phrasesOf(pieces: readonly Printed[]): Printed[] {
  const sorted = pieces.filter(({ text }) => text.trim() !== '').sort((a, b) => b.bottom - a.bottom || a.left - b.left)
  const phrases: Printed[] = []
  for (const piece of sorted) {
    const before = phrases.findLast(
      (one) =>
        Math.abs(one.bottom - piece.bottom) < 2 &&
        piece.left >= one.left &&
        piece.left - one.right < Math.max(one.size, 6) * (isNumber(one.text) ? 3 : 0.9),
    )
    if (!before) phrases.push(piece)
    else {
      const gap = piece.left - before.right > before.size * 0.15 && !before.text.endsWith(' ') ? ' ' : ''
      const joined = { ...before, text: before.text + gap + piece.text, right: Math.max(before.right, piece.right) }
      phrases[phrases.indexOf(before)] = joined
    }
  }
  return phrases.filter(({ text }) => hasWord(text))
}

const middle = ([, bottom, , top]: Rect) => (bottom + top) / 2
/** How far two spans overlap, points; negative: the distance between them. */
const shared = (a: number, b: number, c: number, d: number) => Math.min(b, d) - Math.max(a, c)

const isOnLine = (one: Printed, rect: Rect) => {
  const centre = one.bottom + one.size * 0.35
  return Math.abs(centre - middle(rect)) < Math.max((rect[3] - rect[1]) / 2, one.size * 0.7)
}

/** Text printed on the same line before the box, with no other box between. */
function leftOf(phrases: readonly Printed[], boxes: readonly LabelBox[], rect: Rect): Printed | undefined {
  const [left] = rect
  const between = (from: number) =>
    boxes.some(
      (box) => box.rect !== rect && box.rect[2] > from && box.rect[2] <= left + 2 && shared(box.rect[1], box.rect[3], rect[1], rect[3]) > 2,
    )
  return phrases
    .filter((one) => isOnLine(one, rect) && one.right <= left + 6 && left - one.right < farLeft && !between(one.right))
    .sort((a, b) => b.right - a.right)[0]
}

/** Text printed on the same line behind the box, before the next box. */
function rightOf(phrases: readonly Printed[], rect: Rect): Printed | undefined {
  return phrases
    .filter((one) => isOnLine(one, rect) && one.left >= rect[2] - 3 && one.left - rect[2] < farBehind)
    .sort((a, b) => a.left - b.left)[0]
}

/** The closest text above the box; `reach` limits the distance. */
function above(phrases: readonly Printed[], rect: Rect, reach: number): Printed | undefined {
  const [found] = phrases
    .filter((one) => {
      const away = one.bottom - rect[3]
      return away > -one.size * 1.1 && away < reach && shared(one.left, one.right, rect[0], rect[2]) > Math.min(4, one.right - one.left)
    })
    .sort((a, b) => a.bottom - b.bottom || Math.abs(a.left - rect[0]) - Math.abs(b.left - rect[0]))
  return found && firstLine(phrases, found)
}

/** The beginning of a text that goes on in a line of its own, in small letters. */
function firstLine(phrases: readonly Printed[], last: Printed): Printed {
  let line = last
  for (let lines = 1; lines < 4 && /^\s*\p{Ll}/u.test(line.text); lines++) {
    const { bottom, left, size } = line
    const before = phrases.find(
      (one) => one.bottom - bottom > size * 0.7 && one.bottom - bottom < size * 1.5 && Math.abs(one.left - left) < 20,
    )
    if (!before) break
    line = before
  }
  return { ...line, bottom: last.bottom }
}

/** Text printed right below the line that the box is on, as for a signature. */
function below(phrases: readonly Printed[], rect: Rect): Printed | undefined {
  return phrases
    .filter((one) => {
      const away = rect[1] - (one.bottom + one.size * 0.8)
      return away > -3 && away < 8 && shared(one.left, one.right, rect[0], rect[2]) > 0 && one.left < rect[0] + 60
    })
    .sort((a, b) => b.bottom - a.bottom)[0]
}

/** The boxes of the same column above this one, nearest first, down from the head of a table. */
function columnAbove(boxes: readonly LabelBox[], rect: Rect): LabelBox[] {
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]]
  return boxes
    .filter((box) => !box.isTick && box.rect[1] >= rect[3] - 3 && shared(box.rect[0], box.rect[2], rect[0], rect[2]) > width * 0.8)
    .filter((box) => Math.abs(box.rect[2] - box.rect[0] - width) < width * 0.3)
    .filter((box) => Math.abs(box.rect[3] - box.rect[1] - height) < height * 0.4)
    .sort((a, b) => a.rect[1] - b.rect[1])
}

interface Found {
  readonly text: string
  /** Row of a table, from 1; 0 outside of a table. */
  readonly row: number
}

/** The head of the column, when boxes are stacked as in a table. */
function tableHead(phrases: readonly Printed[], boxes: readonly LabelBox[], rect: Rect): Found | undefined {
  let top = rect
  let row = 1
  for (const { rect: next } of columnAbove(boxes, rect)) {
    // The rows of a table follow one another without a gap for text.
    if (next[1] - top[3] > (rect[3] - rect[1]) * 0.9 + 6) break
    if (next[1] < top[3] - 3) continue
    top = next
    row++
  }
  if (row === 1) return undefined
  const head = above(phrases, top, farAbove)
  return head && { text: head.text, row }
}

/** A single box has its text behind it; a group has its question before or above the first box. */
function tickLabel(phrases: readonly Printed[], boxes: readonly LabelBox[], own: readonly LabelBox[]): Found | undefined {
  const [first, second] = own
  if (!first) return undefined
  const { rect } = first
  const question = leftOf(phrases, boxes, rect) ?? above(phrases, rect, farAbove)
  const found = second ? (question ?? rightOf(phrases, rect)) : (rightOf(phrases, rect) ?? question)
  return found && { text: found.text, row: 0 }
}

function textLabel(phrases: readonly Printed[], boxes: readonly LabelBox[], rect: Rect): Found | undefined {
  const [left, over] = [leftOf(phrases, boxes, rect), above(phrases, rect, farAbove)]
  const [upper] = columnAbove(boxes, rect)
  // What is printed close before the box is its label; a table has its heads above.
  if (left && rect[0] - left.right < 40) return { text: left.text, row: 0 }
  if (over && upper && over.bottom < upper.rect[1] && over.bottom - rect[3] < closeAbove) return { text: over.text, row: 0 }
  const head = tableHead(phrases, boxes, rect)
  if (head) return left ? { text: `${head.text} – ${tidy(left.text)}`, row: 0 } : head
  const under = below(phrases, rect)
  if (over && over.bottom - rect[3] < closeAbove) return { text: over.text, row: 0 }
  const best = under ?? over ?? left
  return best && { text: best.text, row: 0 }
}

export interface NearbyLabels {
  /** By field name. */
  readonly fields: ReadonlyMap<string, string>
  /** Of the boxes of a group: by field name, then by the value of the box. */
  readonly options: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/**
 * Labels of fields without a name for people, from the text printed around their boxes: before a box, above it,
 * the head of its column; behind a check box. Numbers keep several fields with one text apart. `boxes` are all
 * boxes of the page; `wanted` names the fields.
 */
export function nearbyLabels(pieces: readonly Printed[], wanted: ReadonlySet<string>, boxes: readonly LabelBox[]): NearbyLabels {
  const phrases = phrasesOf(pieces)
  const fields = new Map<string, string>()
  const options = new Map<string, Map<string, string>>()
  const used = new Map<string, number>()
  for (const [name, own] of groupByName(boxes)) {
    const [first] = own
    if (!first || !wanted.has(name)) continue
    if (first.isTick && own.length > 1) options.set(name, optionLabels(phrases, own))
    const found = first.isTick ? tickLabel(phrases, boxes, own) : textLabel(phrases, boxes, first.rect)
    const text = found && tidy(found.text)
    if (!found || !text || !hasWord(text)) continue
    const count = (used.get(text) ?? 0) + 1
    used.set(text, count)
    const number = found.row > 0 ? found.row : count
    fields.set(name, number > 1 || found.row > 0 ? `${text} (${number})` : text)
  }
  return { fields, options }
}

function groupByName(boxes: readonly LabelBox[]): Map<string, LabelBox[]> {
  const groups = new Map<string, LabelBox[]>()
  for (const box of boxes) groups.set(box.name, [...(groups.get(box.name) ?? []), box])
  return groups
}

function optionLabels(phrases: readonly Printed[], boxes: readonly LabelBox[]): Map<string, string> {
  return new Map(
    boxes.flatMap(({ rect, value }) => {
      const text = tidy(rightOf(phrases, rect)?.text ?? '')
      return value === undefined || text === '' ? [] : [[value, text] as const]
    }),
  )
}

/** True for a name that a program made up: `undefined_5`, `Text12`, `topmostSubform[0].Page1[0].f1_01[0]`. */
export function isMadeUp(name: string): boolean {
  const own = (name.split('.').at(-1) ?? name).replace(/\[\d+\]/g, '').trim()
  return (
    /^(?:undefined|untitled|text|text ?field|textbox|field|check ?box|radio ?button|button|group|list ?box|combo ?box|drop ?down|signature|date|number|fill|topmostsubform|c|f|p|cb|tb|tf|t|r)[\s_\-.#]*\d*(?:[_\-.]\d+)*$/i.test(
      own,
    ) ||
    /^[a-z]{1,3}[\d_.-]+$/i.test(own) ||
    !/\p{L}{2}/u.test(own)
  )
}
