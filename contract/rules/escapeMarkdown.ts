/** All characters with a meaning in Markdown, and those that make a link (`https://`, `ana@site.example`). */
const marks = /[!-/:-@[-`{-~]/g

/**
 * Escapes a text so that Markdown shows it literally: it cannot become a heading, emphasis, list, link or
 * picture. For values in an author's Markdown; the author's own markup stays.
 */
export const escapeMarkdown = (text: string): string => text.replace(marks, '\\$&')
