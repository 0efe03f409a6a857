/** Characters of an e-mail address that the product takes. */
export const longestEmail = 200

const shape = /^[^\s@<>,;]+@[^\s@<>,;]+$/

/** Something before an @ and something with a dot after it, no spaces; the mailbox itself says the rest. Linear in the length of the text. */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail || !shape.test(text)) return false
  const dot = text.indexOf('.', text.indexOf('@') + 2)
  return dot > 0 && dot < text.length - 1
}
