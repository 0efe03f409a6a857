// node scripts/pdf-check.mjs [DIR]: fills every field of every PDF in a folder, opens the result with other
// programs (qpdf, poppler, and MuPDF if installed) and prints how many values are stored and how many are
// visible. qpdf lists the fields, not the reader of the app: a field that the app does not see counts as lost.
// The fields of a file that the app can't open or write count as lost, too. Without a folder: the small forms of
// the tests. `--password TEXT` opens locked files, `--keep DIR` keeps the filled files there, `--json` prints
// figures only.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { root } from './steps/install.mjs'

const run = promisify(execFile)
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string' },
    json: { type: 'boolean' },
    password: { type: 'string', default: 'Kran 7' },
    pages: { type: 'string', default: '14' },
  },
})
const folder = path.resolve(positionals[0] ?? path.join(root, 'tests/pdf/forms'))
const has = async (tool) =>
  run('which', [tool]).then(
    () => true,
    () => false,
  )

/** Both are Debian packages. If they cannot be installed, the check is skipped with a message. */
async function needTools() {
  if ((await has('pdftoppm')) && (await has('qpdf'))) return true
  await run('apt-get', ['install', '-y', '-qq', 'poppler-utils', 'qpdf', 'fonts-urw-base35']).catch(() => undefined)
  return (await has('pdftoppm')) && (await has('qpdf'))
}

if (!(await needTools())) {
  console.log('SKIPPED: poppler-utils and qpdf are not here and can not be installed.')
  process.exit(0)
}
const mupdf = await has('mutool')
const { readFields } = await tsImport('../src/pdf/readFields.ts', import.meta.url)
const { writeFilled } = await tsImport('../src/pdf/writeFilled.ts', import.meta.url)
const load = async (name) => new Uint8Array(readFileSync(path.join(root, `src/pdf/fonts/${name}.ttf`)))

const samples = [
  [/[\u3040-\u30ff]/, '山田太郎 やまだ'],
  [/[\u4e00-\u9fff]/, '李小龙 安全'],
  [/[\u0590-\u05ff]/, 'שלום 12'],
  [/[\u0600-\u06ff]/, 'مرحبا 12'],
  [/[\u0e00-\u0e7f]/, 'สวัสดี'],
  [/[\u0400-\u04ff]/, 'Привіт'],
]
/** Names of a crew: several scripts in one file, as people write them. */
const crew = ['Ana', 'José', 'Zażółć', 'Ёжик', 'Nguyễn', 'Łukasz 李', 'Ανδρέας']

/**
 * Returns a new value for a field, within its limits and other than its current value. Undefined if the field
 * cannot be filled in.
 */
function planFor(field, script, at) {
  if (field.readOnly || field.page === 0 || field.rects.every(({ hidden }) => hidden)) return undefined
  const options = field.options ?? []
  switch (field.type) {
    case 'text': {
      let text = field.comb ? '1234567890'.repeat(10) : (script ?? `${crew[at % crew.length]} ${at % 90}`)
      if (field.multiline && !field.maxLength) text = `${text}\n${text} 2`
      if (field.maxLength) text = [...text].slice(0, field.maxLength).join('')
      return text === field.value ? (text === '7' ? '8' : [...text].fill('7').join('')) : text
    }
    case 'checkbox':
      if (typeof field.value === 'boolean') return !field.value
      return options.find(({ value }) => value !== field.value)?.value
    case 'radio':
      return options.find(({ value }) => value !== field.value && value !== 'Off')?.value
    case 'combo': {
      const other = options.find(({ value }) => value !== field.value && value.trim() !== '')
      return other?.value ?? (field.editable ? 'Free text' : undefined)
    }
    case 'list': {
      const others = options.filter(({ value }) => !field.value.includes(value) && value !== '').map(({ value }) => value)
      return others.length > 0 ? others.slice(0, field.multiSelect ? 2 : 1) : undefined
    }
  }
  return undefined
}

/** Password of the current file. */
let password
const given = (flag) => (password === undefined ? [] : flag.endsWith('=') ? [flag + password] : [flag, password])

/** Returns the objects of a file as qpdf reads them. It exits with 3 after warnings; other exits are failures. */
async function objectsOf(file) {
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
function fieldsIn(objects) {
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

const pixels = (file) => {
  const bytes = readFileSync(file)
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1'))
  return head && { width: Number(head[1]), height: Number(head[2]), data: bytes.subarray(head[0].length) }
}

/** Renders pages in gray at 80 dpi; omits pages that fail. */
async function draw(renderer, file, page, to) {
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
async function placesOf(file, pages) {
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
function isShown(before, after, box, isCleared) {
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

/** The fields of a file, listed by qpdf; with the password if the file has one. */
async function listedIn(file) {
  try {
    return fieldsIn(await objectsOf(file))
  } catch {
    password = options.password
    const found = await objectsOf(file).then(fieldsIn, () => new Map())
    password = undefined
    return found
  }
}

async function checkFile(file, work) {
  password = undefined
  const bytes = new Uint8Array(readFileSync(file))
  const name = path.basename(file)
  const result = { name, fillable: 0, persisted: 0, checked: 0, both: 0, one: 0, lost: [], unseen: [] }
  // Before the app reads the file: where it fails, these fields are lost.
  const listed = await listedIn(file)
  result.listed = [...listed].flatMap(([key, { isFillable }]) => (isFillable ? [key] : []))
  const content = await readFields(bytes).catch((error) => {
    if (error.code !== 'password') throw error
    password = options.password
    return readFields(bytes, password)
  })
  const all = [
    content.title ?? '',
    ...content.fields.flatMap((field) => [
      field.name,
      field.tooltip ?? '',
      String(field.value ?? ''),
      ...(field.options ?? []).map(({ label }) => label),
    ]),
  ].join(' ')
  const script = samples.find(([pattern]) => pattern.test(all))?.[1]
  const plan = new Map()
  for (const [at, field] of content.fields.entries()) {
    const value = planFor(field, script, at)
    if (value !== undefined) plan.set(field.name, { field, value })
  }
  const started = performance.now()
  const filled = await writeFilled(bytes, { values: Object.fromEntries([...plan].map(([key, { value }]) => [key, value])), password }, load)
  result.ms = Math.round(performance.now() - started)
  result.added = filled.length - bytes.length
  result.prefix = Buffer.compare(Buffer.from(filled.subarray(0, bytes.length)), Buffer.from(bytes)) === 0
  const out = path.join(work, name)
  writeFileSync(out, filled)
  result.sound = await run('qpdf', ['--check', ...given('--password='), out], { maxBuffer: 1 << 28 }).then(
    () => true,
    (error) => error.code === 3 && 'with warnings',
  )
  const known = new Set(content.fields.map((field) => field.name))
  const overlooked = result.listed.filter((key) => !known.has(key))
  result.fillable = plan.size + overlooked.length
  result.lost.push(...overlooked.map((key) => `${key} (not seen by the app)`))
  const values = plan.size > 0 ? fieldsIn(await objectsOf(out)) : new Map()
  for (const [key, { field, value }] of plan) {
    const own = values.get(key)
    const same = (one) =>
      field.type === 'text' || field.type === 'combo'
        ? one === value
        : field.type === 'list'
          ? JSON.stringify([one].flat()) === JSON.stringify(value)
          : value === true
            ? field.rects.some(({ exportValue }) => exportValue === one)
            : value === false
              ? one === 'Off' || one === undefined
              : one === value
    if (own && (own.values.some(same) || ((field.type === 'checkbox' || field.type === 'radio') && own.states.some(same))))
      result.persisted++
    else result.lost.push(key)
  }
  // Compares the pages before and after: inside each field box, in each renderer.
  const place = plan.size > 0 ? await placesOf(file, content.pages) : undefined
  const pages = [...new Set([...plan.values()].flatMap(({ field }) => field.rects.map(({ page }) => page)))]
    .filter((page) => page > 0)
    .sort((a, b) => a - b)
  for (const page of pages.slice(0, Number(options.pages))) {
    const seen = []
    for (const renderer of mupdf ? ['poppler', 'mupdf'] : ['poppler']) {
      const [before, after] = await Promise.all([
        draw(renderer, file, page, path.join(work, 'before')),
        draw(renderer, out, page, path.join(work, 'after')),
      ]).catch(() => [])
      if (before && after) seen.push({ before, after })
    }
    for (const [key, { field, value }] of plan)
      for (const { rect, page: own, hidden, exportValue } of field.rects) {
        if (own !== page || hidden || rect[2] - rect[0] < 1 || rect[3] - rect[1] < 1) continue
        // A radio button that stays off shows no change.
        if ((field.type === 'radio' || (field.type === 'checkbox' && typeof value === 'string')) && exportValue !== value) continue
        result.checked++
        const [x1, y1] = place(page, [rect[0], rect[1]])
        const [x2, y2] = place(page, [rect[2], rect[3]])
        const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(Math.round)
        const isCleared = value === false
        const changed = seen.map(({ before, after }) => isShown(before, after, box, isCleared))
        if (changed.length > 0 && changed.every(Boolean)) result.both++
        if (changed.some(Boolean)) result.one++
        if (!changed.every(Boolean)) result.unseen.push(`${key}@${page}`)
      }
  }
  return result
}

const work = options.keep ? path.resolve(options.keep) : mkdtempSync(path.join(os.tmpdir(), 'pdf-check-'))
for (const name of ['before', 'after']) mkdirSync(path.join(work, name), { recursive: true })
const results = []
const failed = []
for (const name of existsSync(folder) ? readdirSync(folder).filter((one) => /\.pdf$/i.test(one)) : []) {
  try {
    const result = await checkFile(path.join(folder, name), work)
    results.push(result)
    if (!options.json)
      console.log(
        `${name}: ${result.persisted}/${result.fillable} persist, ${result.both}/${result.checked} visible${mupdf ? ' in both' : ''} (${result.one} in one), ` +
          `qpdf ${result.sound}, original ${result.prefix ? 'untouched' : 'CHANGED'}, ${result.ms} ms, +${result.added} bytes` +
          (result.lost.length > 0 ? `\n  lost: ${result.lost.slice(0, 8).join(' | ')}` : '') +
          (result.unseen.length > 0 ? `\n  unseen: ${result.unseen.slice(0, 12).join(' | ')}` : ''),
      )
  } catch (error) {
    password = undefined
    const listed = await listedIn(path.join(folder, name))
    const fields = [...listed.values()].filter(({ isFillable }) => isFillable).length
    failed.push({ name, code: error?.code ?? String(error?.stack ?? error), fields })
    if (!options.json) console.log(`${name}: not opened (${error?.code && !error.path ? error.code : error?.stack})`)
  }
}
if (!options.keep) rmSync(work, { recursive: true, force: true })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const share = (part, of) => (of === 0 ? '–' : `${((100 * part) / of).toFixed(2)} %`)
const lostWithFiles = failed.reduce((total, { fields }) => total + fields, 0)
const total = {
  files: results.length,
  notOpened: failed.length,
  fillable: sum('fillable') + lostWithFiles,
  persisted: sum('persisted'),
  checked: sum('checked'),
  both: sum('both'),
  one: sum('one'),
}
if (options.json) console.log(JSON.stringify({ ...total, failed, lost: results.flatMap(({ lost }) => lost), results }))
else
  console.log(
    `\n${total.files} files (${total.notOpened} not opened): ${total.persisted} of ${total.fillable} values persist (${share(total.persisted, total.fillable)}), ` +
      `${total.both} of ${total.checked} boxes visible${mupdf ? ' in poppler and MuPDF' : ' in poppler'} (${share(total.both, total.checked)})`,
  )
const isVisible = total.checked === 0 || total.both / total.checked >= 0.999
const isWhole = failed.length === 0 && results.every(({ sound, prefix }) => sound && prefix)
process.exitCode = total.persisted === total.fillable && isVisible && isWhole ? 0 : 1
