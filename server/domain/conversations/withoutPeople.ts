import { commonPlaces, hourWords, levelWords, numeral, workers } from './reply/phrases.ts'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const longestKnown = 60
// regex: at most 60 characters, of one word
const known = new RegExp(
  `^(?:${workers}|${hourWords}|${levelWords}|${numeral}|gate|north|south|east|west|crane|roof|stair|tower|area|zone|building|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$`,
  'u',
)
/** Words at the start of a sentence. Any other capitalized word may be a name. */
const openers = new Set(
  'i we the it they there this that my our had have has no yes yeah nope ok okay today all about only same sorry hi hey hello good just like maybe around so and for on at in from with nobody none not a an half some hola si hoy eramos fuimos tuvimos tenemos somos hubo estuvimos todos nadie buenas buenos gracias perdon como unos casi solo y con en el la los oi ola sim nao hoje tivemos temos fomos eramos teve foram todos ninguem bom boa obrigado obrigada desculpa uns quase so e com em o os as'.split(
    ' ',
  ),
)
const commonWords = new Set(Object.keys(commonPlaces).flatMap((place) => plain(place).split(' ')))

/** Returns whether the word contains an @ between other characters. */
function isMail(word: string): boolean {
  const at = word.indexOf('@', 1)
  return at > 0 && at < word.length - 1
}

/**
 * Returns a text that may leave the server: without phone numbers, addresses and names. `names` are known
 * names (contacts, companies, people of the project); `places` may stay. Any other word that looks like a
 * name is removed too: better one word too many than a name.
 */
export function withoutPeople(text: string, names: readonly string[], places: readonly string[]): string {
  const parts = new Set(names.flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2))
  const placeWords = new Set(places.flatMap((place) => plain(place).split(/[^\p{L}\p{N}]+/u)))
  return text
    .replaceAll(/\S+/gu, (word) => (isMail(word) ? '[address]' : word.replace(/\b(?:https?:\/\/|www\.)\S+/iu, '[address]')))
    .replaceAll(/(?:\+\d[\d ().-]{5,}\d|(?:\(|\b)\d{2}(?:[ ().-]{0,2}\d){5,})\b/gu, '[number]')
    .replaceAll(/\p{L}[\p{L}\p{M}'’-]*/gu, (word) => {
      const one = plain(word)
      if (parts.has(one)) return '[name]'
      const written = /^\p{Lu}\p{Ll}/u.test(word)
      return !written || (one.length <= longestKnown && known.test(one)) || openers.has(one) || placeWords.has(one) || commonWords.has(one)
        ? word
        : '[name]'
    })
}
