/*
 * `text.replace(/[ .]+$/, '')` is quadratic: the engine tries the pattern again at each character of a run
 * inside the text. These functions scan from the end instead. `one` is a pattern for a single UTF-16 unit,
 * without the flags g and y.
 */

/** The text without the matching characters at its start. */
export function trimStart(text: string, one: RegExp): string {
  let from = 0
  while (from < text.length && one.test(text.charAt(from))) from++
  return text.slice(from)
}

/** The text without the matching characters at its end. */
export function trimEnd(text: string, one: RegExp): string {
  let to = text.length
  while (to > 0 && one.test(text.charAt(to - 1))) to--
  return text.slice(0, to)
}

export const trimEnds = (text: string, one: RegExp): string => trimStart(trimEnd(text, one), one)
