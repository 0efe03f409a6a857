import { countIn, takeWholeNumber } from './countIn.ts'
import { hoursIn, takeGroups } from './hoursIn.ts'
import type { Expects } from './ParsedReply.ts'
import { num, type Piece, re } from './Piece.ts'
import { hourWords, numeral, numeralWithHalf as amount, workers } from './phrases.ts'

export interface Figures {
  readonly count?: number
  readonly hours?: number
  readonly sameHours?: boolean
}

interface CountAndHours {
  readonly count?: number | undefined
  readonly hours?: number | undefined
}

const same = /\bsame (?:hours|hrs)\b|\b(?:las )?mismas horas\b|\b(?:as )?mesmas horas\b/u
const hourLabel = '(?:hours|hrs|horas)(?: were| each| c/u)?'
const countLabel =
  '(?:head ?count|crew|guys|men|people|workers|manpower|gente|personal|personas|trabajadores|pessoal|pessoas|efetivo|equipe|homens)'
const between = ' ?[:=-]? ?'
const labelPairs: readonly (readonly [RegExp, number, number])[] = [
  [re(`\\b${countLabel}${between}(${numeral}) ?[,;/-]? ?${hourLabel}${between}(${amount})(?= ?(?:[.,;~]|$))`), 1, 2],
  [re(`(?<!\\d ?)\\b${hourLabel}${between}(${amount}) ?[,;/-]? ?${countLabel}${between}(${numeral})(?= ?(?:[.,;~]|$))`), 2, 1],
]
const product = re(`(?<![\\d.,])(\\d{1,3}) ?[x*] ?(${amount}) ?= ?\\d{1,5}(?:[.,]\\d{1,2})?(?: ?(?:${hourWords})\\b)?`)
const part = /(?:including|incl\.?|of which|incluyendo|de los cuales|incluindo|sendo|dos quais) ?[^~.,;]*/u
const forHours = re(`(?:for|x|@|\\*|por|at|during|durante|de|a|com|con|with|doing|did|worked|haciendo|fazendo|,|-|/) ?(${amount})(?![\\d])`)
const anyNumber = re(`(?<![\\d.,a-z])(${amount})(?![a-z\\d])`)
/** "5 or 6 guys": the person does not know the number, or it changed. */
const unsure = re(
  `(?<![\\d.,])(?:between |entre )?(?:${numeral}) ?(?:-|to|or|o|ou|a|ate|and|y|e) ?(?:${numeral}) ${`(?:more |other )?`}(?:${workers})\\b`,
)
const either = re(
  `(?<![\\d.,])(?:${numeral}),? (?:or|o|ou) (?:maybe |eran? |fueron )?(?:${numeral})(?![\\d.,])|\\bmaybe (?:${numeral}),? maybe (?:${numeral})\\b`,
)
const unsureMark = re(`\\bbetween |\\bentre |(?:${numeral}) ?(?:-|to|or|o|ou|a|ate) ?(?:${numeral}) ?(?:${workers})`)
/** A change of the previous answer, such as "same but 2 less". */
const change = re(
  `\\b(?:same|ditto|usual|igual|lo mismo|los mismos|o mesmo|os mesmos|mesma|misma)\\b[^.;]*\\b(?:(?:but|plus|minus|less|except|mas|menos|pero|mais|exceto) ?(?:${numeral}|one|an?|un[oa]?|uma?)\\b|(?:${numeral}|one|un[oa]?|uma?) (?:less|fewer|more|extra|additional|short|menos|mas|a menos|a mais|mais))`,
)
/** Nouns after which a number counts things. */
const things =
  'yards?|yds?|cy|feet|foot|ft|lf|sf|sq|inch(?:es)?|meters?|metres?|metros?|m2|m3|tons?|toneladas?|lbs?|pounds|kilos?|kg|sheets?|boards?|pieces?|piezas?|pecas?|panels?|paneles|paineis|doors?|puertas?|portas?|windows?|ventanas?|janelas?|trucks?|camiones|camion|caminhoes|caminhao|loads?|deliver(?:y|ies)|entregas?|pallets?|boxes|cajas?|caixas?|bags?|sacos?|lifts?|machines?|maquinas?|excavators?|cranes?|pumps?|bombas?|beams?|vigas?|columns?|columnas?|colunas?|rooms?|cuartos?|quartos?|units|apartments?|inspections?|fixtures?|outlets?|pipes?|tubos?|holes?|degrees|grados|graus|percent|%|rfis?|days|dias|weeks?|semanas?'
const thing = re(`(?<![\\d.,/])(?:${amount}) ?(?:cubic |square |linear |sq\\.? ?|more |new )?(?:${things})(?![a-z])(?! (?:${workers})\\b)`)
const planned = re(
  `(?<![\\d.,])(?:${numeral}) (?:(?:${workers}) )?(?:were |was |are |estaban |estavam )?(?:scheduled|planned|expected|on the list|on the books|programad[oa]s|previst[oa]s|escalad[oa]s|esperad[oa]s)\\b`,
)
const outOf = re(`\\bout of (?:the )?(?:${numeral})\\b`)
const gone = re(
  `\\b(?:(?:${numeral}) (?:of them |${workers} )?|(?:one|una|uno|um|uma) (?:of them |guy )?)(?:left|went home|se fue(?:ron)?|salio|salieron|foram embora|foi embora|saiu|sairam)(?: [a-z]+){0,3}(?: \\d{1,2})?`,
)
const without = re(
  `(?<![\\d.,])(?:${numeral}) (?:(?:of them|${workers}) )?(?:were |was |are |is |out |estan |estaban |estavam |esta )*(?:sick|absent|out|off|no[ -]?shows?|missing|called (?:in|out)|enfermos?|faltaron|falto|ausentes?|doentes?|faltaram|faltou|de baja|left early)\\b|\\b(?:faltaron|falto|faltaram|faltou) (?:${numeral})\\b`,
)
/** "6 workers (2 foremen, 4 laborers)" are six. */
const inBrackets = re(`\\([^)]*\\d[^)]*\\b(?:${workers})\\b[^)]*\\)`)
/** Matches a phone number, which is not a figure. */
const toCall = /(?:\+\d[\d ().-]{7,30}\d|\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b)/u
const numbered = /(?:\b(?:ticket|po|invoice|order|permit|pedido)s?(?: ?(?:#|no\.?|number|numero))? ?|#)\d{1,10}\b/u

/** Returns whether the text changes the previous answer: "same but 2 less". The rules do not compute with earlier answers. */
export const changesLast = (text: string): boolean => change.test(text)

/**
 * Takes the number of workers and the hours of each. Returns no figure that the text leaves open: a wrong
 * figure is worse than a question.
 */
export function figuresIn(piece: Piece, expects: Expects): Figures {
  if (changesLast(piece.text)) return {}
  const sameHours = piece.take(same) !== undefined && { sameHours: true }
  takeOtherNumbers(piece)
  const found = takeUnsure(piece) ? { hours: hoursIn(piece).each } : (takeBoth(piece) ?? takeOneByOne(piece, expects))
  if (hasMore(piece)) return { ...sameHours }
  const { count, hours } = found
  return { ...(isCount(count) && { count }), ...(hours !== undefined && { hours }), ...sameHours }
}

/** Takes "12 x 8 = 96", or groups with different hours. */
function takeBoth(piece: Piece): CountAndHours | undefined {
  const both = piece.take(product)
  if (both) return { count: num(both[1]), hours: num(both[2]) }
  for (const [pattern, countAt, hoursAt] of labelPairs) {
    const match = piece.exec(pattern)
    const hours = num(match?.[hoursAt])
    if (!match || !(hours <= 24)) continue
    piece.blank(match.index, match[0].length)
    return { count: num(match[countAt]), hours }
  }
  const groups = takeGroups(piece)
  return groups && { count: groups.count, hours: perWorker(groups.total, groups.count) }
}

function takeOneByOne(piece: Piece, expects: Expects): CountAndHours {
  const { each, total, isUnsure } = hoursIn(piece)
  piece.take(part)
  const isBare = each !== undefined || total !== undefined || isShort(piece)
  const count = countIn(piece) ?? (expects === 'hours' || !isBare ? undefined : takeWholeNumber(piece))
  if (isUnsure) return { count }
  if (total !== undefined) return { count, hours: shareOf(total, count) }
  return each === undefined ? takeBareHours(piece, count, expects) : { count, hours: each }
}

/** In a long text, or in a question, a number without a noun may be anything. */
const isShort = ({ original }: Piece) => original.split(' ').length <= 9 && !/\?|tomorrow|ma[nñ]ana|amanh[aã]/iu.test(original)

/** Returns the hours of each, or undefined if they are not possible: the total was probably the hours of each. */
function shareOf(total: number, count: number | undefined): number | undefined {
  const share = count ? perWorker(total, count) : undefined
  return share !== undefined && share >= 1 && share <= 24 ? share : undefined
}

const perWorker = (total: number, count: number) => Math.round((total / count) * 100) / 100

const isCount = (count: number | undefined): count is number => count !== undefined && count <= 2000 && Number.isInteger(count)

/** Takes numbers that are neither workers on site nor hours. */
function takeOtherNumbers(piece: Piece): void {
  piece.take(toCall)
  piece.skip(numbered)
  piece.take(outOf)
  piece.take(gone)
  piece.take(without)
  piece.take(planned)
  piece.take(/\bno one\b/u)
  for (let guard = 0; guard < 6; guard++) if (!piece.skip(thing)) break
  piece.take(inBrackets)
  piece.take(/\b(?:started|start|starting|empezamos|comecamos)(?: at| a las| as)? \d{1,2}\b/u)
}

/** Takes "8 to 10 guys". Returns whether the number of workers is not certain. */
function takeUnsure(piece: Piece): boolean {
  if (piece.take(either)) return true
  const match = piece.exec(unsure)
  if (!match || !unsureMark.test(match[0])) return false
  piece.blank(match.index, match[0].length)
  return true
}

/** Returns whether a sentence with figures contains another number that the rules cannot place. */
function hasMore(piece: Piece): boolean {
  return piece.text
    .split(/(?<=[.;!?])\s+/u)
    .some((sentence) => sentence.includes('~') && /(?<![\d#a-z/-])\d{1,3}(?:[.,]\d{1,2})?(?![\d/a-z])/u.test(sentence))
}

/** Takes the hours from a number without a unit. */
function takeBareHours(piece: Piece, count: number | undefined, expects: Expects): CountAndHours {
  const asked = expects === 'hours' && count === undefined ? piece.exec(anyNumber) : undefined
  const match = asked ?? piece.exec(forHours) ?? (count === undefined ? undefined : piece.exec(anyNumber))
  const value = num(match?.[1])
  const isReversed = count !== undefined && count <= 16 && Number.isInteger(value)
  if (!match || !(value <= 24 || isReversed)) return { count, hours: undefined }
  piece.blank(match.index, match[0].length)
  // If the figures are in reverse order: a person does not work 40 hours a day.
  return value <= 24 ? { count, hours: value } : { count: value, hours: count }
}
