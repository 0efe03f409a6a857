import { type Text, text } from '../../Text.ts'
import { plain } from './plain.ts'
import type { TalkWords } from './talk.ts'

/** A hazard, its controls, and the permit that such work needs on most sites. */
export interface Hazard {
  readonly id: string
  readonly name: Text
  readonly controls: readonly Text[]
  readonly permit?: Text
}

export interface TaskKind {
  readonly name: Text
  /** Matches the words for it in any of the languages, without accents. */
  readonly called: RegExp
  readonly hazards: readonly string[]
}

export const hazards: readonly Hazard[] = [
  {
    id: 'height',
    name: text('Fall from height'),
    controls: [text('Guardrails in place'), text('Harness tied off'), text('Openings covered')],
  },
  {
    id: 'falling',
    name: text('Falling objects'),
    controls: [text('Area below closed off'), text('Tools on lanyards'), text('Hard hats on')],
  },
  {
    id: 'electric',
    name: text('Electric shock'),
    controls: [text('Lockout and tagout'), text('Tested dead before work'), text('GFCI on cords')],
    permit: text('electrical work permit'),
  },
  {
    id: 'trench',
    name: text('Trench collapse'),
    controls: [text('Shoring or trench box'), text('Ladder close by'), text('Spoil kept back from edge')],
    permit: text('excavation permit'),
  },
  {
    id: 'vehicles',
    name: text('Vehicles and machines'),
    controls: [text('Spotter'), text('Hi-vis vests'), text('Separate walkway')],
  },
  {
    id: 'lift',
    name: text('Lifted loads'),
    controls: [text('Lift plan and signal person'), text('Rigging checked'), text('Nobody under the load')],
    permit: text('lift permit'),
  },
  {
    id: 'fire',
    name: text('Fire and burns'),
    controls: [text('Fire watch with extinguisher'), text('Nothing that burns nearby'), text('Fire blankets')],
    permit: text('hot work permit'),
  },
  {
    id: 'dust',
    name: text('Dust and fumes'),
    controls: [text('Water on the dust'), text('Vacuum or fan'), text('Respirators')],
  },
  {
    id: 'chemicals',
    name: text('Chemicals on skin or eyes'),
    controls: [text('Gloves and boots'), text('Eye protection'), text('Eye wash nearby')],
  },
  {
    id: 'noise',
    name: text('Noise'),
    controls: [text('Ear protection'), text('Breaks from the noise')],
  },
  {
    id: 'strain',
    name: text('Heavy lifting'),
    controls: [text('Two people lift'), text('Cart or hoist'), text('Short carries')],
  },
  {
    id: 'slip',
    name: text('Slips and trips'),
    controls: [text('Walkways clear'), text('Cords off the floor'), text('Good light')],
  },
  {
    id: 'cut',
    name: text('Cuts and flying bits'),
    controls: [text('Cut gloves'), text('Guards on tools'), text('Safety glasses or face shield')],
  },
  {
    id: 'confined',
    name: text('Bad air, confined space'),
    controls: [text('Air tested'), text('Attendant outside'), text('Rescue plan')],
    permit: text('confined space permit'),
  },
  {
    id: 'weather',
    name: text('Heat, cold or wind'),
    controls: [text('Water, rest, shade'), text('Watch each other'), text('Stop in high wind')],
  },
  {
    id: 'collapse',
    name: text('Something collapses'),
    controls: [text('Drawing followed'), text('Checked before loading'), text('Braced')],
  },
]

/** The first match wins; the last entry fits every task. */
export const taskKinds: readonly TaskKind[] = [
  {
    name: text('Concrete pour'),
    called: /concret|pour|hormigon|colado|vaciado|slab|losa|laje/,
    hazards: ['chemicals', 'vehicles', 'slip', 'strain', 'collapse'],
  },
  {
    name: text('Formwork'),
    called: /form ?work|shutter|encofrad|cimbra|forma|escoramento|rebar|varilla|armadura|vergalh/,
    hazards: ['height', 'collapse', 'cut', 'strain', 'slip'],
  },
  {
    name: text('Steel erection'),
    called: /steel|ironwork|acero|estructura met|\baco\b|estrutura met/,
    hazards: ['height', 'lift', 'falling', 'weather', 'strain'],
  },
  {
    name: text('Welding and cutting'),
    called: /weld|torch|hot work|grind|solda|corte|esmeril|lixadeira/,
    hazards: ['fire', 'dust', 'electric', 'cut', 'noise'],
  },
  {
    name: text('Electrical work'),
    called: /electr|wiring|conduit|cable|eletric|fiacao|panel|tablero|quadro/,
    hazards: ['electric', 'height', 'cut', 'slip'],
  },
  {
    name: text('Pipe work'),
    called: /pipe|plumb|sprinkler|tuber|plomer|fontaner|tubula|encana/,
    hazards: ['strain', 'cut', 'height', 'fire', 'slip'],
  },
  {
    name: text('Excavation'),
    called: /excav|trench|dig|zanja|escava|vala/,
    hazards: ['trench', 'vehicles', 'electric', 'slip'],
  },
  {
    name: text('Scaffold work'),
    called: /scaffold|andami|andaime/,
    hazards: ['height', 'falling', 'collapse', 'strain', 'weather'],
  },
  {
    name: text('Roofing'),
    called: /roof|tech|telha|cubierta|cobertura/,
    hazards: ['height', 'falling', 'weather', 'fire', 'strain'],
  },
  {
    name: text('Drywall and framing'),
    called: /drywall|framing|plaster|tablaroca|yeso|gesso|perfis/,
    hazards: ['cut', 'dust', 'strain', 'height', 'slip'],
  },
  {
    name: text('Painting'),
    called: /paint|pint|coating/,
    hazards: ['chemicals', 'dust', 'height', 'slip'],
  },
  {
    name: text('Demolition'),
    called: /demo|break|jackhammer|demol/,
    hazards: ['falling', 'dust', 'noise', 'cut', 'collapse'],
  },
  {
    name: text('Crane lift'),
    called: /crane|lift|rigging|hoist|grua|izaje|guindaste|icamento/,
    hazards: ['lift', 'falling', 'vehicles', 'weather'],
  },
  {
    name: text('Masonry'),
    called: /mason|brick|block|albanil|ladrillo|bloque|alvenaria|tijolo|bloco/,
    hazards: ['strain', 'dust', 'height', 'falling', 'cut'],
  },
  {
    name: text('Tank or manhole entry'),
    called: /manhole|tank|confined|tanque|pozo|poco|alcantarill|confinad/,
    hazards: ['confined', 'slip', 'electric', 'weather'],
  },
  {
    name: text('Moving material'),
    called: /mov|material|deliver|unload|clean|housekeep|descarg|limpi|limpe|carga/,
    hazards: ['strain', 'vehicles', 'slip', 'falling'],
  },
  {
    name: text('Other work'),
    called: /./,
    hazards: ['slip', 'strain', 'cut', 'falling', 'vehicles', 'height'],
  },
]

export function kindOf(task: string, { inEveryLanguage }: TalkWords): TaskKind {
  const said = plain(task)
  const found = taskKinds.find(({ name, called }) => inEveryLanguage(name).some((one) => plain(one) === said) || called.test(said))
  return found ?? (taskKinds.at(-1) as TaskKind)
}

export const hazardById = (id: string): Hazard | undefined => hazards.find((hazard) => hazard.id === id)

/** Returns the built-in hazard with this name in any language. */
export function hazardCalled(words: string, { inEveryLanguage }: TalkWords): Hazard | undefined {
  const said = plain(words)
  return hazards.find(({ name }) => inEveryLanguage(name).some((one) => plain(one) === said))
}
