import { isLanguage } from '../../../contract/languages.ts'
import { trimEnd, trimStart } from '../../../contract/trimEnds.ts'
import { type Lang, plain } from './knowledge.ts'

/** Of a language of the product, the one that conversations are held in. */
export const langOf = (language: string | undefined): Lang => (language === 'es' ? 1 : language === 'pt' ? 2 : isLanguage(language) ? 0 : 0)

const yes = /^(?:y|yes|yeah|yep|ok|okay|sure|correct|right|si|claro|correcto|dale|s|sim|isso|certo|correto)(?:$|[\s,.!])/
const no = /^(?:n|no|nope|not|nao|nunca)(?:$|[\s,.!])/

/** undefined: neither. */
export function yesOrNo(message: string): boolean | undefined {
  const said = plain(message)
  return yes.test(said) ? true : no.test(said) ? false : undefined
}

const everything = /^(?:all|all of them|everything|todo|todos|todas|tudo)$/

/** Characters of one item. */
export const longestItem = 120
/** Items of one answer. */
export const mostItems = 12

/** One line of plain words: marks that Markdown would read are taken out. */
export const tidy = (text: string): string =>
  trimEnd(trimStart(text.replace(/[*_`#<>[\]|~\\]/g, ''), /[\s\-–•.:]/), /[\s.:]/)
    .replace(/\s+/g, ' ')
    .slice(0, longestItem)
    .trim()

/**
 * The items of an answer: what was offered under its own name, everything else as it was written. Commas, semicolons and lines part them, and,
 * outside of what was offered, "and" when `joined` says so.
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

/** What is no answer but about the conversation itself. */
export const wishOf = (message: string): Wish | undefined => wishes.find(([, said]) => said.test(plain(message)))?.[0]
