/** Every sign that can mean something in Markdown, and those that join a link (`https://`, `ana@site.example`). */
const marks = /[!-/:-@[-`{-~]/g

/**
 * The text as Markdown that reads exactly as it stands: no heading, emphasis, list, link or picture comes of it. For values that are filled into
 * an author's Markdown; the author's own marks stay.
 */
export const escapeMarkdown = (text: string): string => text.replace(marks, '\\$&')
