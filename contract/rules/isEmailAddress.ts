/** Maximum characters of an e-mail address. */
export const longestEmail = 200

const shape = /^[^\s@<>,;]+@[^\s@<>,;]+$/

/**
 * True for a text with an @, a dot after it, and no spaces. A mail to the mailbox is the real check. Linear
 * in the length of the text.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail || !shape.test(text)) return false
  const dot = text.indexOf('.', text.indexOf('@') + 2)
  return dot > 0 && dot < text.length - 1
}
