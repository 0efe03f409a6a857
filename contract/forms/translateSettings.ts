import type { NodeSetting } from './fields.ts'
import type { Language } from '../reference/languages.ts'
import type { VideoUri } from './mediaFields.ts'
import type { PdfConfig } from './pdfForm.ts'
import { replacePlaceholders } from './placeholders.ts'
import type { FormSettings } from './settings.ts'

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

/** Lists of a field with entries that users read. */
const lists: ReadonlySet<string> = new Set(['actions', 'columns', 'notices', 'targets'])

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
  const translated = Object.entries(node).map(([key, value]): [string, unknown] => {
    if (key === 'children' || key === 'subform') return [key, (value as NodeSetting[]).map((child) => nodeOf(child, translate))]
    if (key === 'options' || (key === 'roles' && node.type === 'staffSmsContact'))
      return [key, (value as unknown[]).map((option) => optionOf(option, translate))]
    if (key === 'checks') return [key, (value as object[]).map((check) => checkOf(check, translate))]
    if (lists.has(key) && Array.isArray(value)) return [key, (value as NodeSetting[]).map((entry) => nodeOf(entry, translate))]
    if ((key === 'action' || key === 'next') && typeof value === 'object') return [key, textsOf(value as object, translate)]
    if (node.type === 'video' && key === 'uri')
      return [key, Array.isArray(value) ? value.map((one) => uriOf(one, translate)) : uriOf(value as VideoUri, translate)]
    // The document for another language is the translation of the original address.
    if (node.type === 'pdf' && key === 'source' && typeof value === 'string') return [key, translate(value)]
    if (node.type === 'pdf' && key === 'form') return [key, pdfLabels(value as Omit<PdfConfig, 'source'>, translate)]
    return [key, readable.has(key) && typeof value === 'string' ? translate(value) : value]
  })
  return Object.fromEntries(translated) as unknown as NodeSetting
}

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
