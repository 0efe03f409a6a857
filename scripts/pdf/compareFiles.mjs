import { readFileSync } from 'node:fs'
import path from 'node:path'
import { draw, fieldsIn, hasMupdf, isShown, objectsOf, placesOf, soundness, stampsIn } from './otherPrograms.mjs'

const renderers = (await hasMupdf()) ? ['poppler', 'mupdf'] : ['poppler']

const overlap = ([a, b, c, d], [e, f, g, h]) => a < g && e < c && b < h && f < d

/** True if a value that other programs read is the one that was entered. */
function isSame(one, { field, value }) {
  if (field.type === 'text' || field.type === 'combo') return one === value
  if (field.type === 'list') return JSON.stringify([one].flat()) === JSON.stringify(value)
  if (value === true) return field.rects.some(({ exportValue }) => exportValue === one)
  return value === false ? one === 'Off' || one === undefined : one === value
}

function isKept(values, stamps, planned) {
  const { field } = planned
  if (field.type === 'signature') return stamps.some((stamp) => field.rects.some(({ rect }) => overlap(rect, stamp)))
  const own = values.get(field.name)
  if (!own) return false
  const isTick = field.type === 'checkbox' || field.type === 'radio'
  return own.values.some((one) => isSame(one, planned)) || (isTick && own.states.some((one) => isSame(one, planned)))
}

/** True if the box must change: a radio button that stays off shows no change. */
function mustChange({ rect, hidden, exportValue }, { field, value }) {
  if (hidden || rect[2] - rect[0] < 1 || rect[3] - rect[1] < 1) return false
  const isOneOfSeveral = field.type === 'radio' || (field.type === 'checkbox' && typeof value === 'string')
  return !isOneOfSeveral || exportValue === value
}

/** Draws a page of both files; programs that fail are left out. */
async function drawBoth(files, page, work) {
  const seen = []
  for (const renderer of renderers) {
    const [before, after] = await Promise.all([
      draw(renderer, files.file, page, path.join(work, 'before')),
      draw(renderer, files.out, page, path.join(work, 'after')),
    ]).catch(() => [])
    if (before && after) seen.push({ before, after })
  }
  return seen
}

/**
 * Opens a file and the filled one with other programs. `planned`: the fields with their values. Returns how many
 * values were kept and how many boxes are visible, with the others by name.
 */
export async function compareFiles(files, planned, { pages: most, work }) {
  const [before, after] = [readFileSync(files.file), readFileSync(files.out)]
  const result = { persisted: 0, checked: 0, both: 0, one: 0, lost: [], unseen: [] }
  result.added = after.length - before.length
  result.prefix = Buffer.compare(after.subarray(0, before.length), before) === 0
  result.sound = await soundness(files.out)
  if (planned.length === 0) return result
  const objects = await objectsOf(files.out)
  const [values, stamps] = [fieldsIn(objects), stampsIn(objects)]
  for (const one of planned)
    if (isKept(values, stamps, one)) result.persisted++
    else result.lost.push(one.field.name)
  // Compares the pages before and after: inside each field box, in each renderer.
  const place = await placesOf(files.file, Math.max(...planned.flatMap(({ field }) => field.rects.map(({ page }) => page))))
  const pages = [...new Set(planned.flatMap(({ field }) => field.rects.map(({ page }) => page)))].filter((page) => page > 0)
  for (const page of pages.sort((a, b) => a - b).slice(0, most)) {
    const seen = await drawBoth(files, page, work)
    for (const one of planned)
      for (const box of one.field.rects) {
        if (box.page !== page || !mustChange(box, one)) continue
        result.checked++
        const [x1, y1] = place(page, [box.rect[0], box.rect[1]])
        const [x2, y2] = place(page, [box.rect[2], box.rect[3]])
        const area = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(Math.round)
        const changed = seen.map((pictures) => isShown(pictures.before, pictures.after, area, one.value === false))
        const isInAll = changed.length > 0 && changed.every(Boolean)
        if (isInAll) result.both++
        else result.unseen.push(`${one.field.name}@${page}`)
        if (changed.some(Boolean)) result.one++
      }
  }
  return result
}
