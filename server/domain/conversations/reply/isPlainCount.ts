import { is, isKind, type Node } from './Node.ts'
import { isExact } from './rolesOf.ts'

/* What makes figures uncertain that the rules have read. */

const greetings = new Set(
  `hi hello hey hiya morning good evening afternoon thanks thank you mate boss sir bro man hola buenas buenos dias tardes noches gracias oi ola bom boa dia tarde noite obrigado obrigada valeu yes ok okay si sim
  que se nos me te ya ja well so yeah yep just only right now currently ahorita agora working work trabajando trabalhando trabajaron trabajamos trabalhamos trabalharam worked came showed up out there present presentes
  i we they he she it s had have has ve are were been da do na no em en el la los las o a os as the this that these of for on in at y e and with con com all everyone everybody todos each
  head about exactly exactamente exatamente solo solamente somente apenas nomas tenemos temos tengo tenho hay tem andan andamos estamos somos fueron foram eramos people personas pessoas report reporte relatorio
  menos or less approx final count today hoy hoje hj puro pura puros nada mas mais total counted cascos left lol jaja kkk haha
  ahi ai alli alla made it conseguimos pudimos logramos ir`.split(/\s+/u),
)
/** Words after which everything until the next sign is a place or a work. */
const leads = new Set(
  'on in at en em na nas no doing haciendo fazendo for para pra by near per hanging setting pouring installing working'.split(' '),
)

/**
 * Returns whether every word beside a lonely number of workers is known. "Dos llegaron tarde" and "truck 12 is
 * blocking the gate" have a number, too.
 */
export function isPlainCount(nodes: readonly Node[]): boolean {
  let isLed = false
  return nodes.every((node) => {
    if (isKind(node, 'sign')) isLed = false
    if (node.kind !== 'word' || isLed) return true
    isLed = leads.has(node.text)
    return isLed || greetings.has(node.text) || isKnown(node)
  })
}
const isKnown = (node: Node) =>
  isExact(node.text) &&
  is(
    node,
    'worker',
    'trade',
    'crew',
    'each',
    'all',
    'total',
    'filler',
    'were',
    'and',
    'of',
    'a',
    'self',
    'from',
    'to',
    'day',
    'full',
    'half',
    'spot',
    'by',
    'but',
    'regular',
    'absent',
    'past',
    'future',
    'weekday',
    'planned',
    'fix',
    'same',
    'no',
    'hour',
    'start',
    'them',
  )

const closing = new Set(
  'encarregado encarregada encargada jefe jefa patron patrao boss chefe foreman super encargado mestre maestro dueno owner supervisor capataz inge engenheiro ingeniero superintendent cabo mayordomo sobrestante contramestre'.split(
    ' ',
  ),
)
const isArticle = (node: Node | undefined) =>
  node !== undefined && ['the', 'el', 'la', 'o', 'my', 'mi', 'meu', 'minha', 'our', 'su', 'nuestro', 'nosso'].includes(node.text)

/** "Vinimos 4 y el patrón": one more person, or with an unknown noun a doubt. */
export function oneMoreAfter(nodes: readonly Node[], at: number): 'person' | 'doubt' | undefined {
  const [count, and, article, noun] = nodes.slice(at, at + 4)
  if (!isKind(count, 'count', 'number') || !is(and, 'and') || article?.kind !== 'word') return undefined
  // "2 sparks and a gizmo".
  const isIndefinite = ['a', 'an', 'un', 'um', 'una', 'uma'].includes(article.text)
  if (!(isArticle(article) || isIndefinite) || noun?.kind !== 'word') return undefined
  if (closing.has(noun.text)) return 'person'
  return is(noun, 'worker', 'trade', 'spot', 'rest', 'hour', 'each', 'all', 'thing', 'day', 'relative', 'half') ? undefined : 'doubt'
}
