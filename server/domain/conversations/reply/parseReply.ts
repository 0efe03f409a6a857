import { figuresIn } from './figuresIn.ts'
import { isExcludedPhrase, type Numbers, type Phrase } from './isExcludedPhrase.ts'
import type { Expects, Intent, ParsedReply } from './ParsedReply.ts'
import { Piece } from './Piece.ts'
import { phrases, type Tongue, tongueOf } from './phrases.ts'
import { floorsIn, freePlace, placesIn } from './placesIn.ts'

/** Maximum number of characters that are read: the length of one text message. */
const longestText = 1600
const noteMark = /(?:^|[\s.,;])(?:notes?|notas?|obs|observ\w*|comments?|comentarios?|fyi|ps)\s*[:-]\s*(.+)$/su

/** "10-4" has no figures, "no, it should be 8" has one. */
const correction = /^(?:10-4\b|(?:no,? |nao,? )?(?:it )?(?:should be|deben? ser|deberian? ser|deviam? ser|deveriam? ser)\b)/u

/** "Can you send me the plans for level 7". */
const askedOfUs =
  /^(?:(?:hi|hey|hello|hola|oi|ola|please),? )?(?:(?:can|could|would|will) (?:you|u|ya|someone|somebody|anyone)|(?:me|nos) (?:mandas?|envias?|pasas?)|(?:puedes?|podrias?|pode|poderia)(?: alguien| alguem)? (?:mandar|enviar|pasar|passar|abrir|me|nos)|da pra|tem como)\b/u
const needs = /\b(?:needs?|out of|short on|running low|missing|necesit\w{1,5}|ocupamos|hacen? falta|faltan?|precis[aoe]\w{0,3})\b/u

/** Parses a text. `places` are the locations of the project and have priority over free text. */
export function parseReply(original: string, { expects, places = [] }: { expects: Expects; places?: readonly string[] }): ParsedReply {
  const given = original.slice(0, longestText).trim().replaceAll('\n', ', ').replaceAll(/\s+/g, ' ')
  const text = expects === 'location' ? lastOf(given) : given
  const piece = new Piece(text)
  const floors = expects === 'location' ? floorsIn(piece.text, places) : ''
  if (floors !== '') return { location: floors }
  const whole = piece.text
  const tongue = tongueOf(whole, text)

  const written = note(piece)
  const place = placesIn(piece, places, { tongue, expects })
  if (expects === 'confirm') piece.take(correction)
  const { isOpen, ...said } = figuresIn(piece, expects, tongue)
  const numbers = numbersOf(said, isOpen)
  const { hasFigures } = numbers
  const intent = meantBeside(place, intentOf(whole, numbers, expects), expects)
  const meant = intent !== undefined && { intent }
  if (isWholeAnswer(intent)) return { tongue, intent, ...locationOf(place) }
  // "When does the crane come down?" names no place of work.
  if (isQuestion(text, numbers, expects)) return { tongue, ...meant }
  const location = isRequest(whole, numbers, expects) ? '' : placeOfWork(piece, place, { figures: hasFigures, tongue, expects })
  const notes = written ?? restOf(piece, hasFigures || location !== '')
  return {
    tongue,
    ...(!hasFigures && meant),
    ...said,
    ...(!meant && locationOf(location)),
    ...(expects !== 'confirm' && notesOf(notes)),
  }
}

const isQuestion = (text: string, { hasFigures }: Numbers, expects: Expects) => !hasFigures && expects !== 'location' && text.endsWith('?')
const placeOfWork = (
  piece: Piece,
  place: string,
  { expects, ...said }: { readonly figures: boolean; readonly tongue: Tongue | undefined; readonly expects: Expects },
): string => place || freePlace(piece, expects, said)
/** "We need 3 more boxes on level 4": without figures, the place is not where people worked. */
const isRequest = (text: string, { hasFigures }: Numbers, expects: Expects) =>
  !hasFigures && expects === 'all' && (needs.test(text) || askedOfUs.test(text))
const notesOf = (notes: string | undefined) => notes !== undefined && { notes }
const locationOf = (location: string) => location !== '' && { location }

/** "Basement... I mean roof": what is said after a correction. */
function lastOf(text: string): string {
  const parts = text.split(
    /[,.; ](?:no wait|i mean|i meant|sorry|digo|perdon|quise decir|quer dizer|quero dizer|desculpa|alias|mejor dicho|no,|nao,)[ ,:]{1,3}/iu,
  )
  const last = parts.at(-1)?.trim() ?? ''
  return last === '' ? text : last
}

/** Portuguese "no escritório da obra" names a place and is no "no". */
const meantBeside = (place: string, intent: Intent | undefined, expects: Expects): Intent | undefined =>
  expects === 'location' && place !== '' && (intent === 'yes' || intent === 'no') ? undefined : intent

/** Returns whether the rest of the text does not matter beside this intent. */
const isWholeAnswer = (intent: Intent | undefined): intent is Exclude<Intent, 'yes' | 'no'> =>
  intent !== undefined && intent !== 'yes' && intent !== 'no'

/** Phrases that count beside figures too, in the order in which they are tried. */
const strongPhrases: readonly Phrase[] = ['stop', 'rude', 'wrong']
const closingPhrases: readonly Phrase[] = ['thanks', 'yes', 'no']
const answerPhrases: readonly Phrase[] = ['pause', 'same', 'nil', ...closingPhrases]
/** The other phrases by the last question, in the order in which they are tried. */
const phrasesAfter: Readonly<Record<Expects, readonly Phrase[]>> = {
  all: answerPhrases,
  count: answerPhrases,
  hours: answerPhrases,
  comment: answerPhrases,
  location: ['none', ...answerPhrases],
  more: ['finished', 'pause', ...closingPhrases],
  confirm: ['yes', 'no', 'pause', 'thanks'],
}

const numbersOf = ({ count, hours }: Pick<ParsedReply, 'count' | 'hours'>, isOpen: boolean): Numbers => ({
  hasFigures: count !== undefined || hours !== undefined,
  hasBoth: count !== undefined && hours !== undefined,
  isOpen,
})

function intentOf(whole: string, numbers: Numbers, expects: Expects): Intent | undefined {
  const trimmed = whole.trim()
  const isIn = (phrase: Phrase) => phrases[phrase].test(trimmed) && !isExcludedPhrase(phrase, trimmed, numbers, expects)
  // A polite request to be left alone asks for the end of the messages.
  const isRude = phrases.rude.test(trimmed)
  // Who swears beside both figures has answered.
  const strong = isRude && !isIn('rude') ? 'stop' : strongPhrases.find((phrase) => isIn(phrase) && !(phrase === 'rude' && numbers.hasBoth))
  const found = strong ?? (numbers.hasFigures ? undefined : phrasesAfter[expects].find(isIn))
  return found === 'finished' ? 'none' : found
}

/** Takes a note: "Notes: …" until the end. */
function note(piece: Piece): string | undefined {
  const match = noteMark.exec(piece.text)
  const rest = match?.[1]
  if (!match || rest === undefined) return undefined
  const from = match.index + match[0].length - rest.length
  const said = piece.at(from, rest.length).trim()
  piece.blank(match.index, match[0].length)
  return said || undefined
}

/** Returns the sentences from which no part was taken, or undefined if there are none. */
function restOf(piece: Piece, taken: boolean): string | undefined {
  if (!taken) return undefined
  let from = 0
  const kept: string[] = []
  for (const sentence of piece.text.split(/(?<=[.;!?])\s+|(?<!\s)\s+-\s+/u)) {
    const start = piece.text.indexOf(sentence, from)
    from = start + sentence.length
    if (
      !sentence.includes('~') &&
      sentence.trim().split(/\s+/u).length >= 2 &&
      !phrases.thanks.test(sentence.trim()) &&
      !/^(?:hi|hello|hey|hola|oi|ola|good|buen|bom|boa)\b/u.test(sentence)
    )
      kept.push(piece.at(start, sentence.length).trim())
  }
  return kept.length > 0 ? kept.join(' ') : undefined
}
