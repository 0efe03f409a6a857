declare const marked: unique symbol

/** A text of the server in English. It is the key of its translations: `text()` marks it. */
export type Text = string & { readonly [marked]: true }

/** The values that a text names in braces. */
export type TextValues = Readonly<Record<string, string | number>>

/**
 * Marks an English text, so that `npm run i18n` writes it into `locales/<code>/server.po`. A context separates two texts
 * that are equal in English only. Both arguments must be literals. Values are named in braces; the syntax is
 * that of ICU messages.
 */
export const text = (message: string, context?: string): Text => keyOf(message, context) as Text

/** Returns the key of a message in a compiled catalogue. */
export const keyOf = (message: string, context?: string | null): string => (context ? `${context}\u0004${message}` : message)

/** The text in English, for logs: without plural forms. */
export const englishOf = (words: Text, values: TextValues): string =>
  words.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name))
