/** A text in the three languages of chats: English, Spanish, Portuguese. */
export type Words = readonly [en: string, es: string, pt: string]
export type Lang = 0 | 1 | 2

/** A hazard, its controls, and the permit that such work needs on most sites. */
export interface Hazard {
  readonly id: string
  readonly name: Words
  readonly controls: readonly Words[]
  readonly permit?: Words
}

export interface TaskKind {
  readonly name: Words
  /** Matches the words for it in any of the languages, without accents. */
  readonly called: RegExp
  readonly hazards: readonly string[]
}

export const hazards: readonly Hazard[] = [
  {
    id: 'height',
    name: ['Fall from height', 'Caída de altura', 'Queda de altura'],
    controls: [
      ['Guardrails in place', 'Barandas colocadas', 'Guarda-corpos no lugar'],
      ['Harness tied off', 'Arnés enganchado', 'Cinto preso na linha de vida'],
      ['Openings covered', 'Huecos cubiertos', 'Aberturas cobertas'],
    ],
  },
  {
    id: 'falling',
    name: ['Falling objects', 'Caída de objetos', 'Queda de objetos'],
    controls: [
      ['Area below closed off', 'Área de abajo acordonada', 'Área de baixo isolada'],
      ['Tools on lanyards', 'Herramientas amarradas', 'Ferramentas amarradas'],
      ['Hard hats on', 'Casco puesto', 'Capacete na cabeça'],
    ],
  },
  {
    id: 'electric',
    name: ['Electric shock', 'Descarga eléctrica', 'Choque elétrico'],
    controls: [
      ['Lockout and tagout', 'Bloqueo y etiquetado', 'Bloqueio e etiquetagem'],
      ['Tested dead before work', 'Ausencia de tensión comprobada', 'Ausência de tensão testada'],
      ['GFCI on cords', 'Interruptor diferencial en extensiones', 'Disjuntor DR nas extensões'],
    ],
    permit: ['electrical work permit', 'el permiso de trabajo eléctrico', 'a permissão de trabalho elétrico'],
  },
  {
    id: 'trench',
    name: ['Trench collapse', 'Derrumbe de zanja', 'Desabamento de vala'],
    controls: [
      ['Shoring or trench box', 'Entibado o caja de zanja', 'Escoramento da vala'],
      ['Ladder close by', 'Escalera cerca', 'Escada por perto'],
      ['Spoil kept back from edge', 'Tierra lejos del borde', 'Terra longe da borda'],
    ],
    permit: ['excavation permit', 'el permiso de excavación', 'a permissão de escavação'],
  },
  {
    id: 'vehicles',
    name: ['Vehicles and machines', 'Vehículos y máquinas', 'Veículos e máquinas'],
    controls: [
      ['Spotter', 'Señalero', 'Sinaleiro'],
      ['Hi-vis vests', 'Chaleco reflectante', 'Colete refletivo'],
      ['Separate walkway', 'Paso peatonal separado', 'Passagem de pedestres separada'],
    ],
  },
  {
    id: 'lift',
    name: ['Lifted loads', 'Cargas izadas', 'Cargas içadas'],
    controls: [
      ['Lift plan and signal person', 'Plan de izaje y señalero', 'Plano de içamento e sinaleiro'],
      ['Rigging checked', 'Eslingas revisadas', 'Cintas e cabos verificados'],
      ['Nobody under the load', 'Nadie bajo la carga', 'Ninguém sob a carga'],
    ],
    permit: ['lift permit', 'el permiso de izaje', 'a permissão de içamento'],
  },
  {
    id: 'fire',
    name: ['Fire and burns', 'Fuego y quemaduras', 'Fogo e queimaduras'],
    controls: [
      ['Fire watch with extinguisher', 'Vigía de fuego con extintor', 'Vigia de fogo com extintor'],
      ['Nothing that burns nearby', 'Nada inflamable cerca', 'Nada inflamável por perto'],
      ['Fire blankets', 'Mantas ignífugas', 'Mantas antichama'],
    ],
    permit: ['hot work permit', 'el permiso de trabajo en caliente', 'a permissão de trabalho a quente'],
  },
  {
    id: 'dust',
    name: ['Dust and fumes', 'Polvo y humos', 'Poeira e fumos'],
    controls: [
      ['Water on the dust', 'Agua para el polvo', 'Água contra a poeira'],
      ['Vacuum or fan', 'Aspirador o ventilador', 'Aspirador ou ventilador'],
      ['Respirators', 'Respirador', 'Respirador'],
    ],
  },
  {
    id: 'chemicals',
    name: ['Chemicals on skin or eyes', 'Químicos en piel u ojos', 'Químicos na pele ou nos olhos'],
    controls: [
      ['Gloves and boots', 'Guantes y botas', 'Luvas e botas'],
      ['Eye protection', 'Protección de ojos', 'Proteção dos olhos'],
      ['Eye wash nearby', 'Lavaojos cerca', 'Lava-olhos por perto'],
    ],
  },
  {
    id: 'noise',
    name: ['Noise', 'Ruido', 'Ruído'],
    controls: [
      ['Ear protection', 'Protección auditiva', 'Protetor auricular'],
      ['Breaks from the noise', 'Pausas del ruido', 'Pausas do ruído'],
    ],
  },
  {
    id: 'strain',
    name: ['Heavy lifting', 'Levantar peso', 'Levantar peso'],
    controls: [
      ['Two people lift', 'Levantar entre dos', 'Levantar em dupla'],
      ['Cart or hoist', 'Carretilla o polipasto', 'Carrinho ou talha'],
      ['Short carries', 'Cargar tramos cortos', 'Carregar trechos curtos'],
    ],
  },
  {
    id: 'slip',
    name: ['Slips and trips', 'Resbalones y tropiezos', 'Escorregões e tropeços'],
    controls: [
      ['Walkways clear', 'Pasos despejados', 'Passagens livres'],
      ['Cords off the floor', 'Cables fuera del piso', 'Cabos fora do chão'],
      ['Good light', 'Buena luz', 'Boa iluminação'],
    ],
  },
  {
    id: 'cut',
    name: ['Cuts and flying bits', 'Cortes y proyecciones', 'Cortes e estilhaços'],
    controls: [
      ['Cut gloves', 'Guantes anticorte', 'Luvas anticorte'],
      ['Guards on tools', 'Guardas en herramientas', 'Proteções nas ferramentas'],
      ['Safety glasses or face shield', 'Lentes o careta', 'Óculos ou protetor facial'],
    ],
  },
  {
    id: 'confined',
    name: ['Bad air, confined space', 'Mal aire, espacio confinado', 'Ar ruim, espaço confinado'],
    controls: [
      ['Air tested', 'Aire medido', 'Ar medido'],
      ['Attendant outside', 'Vigía afuera', 'Vigia do lado de fora'],
      ['Rescue plan', 'Plan de rescate', 'Plano de resgate'],
    ],
    permit: ['confined space permit', 'el permiso de espacio confinado', 'a permissão de espaço confinado'],
  },
  {
    id: 'weather',
    name: ['Heat, cold or wind', 'Calor, frío o viento', 'Calor, frio ou vento'],
    controls: [
      ['Water, rest, shade', 'Agua, descanso, sombra', 'Água, descanso, sombra'],
      ['Watch each other', 'Cuidarse entre todos', 'Um cuida do outro'],
      ['Stop in high wind', 'Parar con mucho viento', 'Parar com vento forte'],
    ],
  },
  {
    id: 'collapse',
    name: ['Something gives way', 'Algo se desploma', 'Algo desaba'],
    controls: [
      ['Drawing followed', 'Según el plano', 'Conforme o projeto'],
      ['Checked before loading', 'Revisado antes de cargar', 'Verificado antes de carregar'],
      ['Braced', 'Apuntalado', 'Escorado'],
    ],
  },
]

/** The first match wins; the last entry fits every task. */
export const taskKinds: readonly TaskKind[] = [
  {
    name: ['Concrete pour', 'Vaciado de concreto', 'Concretagem'],
    called: /concret|pour|hormigon|colado|vaciado|slab|losa|laje/,
    hazards: ['chemicals', 'vehicles', 'slip', 'strain', 'collapse'],
  },
  {
    name: ['Formwork', 'Encofrado', 'Fôrmas'],
    called: /form ?work|shutter|encofrad|cimbra|forma|escoramento|rebar|varilla|armadura|vergalh/,
    hazards: ['height', 'collapse', 'cut', 'strain', 'slip'],
  },
  {
    name: ['Steel erection', 'Montaje de acero', 'Montagem de aço'],
    called: /steel|ironwork|acero|estructura met|\baco\b|estrutura met/,
    hazards: ['height', 'lift', 'falling', 'weather', 'strain'],
  },
  {
    name: ['Welding and cutting', 'Soldadura y corte', 'Solda e corte'],
    called: /weld|torch|hot work|grind|solda|corte|esmeril|lixadeira/,
    hazards: ['fire', 'dust', 'electric', 'cut', 'noise'],
  },
  {
    name: ['Electrical work', 'Trabajo eléctrico', 'Trabalho elétrico'],
    called: /electr|wiring|conduit|cable|eletric|fiacao|panel|tablero|quadro/,
    hazards: ['electric', 'height', 'cut', 'slip'],
  },
  {
    name: ['Pipe work', 'Tubería', 'Tubulação'],
    called: /pipe|plumb|sprinkler|tuber|plomer|fontaner|tubula|encana/,
    hazards: ['strain', 'cut', 'height', 'fire', 'slip'],
  },
  {
    name: ['Excavation', 'Excavación', 'Escavação'],
    called: /excav|trench|dig|zanja|escava|vala/,
    hazards: ['trench', 'vehicles', 'electric', 'slip'],
  },
  {
    name: ['Scaffold work', 'Andamios', 'Andaimes'],
    called: /scaffold|andami|andaime/,
    hazards: ['height', 'falling', 'collapse', 'strain', 'weather'],
  },
  {
    name: ['Roofing', 'Techado', 'Telhado'],
    called: /roof|tech|telha|cubierta|cobertura/,
    hazards: ['height', 'falling', 'weather', 'fire', 'strain'],
  },
  {
    name: ['Drywall and framing', 'Tablaroca y estructura', 'Drywall e perfis'],
    called: /drywall|framing|plaster|tablaroca|yeso|gesso|perfis/,
    hazards: ['cut', 'dust', 'strain', 'height', 'slip'],
  },
  {
    name: ['Painting', 'Pintura', 'Pintura'],
    called: /paint|pint|coating/,
    hazards: ['chemicals', 'dust', 'height', 'slip'],
  },
  {
    name: ['Demolition', 'Demolición', 'Demolição'],
    called: /demo|break|jackhammer|demol/,
    hazards: ['falling', 'dust', 'noise', 'cut', 'collapse'],
  },
  {
    name: ['Crane lift', 'Izaje con grúa', 'Içamento com guindaste'],
    called: /crane|lift|rigging|hoist|grua|izaje|guindaste|icamento/,
    hazards: ['lift', 'falling', 'vehicles', 'weather'],
  },
  {
    name: ['Masonry', 'Albañilería', 'Alvenaria'],
    called: /mason|brick|block|albanil|ladrillo|bloque|alvenaria|tijolo|bloco/,
    hazards: ['strain', 'dust', 'height', 'falling', 'cut'],
  },
  {
    name: ['Tank or manhole entry', 'Entrada a tanque o pozo', 'Entrada em tanque ou poço'],
    called: /manhole|tank|confined|tanque|pozo|poco|alcantarill|confinad/,
    hazards: ['confined', 'slip', 'electric', 'weather'],
  },
  {
    name: ['Moving material', 'Mover material', 'Mover material'],
    called: /mov|material|deliver|unload|clean|housekeep|descarg|limpi|limpe|carga/,
    hazards: ['strain', 'vehicles', 'slip', 'falling'],
  },
  {
    name: ['Other work', 'Otro trabajo', 'Outro trabalho'],
    called: /./,
    hazards: ['slip', 'strain', 'cut', 'falling', 'vehicles', 'height'],
  },
]

/** Lower case without accents, for comparison. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

export function kindOf(task: string): TaskKind {
  const said = plain(task)
  const found = taskKinds.find(({ name, called }) => name.some((one) => plain(one) === said) || called.test(said))
  return found ?? (taskKinds.at(-1) as TaskKind)
}

export const hazardById = (id: string): Hazard | undefined => hazards.find((hazard) => hazard.id === id)

/** Returns the built-in hazard with this name in any language. */
export function hazardCalled(words: string): Hazard | undefined {
  const said = plain(words)
  return hazards.find(({ name }) => name.some((one) => plain(one) === said))
}
