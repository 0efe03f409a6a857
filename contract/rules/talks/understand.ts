import { trimEnd, trimStart } from '../trimEnds.ts'
import { plain } from './plain.ts'

const yes = /^(?:y|yes|yeah|yep|ok|okay|sure|correct|right|si|claro|correcto|dale|s|sim|isso|certo|correto)(?:$|[\s,.!])/
const no = /^(?:n|no|nope|not|nao|nunca)(?:$|[\s,.!])/

/** Undefined: neither yes nor no. */
export function yesOrNo(message: string): boolean | undefined {
  const said = plain(message)
  if (yes.test(said)) return true
  return no.test(said) ? false : undefined
}

const everything = /^(?:all|all of them|everything|todo|todos|todas|tudo)$/

/** Characters of one item. */
export const longestItem = 120
/** Items of one answer. */
export const mostItems = 12

/** Returns one line of plain text, without Markdown characters. */
export const tidy = (text: string): string =>
  trimEnd(trimStart(text.replace(/[*_`#<>[\]|~\\]/g, ''), /[\s\-–•.:]/), /[\s.:]/)
    .replace(/\s+/g, ' ')
    .slice(0, longestItem)
    .trim()

/**
 * Returns the items of an answer: suggestions by their own name, other items as written. Separators are
 * commas, semicolons and newlines, and with `joined` also "and" outside of suggestions.
 */
export function itemsOf(message: string, offered: readonly string[], { joined = false, most = mostItems } = {}): string[] {
  if (everything.test(plain(message))) return [...offered]
  const known = new Map(offered.map((option) => [plain(option), option]))
  const found = new Set<string>()
  for (const piece of message.split(/[,;\n]+/)) {
    const whole = tidy(piece)
    const option = known.get(plain(whole))
    const parts = option !== undefined || !joined ? [whole] : whole.split(/ (?:and|y|e|&) /i)
    for (const part of parts) {
      const item = known.get(plain(part)) ?? tidy(part)
      if (/\p{L}/u.test(item)) found.add(item)
    }
  }
  return [...found].slice(0, most)
}

export type Wish = 'restart' | 'back' | 'help'

const wishes: readonly (readonly [Wish, RegExp])[] = [
  ['restart', /^(?:start over|restart|start again|empezar de nuevo|comenzar de nuevo|recomecar|comecar de novo)$/],
  ['back', /^(?:back|go back|atras|volver|voltar)$/],
  ['help', /^(?:help|\?|ayuda|ajuda)$/],
]

/** Returns a command about the chat itself, if the message is not an answer. */
export const wishOf = (message: string): Wish | undefined => wishes.find(([, said]) => said.test(plain(message)))?.[0]
