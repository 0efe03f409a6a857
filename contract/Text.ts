declare const marked: unique symbol

/** A text of the server in English. It is the key of its translations: `text()` of `server/i18n/text.ts` marks it. */
export type Text = string & { readonly [marked]: true }

/** The values that a text names in braces. */
export type TextValues = Readonly<Record<string, string | number>>

/** The text in English, for logs: without plural forms. */
export const englishOf = (words: Text, values: TextValues): string =>
  words.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name))
