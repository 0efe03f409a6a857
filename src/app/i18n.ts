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
/** The catalogues of `others` that screens have asked for. */
const asked = new Set<string>()
/** Their texts by language and catalogue, loaded or on the way. */
const texts: Record<string, Promise<unknown>> = {}

async function read(catalogue: string, language: Language): Promise<void> {
  const loaded = await others[`../../locales/${baseLanguage(language)}/${catalogue}.po`]?.()
  if (loaded) i18n.load(language, loaded.messages)
  // A screen that is already drawn shows the texts that were just loaded.
  if (i18n.locale === language) i18n.activate(language)
}

const loadTexts = (language: Language) =>
  [...asked].map((catalogue) => {
    const key = `${language} ${catalogue}`
    texts[key] ??= read(catalogue, language).catch((error: unknown) => {
      delete texts[key]
      throw error
    })
    return texts[key]
  })

/**
 * Switches to the language once its texts are loaded; if they can't be loaded, the language does not change.
 */
export async function speak(language: Language): Promise<void> {
  wanted = language
  if (spoken === language && i18n.locale === language) return
  try {
    const loaded = await first[`../../locales/${baseLanguage(language)}/first.po`]?.()
    i18n.load(language, loaded?.messages ?? en)
    await Promise.all(loadTexts(language))
  } catch {
    if (wanted === language) wanted = spoken ?? 'en'
    return
  }
  if (wanted !== language) return
  spoken = language
  i18n.activate(language)
  // Setting the same value again would compute the styles of the whole page again.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
}

/**
 * Loads a screen from its own file, together with its texts: in the language of the page, and in the one that it is about to have,
 * which may still be given up for the former.
 */
export async function withTexts<M>(load: () => Promise<M>, catalogues = ['sign-in', 'later']): Promise<M> {
  for (const catalogue of catalogues) asked.add(catalogue)
  const [module] = await Promise.all([load(), ...loadTexts(wanted), ...loadTexts(spoken ?? wanted)])
  return module
}

setLazyTexts((load) => withTexts(load))
i18n.load('en', en)
i18n.activate('en')

export { i18n }
