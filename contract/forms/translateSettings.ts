import type { FormSettings } from './FormSettings.ts'
import type { Language } from '../reference/languages.ts'
import type { PdfConfig } from './PdfConfig.ts'
import { type NodeSetting, settingsOf } from './fieldShapes.ts'
import {
  actionOf,
  isReadable,
  listOf,
  optionsOf,
  pdfLabels,
  textOf,
  type TextPath,
  type Translate,
  type TranslateValue,
} from './options/TranslateValue.ts'
import { replacePlaceholders } from './replacePlaceholders.ts'

function nodeOf(node: unknown, translate: Translate, path: TextPath): unknown {
  const own = settingsOf((node as NodeSetting).type)?.texts
  const translated = Object.entries(node as NodeSetting).map(([key, value]: [string, unknown]): [string, unknown] => {
    const translateValue = own?.[key] ?? valuesOfKeys.get(key) ?? (isReadable(key) ? textOf : undefined)
    return [key, translateValue ? translateValue(value, translate, [...path, key]) : value]
  })
  return Object.fromEntries(translated)
}

const nodesOf = listOf(nodeOf)
const entriesOf: TranslateValue = (value, translate, path) => (Array.isArray(value) ? nodesOf(value, translate, path) : value)

/** How a value with texts inside is translated, by its key. A type has its own in `texts` of its settings. */
const valuesOfKeys: ReadonlyMap<string, TranslateValue> = new Map<string, TranslateValue>([
  ['children', nodesOf],
  ['subform', nodesOf],
  ['options', optionsOf],
  ['actions', entriesOf],
  ['columns', entriesOf],
  ['notices', entriesOf],
  ['targets', entriesOf],
  ['action', actionOf],
  ['next', actionOf],
])

const readWith = (form: Omit<FormSettings, 'translations'>, translate: Translate): Omit<FormSettings, 'translations'> => ({
  ...form,
  name: translate(form.name, ['name']),
  ...(form.template === undefined ? {} : { template: translate(form.template, ['template']) }),
  ...(form.recordTitle === undefined ? {} : { recordTitle: translate(form.recordTitle, ['recordTitle']) }),
  ...(form.recordSubtitle === undefined ? {} : { recordSubtitle: translate(form.recordSubtitle, ['recordSubtitle']) }),
  ...(form.saved === undefined ? {} : { saved: savedOf(form.saved, translate) }),
  ...(form.pdf === undefined ? {} : { pdf: pdfOf(form.pdf, translate) }),
  ...(form.optionSets && { optionSets: setsOf(form.optionSets, translate) }),
  children: form.children.map((child, index) => nodeOf(child, translate, ['children', index]) as NodeSetting),
})

const setsOf = (sets: NonNullable<FormSettings['optionSets']>, translate: Translate): FormSettings['optionSets'] =>
  Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, optionsOf(set, translate, ['optionSets', name]) as typeof set]))

const savedOf = (saved: NonNullable<FormSettings['saved']>, translate: Translate): FormSettings['saved'] => {
  const texts = (['returnMessage', 'notification'] as const).flatMap((key) =>
    saved[key] === undefined ? [] : [[key, translate(saved[key], ['saved', key])]],
  )
  const messages = saved.messages?.map((message, index) => ({
    ...message,
    text: translate(message.text, ['saved', 'messages', index, 'text']),
  }))
  return { ...saved, ...Object.fromEntries(texts), ...(messages && { messages }) }
}

/** Labels, and the document itself: another language can have its own file, with the same fields. */
const pdfOf = (pdf: PdfConfig, translate: Translate): PdfConfig => ({
  ...pdfLabels(pdf, translate, ['pdf']),
  source: translate(pdf.source, ['pdf', 'source']),
})

/** The form in a language, without the translations; a text without a translation stays as it is. */
export function translateSettings(form: FormSettings, lang: Language): FormSettings {
  const { translations, ...rest } = form
  const texts = lang === 'en' ? undefined : translations?.[lang]
  if (!texts) return rest
  return readWith(rest, (text) => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text))
}

interface Text {
  readonly path: TextPath
  readonly text: string
}

/** Addresses have translations only when the file contains them. */
const isAddress = (text: string) => /^(?:\/|https?:)/.test(text)

/** All texts of the form that users read, in the order of the file; addresses of documents are not texts. */
export function readableTexts({ translations: _, ...form }: FormSettings): Text[] {
  const texts: Text[] = []
  readWith(form, (text, path) => {
    if (!isAddress(text)) texts.push({ path, text })
    return text
  })
  return texts
}

/**
 * Texts of the form without a translation in its file; a device requests those. Texts of placeholders only
 * are not included.
 */
export function untranslatedTexts(form: FormSettings, lang: Language): string[] {
  const texts = lang === 'en' ? undefined : form.translations?.[lang]
  const missing = readableTexts(form).filter(
    ({ text }) => !(texts && Object.hasOwn(texts, text)) && /\p{L}/u.test(replacePlaceholders(text, () => '')),
  )
  return [...new Set(missing.map(({ text }) => text))]
}
