import { describe, expect, it } from 'vitest'
import { parseReply } from './parseReply.ts'

/* Each text says 6 workers and 8 hours, and then a part that changes one of the figures. */

const open = {
  en: `me and Joe left at noon; Joe left early; mike showed up at 10; one guy left at 11; two left early; 2 guys got here at 9; except Joe; except for the foreman who did 10;
    but Jose stayed till 6; 2 stayed late; half of them only did 6; some stayed 10; apprentice only half day; minus lunch; less breaks; plus travel;
    plus overtime; and some overtime; not including the foreman; without the operator; and the sub's guys; plus some laborers; minus Tony; maybe 7; I think; and Mike; and me;
    I did 10; I only did 4; me 10; Joe 4; foreman 10; 2 of them only 4; but not today; and same on Level 5; each, 50 total; if it clears up`,
  es: `yo me fui a las 12; Juan se fue temprano; juan se fue temprano; uno se fue a las 11; dos se fueron a mediodía; se fueron dos a mediodía; llegó uno tarde; Pepe llegó a las 10;
    dos llegaron a las 9; excepto Juan; menos Juan; menos el maestro que hizo 10; pero José se quedó hasta las 6; la mitad nomás hizo 6; algunos hicieron 10;
    el ayudante medio día; menos la comida; más tiempo extra; y algo de tiempo extra; sin contar al cabo; más unos de la agencia;
    y los de la subcontrata; tal vez 7; creo; y el Mike; y yo; yo 10; el maestro 10; Juan 4; pero hoy no; en el nivel 4 y lo mismo en el 5; si no llueve`,
  pt: `eu saí ao meio-dia; o João saiu mais cedo; joão saiu cedo; um saiu às 11; dois saíram ao meio-dia; saíram dois ao meio-dia; um chegou atrasado; o Zé chegou às 10;
    dois chegaram às 9; exceto o João; menos o João; menos o mestre que fez 10; mas o José ficou até as 6; metade só fez 6; alguns fizeram 10; o ajudante meio período;
    menos o almoço; mais hora extra; sem contar o encarregado; mais uns da empreiteira; e o pessoal da terceirizada; talvez 7; acho; e o Mike; e eu;
    eu 10; o mestre 10; João 4; mas hoje não; no nível 4 e o mesmo no 5; se não chover`,
}
const report = { en: '6 guys 8 hrs', es: '6 muchachos 8 horas', pt: '6 rapazes 8 horas' }
const texts = (Object.keys(report) as (keyof typeof report)[]).flatMap((tongue) =>
  open[tongue].split(';').map((change) => `${report[tongue]}, ${change.trim()}`),
)

describe('a word that changes a figure and that no rule reads', () => {
  it.each(texts)('makes the bot ask: %s', (text) => {
    const { count, hours } = parseReply(text, { expects: 'all' })
    expect(count === undefined || hours === undefined).toBe(true)
    expect([undefined, 6]).toContain(count)
  })

  it.each([
    ['6 guys 8 hrs more or less', 6, 8],
    ['6 guys 8 hrs, not counting me', 7, 8],
    ['6 muchachos 8 horas, sin contarme', 7, 8],
    ['6 rapazes 8 horas, sem me contar', 7, 8],
    ['6 guys 8 hrs, not counting lunch', 6, 8],
    ['6 muchachos 8 horas, sin contar la comida', 6, 8],
    ['6 rapazes 8 horas, sem contar o almoço', 6, 8],
    ['6 guys 8 hrs, we all left at 3', 6, 8],
    ['knocked off early, 6 guys 6 hours', 6, 6],
    ['buenas tardes, 6 muchachos 8 horas', 6, 8],
    ['6 rapazes, saímos cedo, 6 horas', 6, 6],
  ])('does not open what it leaves alone: %s', (text, count, hours) => {
    expect(parseReply(text, { expects: 'all' })).toMatchObject({ count, hours })
  })
})

describe('a phrase in another sense', () => {
  it.each([
    'nobody told me about this',
    'none of the lifts work',
    'we need the day off friday',
    "I'm out of screws",
    'vacation next month',
    'same problem as yesterday with the lift',
    'is it the same form?',
    'stop sending trucks before 7',
    'nadie me avisó',
    'no trabaja el elevador',
    'como siempre no hay agua',
    'quíteme el camión de la entrada',
    'se equivocó con las horas',
    '¿quién es el encargado?',
    'ninguém atende',
    'igual amanhã',
    'podem tirar a empilhadeira do nível 3?',
    'foi engano nas horas',
  ])('makes the bot ask: %s', (text) => {
    const { intent, count, hours } = parseReply(text, { expects: 'all' })
    expect([undefined, 'no', 'yes']).toContain(intent)
    expect([count, hours]).toEqual([undefined, undefined])
  })
})
