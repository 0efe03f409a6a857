import type { Text } from '../../contract/Text.ts'

export type { Text } from '../../contract/Text.ts'

/**
 * Marks an English text, so that `npm run i18n` writes it into `locales/<code>/server.po`. A context separates two texts
 * that are equal in English only. Both arguments must be literals. Values are named in braces; the syntax is
 * that of ICU messages.
 */
export const text = (message: string, context?: string): Text => keyOf(message, context) as Text

/** Returns the key of a message in a compiled catalogue. */
export const keyOf = (message: string, context?: string | null): string => (context ? `${context}\u0004${message}` : message)
