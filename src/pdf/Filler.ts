import { type Frame, listLook, type Look, rotatedSize, type Style, styleOf, textLook, tickLook } from './lookOf.ts'
import { Faces } from './faces.ts'
import type { LoadFont } from './fetchedFont.ts'
import {
  type Box,
  type Field,
  type Form,
  inherited,
  isComb,
  isEditable,
  isMultiline,
  isMultiSelect,
  isPassword,
  isReadOnly,
  optionsOf,
  statesOf,
  textValue,
  valueOf,
  valueOfState,
} from './form.ts'
import type { Filling } from './PdfContent.ts'
import { bytesOf, type Dict, dictOf, encodeText, isDict, Name, PdfStream, PdfString, type PdfValue, Ref } from './PdfValue.ts'
import { packed, type Update } from './update.ts'

type Given = Filling['values'][string]

/** Writes values, states and appearances of fields into an update. */
export class Filler {
  private readonly form: Form
  private readonly update: Update
  readonly faces: Faces
  private looks: NonNullable<Filling['looks']> = {}
  constructor(form: Form, update: Update) {
    this.form = form
    this.update = update
    this.faces = new Faces(form.file, update)
  }

  /**
   * Fills in the given values and returns them as written. Ignores names that the file does not have, read-only
   * fields, and what is no option of a choice; cuts a text that is longer than its field allows.
   */
  async fill({ values, looks = {}, readOnlyToo = false }: Filling, load: LoadFont): Promise<Filling['values']> {
    this.looks = looks
    const { acroForm, file } = this.form
    const given = Object.entries(values).flatMap(([name, wanted]) => {
      const field = this.form.fields.get(name)
      if (!field || field.type === 'button' || field.type === 'signature') return []
      if (isReadOnly(field.flags) && !readOnlyToo) return []
      const value = allowedValue(file, field, wanted)
      return value === undefined ? [] : [{ field, value }]
    })
    const redraw = acroForm !== undefined && file.get(acroForm.get('NeedAppearances')) === true
    const names = new Set(given.map(({ field }) => field.name))
    // The file tells viewers to draw all fields (`NeedAppearances`); this update draws them all, so viewers
    // need not.
    const others = redraw ? [...this.form.fields.values()].filter((field) => !names.has(field.name)) : []
    const texts = [...given.flatMap(({ field, value }) => textsOf(file, field, value)), ...Object.values(looks)]
    await this.faces.prepare([...texts, ...others.flatMap((field) => textsOf(file, field, currentOf(file, field)))], load)
    for (const { field, value } of given) this.write(field, value)
    for (const field of others) this.draw(field, currentOf(file, field), true)
    return Object.fromEntries(given.map(({ field, value }) => [field.name, value]))
  }

  /**
   * Completes `fill`: writes the used fonts. Viewers must not draw: their fonts lack more characters than ours,
   * and some viewers would then drop the texts of all fields.
   */
  finish(): void {
    const { acroForm, file } = this.form
    this.faces.write()
    if (!acroForm || file.get(acroForm.get('NeedAppearances')) !== true) return
    acroForm.delete('NeedAppearances')
    this.touchForm()
  }

  /** The same values in the XML format of a hybrid (XFA) form. */
  xfaValues(values: Filling['values']): Record<string, string | readonly string[]> {
    const out: Record<string, string | readonly string[]> = {}
    for (const [name, value] of Object.entries(values)) {
      const field = this.form.fields.get(name)
      if (!field || field.type === 'button' || field.type === 'signature') continue
      if (field.type === 'checkbox' || field.type === 'radio') {
        const state = stateOf(statesOf(field), value)
        out[name] = state === undefined ? '' : valueOfState(state)
      } else out[name] = field.type === 'list' && asList(value).length > 1 ? asList(value) : (asList(value)[0] ?? '')
    }
    return out
  }

  /** Marks the form's dictionary as changed, in its own object or inside the catalog. */
  touchForm(): void {
    const { acroForm, file } = this.form
    const root = file.dict(file.trailer.get('Root'))
    const place = root?.get('AcroForm')
    const owner = file.trailer.get('Root')
    if (place instanceof Ref && acroForm) this.update.set(place, acroForm)
    else if (owner instanceof Ref && root) this.update.set(owner, root)
  }

  /** Makes all fields read-only. */
  makeReadOnly(): void {
    for (const field of this.form.fields.values())
      for (const { ref, dict } of field.dicts) {
        const flags = inherited(this.form.file, dict, 'Ff')
        dict.set('Ff', (typeof flags === 'number' ? flags : field.flags) | 1)
        if (ref) this.update.set(ref, dict)
        for (const box of field.boxes) {
          // The flags of a box have priority over those of its field.
          const own = this.form.file.number(box.dict.get('Ff'))
          if (own === undefined || box.dict === dict) continue
          box.dict.set('Ff', own | 1)
          if (box.ref) this.update.set(box.ref, box.dict)
        }
      }
  }

  private write(field: Field, value: Given): void {
    const { file } = this.form
    const stored = storedValue(file, field, value)
    for (const { ref, dict } of field.dicts) {
      setOrDelete(dict, 'V', stored.value)
      // Rich text and choice indexes would repeat the old value.
      dict.delete('RV')
      if (stored.indexes && stored.indexes.length > 0) dict.set('I', stored.indexes)
      else dict.delete('I')
      if (ref) this.update.set(ref, dict)
    }
    for (const box of field.boxes) {
      // A box with its own copy of the value would contradict it.
      if (box.dict.has('V')) setOrDelete(box.dict, 'V', stored.value)
    }
    this.draw(field, value, false)
  }

  private draw(field: Field, value: Given, onlyDraw: boolean): void {
    if (field.type === 'button' || field.type === 'signature') return
    this.faces.drawing = onlyDraw ? undefined : field.name
    const states = statesOf(field)
    const chosen = field.type === 'checkbox' || field.type === 'radio' ? stateOf(states, value) : undefined
    for (const [index, box] of field.boxes.entries()) {
      const ref = this.refOf(box)
      if (field.type === 'checkbox' || field.type === 'radio') this.tick(field, box, states[index] ?? 'Yes', chosen, onlyDraw)
      else {
        const look = this.lookFor(field, box, value)
        if (look) this.dress(box.dict, look)
        box.dict.delete('AS')
      }
      if (ref) this.update.set(ref, box.dict)
    }
  }

  private tick(field: Field, box: Box, own: string, chosen: string | undefined, onlyDraw: boolean): void {
    const { file } = this.form
    const looks = file.dict(box.dict.get('AP'))
    const normal = file.get(looks?.get('N'))
    const drawn = isDict(normal) && this.isDrawn(file.get(normal.get(own)))
    if (!drawn) {
      const frame = this.frameOf(box.dict)
      const style = this.styleOf(box.dict)
      const details = file.dict(box.dict.get('MK'))
      const mark = file.get(details?.get('CA'))
      const usual = field.type === 'radio' ? 'l' : '4'
      const letter = mark instanceof PdfString ? textValue(file, mark) : usual
      const [on, off] = [tickLook(frame, letter || '4', style.colour), tickLook(frame, undefined, style.colour)]
      const pictures = dictOf({ [own]: this.stream(on), Off: this.stream(off) })
      box.dict.set('AP', dictOf({ N: pictures }))
    }
    if (!onlyDraw || !drawn) box.dict.set('AS', new Name(own === chosen ? own : 'Off'))
  }

  /** True when viewers show this appearance of a tick: it has an area, and content. */
  private isDrawn(look: PdfValue): boolean {
    if (!(look instanceof PdfStream) || look.raw.length === 0) return false
    const [a = 0, b = 0, c = 0, d = 0] = this.form.file.numbers(look.dict.get('BBox'))
    return a !== c && b !== d
  }

  private lookFor(field: Field, box: Box, value: Given): Look | undefined {
    const { file } = this.form
    const frame = this.frameOf(box.dict)
    if (frame.width < 0.5 || frame.height < 0.5) return undefined
    const style = this.styleOf(box.dict)
    const fonts = this.fontsOf(box.dict)
    const align = inherited(file, box.dict, 'Q') ?? file.get(this.form.acroForm?.get('Q'))
    if (field.type === 'list') {
      const options = optionsOf(file, field)
      const values = asList(value)
      const chosen = new Set(options.flatMap((option, at) => (values.includes(option.value) ? [at] : [])))
      const top = inherited(file, box.dict, 'TI')
      return listLook(this.faces, frame, {
        options: options.map(({ label }) => label),
        chosen,
        top: typeof top === 'number' && top > 0 ? top : 0,
        style,
        fonts,
      })
    }
    const maxLength = inherited(file, box.dict, 'MaxLen')
    return textLook(this.faces, frame, {
      text: (Object.hasOwn(this.looks, field.name) ? this.looks[field.name] : undefined) ?? shownText(file, field, value),
      style,
      align: typeof align === 'number' ? align : 0,
      multiline: field.type === 'text' && isMultiline(field.flags),
      cells: isComb(field.flags, field.type) && typeof maxLength === 'number' ? maxLength : undefined,
      fonts,
    })
  }

  private styleOf(dict: Dict): Style {
    const { file, acroForm } = this.form
    const own = inherited(file, dict, 'DA')
    const given = own instanceof PdfString ? own : file.get(acroForm?.get('DA'))
    const style = styleOf(given instanceof PdfString ? given : undefined)
    if (style.font === '') {
      // Without a font, other programs draw nothing when a user edits the field again.
      const colour = style.colour
      dict.set('DA', encodeText(`/MFsans ${style.size} Tf ${colour}`))
      this.offer('MFsans')
      return { ...style, font: 'MFsans' }
    }
    return style
  }

  /** Adds a standard font to the fonts that the form's fields can name. */
  private offer(name: string): void {
    const { acroForm, file } = this.form
    if (!acroForm) return
    const resources: Dict = file.dict(acroForm.get('DR')) ?? new Map()
    const fonts: Dict = file.dict(resources.get('Font')) ?? new Map()
    if (fonts.has(name)) return
    fonts.set(name, this.faces.standard('sans').resource)
    resources.set('Font', fonts)
    acroForm.set('DR', resources)
    this.touchForm()
  }

  private fontsOf(dict: Dict): Dict | undefined {
    const { file, acroForm } = this.form
    const common = file.dict(file.dict(acroForm?.get('DR'))?.get('Font'))
    const normal = file.get(file.dict(dict.get('AP'))?.get('N'))
    const own = normal instanceof PdfStream ? file.dict(file.dict(normal.dict.get('Resources'))?.get('Font')) : undefined
    return own || common ? new Map([...(own ?? []), ...(common ?? [])]) : undefined
  }

  private frameOf(dict: Dict): Frame {
    const { file } = this.form
    const [a = 0, b = 0, c = 0, d = 0] = file.numbers(dict.get('Rect'))
    const details = file.dict(dict.get('MK'))
    const [width, height] = [Math.abs(c - a), Math.abs(d - b)]
    const style = file.dict(dict.get('BS'))
    const old = file.numbers(dict.get('Border'))
    const border = file.numbers(details?.get('BC'))
    const borderWidth = file.number(style?.get('W')) ?? old[2] ?? 1
    return {
      ...rotatedSize(width, height, file.number(details?.get('R')) ?? 0),
      background: file.numbers(details?.get('BG')),
      border,
      borderWidth: border.length > 0 ? Math.max(0, Math.min(borderWidth, width / 4, height / 4)) : 0,
      borderStyle: file.name(style?.get('S')) ?? 'S',
    }
  }

  private dress(dict: Dict, look: Look): void {
    dict.set('AP', dictOf({ N: this.stream(look) }))
  }

  private stream({ content, dict }: Look): Ref {
    const own: Dict = new Map([...dictOf({ Type: new Name('XObject'), Subtype: new Name('Form') }), ...dict])
    return this.update.add(packed(own, bytesOf(content)))
  }

  /** The reference of a box; a box that its page's list holds directly gets a new object number. */
  private refOf(box: Box): Ref | undefined {
    if (box.ref) return box.ref
    const { file, pages } = this.form
    const page = pages[box.page - 1]
    if (!page) return undefined
    const place = page.dict.get('Annots')
    const list = file.get(place)
    if (!Array.isArray(list)) return undefined
    const at = list.findIndex((entry) => entry === box.dict)
    if (at < 0) return undefined
    const ref = this.update.reserve()
    list[at] = ref
    if (place instanceof Ref) this.update.set(place, list)
    else if (page.ref) this.update.set(page.ref, page.dict)
    return ref
  }
}

function setOrDelete(dict: Dict, key: string, value: PdfValue): void {
  if (value === null) dict.delete(key)
  else dict.set(key, value)
}

function asList(value: Given): readonly string[] {
  if (typeof value === 'boolean' || value === '') return []
  return typeof value === 'string' ? [value] : value
}

/** The current value in the file, in the shape of a given value. */
const currentOf = (file: Form['file'], field: Field): Given => {
  const value = valueOf(file, field)
  return value ?? ''
}

/** The texts that the boxes of a field will show. */
function textsOf(file: Form['file'], field: Field, value: Given): string[] {
  if (field.type === 'text' || field.type === 'combo') return [shownText(file, field, value)]
  if (field.type === 'list') return optionsOf(file, field).map(({ label }) => label)
  return []
}

function shownText(file: Form['file'], field: Field, value: Given): string {
  const text = asList(value)[0] ?? ''
  if (field.type === 'combo') return optionsOf(file, field).find((option) => option.value === text)?.label ?? text
  return isPassword(field.flags) ? '*'.repeat([...text].length) : text
}

/** The state name for a value; undefined for off. */
function stateOf(states: readonly string[], value: Given): string | undefined {
  if (value === true) return states[0]
  const wanted = asList(value)[0]
  if (wanted === undefined) return undefined
  return states.find((state) => state === wanted) ?? states.find((state) => valueOfState(state) === wanted)
}

/** The value within the limits that the file sets; undefined when the field cannot have it. */
function allowedValue(file: Form['file'], field: Field, value: Given): Given | undefined {
  const texts = asList(value)
  if (field.type === 'checkbox' || field.type === 'radio') {
    return texts.length === 0 || stateOf(statesOf(field), value) !== undefined ? value : undefined
  }
  if (field.type === 'text') {
    const [dict] = field.dicts
    const limit = dict && inherited(file, dict.dict, 'MaxLen')
    const text = texts[0] ?? ''
    if (typeof limit !== 'number' || limit <= 0 || text.length <= limit) return value
    return [...text].slice(0, limit).join('')
  }
  if (isEditable(field)) return value
  const options = new Set(optionsOf(file, field).map((option) => option.value))
  return texts.every((text) => options.has(text)) && (texts.length <= 1 || isMultiSelect(field)) ? value : undefined
}

function storedValue(file: Form['file'], field: Field, value: Given): { value: PdfValue; indexes?: number[] } {
  if (field.type === 'checkbox' || field.type === 'radio') {
    return { value: new Name(stateOf(statesOf(field), value) ?? 'Off') }
  }
  if (field.type === 'text') return { value: encodeText(asList(value)[0] ?? '') }
  const options = optionsOf(file, field)
  const values = asList(value)
  const indexes = values.flatMap((one) => {
    const at = options.findIndex((option) => option.value === one)
    return at >= 0 ? [at] : []
  })
  if (field.type === 'combo') return { value: encodeText(values[0] ?? '') }
  const texts = values.map(encodeText)
  return { value: texts.length > 1 ? texts : (texts[0] ?? null), indexes: indexes.sort((a, b) => a - b) }
}
