import type { Expects } from './ParsedReply.ts'
import { changesLast } from './figuresIn.ts'
import { insults, phrases, politeness } from './phrases.ts'

export type Phrase = keyof typeof phrases

/** What the numbers of a text mean for its phrases. */
export interface Numbers {
  readonly hasFigures: boolean
  readonly hasBoth: boolean
  /** Whether the text has numbers that no rule explains: it says more than the phrase. */
  readonly isOpen: boolean
}

const isQuestion = (text: string) => text.endsWith('?')
/** "7 here, 1 on vacation": another person is away. */
const othersAway =
  /\b(?:\d{1,3}|one|two|three|un|uno|una|dos|tres|um|uma|dois|duas)\b [a-z ]{0,25}\b(?:on|de|out|off|en|em|sick|afastad[oa]s?|doentes?|enferm[oa]s?|incapacitad[oa]s?)\b/u
/** "Hoy no fui, estoy enfermo": the person who writes is away. */
const isIll = /\b(?:estoy|ando|estou|to|tou|i am|i'?m) (?:enferm[oa]|doente|sick)\b/u
/** "The crew is off till Monday": no one works, but the person answers. */
const crewAway =
  /\b(?:crew|guys|gang|lads|everyone|everybody|cuadrilla|gente|raza|equipo|turma|equipe|pessoal|galera|todos|todo mundo|rapazes|muchachos|chavos|lads|boys)\b[a-z' ]{0,12}\b(?:off|out sick|sick|enferm[oa]s?|doentes?|de (?:descanso|folga|vacaciones|ferias)|descansa\w?)/u
/** "Out of screws", "sick of this mud", "off to the other site", "vacation next month", "out at 3": the person is not away now. */
const notAway =
  /\bout of (?!office|town|the (?:office|country|state)|commission)|\bsick of\b|\b(?:off|out) (?:to|at|by)\b|\b(?:vacation|vacaciones|ferias|leave)\b (?:[a-z]{2,4} ){0,2}(?:next|el proximo|la proxima|que viene|que vem|mes que|semana que|no mes que)|\bproxim[oa] (?:mes|semana)\b|\bdias? de (?:folga|descanso)\b/u
const dontKnow = /^(?:no se|nao sei)\b(?! (?:trabaj|labor|pud|abri|hizo))/u
/** No one worked: certain beside other numbers. */
const isNobody = /\b(?:nobody|no one|nadie|ninguem) (?:fue|foi|came|went|worked|vino|veio|trabaj[ao]|trabalh[ao]|showed)/u
/** "No one called me back", "none of the lifts work", "nada que reportar": no one and nothing, but not of the crew. */
const otherNobody =
  /\b(?:nobody|no one|noone|nadie|ninguem|ninguno)(?: is| was| has| ha| me| nos| se| te| le| sequer)? (?:me |nos |te )?(?:told|tells|tell|call(?:ed|s|ing)?|answer(?:ed|s|ing)?|said|says|knows?|asked|asks|text(?:ed|s)?|respond(?:ed|s)?|repl(?:ied|ies)|gave|gives|explained|picks?|picked|let me|aviso|avisa|avisaron|contesta|contesto|responde|respondio|sabe|dijo|dice|llamo|llama|explico|avisou|atende|atendeu|respondeu|disse|ligou|explicou|falou|quiere|quer)\b|\bnone of the (?!guys|men|crew|workers|people|lads|boys)|\b(?:nada|nothing)(?: que| a| para| to| pra)? (?:reportar|declarar|relatar|informar|report|add|declare)\b/u
/** "The elevator is not working", "no trabaja el elevador": a machine that does not work. */
const brokenThing =
  /\b(?:app|link|form|page|phone|website|wifi|elevator|lift|hoist|door|elevador|ascensor|puerta|grua|crane|montacargas|aplicacion|aplicativo|pagina|liga)\b/u
const isNotWorking = /\b(?:not|isn'?t|doesn'?t|won'?t) work(?:s|ing)?\b(?! today)|\b(?:no|nao) (?:trabaja|funciona)\b/u
const crewWords = /\b(?:crew|guys|men|workers|we|nobody|no one|gente|cuadrilla|nadie|turma|equipe|ninguem|trabajamos|trabalhamos)\b/u
/** "We need the day off Friday", "no voy a poder ir a la junta": a request, an excuse for a meeting. */
const otherDayOff =
  /\b(?:need|want|can (?:we|i)|could (?:we|i)|necesit\w{1,4}|quer\w{1,5}|podemos|precis\w{1,4})\b.{0,20}\b(?:off|libre|folga|descanso)\b|\b(?:junta|reunion|reuniao|meeting|cita|consulta)\b/u
/** "Hoy descanso, háblele a mi cabo": the person is away and names another one. */
const referral = /^(?:hoy|hoje|today)? ?(?:descanso|folgo|estoy|estou)\b.{0,30}\b(?:habl|fal[ae]|pregunt|pergunt|llam|text|call|ask)/u
const otherDay = /\btomorrow\b|(?<!la )\bmanana\b|\bamanha\b/u
/** "Me los llevé a otra chamba, mañana vuelvo": what is said without the part of another day. */
function isOfOtherDay(text: string): boolean {
  if (!otherDay.test(text) || thisDay.test(text)) return false
  const said = text.split(/[,.;]/u).filter((part) => !otherDay.test(part))
  return said.length === 0 || !phrases.nil.test(said.join(',').trim())
}
const thisDay = /\b(?:today|hoy|hoje|hj)\b/u

/** "Quién es el encargado?", "se equivocó con las horas", "no soy plomero": the number is right. */
const rightNumber =
  /\b(?:quien|quem) (?:es|e) (?:el|la|o|a) (?:encargad|encarregad|jefe|chefe|supervisor|superintendent|responsa|residente|maestro|mestre)|\b(?:equivoc\w{1,4}|engano|enganou|errou) (?:con|de|en|com|n[ao]s?|nas) (?:l[ao]s? |el |as |os )?(?:horas?|cuenta|conta|numeros|cantidad|quantidade|fecha|data)\b|\bno conozco (?:el|la|los|las) (?:edificio|piso|nivel|lugar|camino|puerta|obra)\b|\b(?:no soy|nao sou)(?: el| o| a| la)? [a-z]{3,12}(?:ero|era|ista|ador|eiro|eira)\b/u

/** "Aqui quem fala é o Severino": the person gives his name. */
const introduction =
  /\b(?:aqui )?quem (?:fala|escreve|ta falando) (?:aqui )?e [oa] [a-z]+|\b(?:this is|le habla|soy) [a-z]+ (?:here|aqui)\b/u

/** "Quíteme el camión", "stop sending trucks": what shall stop is no message. */
const otherRequest =
  /\b(?:quit|sac|borr|elimin|saqu)[ae]n?me (?:el|la|los|las|un|una|ese|esa|este|esta|esos|estos)(?: la)? (?!list|grup|chat|numero|nombre|mensaj|text|cosa)|(?<!me )\b(?:puede[ns]?|pode[mr]?|podria[ns]?|poderia[m]?) (?:quitar|sacar|borrar|tirar|remover|excluir) (?!me\b|mi\b|de la lista|da lista|dessa|meu\b|el numero|o numero|este numero|esse numero)|\b(?:stop|quit) sending (?!me|us|these|this|those|text|message|them|it\b|so many|all|any|your|the (?:text|message))/u

const sameWords = new Set(
  `story historia numbers numeros otra outra nuevo novo copie nada same the as a an all everything exact exactly exactamente exatamente sempre yesterday yday ydays yesterday's ayer ontem before last time night nights night's report monday friday crew guys men people workers headcount hours hrs place spot floor
  number numbers deal again and for of from to like usual always no not any change changes changed unchanged nothing different new is was are were it its it's here today hoy hoje please pls plz thanks thank you thx
  boss bud buddy sir man bro dude lo el la los las mismo misma mismos mismas que de del igual igualito igualitos igualita todo toda todos tudo gente cuadrilla equipo horas lugar piso cantidad numero siempre vez ultima
  anterior anteriores antes sin cambio cambios desde respecto al a con en y e por favor porfa gracias jefe patron inge como nada ha cambiado cambio si señor senor
  o os as mesmo mesma mesmos mesmas msm coisa pessoal turma equipe ao da do na no com sem alteracao alteracoes mudanca mudancas mudou igualzinho igualzinha relacao em obrigado obrigada valeu chefe
  ultimo dia passada pasada foi fue repeat repete repite repita copy copia use idem ditto thing samething still ok okay yes si sim yep hi hey hola oi good morning afternoon buenas buenos tardes dias bom boa tarde number we
  had have somos fuimos fomos been pra para quantidade novidades novidade continua sigue seguimos`.split(/\s+/u),
)
/** "Same problem as yesterday with the lift": every word of "same as yesterday" is known. */
const isSameOfOther = (text: string) =>
  text
    .replaceAll(/[^a-z' ]/gu, ' ')
    .split(/\s+/u)
    .some((word) => word !== '' && !sameWords.has(word))

/** "Right but level 5", "yes except the hours": the summary is not confirmed. */
const butChanged = /\b(?:but|except|pero|porem|so que|solo que|nomas que|(?<!nada )mas|excepto|exceto)\b/u

/** Texts that contain the words of a phrase in another sense. */
const excluded: Partial<Readonly<Record<Phrase, (text: string, numbers: Numbers, expects: Expects) => boolean>>> = {
  rude: (text) => politeness.test(text) && !insults.test(text),
  wrong: (text) => rightNumber.test(text) || introduction.test(text),
  stop: (text) => otherRequest.test(text),
  pause: (text) =>
    (/^(?:not today|hoy no|hoje nao)\b/u.test(text) && !isIll.test(text)) ||
    isQuestion(text) ||
    othersAway.test(text) ||
    crewAway.test(text) ||
    notAway.test(text),
  nil: (text, { isOpen }) =>
    (isOpen && !isNobody.test(text)) ||
    /\bany ?more\b/u.test(text) ||
    isQuestion(text) ||
    dontKnow.test(text) ||
    referral.test(text) ||
    otherNobody.test(text) ||
    /^(?:nada|nothing)(?: de)? (?:nuevo|novo|new)\b/u.test(text) ||
    otherDayOff.test(text) ||
    (isNotWorking.test(text) && brokenThing.test(text) && !crewWords.test(text)) ||
    isOfOtherDay(text),
  same: (text, { isOpen }) => changesLast(text) || isOpen || isQuestion(text) || isSameOfOther(text),
  yes: (text, _, expects) => (expects === 'confirm' ? butChanged.test(text) : text.split(' ').length > 3),
  no: (text) => /^(?:no se|nao sei)\b/u.test(text),
}

/** Returns whether a text in lower case without accents contains the words of a phrase in another sense. */
export const isExcludedPhrase = (phrase: Phrase, text: string, numbers: Numbers, expects: Expects): boolean =>
  excluded[phrase]?.(text, numbers, expects) === true
