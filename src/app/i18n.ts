import { i18n, type Messages } from '@lingui/core'
import { baseLanguage, isLanguage, type Language, preferredLanguage } from '../../contract/reference/languages.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { messages as en } from '../../locales/en/first.po'
import { setLazyTexts } from '../ui/withLazyTexts.ts'

/**
 * Texts of the frame and of forms: needed by the first paint. English is part of the app itself. A region (`en-au`) has the
 * texts of its language (i18n.test.ts).
 */
const first = import.meta.glob<{ messages: Messages }>(['../../locales/??/first.po', '!../../locales/en/first.po'])

/** Texts that are loaded on demand (lingui.config.ts): of the pages of a sign-in, and of all other screens. */
const others = import.meta.glob<{ messages: Messages }>(['../../locales/??/sign-in.po', '../../locales/??/later.po'])

/**
 * Returns the person's choice, otherwise the language in the link, otherwise the best of the browser's
 * languages.
 */
export function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  return getPreference('language') ?? (isLanguage(asked) ? asked : preferredLanguage(navigator.languages))
}

let wanted: Language = 'en'
/** The language of the screen: to set it again would draw everything again. */
let spoken: Language | undefined
/** The catalogues of `others` that a screen has asked for. */
const asked: Record<string, Promise<unknown>> = {}

const loadTexts = async (catalogue: string, language: Language) => {
  const loaded = await others[`../../locales/${baseLanguage(language)}/${catalogue}.po`]?.()
  if (loaded) i18n.load(language, loaded.messages)
  // A screen that is already drawn shows the texts that were just loaded.
  if (i18n.locale === language) i18n.activate(language)
}

/**
 * Switches to the language once its texts are loaded; if they can't be loaded, the language does not change.
 */
export async function speak(language: Language): Promise<void> {
  wanted = language
  if (spoken === language && i18n.locale === language) return
  try {
    const loaded = await first[`../../locales/${baseLanguage(language)}/first.po`]?.()
    i18n.load(language, loaded?.messages ?? en)
    await Promise.all(Object.keys(asked).map((catalogue) => loadTexts(catalogue, language)))
  } catch {
    return
  }
  if (wanted !== language) return
  spoken = language
  i18n.activate(language)
  // Setting the same value again would compute the styles of the whole page again.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
}

/** Loads a screen from its own file, together with its texts. */
export async function withTexts<M>(load: () => Promise<M>, catalogues = ['sign-in', 'later']): Promise<M> {
  const texts = catalogues.map((catalogue) => {
    asked[catalogue] ??= loadTexts(catalogue, wanted).catch((error: unknown) => {
      delete asked[catalogue]
      throw error
    })
    return asked[catalogue]
  })
  const [module] = await Promise.all([load(), ...texts])
  return module
}

setLazyTexts((load) => withTexts(load))
i18n.load('en', en)
i18n.activate('en')

export { i18n }
