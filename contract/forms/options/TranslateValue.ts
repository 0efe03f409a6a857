import type { PdfConfig } from '../PdfConfig.ts'

/** Keys of texts that users read. Attributes, values, expressions and addresses are never translated. */
const readable: ReadonlySet<string> = new Set([
  'actionLabel',
  'addLabel',
  'description',
  'editLabel',
  'emptyMessage',
  'feed',
  'instructions',
  'itemTitle',
  'label',
  'markdown',
  'message',
  'nextLabel',
  'notes',
  'notReadyMessage',
  'openLabel',
  'placeholder',
  'prompt',
  'returnMessage',
  'shortLabel',
  'signatory',
  'state',
  'template',
  'text',
  'title',
  'unit',
])

export const isReadable = (key: string): boolean => readable.has(key)

/** The place of a text in the settings, for the hints of the studio. */
export type TextPath = readonly (string | number)[]
export type Translate = (text: string, path: TextPath) => string

/** Returns the value of an option with all texts in it translated. The value passed the check of the settings. */
export type TranslateValue = (value: unknown, translate: Translate, path: TextPath) => unknown

export const textOf: TranslateValue = (value, translate, path) => (typeof value === 'string' ? translate(value, path) : value)

export const listOf =
  (entryOf: TranslateValue): TranslateValue =>
  (value, translate, path) =>
    Array.isArray(value) ? value.map((entry, index) => entryOf(entry, translate, [...path, index])) : entryOf(value, translate, path)

/** The stored value of a choice stays the same: a translated option gets its original text as value. */
function optionOf(option: unknown, translate: Translate, path: TextPath): unknown {
  if (typeof option === 'string') {
    const name = translate(option, path)
    return name === option ? option : { name, value: option }
  }
  const { name, value, description, ...rest } = option as { name: string; value?: unknown; description?: string }
  const translated = translate(name, [...path, 'name'])
  return {
    ...rest,
    name: translated,
    ...(value === undefined && translated === name ? {} : { value: value ?? name }),
    ...(description === undefined ? {} : { description: translate(description, [...path, 'description']) }),
  }
}

export const optionsOf = listOf(optionOf)

/** An action's `message` names the action; users read its other texts. */
export const actionOf: TranslateValue = (action, translate, path) =>
  typeof action !== 'object' || action === null
    ? action
    : Object.fromEntries(
        Object.entries(action).map(([key, value]: [string, unknown]) => [
          key,
          key !== 'message' && isReadable(key) ? textOf(value, translate, [...path, key]) : value,
        ]),
      )

/** The labels of a PDF form; its fields have the names of the file. */
export function pdfLabels<T extends Omit<PdfConfig, 'source'>>(pdf: T, translate: Translate, path: TextPath): T {
  const labels = (['submitLabel', 'nextLabel', 'shareTitle'] as const).flatMap((key) =>
    pdf[key] === undefined ? [] : [[key, translate(pdf[key], [...path, key])]],
  )
  const { fieldTooltips } = pdf
  if (fieldTooltips === undefined) return { ...pdf, ...Object.fromEntries(labels) }
  const tooltips = Object.entries(fieldTooltips).map(([name, text]) => [name, translate(text, [...path, 'fieldTooltips', name])])
  return { ...pdf, ...Object.fromEntries(labels), fieldTooltips: Object.fromEntries(tooltips) }
}

/** A part that is stored by its name; without a label, users read the name. With one, the name is no text. */
export const namedOf: TranslateValue = (part, translate, path) => {
  const { name, label } = part as { name: string; label?: string }
  const translated = label === undefined ? translate(name, [...path, 'name']) : name
  const texts = Object.entries(part as object).map(([key, value]: [string, unknown]) => [
    key,
    isReadable(key) ? textOf(value, translate, [...path, key]) : value,
  ])
  return { ...(translated !== name && { label: translated }), ...Object.fromEntries(texts) }
}
