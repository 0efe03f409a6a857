import type { NodeSetting } from './fieldShapes.ts'
import type { Language } from '../reference/languages.ts'
import type { VideoUri } from './options/VideoUri.ts'
import type { PdfConfig } from './PdfConfig.ts'
import { replacePlaceholders } from './replacePlaceholders.ts'
import type { FormSettings } from './FormSettings.ts'

/** Keys of texts that users read. Attributes, values, expressions and addresses are never translated. */
const readable: ReadonlySet<string> = new Set([
  'actionLabel',
  'addLabel',
  'description',
  'editLabel',
  'emptyMessage',
  'itemTitle',
  'label',
  'message',
  'nextLabel',
  'notes',
  'notReadyMessage',
  'openLabel',
  'placeholder',
  'prompt',
  'returnMessage',
  'signatory',
  'state',
  'template',
  'text',
  'title',
])

export const isReadable = (key: string): boolean => readable.has(key)

type Translate = (text: string) => string

/** The stored value of a choice stays the same: a translated option gets its original text as value. */
function optionOf(option: unknown, translate: Translate): unknown {
  if (typeof option === 'string') {
    const name = translate(option)
    return name === option ? option : { name, value: option }
  }
  const { name, value, description, ...rest } = option as { name: string; value?: unknown; description?: string }
  return {
    ...rest,
    name: translate(name),
    ...(value === undefined && translate(name) === name ? {} : { value: value ?? name }),
    ...(description === undefined ? {} : { description: translate(description) }),
  }
}

function nodeOf(node: NodeSetting, translate: Translate): NodeSetting {
  const translated = Object.entries(node).map(([key, value]: [string, unknown]): [string, unknown] => {
    const translateValue = valuesOfKeys.get(key) ?? valuesOfKeys.get(`${node.type}.${key}`) ?? (readable.has(key) ? textOf : undefined)
    return [key, translateValue ? translateValue(value, translate) : value]
  })
  return Object.fromEntries(translated) as unknown as NodeSetting
}

type TranslateValue = (value: unknown, translate: Translate) => unknown

const textOf: TranslateValue = (value, translate) => (typeof value === 'string' ? translate(value) : value)
const listOf =
  <T>(entryOf: (entry: T, translate: Translate) => unknown): TranslateValue =>
  (value, translate) =>
    (value as T[]).map((entry) => entryOf(entry, translate))
const nodesOf = listOf(nodeOf)
const optionsOf = listOf(optionOf)
const entriesOf: TranslateValue = (value, translate) => (Array.isArray(value) ? nodesOf(value, translate) : value)
const actionOf: TranslateValue = (value, translate) => (typeof value === 'object' ? textsOf(value as object, translate) : value)

/** How a value with texts inside is translated, by its key, or by the type of the field and the key. */
const valuesOfKeys: ReadonlyMap<string, TranslateValue> = new Map<string, TranslateValue>([
  ['children', nodesOf],
  ['subform', nodesOf],
  ['options', optionsOf],
  ['checks', listOf(checkOf)],
  ['actions', entriesOf],
  ['columns', entriesOf],
  ['notices', entriesOf],
  ['targets', entriesOf],
  ['action', actionOf],
  ['next', actionOf],
  ['staffSmsContact.roles', optionsOf],
  [
    'video.uri',
    (value, translate) =>
      Array.isArray(value) ? value.map((one) => uriOf(one as VideoUri, translate)) : uriOf(value as VideoUri, translate),
  ],
  // The document for another language is the translation of the original address.
  ['pdf.source', textOf],
  ['pdf.form', (value, translate) => pdfLabels(value as Omit<PdfConfig, 'source'>, translate)],
])

/** A check is stored by its name; without a label, users read the name. */
function checkOf(check: object, translate: Translate): object {
  const { name } = check as { name: string }
  const translated = translate(name)
  return { ...(translated !== name && { label: translated }), ...textsOf(check, translate) }
}

/** Users read the title of a video; another language can have a different video. */
function uriOf(uri: VideoUri, translate: Translate): VideoUri {
  return { ...uri, link: translate(uri.link), ...(uri.title === undefined ? {} : { title: translate(uri.title) }) }
}

/** An action's `message` names the action; users read its other texts. */
const textsOf = (action: object, translate: Translate): object =>
  Object.fromEntries(
    Object.entries(action).map(([key, value]) => [
      key,
      key !== 'message' && readable.has(key) && typeof value === 'string' ? translate(value) : value,
    ]),
  )

const readWith = (form: Omit<FormSettings, 'translations'>, translate: Translate): Omit<FormSettings, 'translations'> => ({
  ...form,
  name: translate(form.name),
  ...(form.template === undefined ? {} : { template: translate(form.template) }),
  ...(form.recordTitle === undefined ? {} : { recordTitle: translate(form.recordTitle) }),
  ...(form.pdf === undefined ? {} : { pdf: pdfOf(form.pdf, translate) }),
  children: form.children.map((child) => nodeOf(child, translate)),
})

/** Labels, and the document itself: another language can have its own file, with the same fields. */
const pdfOf = (pdf: PdfConfig, translate: Translate): PdfConfig => ({ ...pdfLabels(pdf, translate), source: translate(pdf.source) })

const pdfLabels = <T extends Omit<PdfConfig, 'source'>>(pdf: T, translate: Translate): T => ({
  ...pdf,
  ...(pdf.submitLabel === undefined ? {} : { submitLabel: translate(pdf.submitLabel) }),
  ...(pdf.nextLabel === undefined ? {} : { nextLabel: translate(pdf.nextLabel) }),
  ...(pdf.shareTitle === undefined ? {} : { shareTitle: translate(pdf.shareTitle) }),
  ...(pdf.fieldTooltips === undefined
    ? {}
    : { fieldTooltips: Object.fromEntries(Object.entries(pdf.fieldTooltips).map(([name, text]) => [name, translate(text)])) }),
})

/** The form in a language, without the translations; a text without a translation stays as it is. */
export function translateSettings(form: FormSettings, lang: Language): FormSettings {
  const { translations, ...rest } = form
  const texts = lang === 'en' ? undefined : translations?.[lang]
  if (!texts) return rest
  return readWith(rest, (text) => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text))
}

/**
 * Texts of the form without a translation in its file; a device requests those. Texts of placeholders only
 * are not included.
 */
export function untranslatedTexts({ translations, ...form }: FormSettings, lang: Language): string[] {
  const texts = lang === 'en' ? undefined : translations?.[lang]
  const missing = new Set<string>()
  readWith(form, (text) => {
    // Addresses have translations only when the file contains them.
    if (!(texts && Object.hasOwn(texts, text)) && !/^(?:\/|https?:)/.test(text) && /\p{L}/u.test(replacePlaceholders(text, () => '')))
      missing.add(text)
    return text
  })
  return [...missing]
}
