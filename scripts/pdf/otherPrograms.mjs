// Other programs that open PDF files: qpdf lists the fields, poppler and MuPDF draw the pages.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const has = async (tool) =>
  run('which', [tool]).then(
    () => true,
    () => false,
  )

/** Both are Debian packages. If they cannot be installed, the check is skipped with a message. */
export async function needTools() {
  if ((await has('pdftoppm')) && (await has('qpdf'))) return true
  await run('apt-get', ['install', '-y', '-qq', 'poppler-utils', 'qpdf', 'fonts-urw-base35']).catch(() => undefined)
  return (await has('pdftoppm')) && (await has('qpdf'))
}

export const hasMupdf = () => has('mutool')

/** Password of the current file. */
let password
export const setPassword = (text) => {
  password = text
}
const given = (flag) => (password === undefined ? [] : flag.endsWith('=') ? [flag + password] : [flag, password])

/** Returns the objects of a file as qpdf reads them. It exits with 3 after warnings; other exits are failures. */
export async function objectsOf(file) {
  const { stdout } = await run('qpdf', ['--json=2', '--json-key=qpdf', ...given('--password='), file], { maxBuffer: 1 << 30 }).catch(
    (error) => {
      if (error.code === 3 && error.stdout) return error
      throw new Error(`qpdf exits with ${error.code}`)
    },
  )
  return JSON.parse(stdout).qpdf[1]
}

/**
 * Returns the fields of a file by full name: values, states and kind, whether people can fill them in, and whether
 * a page shows them. A walk through all objects, independent of the reader of the app.
 */
export function fieldsIn(objects) {
  const resolved = (object) => object?.value ?? object?.stream?.dict
  const isRef = (value) => typeof value === 'string' && /^\d+ \d+ R$/.test(value)
  const get = (value) => (isRef(value) ? resolved(objects[`obj:${value}`]) : value)
  const text = (value) => {
    const plain = get(value)
    if (typeof plain !== 'string') return plain
    if (plain.startsWith('u:')) return plain.slice(2)
    if (plain.startsWith('b:')) return Buffer.from(plain.slice(2), 'hex').toString('latin1')
    // A state without a name has one in the app: `On`.
    return plain.startsWith('/') ? plain.slice(1) || 'On' : plain
  }
  const all = Object.entries(objects).flatMap(([key, object]) => (key.startsWith('obj:') ? [[key.slice(4), resolved(object)]] : []))
  const onPages = new Set(
    all.flatMap(([, dict]) =>
      dict?.['/Type'] === '/Page' ? (get(dict['/Annots']) ?? []).map((entry) => (isRef(entry) ? entry : '')) : [],
    ),
  )
  const found = new Map()
  for (const [ref, dict] of all) {
    if (!dict || typeof dict !== 'object' || Array.isArray(dict)) continue
    const parts = []
    let [kind, value, flags] = []
    for (let at = dict, steps = 0; at && steps < 50; at = get(at['/Parent']), steps++) {
      if (at['/T'] !== undefined) parts.unshift(text(at['/T']))
      kind ??= get(at['/FT'])
      value ??= get(at['/V'])
      flags ??= get(at['/Ff'])
    }
    if (!kind || parts.length === 0) continue
    const own = found.get(parts.join('.')) ?? { values: [], states: [], isFillable: false }
    own.values.push(Array.isArray(value) ? value.map(text) : text(value))
    if (dict['/AS'] !== undefined) own.states.push(text(dict['/AS']))
    const isPush = kind === '/Btn' && ((flags ?? 0) & 65536) !== 0
    const isOpen = ['/Tx', '/Ch', '/Btn'].includes(kind) && !isPush && ((flags ?? 0) & 1) === 0
    if (isOpen && onPages.has(ref) && ((get(dict['/F']) ?? 0) & 34) === 0) own.isFillable = true
    found.set(parts.join('.'), own)
  }
  return found
}

/** True if the document or one of its fields has a JavaScript action. Texts have a prefix in this list, so none looks like one. */
export const hasScripts = (objects) => JSON.stringify(objects).includes('"/S":"/JavaScript"')

const pixels = (file) => {
  const bytes = readFileSync(file)
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1'))
  return head && { width: Number(head[1]), height: Number(head[2]), data: bytes.subarray(head[0].length) }
}

/** Renders pages in gray at 80 dpi; omits pages that fail. */
export async function draw(renderer, file, page, to) {
  const name = path.join(to, `${renderer}-${path.basename(file)}-${page}.pgm`)
  if (renderer === 'poppler')
    await run(
      'pdftoppm',
      ['-gray', '-cropbox', '-r', '80', '-f', String(page), '-l', String(page), '-singlefile', ...given('-upw'), file, name.slice(0, -4)],
      {
        timeout: 60_000,
      },
    )
  else
    await run('mutool', ['draw', '-q', '-c', 'gray', '-F', 'pgm', '-r', '80', '-o', name, ...given('-p'), file, String(page)], {
      timeout: 60_000,
    })
  return pixels(name)
}

/**
 * Returns a function from points of a page to pixels of its picture, based on size and rotation from pdfinfo.
 */
export async function placesOf(file, pages) {
  const { stdout } = await run('pdfinfo', ['-f', '1', '-l', String(pages), '-box', ...given('-upw'), file], { maxBuffer: 1 << 28 })
  const told = (key, page) => new RegExp(`^Page\\s+${page} ${key}:\\s+(.+)$`, 'm').exec(stdout)?.[1]
  return (page, [x, y]) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = (told('CropBox', page) ?? '').trim().split(/\s+/).map(Number)
    const turn = Number(told('rot', page) ?? 0)
    const [u, v, w, h] = [x - left, y - bottom, right - left, top - bottom]
    const at = turn === 90 ? [v, u] : turn === 180 ? [w - u, v] : turn === 270 ? [h - v, w - u] : [u, h - v]
    return at.map((point) => (point * 80) / 72)
  }
}

/**
 * True if a box changed and now has ink: pixels that differ from its most frequent gray, inside of its border. A
 * box that is gone has none. `isCleared`: it must only change.
 */
export function isShown(before, after, box, isCleared) {
  const [left, top, right, bottom] = [
    Math.max(0, box[0]),
    Math.max(0, box[1]),
    Math.min(box[2], after.width),
    Math.min(box[3], after.height),
  ]
  const edge = right - left > 8 && bottom - top > 8 ? 2 : 0
  const grays = new Uint32Array(256)
  let changed = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const now = after.data[y * after.width + x]
      if (Math.abs(before.data[y * before.width + x] - now) > 40) changed++
      if (x >= left + edge && x < right - edge && y >= top + edge && y < bottom - edge) grays[now]++
    }
  const ground = grays.indexOf(Math.max(...grays))
  let ink = 0
  for (const [gray, count] of grays.entries()) if (Math.abs(gray - ground) > 40) ink += count
  return changed >= 3 && (isCleared || ink >= 3)
}

/** The fields of a file, listed by qpdf; with the password `candidate` if the file has one. */
export async function listedIn(file, candidate) {
  try {
    return fieldsIn(await objectsOf(file))
  } catch {
    password = candidate
    const found = await objectsOf(file).then(fieldsIn, () => new Map())
    password = undefined
    return found
  }
}

/** True if qpdf finds the file sound; 'with warnings' if it has some. */
export const soundness = (file) =>
  run('qpdf', ['--check', ...given('--password='), file], { maxBuffer: 1 << 28 }).then(
    () => true,
    (error) => error.code === 3 && 'with warnings',
  )

/** The boxes of the signatures that were drawn onto pages. */
export const stampsIn = (objects) =>
  Object.values(objects).flatMap((object) => {
    const dict = object?.value ?? object?.stream?.dict
    return dict?.['/Subtype'] === '/Stamp' && Array.isArray(dict['/Rect']) ? [dict['/Rect']] : []
  })
