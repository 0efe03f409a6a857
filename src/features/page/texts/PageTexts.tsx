import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { PageData } from '../../../../contract/endpoints/pages.ts'
import { isLanguage } from '../../../../contract/reference/languages.ts'
import { fixedTexts } from '../../../../contract/endpoints/translate.ts'
import { translateSettings } from '../../../../contract/forms/translateSettings.ts'
import { useDictionary, useUntranslated, wantTranslations } from '../../../store/queries/wantTranslations.ts'
import { markUntranslated } from './markUntranslated.ts'
import './texts.css'

export interface PageTextsProps {
  readonly lang: string
  readonly data: PageData
  onTexts(texts: { readonly of: PageData; readonly data: PageData }): void
}

const none: readonly string[] = []

/**
 * Requests translations of form texts that exist only in English, and of the fixed texts, when a person reads
 * another language (spec/1 §7). Translated texts are cached for offline use; an untranslated text stays as it
 * is, with a mark. Draws nothing.
 */
export function PageTexts({ lang, data, onTexts }: PageTextsProps) {
  const { t } = useLingui()
  const { form, untranslated = none } = data
  const dictionary = useDictionary(lang)
  const failed = useUntranslated(lang, untranslated)

  useEffect(() => {
    wantTranslations(lang, fixedTexts)
    wantTranslations(lang, untranslated)
  }, [lang, untranslated])

  const found = dictionary && untranslated.filter((text) => Object.hasOwn(dictionary, text)).join('\n')
  useEffect(() => {
    if (!form || !dictionary || !found || !isLanguage(lang) || lang === 'en') return
    const texts = Object.fromEntries(untranslated.flatMap((text) => (dictionary[text] === undefined ? [] : [[text, dictionary[text]]])))
    onTexts({ of: data, data: { ...data, form: translateSettings({ ...form, translations: { [lang]: texts } }, lang) } })
    // The dictionary grows with every page; this page is redrawn only for its own texts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, found, lang])

  const marked = JSON.stringify(failed)
  const words = t`This text could not be translated yet`
  useEffect(
    () => (marked === '[]' ? undefined : markUntranslated(document.body, new Set(JSON.parse(marked) as string[]), words)),
    [marked, words],
  )
  return null
}
