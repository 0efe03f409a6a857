import { trimEnd } from '../../../../contract/rules/trimEnds.ts'
import { type Found, withoutRetracted } from './withoutRetracted.ts'
import { num, type Piece, plainOf, re, type Taken } from './Piece.ts'
import { bareFloorsIn } from './bareFloorsIn.ts'
import { isFirstName } from './isFirstName.ts'
import type { Expects } from './ParsedReply.ts'
import { commonPlaces, hourWords, levelWords, numberWord, numeral, ordinal, ordinalValue, type Tongue, workers } from './phrases.ts'

const levelTail = `(?:st|nd|rd|th|er|ro|do|to|mo|vo|no|o|a|º|ª|°)?`
const joiner = '(?:-| ?(?:,|and then|y luego|y despues|e depois|and|nd|n|&|y|e|to|a|al|ao|ate|hasta|thru|through|/|\\+) ?)'
const levels = re(
  `\\b(?:${levelWords})\\.?:? ?(?:#|no\\.? |numero )?((?:${numeral})${levelTail}(?:${joiner}(?:(?:${levelWords})\\.? ?)?\\d{1,2}(?!\\d)(?! ?(?:${workers}|${hourWords}|${levelWords}|on|in|at|en|em|no|na|each)\\b))*(?: (?:and|&|y|e) (?:${numeral})(?= ?(?:[.,;!]|$)))?)\\b(?! ?(?:${workers}|${hourWords}|per|pes)\\b)`,
)
const ordinalLevel = re(
  `\\b(?:(${ordinal})|(\\d{1,3})(?:st|nd|rd|th|er|ro|do|to|mo|vo|no|o|a|º|ª|°))(?:${joiner}(?:(${ordinal})|(\\d{1,3})(?:st|nd|rd|th|er|ro|do|to|mo|vo|no|o|a|º|ª|°)))? (?:${levelWords})\\b`,
)
const numberedLevel = re(`\\b(\\d{1,3}) ?(?:${levelWords})\\b`)
const levelWord = re(`(?<![a-z])(?:${levelWords})(?![a-z])`, 'gu')
const letterLevel = /\b([lpn])-?(\d{1,2})\b/u
const zones = re(
  `\\b(?!entrada[^.]{0,30}sal?ida)(?:zone|area|sector|zona|setor|building|bldg|edificio|edif|edf|predio|tower|torre|block|bloque|bloco|gate|puerta|entrada|acceso|porton|portao|portaria|phase|fase|unit|unidad|unidade|room|wing|ala|grid(?: ?lines?)?|lote|lot|stair|escalera|escada|deck|bay|pier|podium|quad|area)s? (?:#)?(?!(?:de|do|da|del|la|el|las|los|for|in|on|at|con|com|of|the|and|with|was|is|no|na|en|em|ya|ja|se|que|to|as|os|ao|al|by|we|it|not|up|out|all|had|por|pra|sin|sem|so|un|una|uma|um(?! ?(?:$|[.,;])))\\b)((?:\\d{1,4}|[a-z]|one|two|three|four|uno|dos|tres|um|dois)(?:-?[a-z0-9]{1,3})?(?: ?, ?\\d{1,4}(?= ?(?:,|&|y|e|and) ?\\d)){0,5}(?: ?(?:-|&|to|thru|a|y|and|e) ?(?:\\d{1,4}[a-z]?|[a-z])(?![a-z0-9]))?)(?![a-z0-9:])(?! ?(?:${workers}|${hourWords})\\b)`,
)
const more = re(
  `^(?: ?[,&+] ?| (?:and|y|e|plus|mas|mais) )(?:on |in |at |en |na |no )?(?:the |el |la |los |las |o |a |os |as )?((?!${numeral}|(?:notes?|we|they|all|each|every|no|all|todos|cada|for|por|note)\\b)[a-z'][a-z' -]{2,28}?)(?= ?(?:[.,;~!]|$| and | y | for | por | with | con | com ))`,
)

const figureWord = re(`\\b(?:${workers}|${hourWords})\\b`)

/** Places of which a site has several: "basement 2". */
const numbered = new Set('basement sotano subsolo parking garage garagem estacionamiento estacionamento'.split(' '))
const roomNumber = `(?: (-?\\d{1,2})(?![\\d.:])(?! ?(?:${workers}|${hourWords}|x|per|pes)\\b))?`

/** "Rosa de la oficina", "Jen from the office": where a person writes from. */
const offices = new Set(['oficina', 'escritorio'])
/** The longest words first: "tower crane" before "crane". */
const common = Object.entries(commonPlaces)
  .sort(([a], [b]) => b.length - a.length)
  .map(([word, name]) => ({
    name,
    plain: plainOf(name),
    pattern: re(
      `(?<![a-z])${offices.has(word) ? '(?<!\\b(?:de la|del|do|da|from the|in the) )' : ''}${word}(?![a-z])${numbered.has(word) ? roomNumber : ''}`,
    ),
  }))
/** Most texts name none of them: one pattern finds that out. */
const anyCommon = re(`(?<![a-z])(?:${Object.keys(commonPlaces).join('|')})(?![a-z])`)

const zoneWords: Readonly<Record<string, string>> = {
  puerta: 'gate',
  porton: 'gate',
  portao: 'gate',
  portaria: 'gate',
  entrada: 'gate',
  acceso: 'gate',
  stairs: 'stair',
  escalera: 'stair',
  escaleras: 'stair',
  escada: 'stair',
  escadas: 'stair',
  edificio: 'building',
  predio: 'building',
  torre: 'tower',
  zona: 'zone',
  setor: 'sector',
  ala: 'wing',
  bloque: 'block',
  bloco: 'block',
  fase: 'phase',
}
/** Returns a name of a place in the words of most lists: "puerta uno" is "gate 1". */
const translated = (plain: string) =>
  plain
    .split(' ')
    .map((word) => zoneWords[word] ?? (word.length > 1 ? numberWord(word)?.toString() : undefined) ?? word)
    .join(' ')

/** Returns all locations in text order. Uses the names of the project list where they match. */
export function placesIn(
  piece: Piece,
  list: readonly string[],
  { tongue, expects }: { readonly tongue: Tongue | undefined; readonly expects: Expects },
): string {
  const whole = piece.text
  const found: Found[] = []
  const known = list
    .filter((label) => label !== '')
    .map((label) => ({ label, plain: plainOf(label) }))
    .sort((a, b) => b.plain.length - a.plain.length)
  const only = (test: (plain: string) => boolean) => {
    const alike = known.filter(({ plain }) => test(plain))
    return alike.length === 1 ? alike[0]?.label : undefined
  }
  /** Returns the label of the list for a name: the same, "stair A" for "Core, Stair A", or "puerta 1" for "Gate 1". */
  const listed = (name: string) => {
    const names = [plainOf(name), translated(plainOf(name))]
    const same = known.find(({ plain }) => names.includes(plain))?.label
    return same ?? only((plain) => names.some((one) => plain.endsWith(` ${one}`))) ?? name
  }
  const add = (match: Taken | undefined, names: readonly string[]) => {
    if (!match) return false
    for (const name of names) found.push({ at: match.index, name, end: match.index + match[0].length })
    addMore(piece, match.index + match[0].length, found)
    return true
  }
  /** Returns the only place in the list that has this name or starts with it. */
  const nearest = (plainName: string) => {
    const isStart = (plain: string) => plain === plainName || plain.startsWith(`${plainName} `)
    return only(isStart) ?? only((plain) => !known.some((one) => isStart(one.plain)) && plain.endsWith(` ${plainName}`))
  }
  /** Returns the place of a letter and a number, such as "L3" or "P1". */
  const ofLetter = ([, letter, number]: RegExpExecArray) => {
    const name = `${letter?.toUpperCase()}${number}`
    const label = known.find(({ plain }) => plain.endsWith(` ${name.toLowerCase()}`))?.label
    return label ?? (letter === 'l' || letter === 'n' ? listed(`Level ${number}`) : name)
  }
  const addLabels = (labels: typeof known) => {
    for (const { label, plain } of labels) add(piece.takeWords(plain), [label])
  }
  // Skips numbered levels, which may continue: "level 11 and 12".
  addLabels(known.filter(({ plain }) => !/^[a-z]+ \d+$/u.test(plain)))
  for (let guard = 0; guard < 6; guard++) {
    const nth = piece.take(ordinalLevel)
    if (nth) {
      const numbers = [nth[1] ?? nth[2], nth[3] ?? nth[4]].filter((n): n is string => n !== undefined)
      add(
        nth,
        numbers.map((n) => listed(`Level ${ordinalValue(n) ?? Number(n)}`)),
      )
      continue
    }
    const plural = levels.exec(piece.text)
    if (plural) {
      piece.blank(plural.index, plural[0].length)
      add(plural, levelNames(plural[1] ?? '').map(listed))
      continue
    }
    const numbered = piece.take(numberedLevel)
    if (numbered) {
      add(numbered, [listed(`Level ${Number(numbered[1])}`)])
      continue
    }
    const letter = piece.take(letterLevel)
    if (letter) {
      add(letter, [ofLetter(letter)])
      continue
    }
    const zone = takeZone(piece)
    if (!zone) break
    add(zone, [listed(capital(piece.at(zone.index, zone[0].length)))])
  }
  addLabels(known)
  if (anyCommon.test(piece.text))
    for (const { name, plain, pattern } of common) {
      const match = piece.take(pattern)
      if (match) add(match, [match[1] === undefined ? (nearest(plain) ?? name) : `${name} ${match[1]}`])
    }
  found.push(...bareFloorsIn(piece, list, { tongue, expects, hasLevel: found.some(({ name }) => /\d/u.test(name)) }))
  return namesOf(found, whole, tongue)
}

/** Returns the names in the order of the text, each once. */
function namesOf(found: readonly Found[], text: string, tongue: Tongue | undefined): string {
  const inOrder = found.toSorted((a, b) => a.at - b.at)
  return [...new Set(withoutRetracted(inOrder, text, tongue).map(({ name }) => name))].join(', ')
}

const onlyFloors =
  /^(?:(?:from|between|del?|das?|dos?|desde|entre|no|en|on|el|o|the|pisos?) )*\d{1,2}(?: ?(?:-|,|&|\+|and|y|e|to|thru|through|al?|ao|ate|hasta) ?(?:the |el |o |no |en |on )?\d{1,2}){0,8}[.! ]*$/u

/** "2 thru 5", after a question for the place: the floors, if all of them are in the list. */
export function floorsIn(text: string, list: readonly string[]): string {
  if (!onlyFloors.test(text)) return ''
  const names = levelNames(text.replaceAll(/\b(?:from|between|del?|das?|dos?|desde|entre|no|en|on|el|o|the|pisos?) /gu, ''))
  const labels = names.map((name) => list.find((label) => plainOf(label) === plainOf(name)))
  return names.length > 0 && labels.every((label) => label !== undefined) ? labels.join(', ') : ''
}

/** What follows a number of workers at another place: "… in stair B". */
const atPlace = /^ (?:on|in|at|en|em|na|no|nas|nos) (?:the |el |la |o |a )?([a-z]{2,14}|~)/u
const andNumber = / ?(?:&|y|and|e) ?\d{1,4}$/u

/** Takes a zone. The number in "stair A and 2 in stair B" counts workers, and "1 and 2 in building 2" is of another building. */
function takeZone(piece: Piece): Taken | undefined {
  const match = piece.exec(zones)
  if (!match) return undefined
  const words = match[0]
  const next = atPlace.exec(piece.text.slice(match.index + words.length))?.[1]
  const shorter = words.replace(andNumber, '')
  const isOfNext = next !== undefined && (/ [a-z]$/u.test(shorter) || next === /^[a-z]+/u.exec(words)?.[0])
  const taken = isOfNext ? shorter : words
  piece.blank(match.index, taken.length)
  return { index: match.index, 0: taken }
}

/** Adds a place that follows another place: "… and the crane pad". */
function addMore(piece: Piece, from: number, found: Found[]): void {
  const match = more.exec(piece.text.slice(from))
  const words = match?.[1]
  if (
    !match ||
    words === undefined ||
    isChatter(words.trim()) ||
    figureWord.test(words) ||
    words.split(' ').some((word) => isFirstName(word) || ownWords.has(word))
  )
    return
  const start = from + match[0].length - words.length
  found.push({ at: start, name: capital(piece.at(start, words.length).trim()) })
  piece.blank(from, match[0].length)
}

function levelNames(text: string): string[] {
  const bare = text
    .replaceAll(levelWord, ' ')
    .replaceAll(/\b(?:then|luego|despues|depois)\b/gu, ' ')
    .replaceAll(/ {2,}/gu, ' ')
  const parts = bare.split(/ ?(?:,|&|\/|\+|\band\b|\bnd\b|\bn\b|\by\b|\be\b) ?/u).map((part) => part.trim())
  return parts.flatMap((part) => {
    const range = /^(\d{1,2})\D*?(?:-|to|al|ao|a|ate|hasta|thru|through) ?(\d{1,2})/u.exec(part)
    const [first, last] = range ? [Number(range[1]), Number(range[2])] : [num(/^[a-z0-9]+/u.exec(part)?.[0]), Number.NaN]
    if (!Number.isNaN(last) && last > first && last - first < 20)
      return Array.from({ length: last - first + 1 }, (_, n) => `Level ${first + n}`)
    return Number.isNaN(first) ? [] : [`Level ${first}`]
  })
}

/** The person who writes, and what people do: "and I left at noon". */
const ownWords = new Set(
  'sorry perdon desculpa same igual mismo mismos mesmo mesmos i me yo eu mi nos we us left leave saimos salimos fuimos fomos saiu sairam salio salieron foram fueron'.split(
    ' ',
  ),
)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const chatter =
  /^(?:home|days|nights|shift|site|sitio|obra|la obra|work|today|hoy|hoje|total|all|the morning|the afternoon|job ?site|the job|the site|time|campo|general|here|aqui|ai|each|cada|place|progress|it|them|us|me|my|our|overtime|yesterday|ayer|ontem|track|schedule|good|thanks?|gracias|obrigad[oa]|la manana|la tarde|manha|tarde|a obra|man|hours|everyone|some)\b/u
const isChatter = (text: string) => chatter.test(text) || text.length < 3

/** Words that no name of a place begins with. */
const noPlace =
  /^(?:[a-z]{2,12}[aei]mos$|esper[aeo]|pera|wait|acab\w{1,4}|falt\w{1,4}|llegaron|[a-z]{3,12} (?:inspection|meeting|training)$|before|after|during|the (?:am|pm|rain|morning|end|way|phone|clock|hour|books|list|rest|meantime)$|the$|with|for|from|to|by|about|like|and|or|but|because|since|so|am|pm|then|late|early|that|which|it|case|fact|verdad|verdade|realidad|realidade|reality|[a-z]{3,10} (?:turno|shift)$|noon|rfis?|materials?|deliver\w{1,3}|parts|lunch|sight|time|shifts?|jornada|turno|cuenta|conta|paz|media|promedio|average|problems?|incidents?|issues?|injuries|accidents?|idea|way|mas|mais|vino|vinieron|llego|hubo|hay|fue|se|me|les|nos|le|ya|ni|lunch|almuerzo|almoco|comida|break|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|segunda|terca|quarta|quinta|sexta|january|february|march|april|june|july|august|september|october|november|december|the job|job|general|total|medio|meio|vez|lugar de|grupo|equipe|equipo)\b/u
/** "Laje do": the words of a place that do not name it. */
const unfinished = / (?:do|da|de|del|la|el|of|the|on|in)$/u
/** "On drywall", "in the rain", "en friega": the work, the weather, the pace. */
const noSite =
  /^(?:mornings?|afternoon|evening|manana|noche|noite|rain|heat|cold|snow|lluvia|chuva|calor|standby|chinga|friega|correria|talento|real|top of (?:it|things)|drywall|tablaroca|framing|plumbing|plomeria|electric(?:al|idad)?|eletrica|hidraulica|paint(?:ing)?|pintura|insulation|punch ?list|demo|clean ?up|limpieza|limpeza)$/u
/** "On the fifth" alone: a floor or a date. */
const onlyOrdinal = re(`^(?:${ordinal})$`)
/** Words that no name of a place has: a sentence goes on. */
const sentenceWords =
  /\b(?:que|asi|porque|because|but|pero|then|so|entonces|entao|we|i|they|was|were|is|had|got|started|esta|estaba|foi|foram|fueron|era|eram|eran)\b/u

const noPlaces = [noPlace, noSite, onlyOrdinal, sentenceWords, unfinished]

const preposition = re(
  `(?:^|[\\s,;~])(?:on|at|in|en|em|no|na|nos|nas|near|by|around|cerca de|perto d[oa]|outside|inside|below|above) (?:the |el |la |los |las |o |a |os |as )?((?!${numeral}\\b)[a-z][a-z0-9'/& -]{2,40}?)(?= ?(?:[.,;~!]|$| and we | y | for | por | with | con | com | doing | today| hoy| hoje| we | they ))`,
)

/** Returns a place in free text: after a preposition, or the whole answer if the bot asked for the place. */
export function freePlace(
  piece: Piece,
  expects: Expects,
  { figures, tongue }: { readonly figures: boolean; readonly tongue: Tongue | undefined },
): string {
  if (expects === 'confirm') return ''
  if (expects === 'location' && !figures) return wholeAnswer(piece)
  return figures ? placeAfterPreposition(piece, tongue) : ''
}

/** "Not sure, ask Bill": no place. */
const unknownPlace =
  /^(?:(?:i'?m |i am )?not sure|no idea|i (?:don'?t|do not) know|idk|dunno|ask\b|ni idea|no se\b|quien sabe|pregunt|pergunt|nao sei|sei la|sem ideia|nao faco ideia|let me|dejame|deixa)/u

function wholeAnswer(piece: Piece): string {
  const said = trimEnd(
    piece.original.replace(
      /^(?:we (?:were|worked)|they were|working|estuvimos|estabamos|estavamos|trabajamos|trabalhamos|foi|fue|it was|all)?\s*(?:(?:on|at|in|en|em|no|na|nos|nas)\s+)?(?:(?:the|el|la|los|las|o|a|os|as)\s+)?/iu,
      '',
    ),
    /[.!\s]/,
  )
  if (said.length >= 2 && said.length <= 120 && !said.includes('?') && !unknownPlace.test(plainOf(said))) {
    piece.blank(0, piece.text.length)
    return capital(said)
  }
  return ''
}

/** Words that are a preposition in another language. */
const foreign: Readonly<Record<Tongue, RegExp>> = {
  en: /^[\s,;~]?(?:no|na|nos|nas|em) /u,
  es: /^[\s,;~]?(?:no|na|nos|nas) /u,
  pt: /^[\s,;~]?(?:in) /u,
}

/** "Waiting on the inspector": no place. */
const isAwaited = (before: string, found: string) =>
  /^ ?on /u.test(found) && /\b(?:wait(?:ing|ed)?|depend(?:ing|s)?|held up)$/u.test(before)

function placeAfterPreposition(piece: Piece, tongue: Tongue | undefined): string {
  for (let guard = 0; guard < 3; guard++) {
    const match = preposition.exec(piece.text)
    const found = match?.[1]?.trim()
    if (!match || found === undefined) return ''
    // Spanish "no vino Toño" is a negation, Portuguese "no térreo" a place.
    if (foreign[tongue ?? 'pt'].test(match[0]) || isAwaited(plainOf(piece.original).slice(0, match.index), match[0])) {
      piece.blank(match.index, match[0].length)
      continue
    }
    const from = match.index + match[0].length - (match[1]?.length ?? 0)
    piece.blank(match.index, match[0].length)
    if (!isChatter(found) && noPlaces.every((pattern) => !pattern.test(found))) return capital(piece.at(from, found.length).trim())
  }
  return ''
}
