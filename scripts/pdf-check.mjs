// node scripts/pdf-check.mjs [DIR]: fills every field of every PDF in a folder, opens the result with other
// programs (qpdf, poppler, and MuPDF if installed) and prints how many values are stored and how many are
// visible. qpdf lists the fields, not the reader of the app: a field that the app does not see counts as lost.
// The fields of a file that the app can't open or write count as lost, too. Without a folder: the small forms of
// the tests. `--password TEXT` opens locked files, `--keep DIR` keeps the filled files there, `--only TEXT` takes
// files with this text in their name, `--json` prints figures only.
// `--screen`: in place of the writer alone, a manager puts each file into a library, and a worker fills it in by
// touch on the screen of a phone without a connection, signs, submits, and connects again; what arrives at the
// server is opened. `--fields N`: at most so many fields of a file (default 60). `--pictures DIR`: the phone with
// an open sheet; `--dark`: in dark colors.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { planFor, scriptOf, screenPlan } from './pdf/fieldPlan.mjs'
import { hasMupdf, hasScripts, listedIn, needTools, objectsOf, setPassword } from './pdf/otherPrograms.mjs'
import { root } from './steps/install.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string' },
    json: { type: 'boolean' },
    only: { type: 'string', default: '' },
    password: { type: 'string', default: 'Kran 7' },
    pages: { type: 'string', default: '14' },
    screen: { type: 'boolean' },
    fields: { type: 'string', default: '60' },
    pictures: { type: 'string' },
    dark: { type: 'boolean' },
  },
})
const folder = path.resolve(positionals[0] ?? path.join(root, 'tests/pdf/forms'))

if (!(await needTools())) {
  console.log('SKIPPED: poppler-utils and qpdf are not here and can not be installed.')
  process.exit(0)
}
const mupdf = await hasMupdf()
const { compareFiles } = await import('./pdf/compareFiles.mjs')
const { readFields } = await tsImport('../src/pdf/readFields.ts', import.meta.url)
const { writeFilled } = await tsImport('../src/pdf/writeFilled.ts', import.meta.url)
const load = async (name) => new Uint8Array(readFileSync(path.join(root, `src/pdf/fonts/${name}.ttf`)))

async function openSite() {
  const { buildIsCurrent } = await import('./steps/newer.mjs')
  const { needBrowser } = await import('./steps/browser.mjs')
  const { tool } = await import('./steps/run.mjs')
  if (!(await needBrowser())) process.exit(1)
  if (!buildIsCurrent()) await tool('scripts/build.mjs', [], { show: true })
  const { register } = await import('tsx/esm/api')
  register()
  // Ends the browser and the server, too: they stop when this process exits.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  const pictures = options.pictures && path.resolve(options.pictures)
  if (pictures) mkdirSync(pictures, { recursive: true })
  const { openPdfSite } = await import('../e2e/pdf-screen/openPdfSite.ts')
  return openPdfSite({ pictures, colorScheme: options.dark ? 'dark' : 'light' })
}

const site = options.screen ? await openSite() : undefined

const short = (texts, most) => texts.slice(0, most).join(' | ')

/** Fills a file in with the writer of the app. */
async function fillByWriter(bytes, content, password) {
  const script = scriptOf(content)
  const planned = content.fields.flatMap((field, at) => {
    const value = planFor(field, script, at)
    return value === undefined ? [] : [{ field, value }]
  })
  const values = Object.fromEntries(planned.map(({ field, value }) => [field.name, value]))
  return { planned, all: planned.length, filled: await writeFilled(bytes, { values, password }, load) }
}

/** A file that the app refuses or only shows, with words: nothing is sent, so nothing is lost. */
class NotFillable extends Error {}

/** Has a file filled in on the screen of a phone. */
async function fillOnScreen(file, content) {
  const { planned, all } = screenPlan(content, Number(options.fields))
  const sent = await site.send(
    file,
    planned.map(({ entry }) => entry),
  )
  if (sent.refused ?? sent.readOnly) throw new NotFillable(sent.refused ?? sent.readOnly)
  // Scripts of the file clear one tick when another is set: then the screen shows it without the tick. In a file
  // without scripts such a tick is lost.
  const mayClear = hasScripts(await objectsOf(file))
  const isCleared = ({ field, entry }) => mayClear && entry.isOn && sent.shown.get(field.name) === false
  const cleared = planned.filter(isCleared).map(({ field }) => field.name)
  // A field with a format or a check of its own may refuse the first text. Of a combo box, the file has the value.
  const entered = planned.flatMap((one) => {
    if (isCleared(one)) return []
    return one.field.type === 'text' ? [{ ...one, value: sent.entered.get(one.field.name) ?? one.value }] : [one]
  })
  const notes = [...[...sent.failed].map(([name, why]) => `${name}: ${why}`), ...sent.said.map((text) => `“${text}”`)]
  if (cleared.length > 0) notes.push(`cleared by scripts of the file: ${short(cleared, 8)}`)
  return { planned: entered, all, filled: sent.bytes, notes }
}

async function checkFile(file, work) {
  setPassword(undefined)
  const bytes = new Uint8Array(readFileSync(file))
  const name = path.basename(file)
  // Before the app reads the file: where it fails, these fields are lost.
  const listed = [...(await listedIn(file, options.password))].flatMap(([key, { isFillable }]) => (isFillable ? [key] : []))
  let password
  const content = await readFields(bytes).catch((error) => {
    if (error.code !== 'password') throw error
    ;({ password } = options)
    setPassword(password)
    return readFields(bytes, password)
  })
  const started = performance.now()
  const { planned, all, filled, notes = [] } = site ? await fillOnScreen(file, content) : await fillByWriter(bytes, content, password)
  const ms = Math.round(performance.now() - started)
  const out = path.join(work, name)
  writeFileSync(out, filled)
  const result = await compareFiles({ file, out }, planned, { pages: Number(options.pages), work })
  const known = new Set(content.fields.map((field) => field.name))
  const overlooked = listed.filter((key) => !known.has(key))
  const lost = [...overlooked.map((key) => `${key} (not seen by the app)`), ...result.lost]
  const signatures = planned.filter(({ field }) => field.type === 'signature').length
  return {
    name,
    ...result,
    lost,
    listed,
    ms,
    notes,
    all: all + overlooked.length,
    fillable: planned.length + overlooked.length,
    signatures,
  }
}

function tell(result) {
  const { name, persisted, fillable, all, both, checked, one, sound, prefix, ms, added, lost, unseen, notes } = result
  const share = all > fillable ? ` (of ${all} fields)` : ''
  console.log(
    `${name}: ${persisted}/${fillable} persist${share}, ${both}/${checked} visible${mupdf ? ' in both' : ''} (${one} in one), ` +
      `qpdf ${sound}, original ${prefix ? 'untouched' : 'CHANGED'}, ${ms} ms, +${added} bytes` +
      (lost.length > 0 ? `\n  lost: ${short(lost, 8)}` : '') +
      (unseen.length > 0 ? `\n  unseen: ${short(unseen, 12)}` : '') +
      notes.map((note) => `\n  ${note}`).join(''),
  )
}

const work = options.keep ? path.resolve(options.keep) : mkdtempSync(path.join(os.tmpdir(), 'pdf-check-'))
for (const name of ['before', 'after']) mkdirSync(path.join(work, name), { recursive: true })
const results = []
const failed = []
const readOnly = []

async function checkOne(name) {
  try {
    const result = await checkFile(path.join(folder, name), work)
    results.push(result)
    if (!options.json) tell(result)
  } catch (error) {
    if (error instanceof NotFillable) {
      readOnly.push({ name, why: error.message })
      if (!options.json) console.log(`${name}: not filled in, the app says “${error.message}”`)
      return
    }
    setPassword(undefined)
    const listed = await listedIn(path.join(folder, name), options.password)
    const fields = [...listed.values()].filter(({ isFillable }) => isFillable).length
    failed.push({ name, code: error?.code ?? String(error?.stack ?? error), fields })
    if (!options.json) console.log(`${name}: not opened (${error?.code && !error.path ? error.code : error?.stack})`)
  }
}

const names = existsSync(folder) ? readdirSync(folder).filter((one) => /\.pdf$/i.test(one) && one.includes(options.only)) : []
for (const name of names) await checkOne(name)
await site?.close()
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
  signatures: sum('signatures'),
}
if (options.json) console.log(JSON.stringify({ ...total, failed, readOnly, lost: results.flatMap(({ lost }) => lost), results }))
else {
  if (site) printTable()
  console.log(
    `\n${total.files} files (${total.notOpened} not opened): ${total.persisted} of ${total.fillable} values persist (${share(total.persisted, total.fillable)}), ` +
      `${total.both} of ${total.checked} boxes visible${mupdf ? ' in poppler and MuPDF' : ' in poppler'} (${share(total.both, total.checked)})`,
  )
}
const isVisible = total.checked === 0 || total.both / total.checked >= 0.999
const isWhole = failed.length === 0 && results.every(({ sound, prefix }) => sound && prefix)
process.exit(total.persisted === total.fillable && isVisible && isWhole ? 0 : 1)

/** The table for docs/pdf.md. */
function printTable() {
  console.log('\n| file | fields filled in | signed | values kept | boxes visible |\n|---|---|---|---|---|')
  for (const { name, fillable, all, signatures, persisted, both, checked } of results)
    console.log(`| ${name} | ${fillable} of ${all} | ${signatures || '–'} | ${persisted} | ${both} of ${checked} |`)
  for (const { name, why } of readOnly) console.log(`| ${name} | read only: ${why.split(/[.:]/)[0]} | – | – | – |`)
  for (const { name, fields } of failed) console.log(`| ${name} | failed: 0 of ${fields} | – | 0 | 0 |`)
}
