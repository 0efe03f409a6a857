import { changesLast, figuresIn } from './figuresIn.ts'
import type { Expects, Intent, ParsedReply } from './ParsedReply.ts'
import { Piece } from './Piece.ts'
import { insults, phrases, politeness, tongueOf } from './phrases.ts'
import { freePlace, placesIn } from './placesIn.ts'

/** Maximum number of characters that are read: the length of one text message. */
const longestText = 1600
const noteMark = /(?:^|[\s.,;])(?:notes?|notas?|obs|observ\w*|comments?|comentarios?|fyi|ps)\s*[:-]\s*(.+)$/su

/** Parses a text. `places` are the locations of the project and have priority over free text. */
export function parseReply(original: string, { expects, places = [] }: { expects: Expects; places?: readonly string[] }): ParsedReply {
  const text = original.slice(0, longestText).trim().replaceAll('\n', ', ').replaceAll(/\s+/g, ' ')
  const piece = new Piece(text)
  const whole = piece.text
  const tongue = tongueOf(whole, text)

  const written = note(piece)
  const place = placesIn(piece, places)
  const { isOpen, ...said } = figuresIn(piece, expects, tongue)
  const numbers = numbersOf(said, isOpen)
  const { hasFigures } = numbers
  const intent = intentOf(whole, numbers, expects)
  if (isWholeAnswer(intent)) return { tongue, intent, ...(place !== '' && { location: place }) }
  const location = place || (expects === 'confirm' ? '' : freePlace(piece, expects, hasFigures))
  const notes = written ?? restOf(piece, hasFigures || location !== '')
  return {
    tongue,
    ...(intent !== undefined && !hasFigures && { intent }),
    ...said,
    ...(location !== '' && intent === undefined && { location }),
    ...(notes !== undefined && expects !== 'confirm' && { notes }),
  }
}

/** Returns whether the rest of the text does not matter beside this intent. */
const isWholeAnswer = (intent: Intent | undefined): intent is Exclude<Intent, 'yes' | 'no'> =>
  intent !== undefined && intent !== 'yes' && intent !== 'no'

type Phrase = keyof typeof phrases

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

const isQuestion = (text: string) => text.endsWith('?')
/** What the numbers of a text mean for its phrases. */
interface Numbers {
  readonly hasFigures: boolean
  readonly hasBoth: boolean
  /** Whether the text has numbers that no rule explains: it says more than the phrase. */
  readonly isOpen: boolean
}

const numbersOf = ({ count, hours }: Pick<ParsedReply, 'count' | 'hours'>, isOpen: boolean): Numbers => ({
  hasFigures: count !== undefined || hours !== undefined,
  hasBoth: count !== undefined && hours !== undefined,
  isOpen,
})

/** Texts that contain the words of a phrase and mean something else. */
const excluded: Partial<Readonly<Record<Phrase, (text: string, numbers: Numbers, expects: Expects) => boolean>>> = {
  rude: (text) => politeness.test(text) && !insults.test(text),
  pause: (text) => /^(?:not today|hoy no|hoje nao)\b/u.test(text) || isQuestion(text) || othersAway.test(text) || crewAway.test(text),
  nil: (text, { isOpen }) =>
    (isOpen && !isNobody.test(text)) ||
    /\bany ?more\b/u.test(text) ||
    isQuestion(text) ||
    dontKnow.test(text) ||
    referral.test(text) ||
    (otherDay.test(text) && !thisDay.test(text)),
  same: (text, { isOpen }) => changesLast(text) || isOpen,
  yes: (text, _, expects) => expects !== 'confirm' && text.split(' ').length > 3,
  no: (text) => /^(?:no se|nao sei)\b/u.test(text),
}
/** "7 here, 1 on vacation": another person is away. */
const othersAway =
  /\b(?:\d{1,3}|one|two|three|un|uno|una|dos|tres|um|uma|dois|duas)\b [a-z ]{0,25}\b(?:on|de|out|off|en|em|sick|afastad[oa]s?|doentes?|enferm[oa]s?|incapacitad[oa]s?)\b/u
/** "The crew is off till Monday": no one works, but the person answers. */
const crewAway =
  /\b(?:crew|guys|gang|lads|everyone|everybody|cuadrilla|gente|raza|equipo|turma|equipe|pessoal|galera|todos|todo mundo|rapazes|muchachos|chavos|lads|boys)\b[a-z' ]{0,12}\b(?:off|de (?:descanso|folga|vacaciones|ferias)|descansa\w?)/u
const dontKnow = /^(?:no se|nao sei)\b(?! (?:trabaj|labor|pud|abri|hizo))/u
/** No one did something: certain beside numbers of other things. */
const isNobody = /\b(?:nobody|no one|nadie|ninguem) (?:fue|foi|came|went|worked|vino|veio|trabaj[ao]|trabalh[ao]|showed)/u
/** "Hoy descanso, háblele a mi cabo": the person is away and names another one. */
const referral = /^(?:hoy|hoje|today)? ?(?:descanso|folgo|estoy|estou)\b.{0,30}\b(?:habl|fal[ae]|pregunt|pergunt|llam|text|call|ask)/u
const otherDay = /\btomorrow\b|(?<!la )\bmanana\b|\bamanha\b/u
const thisDay = /\b(?:today|hoy|hoje|hj)\b/u

function intentOf(whole: string, numbers: Numbers, expects: Expects): Intent | undefined {
  const trimmed = whole.trim()
  const isIn = (phrase: Phrase) => phrases[phrase].test(trimmed) && !excluded[phrase]?.(trimmed, numbers, expects)
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
