import { firstNumber } from './hoursIn.ts'
import { num, type Piece, re } from './Piece.ts'
import { hourWords, numeral, relatives, workers } from './phrases.ts'

const adjective =
  '(?:(?:more|other|regular|skilled|general|total|good|new|union|mas|otros|buenos|outros|mais|concrete|steel|drywall|site|de los|of my|of our|of the|of) )?'
const self = '(?:me|myself|i|yo|eu)'
const joined = '(?:and|e mais|y otros|plus|\\+|&|y|mas|e|mais|con|com|with)'
const meAnd = re(
  `\\b${self}(?:,)? ?(?:${joined}|were)(?: my| mis| meus)? (${numeral})\\b(?! ?(?:${hourWords})\\b)(?: ?${adjective}(?:${workers})\\b)?`,
)
const plusMe = re(`\\b(${numeral}) ?(?:(?:${workers}) )?(?:and|plus|\\+|&|y|mas|e|mais) ${self}\\b`)
const relative = `(?:(?:my|mi|meu|minha|a|un|um|el|o) )?(?:${relatives})`
const listed = `${relative}(?:(?:, ?| and | y | e )${relative}){0,3}`
const withRelatives = [re(`\\b${self},? ?(?:,|${joined}) ?(?:${listed})\\b`), re(`\\b(?:${listed}),? ?${joined} ${self}\\b`)]
const relativeWord = re(`\\b(?:${relatives})\\b`, 'gu')
const ofUs = re(
  `\\b(?:(?:the|just|only|all) )*(${numeral}) of us\\b|\\b(?:(?:solo |nomas )?los|(?:so )?nos|nosotros) (dos|tres|cuatro|dois|quatro)\\b`,
)
const alone =
  /\b(?:just me|only me|by myself|on my own|(?:solo|nomas|nada mas|solamente) yo|(?:so|somente|apenas) eu|just myself|(?:yo|eu|i'?m|i was) (?:solo|sola|sozinho|sozinha|alone)|solo today|sozinh[oa]|working alone|worked alone)\b|^solo(?=[.,!]|$| (?:for|all day|por)\b)/u
const counted = re(`(?<![\\d.,])(${numeral}) ?${adjective}(?:${workers})\\b(?: (?:total|in total|en total|no total|ao todo))?`)
const crewOf = re(
  `\\b(?:(?:crew|team|gang|cuadrilla|equipo|equipe|turma|time|grupo) (?:of|de|com|con)|total(?: of| de)?:?|headcount:?|count:?|manpower:?|(?:we )?had|there were|we were|we are|it was|we'?ve got|we have|got|tuvimos|tenemos|hubo|habia|habian|eramos|fuimos|somos|estuvimos|fueron|son|tivemos|temos|teve|havia|foram|fomos|eramos|sao|estavam|vinieron|vieram|sent|brought|working|worked|trabajaron|trabalharam|trajimos|trouxemos) (?:about |around |like |como |unos |umas? |uns |aproximadamente |cerca de |just |only |solo |solamente |so |apenas |a crew of )?(${numeral})(?! ?(?:${hourWords})\\b)\\b`,
)
const manCrew = re(`\\b(${numeral})[ -]?(?:man|person|men) (?:crew|team)\\b`)
const label =
  '(?:total )?(?:man ?power|workers|crew(?: size| count)?|men|guys|head ?count|people|personnel|count|trabajadores|personal|personas|gente|cuadrilla|obreros|trabalhadores|efetivo|pessoas|pessoal|equipe|homens|operarios)'
const labelled = re(
  `(?:\\b${label} ?[:=]|(?:^|[.,;~] ?)${label}(?: of| de)?) ?(${numeral})(?= ?(?:[.,;~]|$| [a-z]))(?! ?(?:${workers}|${hourWords})\\b)`,
)
const atPlaces = re(`(?<![\\d.,])(${numeral}) (?:(?:${workers}) )?(?:on |in |at |en |em |no |na )(?:the |el |la |o |a )?~+`)
const afterPlaces = re(`~ ?[:=] ?(${numeral})(?![\\d])(?! ?(?:${hourWords})\\b)`)
const anyNumber = re(`(?<![\\d.,a-z])(${numeral})(?![a-z\\d]|[.,]\\d)`)

/** Takes the number of workers where words say that it is one. */
export function countIn(piece: Piece): number | undefined {
  return (
    takeLabelled(piece) ?? takeOfUs(piece) ?? takePlaced(piece) ?? takeTrades(piece) ?? takeCounted(piece) ?? firstNumber(piece, [crewOf])
  )
}

/** Takes the first whole number. */
export function takeWholeNumber(piece: Piece): number | undefined {
  const match = piece.exec(anyNumber)
  if (!match || !Number.isInteger(num(match[1]))) return undefined
  piece.blank(match.index, match[0].length)
  return num(match[1])
}

const takeLabelled = (piece: Piece) => firstNumber(piece, [labelled])

function takeOfUs(piece: Piece): number | undefined {
  const match = piece.take(ofUs)
  return match && num(match[1] ?? match[2])
}

/** Takes the workers of several places: "4 on level 5 and 3 on level 6". */
function takePlaced(piece: Piece): number | undefined {
  for (const pattern of [afterPlaces, atPlaces]) {
    const before = piece.text
    const counts: number[] = []
    for (let guard = 0; guard < 8; guard++) {
      const match = piece.take(pattern)
      if (!match) break
      counts.push(num(match[1]))
    }
    if (counts.length > 1) return sum(counts)
    piece.text = before
  }
  return undefined
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

const trade = re(
  `^[~ ]*(?:(?:i|we|we'?ve)? ?(?:had|have|got|sent|tuvimos|tenemos|tivemos|temos|eramos|fuimos|somos|fomos) )?(${numeral}|an?|un|uno|um|uma) ((?!(?:${hourWords})\\b)[a-z][a-z' -]{1,40})[~ ]*$`,
)
const isWorker = re(`\\b(?:${workers})\\b`)

/** Takes a list of trades such as "1 super, 4 carpenters, 2 laborers": every item counts if one of them names workers. */
function takeTrades(piece: Piece): number | undefined {
  const items: { readonly at: number; readonly length: number; readonly count: number; readonly name: string }[] = []
  let at = 0
  for (const part of piece.text.split(/(,|;|\.(?!\d)|\/|\+|&|\b(?:and|plus|y|mas|e|mais)\b)/u)) {
    const match = trade.exec(part)
    const [, count, name = ''] = match ?? []
    const value = /^[a-z]{1,3}$/u.test(count ?? '') && Number.isNaN(num(count)) ? 1 : num(count)
    if (match && Number.isInteger(value)) items.push({ at, length: part.length, count: value, name })
    at += part.length
  }
  if (items.length < 2 || !items.every(({ name }) => isWorker.test(name)) || piece.exec(meAnd) || piece.exec(plusMe)) return undefined
  // "12 workers, 4 of them electricians" and "12 workers total" are no list of trades.
  if (items.some(({ name }) => /\b(?:total|todo|them|those|ellos|deles|delas|which)\b/u.test(name))) return undefined
  for (const item of items) piece.blank(item.at, item.length)
  return sum(items.map(({ count }) => count))
}

function takeCounted(piece: Piece): number | undefined {
  const mine = takeMine(piece)
  let count = mine ?? takeSingle(piece)
  for (let guard = 0; guard < 8; guard++) {
    const match = piece.take(counted)
    if (!match) break
    // "12 workers total" is the sum of the earlier counts.
    if (/total|todo/u.test(match[0])) count = num(match[1])
    else count = (count ?? 0) + num(match[1])
  }
  return count
}

/** "Me and 4 guys", "9 plus me", "my brother and me". */
function takeMine(piece: Piece): number | undefined {
  const withMe = piece.take(meAnd) ?? piece.take(plusMe)
  if (withMe) return num(withMe[1]) + 1
  for (const pattern of withRelatives) {
    const match = piece.take(pattern)
    if (match) return 1 + (match[0].match(relativeWord)?.length ?? 0)
  }
  return undefined
}

/** "Only me" or "a 5-man crew". */
const takeSingle = (piece: Piece): number | undefined => (piece.take(alone) ? 1 : firstNumber(piece, [manCrew]))
