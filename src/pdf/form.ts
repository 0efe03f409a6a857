import { formatOf } from './formatOf.ts'
import type { PdfFile } from './PdfFile.ts'
import { drawnSignatures, overlaps } from './drawnSignatures.ts'
import { PdfTrouble, type PdfContent, type PdfField, type PdfWidget } from './PdfContent.ts'
import { decodeName, decodeText, type Dict, isDict, Name, PdfStream, PdfString, type PdfValue, Ref } from './PdfValue.ts'

export interface Page {
  readonly ref: Ref | undefined
  readonly dict: Dict
}

/** A box (widget) on a page. `ref` is undefined when the page's list holds the dictionary directly. */
export interface Box {
  readonly ref: Ref | undefined
  readonly dict: Dict
  /** From 1; 0 when it is on no page. */
  page: number
  /** Position among the boxes of the file, in reading order. */
  order: number
  readonly id: string
  /** For checkboxes and radio buttons: the name of the "on" state in the file. */
  readonly on: string | undefined
}

/** A field by its full name. It has several dictionaries when the file uses a name twice. */
export interface Field {
  readonly name: string
  readonly type: PdfField['type']
  readonly flags: number
  readonly dicts: { readonly ref: Ref | undefined; readonly dict: Dict }[]
  readonly boxes: Box[]
}

export interface Form {
  readonly file: PdfFile
  readonly pages: readonly Page[]
  readonly acroForm: Dict | undefined
  readonly fields: ReadonlyMap<string, Field>
}

const mostPages = 20_000
const mostFields = 200_000
const flag = { readOnly: 1, required: 2, multiline: 1 << 12, password: 1 << 13, radio: 1 << 15, push: 1 << 16, combo: 1 << 17 }
const choiceFlag = { edit: 1 << 18, multi: 1 << 21 }
const commFlag = { comb: 1 << 24 }

/** @throws PdfTrouble */
export function readForm(file: PdfFile): Form {
  const root = file.dict(file.trailer.get('Root'))
  if (!root) throw new PdfTrouble('broken')
  const pages = pagesOf(file, root)
  if (pages.length === 0) throw new PdfTrouble('broken')
  const acroForm = file.dict(root.get('AcroForm'))
  const collector = new Collector(file)
  for (const entry of file.list(acroForm?.get('Fields'))) collector.walk(entry, 0)
  for (const [index, page] of pages.entries()) collector.take(page, index + 1)
  return { file, pages, acroForm, fields: collector.fields }
}

function pagesOf(file: PdfFile, root: Dict): Page[] {
  const pages: Page[] = []
  const seen = new Set<Dict>()
  // Not recursive: a page tree can be as deep as it is long.
  const open: PdfValue[] = [root.get('Pages') ?? null]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const dict = file.dict(next)
    if (!dict || seen.has(dict)) continue
    seen.add(dict)
    const kids = dict.get('Kids')
    if (kids !== undefined && file.name(dict.get('Type')) !== 'Page') {
      const list = file.list(kids)
      if (list.length > mostPages) throw new PdfTrouble('too-large')
      for (let at = list.length - 1; at >= 0; at--) open.push(list[at] ?? null)
    } else {
      pages.push({ ref: next instanceof Ref ? next : undefined, dict })
      if (pages.length > mostPages) throw new PdfTrouble('too-large')
    }
  }
  return pages
}

/** The value of a key from the dictionary itself or from its ancestors. */
export function inherited(file: PdfFile, dict: Dict, key: string): PdfValue {
  let at: Dict | undefined = dict
  for (let steps = 0; at && steps < 50; steps++) {
    const value = at.get(key)
    if (value !== undefined && value !== null) return file.get(value)
    at = file.dict(at.get('Parent'))
  }
  return null
}

class Collector {
  readonly fields = new Map<string, Field>()
  private readonly file: PdfFile
  private readonly boxes = new Map<Dict, Box>()
  private readonly seen = new Set<Dict>()
  private count = 0
  constructor(file: PdfFile) {
    this.file = file
  }

  /** Visits a node of the form's field tree. */
  walk(entry: PdfValue, depth: number): void {
    const dict = this.file.dict(entry)
    if (!dict || this.seen.has(dict) || depth > 60) return
    this.seen.add(dict)
    const kids = this.file.list(dict.get('Kids'))
    const named = kids.some((kid) => this.file.dict(kid)?.has('T'))
    if (named) {
      for (const kid of kids) {
        if (this.file.dict(kid)?.has('T')) this.walk(kid, depth + 1)
        else this.add(entry, dict, [kid])
      }
    } else this.add(entry, dict, kids.length > 0 ? kids : [entry])
  }

  /** Adds the boxes of a page; boxes that the field tree does not contain are fields as well. */
  take(page: Page, number: number): void {
    let inline = 0
    for (const entry of this.file.list(page.dict.get('Annots'))) {
      const dict = this.file.dict(entry)
      if (!dict) continue
      if (!(entry instanceof Ref)) inline++
      if (this.file.name(dict.get('Subtype')) !== 'Widget') continue
      if (!this.boxes.has(dict)) {
        const parent = dict.get('Parent')
        const own = dict.has('T') || !this.file.dict(parent)
        const field = own ? dict : (this.file.dict(parent) ?? dict)
        this.add(own ? entry : (parent ?? entry), field, [entry], `annot_p${number - 1}_${inline}`)
      }
      const box = this.boxes.get(dict)
      if (box && box.page === 0) {
        box.page = number
        box.order = this.count++
      }
    }
  }

  private add(entry: PdfValue, dict: Dict, kids: readonly PdfValue[], inlineId = ''): void {
    const { file } = this
    const type = this.typeOf(dict, kids)
    if (!type) return
    const field = this.fieldOf(dict, type, this.flagsOf(dict, kids))
    if (!field.dicts.some((known) => known.dict === dict)) field.dicts.push({ ref: entry instanceof Ref ? entry : undefined, dict })
    for (const kid of kids) {
      const own = file.dict(kid)
      if (!own || this.boxes.has(own)) continue
      const ref = kid instanceof Ref ? kid : undefined
      const id = ref ? `${ref.num}R${ref.gen === 0 ? '' : ref.gen}` : inlineId
      const on = type === 'checkbox' || type === 'radio' ? this.onState(own) : undefined
      const box: Box = { ref, dict: own, page: 0, order: -1, id, on }
      this.boxes.set(own, box)
      field.boxes.push(box)
    }
  }

  /** The field with the name of the dictionary; a new one for a new name. */
  private fieldOf(dict: Dict, type: Field['type'], flags: number): Field {
    const name = this.nameOf(dict)
    const known = this.fields.get(name)
    if (known) return known
    const field: Field = { name, type, flags, dicts: [], boxes: [] }
    this.fields.set(name, field)
    if (this.fields.size > mostFields) throw new PdfTrouble('too-large')
    return field
  }

  private typeOf(dict: Dict, kids: readonly PdfValue[]): Field['type'] | undefined {
    const { file } = this
    let kind = inherited(file, dict, 'FT')
    // Some writers set the field type only on the boxes.
    if (kind === null) kind = file.get(file.dict(kids[0])?.get('FT'))
    const flags = this.flagsOf(dict, kids)
    const has = (bit: number) => (flags & bit) !== 0
    switch (kind instanceof Name ? kind.name : '') {
      case 'Tx':
        return 'text'
      case 'Btn':
        if (has(flag.push)) return 'button'
        return has(flag.radio) ? 'radio' : 'checkbox'
      case 'Ch':
        return has(flag.combo) ? 'combo' : 'list'
      case 'Sig':
        return 'signature'
      default:
        return undefined
    }
  }

  /** Some writers set the flags only on the boxes. */
  private flagsOf(dict: Dict, kids: readonly PdfValue[]): number {
    const own = inherited(this.file, dict, 'Ff')
    if (typeof own === 'number') return own
    return this.file.number(this.file.dict(kids[0])?.get('Ff')) ?? 0
  }

  private nameOf(dict: Dict): string {
    const parts: string[] = []
    let at: Dict | undefined = dict
    for (let steps = 0; at && steps < 50; steps++) {
      const part = this.file.get(at.get('T'))
      if (part instanceof PdfString) parts.unshift(decodeText(part))
      at = this.file.dict(at.get('Parent'))
    }
    return parts.join('.')
  }

  private onState(dict: Dict): string | undefined {
    const { file } = this
    const looks = file.dict(dict.get('AP'))
    for (const kind of ['N', 'D']) {
      const states = file.get(looks?.get(kind))
      if (isDict(states)) for (const state of states.keys()) if (state !== 'Off') return state
    }
    const state = file.name(dict.get('AS'))
    return state !== undefined && state !== 'Off' ? state : undefined
  }
}

/** The name of the "on" state of each box; a default for a box without an appearance for it. */
export const statesOf = (field: Field): string[] => {
  const states = field.boxes.map((box, index) => box.on ?? (field.type === 'radio' ? String(index) : 'Yes'))
  return states
}

/** The value of a state. A state without a name has one all the same: `''` means that none is on. */
export const valueOfState = (state: string): string => (state === '' ? 'On' : decodeName(state))

/** Options of a choice: the stored value and the label. */
export function optionsOf(file: PdfFile, field: Field): { value: string; label: string }[] {
  const first = field.dicts[0]
  if (!first) return []
  const text = (value: PdfValue | undefined) => {
    const plain = file.get(value)
    return plain instanceof PdfStream ? '' : textValue(file, plain)
  }
  const list = inherited(file, first.dict, 'Opt')
  return (Array.isArray(list) ? list : []).map((entry) => {
    const option = file.get(entry)
    return Array.isArray(option)
      ? { value: text(option[0]), label: text(option[1]) || text(option[0]) }
      : { value: text(option), label: text(option) }
  })
}

export function textValue(file: PdfFile, value: PdfValue): string {
  if (value instanceof PdfString) return decodeText(value)
  if (value instanceof Name) return decodeName(value.name)
  if (value instanceof PdfStream) return decodeText(new PdfString(file.unpacked(value) ?? new Uint8Array(0)))
  return ''
}

/** The value of a field in the file, in the shape that `readFields` returns. */
export function valueOf(file: PdfFile, field: Field): PdfField['value'] {
  const first = field.dicts[0]
  if (!first || field.type === 'signature' || field.type === 'button') return undefined
  const value = inherited(file, first.dict, 'V')
  if (field.type === 'text') return textValue(file, value)
  if (field.type === 'combo') return textValue(file, Array.isArray(value) ? file.get(value[0]) : value)
  if (field.type === 'list') return choicesIn(file, value)
  const states = statesOf(field)
  const state = stateIn(file, field, states, value)
  if (field.type === 'checkbox' && new Set(states).size <= 1) return state !== undefined
  return state === undefined ? '' : valueOfState(state)
}

function choicesIn(file: PdfFile, value: PdfValue): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.map((item) => textValue(file, file.get(item))).filter((item) => item !== '')
}

/** The state that is on, by the value or, without a value, by the appearance states of the boxes; undefined for off. */
function stateIn(file: PdfFile, field: Field, states: readonly string[], value: PdfValue): string | undefined {
  const named = stateName(value)
  if (named !== undefined) return states.includes(named) ? named : undefined
  return states.find((own, index) => file.name(field.boxes[index]?.dict.get('AS')) === own && own !== 'Off')
}

function stateName(value: PdfValue): string | undefined {
  if (value instanceof Name) return value.name
  return value instanceof PdfString ? decodeText(value) : undefined
}

const hidden = 2
const noView = 32

/** Returns everything that a screen needs to know about a file. */
export function contentOf(form: Form): PdfContent {
  const { file, acroForm } = form
  const root = file.dict(file.trailer.get('Root'))
  const needsRendering = file.get(root?.get('NeedsRendering')) === true
  const fields: PdfField[] = []
  const signatures = drawnSignatures(file, form.pages)
  let digitallySigned = false
  for (const field of form.fields.values()) {
    const first = field.dicts[0]
    if (!first) continue
    const digital = field.type === 'signature' && file.dict(inherited(file, first.dict, 'V')) !== undefined
    if (digital) digitallySigned = true
    const stamped =
      field.type === 'signature' &&
      field.boxes.some((box) =>
        signatures.some(({ page, rect }) => page === box.page && overlaps(rect, file.numbers(box.dict.get('Rect')))),
      )
    fields.push(described(file, field, first.dict, digital || stamped))
  }
  fields.sort((a, b) => a.order - b.order)
  const xfa = acroForm?.has('XFA') === true
  const info = file.dict(file.trailer.get('Info'))
  const title = trimmedText(file.get(info?.get('Title')))
  const calculated = file.list(acroForm?.get('CO')).flatMap((entry) => {
    const dict = file.dict(entry)
    const found =
      dict &&
      [...form.fields.values()].find(
        (field) => field.dicts.some((own) => own.dict === dict) || field.boxes.some((box) => box.dict === dict),
      )
    return found ? [found.name] : []
  })
  return {
    fields,
    pages: form.pages.length,
    // Its template has the fields; only a signature or a button is in the file itself.
    isXfa: xfa && needsRendering && fields.every(({ type }) => type === 'signature' || type === 'button'),
    calculationOrder: [...new Set(calculated)],
    encrypted: file.encrypted,
    signatures,
    digitallySigned,
    mayFill: file.mayFill,
    ...(title === '' ? {} : { title }),
  }
}

function described(file: PdfFile, field: Field, dict: Dict, signed: boolean): PdfField {
  const { flags, type } = field
  const states = type === 'checkbox' || type === 'radio' ? statesOf(field) : []
  const seen = field.boxes.filter((box) => box.page > 0)
  const order = seen.length > 0 ? Math.min(...seen.map((box) => box.order)) : Number.MAX_SAFE_INTEGER
  const first = seen.find((box) => box.order === order)
  const options = shownOptions(file, field, states)
  const tooltip = trimmedText(inherited(file, dict, 'TU'))
  return {
    name: field.name,
    type,
    page: first?.page ?? 0,
    rects: widgetsOf(file, field, states),
    value: valueOf(file, field),
    ...(options ? { options } : {}),
    ...(type === 'text' ? { ...textTraits(flags, inherited(file, dict, 'MaxLen')), ...formatOf(file, field) } : {}),
    ...(isEditable(field) ? { editable: true } : {}),
    ...(isMultiSelect(field) ? { multiSelect: true } : {}),
    readOnly: isReadOnly(flags),
    required: (flags & flag.required) !== 0,
    ...(tooltip === '' ? {} : { tooltip }),
    ...(signed ? { signed: true } : {}),
    order,
  }
}

const trimmedText = (value: PdfValue): string => (value instanceof PdfString ? decodeText(value).trim() : '')

function widgetsOf(file: PdfFile, field: Field, states: readonly string[]): PdfWidget[] {
  return field.boxes.map((box, index) => {
    const [a = 0, b = 0, c = 0, d = 0] = file.numbers(box.dict.get('Rect'))
    const state = states[index]
    const unseen = ((file.number(box.dict.get('F')) ?? 0) & (hidden | noView)) !== 0
    return {
      page: box.page,
      rect: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)],
      annotationId: box.id,
      ...(state === undefined ? {} : { exportValue: valueOfState(state) }),
      ...(unseen || box.page === 0 ? { hidden: true } : {}),
    }
  })
}

/** The options of a choice, or one option for each state of a group of boxes; undefined when there are none. */
function shownOptions(file: PdfFile, field: Field, states: readonly string[]): PdfField['options'] {
  const isChoice = field.type === 'combo' || field.type === 'list'
  const labels = isChoice || states.length > 0 ? optionsOf(file, field) : []
  if (states.length === 0) return labels.length > 0 ? labels : undefined
  const shown = new Map<string, string>()
  for (const [index, state] of states.entries()) if (!shown.has(state)) shown.set(state, labels[index]?.label || valueOfState(state))
  return [...shown].map(([state, label]) => ({ value: valueOfState(state), label }))
}

function textTraits(flags: number, limit: PdfValue): Pick<PdfField, 'multiline' | 'password' | 'comb' | 'maxLength'> {
  const maxLength = typeof limit === 'number' && limit > 0 ? limit : undefined
  return {
    ...(flags & flag.multiline ? { multiline: true } : {}),
    ...(flags & flag.password ? { password: true } : {}),
    ...(maxLength !== undefined && isComb(flags, 'text') ? { comb: true } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}

/** Multiline, password and file selection have priority over comb. */
export const isComb = (flags: number, type: PdfField['type']): boolean =>
  type === 'text' && (flags & commFlag.comb) !== 0 && (flags & (flag.multiline | flag.password | (1 << 20))) === 0

export const isMultiline = (flags: number): boolean => (flags & flag.multiline) !== 0
export const isPassword = (flags: number): boolean => (flags & flag.password) !== 0
export const isReadOnly = (flags: number): boolean => (flags & flag.readOnly) !== 0
/** True for a combo box that accepts free text. */
export const isEditable = ({ type, flags }: Field): boolean => type === 'combo' && (flags & choiceFlag.edit) !== 0
export const isMultiSelect = ({ type, flags }: Field): boolean => type === 'list' && (flags & choiceFlag.multi) !== 0
