/** The languages of the product, in the order of the language list, with the names of spec/1 §9. */
export const languages = {
  en: 'English',
  'en-au': 'English (Australia)',
  es: 'Spanish',
  pt: 'Portuguese',
} as const

export type Language = keyof typeof languages

export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && Object.hasOwn(languages, code)
}

/** Two letters for a small screen: EN, AU, ES. */
export function shortName(code: Language): string {
  return code.slice(code.indexOf('-') + 1).toUpperCase()
}

/** Returns the language without its region: `en` for `en-au`. An unsupported code gives `en`. */
export function baseLanguage(code: unknown): Language {
  const [base] = supportedLanguage(code).split('-')
  return supportedLanguage(base)
}

/** Returns the code when it is supported, otherwise en (spec/1 §5). */
export function supportedLanguage(code: unknown): Language {
  return isLanguage(code) ? code : 'en'
}

/**
 * The first supported language of a browser's list (`es-MX` is Spanish, `en-AU` Australian English),
 * otherwise en.
 */
export function preferredLanguage(codes: readonly string[]): Language {
  for (const code of codes) {
    const lower = code.toLowerCase()
    if (isLanguage(lower)) return lower
    const base = lower.split('-')[0]
    if (isLanguage(base)) return base
  }
  return 'en'
}
