import { nonConformingFields, type PdfConfig, type PdfEditor, type PdfMark, type PdfValues } from '../../../contract/forms/PdfConfig.ts'
import type { PdfField, PdfWidget } from '../../pdf/PdfContent.ts'
import { isMadeUp } from './labels/nearbyLabels.ts'

/** A field of the document as people fill it in: all its boxes together (spec/1 §3). */
export interface FormField {
  readonly name: string
  readonly label: string
  /** False if the label is only a name that a program made up: the text around the field may have a better one. */
  readonly isNamed: boolean
  readonly readOnly: boolean
  readonly required: boolean
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Ids of its boxes in pdf.js. */
  readonly annotationIds: readonly string[]
  readonly fieldType: PdfEditor
  /** The visible boxes. */
  readonly boxes: readonly PdfWidget[]
  /** What its boxes stand for when they are on, by annotation id, with the hidden ones. */
  readonly states: ReadonlyMap<string, string>
  readonly format: PdfField['format']
  readonly dateFormat: string | undefined
  readonly comb: boolean
  readonly password: boolean
  readonly maxLength: number | undefined
  /** A combo box that accepts free text. */
  readonly editable: boolean
  readonly multiSelect: boolean
  /** The file already contains a signature in it. */
  readonly signed: boolean
  readonly order: number
}

export type Value = string | readonly string[] | boolean

const isEditor = (type: PdfField['type']): type is Exclude<PdfField['type'], 'button'> => type !== 'button'

/**
 * Returns the editor of a field: a text box can have another editor, every other type keeps its own (a check
 * box can't become a date).
 */
function editorOf(field: PdfField, config: PdfConfig): PdfEditor | undefined {
  if (!isEditor(field.type)) return undefined
  const own: PdfEditor = field.type === 'text' && field.multiline ? 'multiline' : field.type
  const wanted = config.fieldTypes?.[field.name]
  if (wanted === undefined) return own
  const isText = field.type === 'text'
  const textual = !['checkbox', 'radio', 'combo', 'list'].includes(wanted)
  if (isText && textual) return wanted
  return (field.type === 'combo' && wanted === 'list') || (field.type === 'list' && wanted === 'combo') ? wanted : own
}

/** Returns the fields in the order of `fieldOrder`, the others in document order. Buttons are omitted. */
export function formFields(fields: readonly PdfField[], config: PdfConfig): FormField[] {
  const place = new Map((config.fieldOrder ?? []).map((name, at) => [name, at]))
  return fields
    .flatMap((field): FormField[] => {
      const fieldType = editorOf(field, config)
      if (fieldType === undefined) return []
      const given = config.fieldTooltips?.[field.name] || field.tooltip?.trim()
      return [
        {
          name: field.name,
          label: given || field.name,
          isNamed: Boolean(given) || !isMadeUp(field.name),
          readOnly: field.readOnly,
          required: field.required,
          options: field.options ?? field.rects.flatMap(({ exportValue: value }) => (value === undefined ? [] : [{ value, label: value }])),
          annotationIds: field.rects.map(({ annotationId }) => annotationId),
          fieldType,
          boxes: field.rects.filter(({ page, hidden }) => page > 0 && hidden !== true),
          states: new Map(
            field.rects.flatMap(({ annotationId, exportValue }) => (exportValue === undefined ? [] : [[annotationId, exportValue]])),
          ),
          format: field.format,
          dateFormat: field.dateFormat,
          comb: field.comb === true,
          password: field.password === true,
          maxLength: field.maxLength,
          editable: field.editable === true,
          multiSelect: field.multiSelect === true,
          signed: field.signed === true,
          order: field.order,
        },
      ]
    })
    .sort((a, b) => (place.get(a.name) ?? place.size) - (place.get(b.name) ?? place.size) || a.order - b.order)
}

/** Boxes with one name and different values act as a single choice. */
export const exportValuesOf = ({ options, boxes }: Pick<FormField, 'options' | 'boxes'>): string[] => [
  ...new Set(boxes.flatMap(({ exportValue }) => exportValue ?? []).concat(boxes.length > 0 ? [] : options.map(({ value }) => value))),
]

type InitialValue = NonNullable<PdfConfig['initValues']>[string]

/** Converts an entry of initValues to a value that the field can have. */
function initialValue(field: PdfField, given: InitialValue | undefined, fill: (text: string) => string): Value {
  if (typeof given === 'boolean') return valueOfBoolean(field, given)
  if (Array.isArray(given)) return field.type === 'list' ? given : given.join(', ')
  const text = storedValue(field, fill(String(given)))
  if (field.type === 'list') return text === '' ? [] : [text]
  return field.type === 'checkbox' ? checkboxValue(field, text) : text
}

function valueOfBoolean(field: PdfField, given: boolean): Value {
  if (field.type === 'checkbox') return given
  return given ? (field.rects[0]?.exportValue ?? 'true') : ''
}

/** Returns the stored value of a choice, which may be given by its label. */
function storedValue({ type, options = [] }: PdfField, given: string): string {
  if (type === 'text' || options.some(({ value }) => value === given)) return given
  return options.find(({ label }) => label === given)?.value ?? given
}

/** Returns the text itself for boxes with different values: they act as a single choice. */
function checkboxValue(field: PdfField, text: string): Value {
  const values = new Set(field.rects.flatMap(({ exportValue }) => exportValue ?? []))
  return values.size > 1 ? text : text !== '' && text !== 'false' && text !== 'Off'
}

/**
 * Returns the first values of the form: those in the file, with initValues over them. `fill` replaces
 * {{placeholders}}.
 */
export function firstValues(fields: readonly PdfField[], config: PdfConfig, fill: (text: string) => string): Record<string, Value> {
  const given = config.initValues ?? {}
  return Object.fromEntries(
    fields.flatMap((field): [string, Value][] => {
      if (Object.hasOwn(given, field.name)) return [[field.name, initialValue(field, given[field.name], fill)]]
      return field.value === undefined ? [] : [[field.name, field.value]]
    }),
  )
}

type Box = readonly [left: number, bottom: number, right: number, top: number]

/** Returns true if two boxes of a page overlap. Touching edges do not count. */
export function overlap([a, b, c, d]: Box, [e, f, g, h]: Box): boolean {
  return (
    Math.max(Math.min(a, c), Math.min(e, g)) < Math.min(Math.max(a, c), Math.max(e, g)) &&
    Math.max(Math.min(b, d), Math.min(f, h)) < Math.min(Math.max(b, d), Math.max(f, h))
  )
}

/** A letter or digit of any script, or _: like \w in English. */
const word = /[\p{L}\p{N}_]/u

function hasWord(value: Value | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  return word.test(typeof value === 'string' ? value : value.join(' '))
}

export const isSigned = (field: FormField, marks: readonly PdfMark[], clearSignatures: boolean): boolean =>
  (field.signed && !clearSignatures) ||
  marks.some((mark) => mark.kind === 'signature' && field.boxes.some((box) => box.page === mark.page && overlap(box.rect, mark.rect)))

export function isFilled(field: FormField, value: Value | undefined, marks: readonly PdfMark[], clearSignatures = false): boolean {
  if (field.fieldType === 'signature') return isSigned(field, marks, clearSignatures)
  if (field.fieldType === 'checkbox') {
    const values = exportValuesOf(field)
    if (values.length <= 1) return value === true || (values[0] !== undefined && value === values[0])
    return typeof value === 'string' && values.includes(value)
  }
  if (field.fieldType === 'radio' && value === 'Off' && !exportValuesOf(field).includes('Off')) return false
  return hasWord(value)
}

export interface Filled {
  readonly fields: readonly FormField[]
  readonly values: PdfValues
  readonly marks: readonly PdfMark[]
}

/** Returns true if the field is required before Submit. A field that people can't see is never required. */
export const isDemanded = (field: FormField, config: PdfConfig): boolean =>
  field.boxes.length > 0 && ((field.required && !field.readOnly) || (config.required?.includes(field.name) ?? false))

/**
 * Returns the missing fields (spec/1 §5), ordered by fieldOrder, then by label. Empty if the form does not
 * enforce required fields.
 */
export function missingFields({ fields, values, marks }: Filled, config: PdfConfig): FormField[] {
  if (config.fieldEnforceRequired !== true) return []
  const place = new Map((config.fieldOrder ?? []).map((name, at) => [name, at]))
  const at = ({ name }: FormField) => place.get(name) ?? place.size
  return fields
    .filter((field) => isDemanded(field, config) && !isFilled(field, values[field.name], marks, config.clearSignatures))
    .sort((a, b) => at(a) - at(b) || a.label.localeCompare(b.label, undefined, { numeric: true }))
}

/** Returns the fields with a non-conforming answer, by the form's rules. */
export function nonConforming(fields: readonly FormField[], values: PdfValues, { nonConforming: rules = [] }: PdfConfig): FormField[] {
  if (rules.length === 0) return []
  const byName = new Map(fields.map((field) => [field.name, field]))
  const on = (name: string) => {
    const field = byName.get(name)
    return (field && exportValuesOf(field)[0]) ?? 'Yes'
  }
  return nonConformingFields(rules, values, on).flatMap((name) => byName.get(name) ?? [])
}
