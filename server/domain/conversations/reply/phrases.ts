/** Lexicon of site words in English, Spanish and Portuguese, in lower case and without accents. */

export type Tongue = 'en' | 'es' | 'pt'

const ones: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  cero: 0,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  once: 11,
  doce: 12,
  trece: 13,
  catorce: 14,
  quince: 15,
  dieciseis: 16,
  diecisiete: 17,
  dieciocho: 18,
  diecinueve: 19,
  veintiuno: 21,
  veintiun: 21,
  veintidos: 22,
  veintitres: 23,
  veinticuatro: 24,
  veinticinco: 25,
  veintiseis: 26,
  veintisiete: 27,
  veintiocho: 28,
  veintinueve: 29,
  um: 1,
  dois: 2,
  duas: 2,
  quatro: 4,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  quatorze: 14,
  catorze: 14,
  quinze: 15,
  dezesseis: 16,
  dezasseis: 16,
  dezessete: 17,
  dezoito: 18,
  dezenove: 19,
  'a dozen': 12,
  dozen: 12,
  'una docena': 12,
  docena: 12,
  'uma duzia': 12,
  duzia: 12,
  'a couple of': 2,
  'a couple': 2,
  couple: 2,
  // How people misspell numbers.
  fourty: 40,
  ninteen: 19,
  eigth: 8,
  eigt: 8,
  tweleve: 12,
  twelv: 12,
  forteen: 14,
  sinco: 5,
  siet: 7,
  ciete: 7,
  nuebe: 9,
  dies: 10,
  onse: 11,
  dose: 12,
  trese: 13,
  quinse: 15,
  quatorse: 14,
  treis: 3,
  trez: 3,
  dezeseis: 16,
  dezesete: 17,
  dezanove: 19,
  hundred: 100,
  cien: 100,
  cem: 100,
  'un par de': 2,
  'un par': 2,
}
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
}

const any = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join('|')
const unit = any(Object.keys(ones))
const ten = any(Object.keys(tens))

/** Matches a number in digits or words. */
export const numeral = `(?:\\d{1,6}(?:[.,]\\d{1,3})?|(?:${ten})(?:(?:[ -]| y | e )(?:${unit}))?|(?:${unit}))`
const half = / ?(?:and a half|1\/2|½|y media|y medio|e meia|e meio)$/
export const numeralWithHalf = `(?:${numeral}(?:${half.source.slice(0, -1)})?)`

/** Returns the value of one word that is a number. */
export const numberWord = (word: string): number | undefined => [ones, tens].find((words) => Object.hasOwn(words, word))?.[word]

const spelledNumbers = [...Object.keys(ones), ...Object.keys(tens)].filter((word) => word.length >= 4 && !word.includes(' '))
const isVowel = (letter: string | undefined) => letter !== undefined && 'aeiou'.includes(letter)

/** Returns the value of a number with a letter too few or too many, two letters exchanged, or another vowel at the end. */
export function numberWithTypo(word: string): number | undefined {
  const meant = spelledNumbers.find(
    (number) => number[0] === word[0] && Math.abs(number.length - word.length) <= 1 && isMisspelled(word, number),
  )
  return meant === undefined ? undefined : numberWord(meant)
}

function isMisspelled(word: string, number: string): boolean {
  let from = 0
  while (from < word.length && word[from] === number[from]) from++
  const [rest, meant] = [word.slice(from), number.slice(from)]
  if (rest.length < meant.length) return rest === meant.slice(1)
  if (rest.length > meant.length) return rest.slice(1) === meant
  const isExchanged = rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2)
  return isExchanged || (rest.length === 1 && isVowel(rest) && isVowel(meant))
}

/** Things that people count beside workers and hours. */
export const things = `yard yards yd yds cy feet foot ft lf sf sq inch inches meter meters metre metres metro metros tons ton
  tonelada toneladas lb lbs pounds kilo kilos kg sheet sheets board boards pieces piece pieza piezas peca
  pecas panel panels paneles paineis door doors puerta puertas porta portas window windows ventana ventanas
  janela janelas truck trucks camion camiones caminhao caminhoes load loads delivery deliveries entrega
  entregas pallet pallets box boxes caja cajas caixa caixas bag bags saco sacos lift lifts machine machines
  maquina maquinas excavator excavators crane cranes pump pumps bomba bombas beam beams viga vigas column
  columns columna columnas coluna colunas room rooms cuarto cuartos quarto quartos unit units apartment
  apartments inspection inspections fixture fixtures outlet outlets pipe pipes tubo tubos hole holes degrees
  grados graus percent % rfi rfis mph kph celsius fahrenheit plataforma plataformas viaje viajes carga cargas dump trucks volteo volteos basculante basculantes empilhadeira empilhadeiras manejadora manejadoras evaporadora evaporadoras bundle bundles atado atados feixe feixes vistoria vistorias inspeccion inspecciones inspecao inspecoes delivery valvula valvulas tractor tractores trator tratores contenedor contenedores conteiner conteineres elevador elevadores ascensor ascensores wk weeks week semana semanas sticks barras varillas forklift forklifts
  telehandler telehandlers skid skidsteer skidsteers bobcat bobcats dozer dozers backhoe backhoes loader
  loaders roller rollers compactor compactors generator generators compressor compressors scissor boom booms
  trailer trailers dumpster dumpsters container containers scaffold bricks brick blocks studs stud joists
  joist trusses rebars footings footing slabs pours pour poles posts anchors bolts welds joints cables reels
  rolls roll spools valves valve sprinklers tiles slab cans gallons buckets lights switches breakers ducts
  drains manholes toilets sinks cabinets stairs walls floors bays emails calls meetings meeting photos pics
  montacargas retro retros retroexcavadora retroexcavadoras excavadora excavadoras volquete volquetes trompo
  trompos olla ollas revolvedora revolvedoras tabique tabiques ladrillo ladrillos tabla tablas hoja hojas
  tarima tarimas rollo rollos cubetas cubeta bulto bultos costal costales llanta llantas tramos tramo
  zapatas trabes trabe castillos dados anillos cimbras polines tablones andamios escaleras lamparas
  contactos registros muebles llamadas fotos juntas metros2 m2 m3 ft2 mts mt cm mm retroescavadeira
  retroescavadeiras escavadeira escavadeiras betoneira betoneiras munck muncks tijolo tijolos bloco blocos
  telha telhas placa placas chapa chapas vergalhao vergalhoes estaca estacas pilares lajes sapatas tabuas
  andaimes pneus pneu latas lata baldes balde rolos rolo lampadas tomadas ligacoes reunioes carradas carrada
  viagens viagem cacambas cacamba carretas carreta radiers`

/** Returns the value of a number in digits or words, which may end with a half. */
export function valueOf(text: string): number {
  const more = half.test(text) ? 0.5 : 0
  const bare = text.replace(half, '').trim()
  if (/^\d/.test(bare)) return Number(bare.replace(',', '.')) + more
  if (Object.hasOwn(ones, bare)) return (ones[bare] ?? 0) + more
  const [first = '', ...rest] = bare.split(/ y | e |[ -]/)
  const last = rest.at(-1) ?? ''
  return (tens[first] ?? 0) + (ones[last] ?? 0) + more
}

/** Words for workers, after which a number is a count. */
export const workers = any(
  `worker workers guy guys man men people person persons crew hands hand fellas bodies laborers laborer labourers carpenters carpenter electricians electrician plumbers
  plumber apprentices apprentice journeymen journeyman foremen foreman operators operator ironworkers ironworker masons mason painters painter roofers roofer welders
  welder helpers helper fitters pipefitters finishers finisher drivers driver supervisors supervisor employees employee staff framers framer tapers hangers glaziers
  glazier installers techs technicians mechanics boys lads ladies women hombres hombre trabajadores trabajador personas persona obreros obrero muchachos gente elementos compas companeros companero
  albaniles carpinteros carpintero electricistas electricista plomeros plomero ayudantes ayudante oficiales oficial peones peon soldadores soldador pintores pintor
  operadores operador fierreros tipos chavos empleados empleado instaladores fontaneros herreros tablaroqueros techadores
  homens homem pessoas pessoa trabalhadores trabalhador operarios operario funcionarios funcionario pedreiros pedreiro carpinteiros carpinteiro eletricistas
  eletricista encanadores encanador ajudantes ajudante serventes servente caras colaboradores colaborador rapazes armadores montadores montador peoes peao gesseiros
  telhadistas galera mulheres mujeres
  super supers superintendent superintendents riggers rigger signalman signalmen flagger flaggers oiler oilers scaffolders scaffolder surveyors surveyor leads leadman
  insulators insulator millwrights millwright boilermakers setters layers spotters spotter firewatch dudes folks heads souls gents fellows gals blasters caulkers
  gentes maestro maestros encargado encargados capataz cabos cabo mayordomo tecnicos tecnico operarias topografos mestre mestres encarregado encarregados apontador
  ppl pers pess pax lads blokes pessoal personal ajud ayud
  pedreira carpinteira pintora serralheiros azulejistas gruistas guincheiros topografo sinaleiros`
    .split(/\s+/)
    .filter(Boolean),
)

export const hourWords = 'hours?|hrs?|hr|hs|horas?|horitas?|horinhas?|oras?|h'
export const each =
  '(?:each|apiece|ea|per (?:man|person|guy|worker)|a piece|cada uno|cada una|cada um|cada uma|cada|c/u|por persona|por pessoa|por cabeza|todos|everyone|all)'

/** People whom a worker names beside himself: "my brother and me". */
export const relatives = any(
  `apa ama mulher mujer senora bro brother son dad father cousin nephew uncle partner buddy helper apprentice wife friend daughter sister hermano hijo papa primo sobrino tio compa companero socio ayudante
  cunado amigo suegro esposa irmao filho pai sobrinho parceiro colega ajudante cunhado sogro companheiro`
    .split(/\s+/)
    .filter(Boolean),
)

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  thirteenth: 13,
  fourteenth: 14,
  fifteenth: 15,
  'decimo primer': 11,
  'decimo primero': 11,
  'decimo primeiro': 11,
  undecimo: 11,
  onceavo: 11,
  'decimo segundo': 12,
  duodecimo: 12,
  doceavo: 12,
  'decimo tercer': 13,
  'decimo tercero': 13,
  'decimo terceiro': 13,
  'decimo cuarto': 14,
  'decimo quarto': 14,
  'decimo quinto': 15,
  primer: 1,
  primero: 1,
  segundo: 2,
  tercer: 3,
  tercero: 3,
  cuarto: 4,
  quinto: 5,
  sexto: 6,
  septimo: 7,
  octavo: 8,
  noveno: 9,
  decimo: 10,
  primeiro: 1,
  terceiro: 3,
  quarto: 4,
  setimo: 7,
  oitavo: 8,
  nono: 9,
}
export const ordinal = any(Object.keys(ordinals))
export const ordinalValue = (word: string): number | undefined => (Object.hasOwn(ordinals, word) ? ordinals[word] : undefined)

export const levelWords =
  'levels?|levl|lvel|nivle|lvls?|lv|nvl|nibel|niveis|floors?|flors?|flr|fl|stories|story|niveles|nivel|niv|pisos?|plantas?|andares|andar|pavimentos?|pav'

/** Places that exist on every site, with the name that project lists use. */
export const commonPlaces: Readonly<Record<string, string>> = {
  roof: 'Roof',
  rooftop: 'Roof',
  techo: 'Roof',
  azotea: 'Roof',
  cubierta: 'Roof',
  telhado: 'Roof',
  cobertura: 'Roof',
  basement: 'Basement',
  sotano: 'Basement',
  subsolo: 'Basement',
  lobby: 'Lobby',
  vestibulo: 'Lobby',
  saguao: 'Lobby',
  'parking garage': 'Parking',
  garage: 'Parking',
  parking: 'Parking',
  estacionamiento: 'Parking',
  estacionamento: 'Parking',
  garagem: 'Parking',
  'laydown yard': 'Laydown Yard',
  laydown: 'Laydown Yard',
  'site office': 'Site Office',
  trailer: 'Site Office',
  oficina: 'Site Office',
  escritorio: 'Site Office',
  patio: 'Yard',
  yard: 'Yard',
  'ground floor': 'Ground Floor',
  'planta baja': 'Ground Floor',
  terreo: 'Ground Floor',
  grua: 'Crane',
  guindaste: 'Crane',
  'tower crane': 'Tower Crane',
}

/** Words that make a request to be left alone a polite one. */
export const politeness =
  /\b(?:please|pls|plz|thanks|thank you|por favor|porfa(?:vor)?|por gentileza|gracias|obrigad[oa]|se puder|if you (?:can|could))\b/
/** Words that no polite request contains. */
export const insults = /fuck|f\*|shut up|asshole|stupid|idiot|\bhell\b|jod|ching|pendej|carajo|puta|cabron|caralho|porra|\bfuder|\bidiota/

type Pattern = Pick<RegExp, 'test'>

/** The alternatives of one phrase. Short patterns are proved linear in milliseconds, a long one in minutes. */
const anyOf = (...patterns: readonly RegExp[]): Pattern => ({ test: (text) => patterns.some((pattern) => pattern.test(text)) })

interface Phrases {
  readonly wrong: Pattern
  readonly stop: Pattern
  readonly pause: Pattern
  readonly rude: Pattern
  readonly nil: Pattern
  readonly same: Pattern
  readonly yes: Pattern
  readonly no: Pattern
  readonly thanks: Pattern
  readonly none: Pattern
  readonly finished: Pattern
}

export const phrases: Phrases = {
  wrong: anyOf(
    /\b(?:este|ese|esse) (?:numero|telefono|telefone|celular) (?:ya no es|nao e mais) d[eao]\b|\bnew owner of (?:this|the|that) (?:number|phone|cell)\b|\b(?:sai|sali) (?:d[aeo]|de la) [a-z]{2,20} (?:faz (?:tempo|anos|meses)|hace (?:tiempo|anos|meses|mucho)|(?:no |o |el )?(?:mes|ano) pas(?:sado|ado))\b/,
    /\b(?:this|that) (?:number|phone) (?:now )?(?:belongs to|is for|goes to) (?:a |an |another |some)|\b(?:este|ese) (?:numero|telefono|celular) (?:ya |ahora )(?:es|pertenece)|\b(?:esse|este) (?:numero|telefone|celular) (?:agora|ja) (?:e|pertence)\b/,
    /\bnew (?:number|phone),? who\b|\bwho (?:are you|dis|is dis)\b|\bquien(?:es)? eres\b|\bquem (?:e voce|e vc|es tu)\b|\bno (?:te|lo|los|la) conozco\b|\bnao (?:te|o|a) conheco\b|\b(?:have|got|texted|reached) the wrong\b|\b[a-z]{3,12}s?'?s? (?:wife|husband|widow) here\b|\bthis is [a-z]{2,12}'?s (?:wife|husband|mom|mother|dad|son|daughter|brother|sister|widow)\b/,
    /\bya no (?:jalo|chambeo|laboro|ando|lleva|llevo|veo) (?:con|para|ahi|alli|esa|esta|en)\b|\bnao (?:toca|toco|cuid[oa]) mais\b|\b(?:habla|soy|aqui) (?:la|el) (?:senora|esposa|mujer|esposo|hij[oa]|herman[oa]) de\b|\baqui e [ao] (?:mulher|esposa|marido|filh[oa]|irma|irmao) d[eoa]\b|\b(?:errou|se equivoco) de [a-z]{3,14}\b/,
    /\b(?:not|ain'?t|isn'?t) me any ?more\b|\bi (?:sell|work in|am in) [a-z ]{2,20}(?:,|$)|\bya no soy yo\b|\bnao sou mais eu\b|\b(?:sai|salí|sali) (?:dess[ae]|dest[ae]|de es[ae]|daquel[ae]|de aquell[ae]|de la|da) (?:empresa|firma|compania|companhia|obra)\b|\bi(?:'m| am)? (?:no longer|not) (?:in|doing) (?:construction|this (?:business|trade))\b|\b(?:ya no|nao) (?:es|e mais) (?:el |o )?(?:numero|telefono|celular|telefone) de\b|\b(?:este|esse|ese) (?:ya no|nao|no) (?:es|e) (?:mas |mais )?(?:el |o )?(?:numero|telefono|celular|telefone)\b/,
    /\bengano\b|\berrou de (?:pessoa|numero)|\bel dueno era otro|\bantigo dono\b|\bpedi as contas|you need to text [a-z]{2,20} (?:he|she)\b|wrong (?:number|person|guy|contact)|not the right (?:number|person)|who(?:'s| is) this(?! for)|no longer work|(?:is|it'?s|isn'?t|ain'?t|this|that)(?: is)? (?:not|no longer) (?:my|his|her|their|[a-z]{2,20}'?s(?<!\bthis|\bits)) (?:[a-z]{1,20} )?(?:number|phone|cell)\b|(?:isn'?t|ain'?t) (?:my|his|her|their|[a-z]{2,20}'?s(?<!\bthis|\bits)) (?:[a-z]{1,20} )?(?:number|phone|cell)\b|i(?:'m| am|'ve)? retired|\bi (?:quit (?:that|the|my) (?:job|company)|left (?:that job|(?:that|the|my) company))\b|changed jobs|no longer with|got transferred|not on that (?:project|job|site)|(?:don'?t|do not) work (?:there|for|with|at)|got the wrong|new phone|numero equivocado|se equivoc|no es (?:(?:mi|su) (?:numero|telefono|celular)|el (?:numero|telefono|celular) de)\b|me jubile|renuncie|cambie de trabajo|ya no estoy (?:con|en la)|me cambiaron de (?:proyecto|obra)|equivocado de numero|(?<!para )quien (?:es|habla)\b|ya no trabajo|no trabajo (?:ahi|alli|con)|no soy (?:yo|el|la|esa|ese)|numero errado|nao e (?:mais )?(?:(?:o )?meu (?:numero|telefone|celular)|(?:o |esse )?(?:numero|telefone|celular) d[eao])\b|me aposentei|pedi demissao|sai da empresa|nao estou mais (?:com|na)|numero incorret|foi engano|e engano|pessoa errada|persona equivocada|(?<!pra |para )quem (?:e|fala)\b|nao trabalho (?:mais|ai|la|com)|nao sou (?:mais|eu|essa|esse|o|a)\b|(?:i|i'm|im|i was|i got|they) (?:laid (?:me )?off|fired)\b|\bno longer (?:my|at|on)\b|\bnot the foreman\b|\bya no soy\b|\bme (?:despidieron|corrieron)\b|\bnot (?:with|at|working (?:for|with|at)) [a-z ]{2,30} any ?more\b|\bno conozco\b|\bfui demitido\b|\btroquei de (?:empresa|obra|numero)\b|\bcambie de numero\b|\bsold (?:the|my) (?:company|business)\b|\bvendi (?:el negocio|la empresa|a empresa|o negocio|a firma)\b|\b[a-z]{2,15} (?:left|quit) the company\b|\bthis is (?:his|her|the|an) old (?:phone|number)\b|\bya salio de la (?:empresa|compania)\b/,
    /\b(?:does(?:n'?t| not)|do(?:n'?t| not)) work (?:here|there)\b|\bno longer works?\b|\b(?:he|she|they|that guy|this guy) (?:(?:has )?(?:left|quit)|isn'?t|is not|is no longer) (?:the company|with us|here any ?more|working here|employed)\b/,
    /\b(?:he|she|they) (?:has|have|got|changed) (?:a |his |her |their )?new (?:number|phone)\b|\b(?:changed|switched) (?:his|her|my|their) (?:number|phone)\b|\bthis is (?:his|her) (?:wife|husband|mom|mother|dad|son|daughter|brother|sister|boss)\b/,
    /\b(?:el |ella |[a-z]{2,12} )?ya no (?:trabaja|labora|esta) (?:aqui|alli|ahi|con|en (?:la|esta|el))\b|\b(?:salio|se fue|renuncio) (?:de|a) (?:la (?:empresa|compania)|trabajar)\b|\bcambio de (?:numero|celular|telefono)\b|\bsoy (?:la|su) (?:esposa|mujer|mama|hij[oa]|herman[oa])\b/,
    /\b(?:this|it|that)(?:'s| is)?(?:n'?t| not) my (?:job|project|crew|site)(?: any ?more)?\b|\bthis is(?:n'?t| not) [a-z]{2,12}[.! ]*$|\bno soy [a-z]{2,12}[.! ]*$|\b(?:took over|has|got) my (?:old )?(?:job|position|spot)\b|\b(?:se quedo con|tomo) mi (?:puesto|lugar|trabajo)\b|\b(?:ficou no|ficou com o|pegou) meu (?:lugar|cargo|posto)\b|\bnao estou mais n[eo]ss[ae]\b/,
    /\bnao (?:trabalha|esta|faz) mais (?:aqui|la|ai|com|na|nessa|nesta|parte|conosco)\b|\bsaiu da (?:firma|empresa|companhia)\b|\b(?:trocou|mudou|troquei|mudei) de (?:numero|telefone|celular)\b|\b(?:aqui e|sou) a (?:esposa|mulher|mae|filha) d/,
  ),
  stop: anyOf(
    /^(?:please |pls |por favor |ya |porfa |porfavor )*(?:stop|remove(?: me)?|delete me|unsub|parem?|paren|pare|parale|parenle|basta|chega)(?: ya| now| it| this| please| pls| por favor| com isso| con esto)*[.! ]*$/,
    /\bno mor[e']? (?:msgs?|messages?|texts?|txts?|sms)\b|\b(?:ya )?no mas (?:mensajes?|textos?|sms|mensajitos)\b|\b(?:chega|basta) de (?:mensage\w{1,3}|sms|texto)|\b(?:elimin|remov|apag|borr|quit|tir|sac|exclu)(?:ar|er|ir) (?:de (?:la|su) lista |da lista )?(?:o )?(?:mi|meu|este|esse) (?:numero|nombre|nome|contacto|contato|telefono|telefone)\b/,
    /\b(?:don'?t|do not|didn'?t|no longer) (?:want|need|wish)(?: to (?:get|receive))? (?:any (?:more )?(?:of )?)?(?:these|this|those|the|your|more)? ?(?:texts?|messages?|sms|reminders?|notifications?)\b|\b(?:how do i|i want to|want to|can i|let me) (?:unsubscribe|opt out|get off (?:this|the|your))|\b(?:opt|get) me out\b|\btake (?:this|my) (?:number|phone) (?:off|out)\b/,
    /\bno (?:quiero|deseo|ocupo) (?:que me (?:lleguen|manden) |recibir |ver )?(?:mas |estos |esos |sus |los )*(?:mensajes|mensajitos|textos|sms|avisos|recordatorios)\b|\b(?:dar(?:me|se)?|d[ae]me|denme|quiero darme|solicito) (?:de )?(?:la )?baja\b|\b(?:desuscrib|cancelar (?:la |mi )?suscripcion)\w{0,4}|\bya no (?:me )?(?:envi|mand|text)[aeo]n?(?:me)?\b/,
    /\b(?:nao|n|num) (?:quero|desejo) (?:que me (?:mandem|enviem) |receber |ver )?(?:mais |essas |estas |esses |estes |suas |as |os )*(?:mensagens|mensagem|sms|textos|avisos|lembretes)\b|\b(?:nao|n) (?:mand|envi)(?:e|em|a|am) (?:mais|essas?|esses?) |\bquero sair (?:da|dessa|desta) lista\b|\bcancelar (?:a |minha )?(?:inscricao|assinatura)\b/,
    /\b(?:take|remove|delete|get) my (?:number|name|phone) (?:off|from|out)\b|\b(?:tire|tira|remova|quite|saque|borre) (?:o )?(?:meu|mi) (?:numero|nome|nombre|telefone)\b/,
    /(?:remove|take|delete|drop|get) me (?:off|from|out)(?: of)?(?: (?:this|the|your|that))?(?: [a-z]+)? ?(?:list|texts?|thing|messages?|chat|group)\b/,
    /(?:remove|take|delete) (?:me|us) (?:off|from|out)(?: (?:of )?(?:this|here|the list|your list|that list)\b)?|\b(?:saqu|quit|borr)[ea]n?nos de (?:la|esta|esa|su) lista|\bnos (?:tir[ea]m?|saqu\w{1,2}|quiten?|remov\w{1,2}) d/,
    /\b(?:stop|quit) sending\b|\bpar[ea] de me mandar\b|\bme (?:tir[ea]m?|remov[ea]|sac[ae]|quit[ae]) d[eao]|\b(?:take|get) me off\b|\bremove me\b|\bno more (?:texts?|messages?)\b|\b(?:don'?t|do not) (?:text|message|contact) this number\b|\b(?:delete|erase) my number\b/,
    /\b(?:ya )?no (?:me )?mand[ae]n?(?:me)? (?:mas )?(?:mensajes?|textos?|msj)|\b(?:quit|sac|borr|elimin|saqu)[ae]me\b|\bd[ae]me de baja\b|\bme (?:exclui|retira|apaga)\b|\b(?:apag|apagu|exclu|delet|remov|tir|retir)[aei] (?:o )?meu (?:numero|contato|nome)|\bdescadastr|\bparar de receber\b/,
    /\b(?:stop|quit) (?:the )?(?:texts|messages)\b|\bcancel[ae]r?(?:n|me)? (?:l?os |as |o )?(?:mensaj\w{1,4}|mensagens|envios?|avisos)|\b(?:me )?(?:puede[ns]?|pode[mr]?|podria[ns]?|poderia[m]?) (?:me )?(?:quitar|sacar|borrar|tirar|remover|excluir)(?:me)?\b|nao quero mais (?:mensagens|mensagem|textos)|nao quero (?:mais )?receber|unsubscribe me|no quiero (?:recibir )?mas mensajes|nao quero (?:mais )?receber|opt me out|(?:quit[ea]|saque|sac|borre|elimine)(?:n?me|n? mi numero)|\b(?:me )?(?:tir[ae]|remov[ae]|retire|exclua)(?:-me| me)? (?:dessa|desta|da|de la) lista|\bme (?:tira|remova|exclua)[.! ]*$|^(?:stop|stop ?all|unsubscribe|opt ?out|quit|alto|baja|dar de baja|pare|parar|sair|cancelar inscricao)[.! ]*$/,
  ),
  pause: anyOf(
    /\b(?:home|casa|cama)\b.{0,30}\b(?:broken|broke|surgery|sick|fractured|quebrad[oa]|rota|operad[oa]|enferm[oa]|doente)\b.{0,30}\b(?:till|til|until|hasta|ate)\b/,
    /\bsurgery\b|\b(?:me operaron|operei)\b|\b(?:ando|to|tou) (?:fuera|fora|doente|enferm[oa]|afastad[oa])|\bafastad[oa]\b|vacation|on leave|\bpto\b|on holidays?\b|sick(?: leave| today)?$|out sick|i'?m (?:out|off|away|sick)|out of (?:office|town)|off (?:until|till|this week)|back on (?:mon|tue|wed|thu|fri)|vacaciones|de licencia|estoy (?:enfermo|enferma|fuera|incapacitado|de descanso)|incapacidad|regreso el|ferias|de folga|de licenca|de atestado|estou (?:doente|fora|viajando|afastado)|volto (?:na|em|dia|segunda)/,
    /^(?:hoy|hoje)? ?(?:descanso|folgo)\b.{0,30}\b(?:habl|fal[ae]|pregunt|pergunt|llam)/,
    /\b(?:estoy|ando|toy|sigo|estare) (?:de |en )?(?:vacacion|permiso|descanso|baja|reposo|incapacitad[oa]|enferm[oa]|fuera|el hospital|cama)|\bme (?:acaban de operar|operan|van a operar|internaron)\b|\b(?:regreso|vuelvo) (?:en|el|hasta|la) /,
    /\b(?:estou|to|tou|ando|fico|estarei) (?:de |em |no )?(?:ferias|folga|atestado|licenca|viagem|viajando|doente|afastad[oa]|repouso|fora|hospital)|\b(?:vou operar|fui operad[oa]|fui internad[oa])\b|\bvolto (?:so |daqui|depois|no|dia|na|em|segunda)/,
    /\bsick today\b.{0,12}\bwon'?t be in\b|\bi won'?t be (?:in|there)\b/,
    /\b(?:i'?m|i am|i'?ll be|i will be) (?:on|out|off|away|in the hospital|home sick|sick|at home)\b|\b(?:maternity|paternity|medical|bereavement) leave\b|\b(?:i'?m|i'?ll be|i will be|be) back (?:on|in|next|after|the|mon|tue|wed|thu|fri)\b/,
  ),
  rude: anyOf(
    /\bgo to hell\b/,
    /\b(?:ya )?no me est(?:e|en|es) (?:escribiendo|mandando|molestando|chingando)|\bparem? de me (?:escrever|mandar|ligar|incomodar)/,
    /^f (?:off|you|u)\b|\bpiss off\b|\bdej[ae]n? de (?:joder|chingar|molestar|estar)|\bno (?:jod|chingu)[ae]s?\b|\b(?:para|pare|parem) de (?:encher|perturbar)\b|\bvai (?:se (?:ferrar|danar|catar)|tomar)\b/,
    /leave me (?:the [a-z]{2,10} )?alone|\basshole\b|\bpendej|\bte callas\b|\bsome daqui\b|fuck|f\*|screw you|go away|piss off|shut up|(?:stop|quit) (?:texting|bothering|messaging|asking)|(?:don'?t|do not) (?:text|bother|message|contact) me|not (?:going to )?answer|none of your business|dej[ae]n?me en paz|deje(?:n|s)? de (?:mandar|molestar|escribir|enviar|llamar)|no me est(?:es|en) (?:molest|jod|mand)|dejen de|no me (?:jod|moleste|escrib|mande|llame)|no molest|chinga|vete a|al carajo|no pienso|no voy a contestar|me deix[ae]m? em paz|nao me (?:escrev|mand|ligu|perturb)|nao (?:me )?(?:enche|perturb|mande[mn]?\b|manda\b)|par(?:a|e|em|ar) de (?:mandar|me|encher|enviar)|vai se|vai pro|caralho|porra|nao vou responder/,
    /\b(?:lose|forget) (?:my|this) number\b|\b(?:you|u) (?:idiots?|morons?|clowns?)\b|\b(?:quit|stop) (?:blowing up|spamming|harassing|calling)\b|\b(?:imbeciles?|idiotas?|estupid[oa]s?|ya estuvo|ya basta|metanse|metete|no chinguen|vao se|vai (?:a|pra) merda|some daqui|que saco|enchendo)\b/,
  ),
  nil: anyOf(
    /^(?:hoje |hj )?a gente nao (?:foi|veio|trabalhou|conseguiu ir)\b(?! (?:pag|avis|cham|inform|convid))|^(?:de )?folga (?:hoje|hj|geral)\b/,
    /\bon strike\b|\ben huelga\b|\bem greve\b|\b(?:trabajo|servico|trabalho|jale|job|work) (?:se )?(?:fue |foi |was |got )?(?:cancelad[oa]|cancelled|canceled)/,
    /^(?:zilch|nada|nil|nobody|zip)\b(?: today| hoy| hoje)?[.! ]*$|\b(?:had to )?(?:pull(?:ed)?|went|go) off (?:for|to|on) (?:another|a different|other) (?:job|site)\b|\b(?:got |were |was )?(?:turned|sent) (?:around|back|home) (?:without|before) (?:start|work)\w{0,3}|\bpacked up before start\w{0,3}\b/,
    /\btodos? (?:estamos |estan |andan )?(?:de|en) (?:vacaciones|descanso|feriado)\b|\b(?:sin|antes de) (?:empezar|comenzar|trabajar|hacer nada)\b|\b(?:los|las|me los|me las) (?:lleve|mande|llevaron|pase) a (?:otra|otro) (?:chamba|obra|jale|trabajo|lado)\b/,
    /\b(?:sem|antes de) (?:comecar|trabalhar|iniciar|fazer nada)\b|\b(?:levei|mandei|passei|levaram) (?:a |o |os )?(?:turma|equipe|pessoal|galera|rapazes|meninos) (?:pra|para) (?:outr[oa]) (?:servico|obra|trampo|trabalho)\b|\btodo mundo (?:ta |esta )?de (?:ferias|folga)\b/,
    /\b(?:we |i )?(?:don'?t|do not|won'?t|will not|haven'?t|have not) (?:even )?start(?:ed)? (?:there |up |work |on site )?(?:yet|til|till|until|before)\b|\b(?:we|crew|guys)(?:'ll| will| are| be)? (?:start|starting|begin)(?:s|ing)? (?:on )?(?:mon|tue|wed|thu|fri|next)[a-z]{0,6}\b|\b(?:we|we're|we are|we were|crew is|crew was|my guys are) (?:all )?(?:finished|done|wrapped up)(?: there| up| out)? (?:last|on (?:that|the|this)|with (?:that|the|this)|there|already)\b/,
    /\b(?:empezamos|comenzamos|arrancamos|iniciamos|entramos) (?:hasta )?(?:el |la )?(?:lunes|martes|miercoles|jueves|viernes|proxim|semana que)|\b(?:aun|todavia) no (?:empez|comenz|arranc|entr|inici)|\bya (?:terminamos|acabamos|salimos de) (?:la semana|ahi|alli|esa|ese|la obra|el trabajo)|\bno trabaj/,
    /\b(?:so )?(?:comecamos|iniciamos|entramos) (?:so )?(?:na |no )?(?:segunda|terca|quarta|quinta|sexta|proxim|semana que)|\bainda nao (?:comec|inici|entr)|\bja (?:terminamos|acabamos|saimos) (?:a|ai|la|essa|a obra|semana)|\b(?:hoje )?folgamos\b|\bnao ha (?:pessoal|ninguem|gente|trabalho|servico|equipe|trabalhadores|operarios|expediente)\b|\bnenhum (?:dos meus |deles )?(?:veio|apareceu|foi|trabalhou)\b/,
    /\b(?:mand|envi|lev|pass|mov)(?:ei|amos|e|o|ou|aram|aron) (?:a |o |la |los |mi |minha |meu |toda )*(?:equipe|turma|pessoal|galera|gente|cuadrilla|raza|muchachos|rapazes) (?:toda )?(?:pra|para|a|pro|en|na) (?:outra|outro|otra|otro) (?:obra|trabajo|trampo|lado|proyecto|projeto)\b/,
    /\boff for (?:[a-z]{3,15} ){1,3}day\b/,
    /\b(?:(?:site|job|job ?site|project|plant|office)(?:'s| is| was)?|(?:we|crew)(?:'re| is| was| were| are)) (?:all |been |still )?(?:closed|shut|locked|on strike)\b/,
    /\bclosed (?:for|today|due)\b|^closed[.! ]*$|shut (?:us |it |everything )?down/,
    /(?:^(?:it'?s |it was |today (?:is|was) )?|\b(?:for|due to|because of) )(?:a |the )?(?:holiday|thanksgiving|christmas|memorial day|labor day|independence day|new year'?s)(?: day)?(?: today| here)?[.! ]*$/,
    /\b(?:no one|nobody)(?:'s| is| was)? working\b|(?:^|\bwe(?:'re| are| were)? |\b(?:crew|guys|they)(?:'re| are| is| was| were)? |\btoday )not working\b|\b(?:we|they|guys|crew) (?:aren'?t|weren'?t|isn'?t|ain'?t) working\b|(?:power|electricity|water) (?:was |is |went )?out\b|\bat another (?:site|job)|\bno work\b|\bstood down\b/,
    /\b(?:obra|sitio|proyecto|oficina|estamos|esta|estaba|estuvo) cerrad[oa]s?\b|^cerrad[oa]s?(?: hoy\b| por\b|[.! ]*$)|\bferiado\b|\bfestivo\b|no hay (?:trabajo|nadie|gente|personal)|\bhuelga\b|\bsuspendid[oa]|se fue la luz|en otr[ao] (?:obra|proyecto)/,
    /\b(?:obra|canteiro|projeto|escritorio|estamos|esta|estava|esteve|ta) fechad[oa]s?\b|^fechad[oa]s?(?: hoje\b| por\b|[.! ]*$)|nao tem (?:trabalho|ninguem|gente|servico)|\bgreve\b|faltou (?:luz|energia|agua)|em outr[ao] (?:obra|projeto)/,
    /^(?:nil|none|zero|nobody|no ?one|no (?:crew|workers?|men|guys|people|manpower|one|body|staff)|zip|nada|ninguno|ningun(?: trabajador)?|nadie|cero|nenhum|ninguem|n\/a|na(?=[.! ]*$))\b(?! (?:problem|estaba mal))/,
    /no ?(?:one|body) (?:on|at|was|came|showed|worked|today)|no (?:crew|workers?|men|guys|people|manpower|staff|work|show)\b/,
    /(?:we )?(?:weren'?t|were not|wasn'?t|aren'?t|not|didn'?t) (?:on|at|there|work|there|come|go|have (?:any|anyone|anybody))\b/,
    /(?:rained|rain|weather|snowed|washed) (?:out|day|off)|day off|off today|no trabaj|no fuimos/,
    /no hubo|no tuvimos|no vino|no vinieron|no estuvimos|no asist|sin (?:personal|gente|trabajadores|cuadrilla)|nao (?:trabalh|teve|tivemos|fomos|houve|veio|estivemos|foi ninguem)|sem (?:ninguem|equipe|pessoal|gente|trabalhadores|efetivo)/,
    /dia de chuva|por lluvia|\b(?:obra|site) (?:hoje |hoy )?(?:nao|no|n) abri|\b(?:no|nao) se trabaj[ao]|\binundad[oa]|\balagou|\bni empezamos|\bnem comec/,
    /\b(?:didn'?t|did not|couldn'?t|could not|haven'?t) (?:get to |even )?(?:work|start|go in|make it|come in)\b|\b(?:rain|snow|weather) ?day\b|\bno ?shows?\b|\b(?:crew|guys|they|subs?) didn'?t show\b/,
    /\b(?:work|job|shift|everything|everybody|it) (?:was |is |got )?(?:called off|cancell?ed|scrubbed|postponed|suspended)\b|\bcalled it(?: off| quits)?\b.{0,40}\b(?:rain|snow|storm|weather|wind)\b/,
    /\b(?:crew|crew's|everyone|everybody|all|guys)(?:'s| is| are| was| were| have| has| had)? (?:the day )?off\b|\bgave (?:them|everyone|everybody|the crew|the guys) the day\b|\bstayed home\b/,
    /\bno (?:ubo|hay|ay) (?:chamba|jale|trabajo|gente|nadie)\b/,
    /\bno (?:se )?(?:trabaj|labor[aeo]|jal[ao]|chamb|fue nadie|llego nadie|llegaron|pudimos|pudo trabajar|nos dejaron|abrieron|abrio|se present|presento|presentaron|presentan|tenemos (?:a )?(?:nadie|gente|personal)|asistio|hubo)|\bno hay (?:obra|jale|chamba|labores)\b|\bno se pudo\b|\bsin (?:labores|actividad|actividades|trabajo|jale|chamba)\b/,
    /\b(?:cancelo|suspendio|cancelaron|suspendieron|suspendimos|pararon|paro) (?:la obra|el trabajo|el jale|labores|las labores|actividades|todo)\b|\bdia (?:libre|inhabil)\b|\bdescansamos\b|\bno vamos a trabajar\b/,
    /\b(?:nao|n|num) (?:trabalh|teve|tivemos|houve|veio|vieram|apareceu|compareceu|pudemos|abriu|rolou|tem (?:servico|expediente))|\bnao deu (?:pra|para) trabalhar\b|\b(?:sem|nenhum) (?:servico|expediente|atividades?|trabalho|mao de obra)\b/,
    /\b(?:obra|servico|trabalho|tudo|expediente) (?:foi |esta |ta )?(?:cancelad|suspens|paralisad|parad[oa]|interditad|embargad)|\bdispens(?:ei|amos|aram) (?:todo mundo|todos|o pessoal|a turma|a equipe)\b|\bfolga (?:geral|pra todos|de todos)|\bponto facultativo\b/,
    /\b(?:did(?:n'?t| not)|have(?:n'?t| not)) (?:send|sent|have|bring|brought) (?:any|a (?:crew|soul)|my (?:crew|guys)|the (?:crew|guys)|people|guys|nobody)|\bnot a (?:soul|single (?:person|guy|worker))\b|\bghost town\b/,
    /\b(?:pulled|moved|sent|shifted) (?:the|my|our|all|everyone|everybody|them)(?: (?:the|my|our|crew|guys|men|team|boys|lads))* (?:to|over to|onto|on) (?:another|a different|the other|our other|other) (?:job|site|project)|\b(?:crew|guys|team|men|everyone|everybody|all)(?:'s| is| are| was| were)? (?:at|on|over at) (?:another|a different|the other|our other) (?:job|site|project)/,
    /\bsent (?:everybody|everyone|them all|them|the (?:crew|guys|men)|all) (?:back )?home (?:before|first thing|right away)|\bturned (?:us|them|everyone|the crew) (?:away|around|back)\b|\b(?:gates?|site|job) (?:was |were |is |are )?(?:locked|shut)\b/,
    /\bno (?:mand[eoa]|mandamos|lleve|llevamos|envie|enviamos|meti|metimos|tuve|fui|fue) (?:a )?(?:nadie|ninguno|gente|personal|ninguna|cuadrilla|trabajadores)|\bni (?:un|una) (?:alma|solo|persona)|\ben (?:la )?otra obra\b|\bdia de descanso\b/,
    /\b(?:nao|n|num) (?:mandei|mandamos|levei|levamos|enviei|enviamos|coloquei|tive|foi) (?:ninguem|nenhum|gente|pessoal|equipe|turma|funcionario)|\bnem (?:um|uma) (?:alma|pessoa)|\bna outra obra\b|\b(?:foi|e|hoje|dia de|todos de|todo mundo de) folga\b/,
    /\b(?:crew|guys|gang|lads|everyone|everybody)(?:'s| is| are)? off\b|\b(?:gente|cuadrilla|raza|equipo|todos|muchachos|chavos|trabajadores) (?:hoy )?(?:descansa|descansan|descanso|esta de descanso|anda de descanso)\b|\b(?:turma|equipe|pessoal|galera|todos|rapazes|caras|meninos) (?:ta|esta|estao|tao) de folga\b|\bdia de (?:lluvia|descanso|asueto)\b/,
    /\bnao (?:se )?(?:trabalh|temos (?:ninguem|gente|pessoal)|deu (?:servico|expediente))|\b(?:finished|done with) (?:that|the|this) (?:job|project|site)\b|\bterminamos (?:esa|essa|aquella|aquela) obra\b|\bshop day\b|\btook (?:today|the day) off\b/,
    /\b(?:nobody|no one|nadie|ninguem|ninguno) (?:fue|foi|came|went|worked|vino|veio|trabaj[ao]|trabalh[ao]|jalo|jala|is (?:there|here|on)|on site|there|here|hoy|hoje|today|showed)/,
    /\b(?:crew|guys|gang|lads|they|cuadrilla|gente|raza|turma|equipe|pessoal|galera) (?:never|nunca|nem) (?:showed|came|made|arrived|llego|llegaron|vino|chegou|chegaram|veio|apareceu)|\bno hay (?:trabajadores|obreros|muchachos|cuadrilla|equipo)\b|\bnao tem (?:trabalhadores|operarios|turma|equipe)\b|\bno estamos en (?:la )?obra\b|\bnao estamos na obra\b/,
    /\b(?:everyone|everybody|all|todos|todo mundo|crew|guys)(?: is| are| was| were|'s| estan?| andan?| estao| esta| ta| tao)? (?:at|en|on|em|na|no) (?:the |la |el |a |o )?(?:[a-z]{2,12} ){1,3}(?:job|site|project)\b|\b(?:got |were |was )?sent home before\b|\b(?:mandaron|regresaron) a (?:la )?casa antes\b|\bmandaram a gente pra casa antes\b/,
    /\b(?:tuvimos|tivemos|tuvieron|tiveram) (?:el |o )?dia (?:libre|livre|de folga)\b|\bno se presentaron\b|\bnao (?:apareceram|compareceram|vamos trabalhar|vou trabalhar)\b|^not today\b|^(?:hoy no|hoje nao)\b/,
    /\bni un (?:solo )?(?:trabajador|obrero|muchacho|alma)\b|\bno se presento (?:mi|la|ni mi) (?:gente|cuadrilla)\b|\b(?:minha|nossa|a) (?:equipe|turma) nao (?:foi|veio|apareceu|trabalhou)\b|\bobra (?:tava|estava|ta|esta) fechada\b|\bnao fui nem\b|^nada hoje\b/,
    /\bno se hizo nada\b|\bnao se fez nada\b|\b(?:clausur|embarg)(?:o|ou|aron|aram|ada|ado) (?:la |a )?obra\b|\bobra (?:clausurada|embargada)\b/,
    /(?:^|[,.] |\b)(?:no|zero|cero|0) (?:hours|hrs|horas)\b|\b(?:teve|tiraram|tirou|tomou) folga\b|\bnao deu (?:pra|para) (?:ir|entrar|fazer|chegar)\b|\b(?:couldn'?t|didn'?t) (?:make it|get) (?:out|in|there|to (?:the )?(?:site|job))\b/,
    /por chuva|\b(?:none|nobody|no one|nadie|ninguem|ninguno)\b|descanso|choveu|llovio|\b(?:hoy no|hoje nao|not today)\b/,
  ),
  same: anyOf(
    /\b(?:copy|copi[ae]|use|usa|repeat|repit[ae]|repete) (?:the |los |las |os |as |de )*(?:same |mismos |mesmos )?(?:numbers?|numeros|yesterdays?|yesterday's|de ayer|de ontem)\b|^(?:nothing|nada)(?: is| de)? (?:new|nuevo|novo),? (?:same|igual|lo mismo|o mesmo)\b|\bigual (?:que|da) (?:la )?(?:otra vez|ultima vez|vez passada)\b/,
    /^(?:como|as|like) (?:antes|always|siempre|sempre|before)[.! ]*$|^(?:lo|o) de (?:siempre|sempre|ayer|ontem|antes)[.! ]*$|^same old\b|\btal cual (?:ayer|antes)|\bcopy paste\b/,
    /^same ?thing\b|^mesm[ao]s? (?:equipe|turma|gente)\b|^mism[ao]s? (?:cuadrilla|gente|equipo)\b|^mismo[.! ]*$|\bmsm (?:coisa|pessoal|equipe)|\brepit[ea] (?:lo|el)|\brepete (?:o|a) de|\bsame\b(?! hours| hrs)|\bditto\b|\bno changes?\b|^(?:the )?usual\b|as usual|\blike yesterday|\bas yesterday|^as before\b|unchanged|igual(?! de horas)|lo mismo|los mismos|la misma (?:gente|cuadrilla|cantidad)|mismo (?:que|de) ayer|como ayer|como siempre|^los de siempre|sin cambios?|\bo mesmo|os mesmos|mesmo pessoal|a mesma (?:coisa|equipe|turma)|mesma coisa|mesmo (?:que|de) ontem|como ontem|sem mudancas?|de sempre/,
    /\bm[ei]sm[oa]s? (?:numero|cantidad|quantidade)|\b(?:nothing|not a thing) (?:has |is )?(?:changed|different|new)\b|\brepeat (?:of )?(?:yesterday|the last|monday|friday)|\b(?:copy|use) yesterday|^idem\b|\bsame (?:deal|again)\b|\b(?:nada|no) (?:ha )?cambi[oa]d?o?\b|\b(?:repite|copia) (?:lo de )?ayer|\bsem (?:alteraca?o|alteracoes|novidades)|\bnada mudou\b|\b(?:repete|copia) (?:o de )?ontem/,
  ),
  yes: /^(?:perfect(?:o|a)?(?=[,.! ]+(?:yes|yep|si|correct|correcto))|perfeito(?=[,.! ]+(?:sim|isso|certo))|y|yes|yep|yeah|yup|ya|ok|okay|correct|right|sure|confirmed?|that'?s (?:right|it|correct)|looks good|good|all good|exactly|affirmative|10-4|si|s|claro|correcto|asi es|exacto|esta bien|de acuerdo|confirmo|confirmado|sip|sim|certo|isso|isso mesmo|correto|exato|positivo|afirmativo|simon|andale|you got it|that is (?:right|correct)|sounds (?:right|good)|bingo|asi mero|asi esta bien|esta bien asi|assim (?:mesmo|ta bom|esta bom)|eso es|esa es|isso ai|ta ok|ta bom|de boa|todo bien|ta certo|esta certo|pode ser|beleza|👍|✅)(?:[\s.,!]|$)/u,
  no: /^(?:n|no|nope|nah|(?:that'?s|it'?s|thats|this is|ta|esta|isso ta|isso esta|eso esta) (?:wrong|not (?:right|it|correct)|incorrect|errado|mal|incorrecto|incorreto)|wrong|incorrect|not (?:right|correct|quite)|asi no(?: es)?|no es asi|eso no(?: es)?|nao e (?:isso|assim)|assim nao|nao|nel|negativo|incorrecto|errado|incorreto|mal|esta mal)(?:[\s.,!]|$)/,
  thanks:
    /^(?:thanks?(?: you)?|thx|ty|appreciate (?:it|you)|orale gracias|grasias|vlw|tmj|obg|brigad(?:o|a|ao)|great|perfect|cool|you'?re welcome|have a good|good night|bye|gracias|muchas gracias|perfecto|hasta manana|igualmente|obrigad[oa]|valeu|perfeito|ate amanha|de nada|👍|🙏)/u,
  none: /^(?:no|none|nope|skip|n\/?a|nothing|various|all over(?: the (?:place|site|job|building))?|everywhere|por toda la obra|toda la obra|(?:pel)?a obra toda|no se|ninguno|ninguna|nada|omitir|varios|por todos lados|nenhum|nenhuma|pular|varios|em todo lugar|nao|nao sei|don'?t know|idk)[.! ]*$/,
  finished:
    /^(?:no|nope|nothing(?: else)?|that'?s (?:all|it)|done|all done|finished|no more|es todo|eso es todo|nada mas|ya|listo|termine|e (?:so|tudo)|so isso|isso e tudo|nada mais|pronto|terminei|nao)[.! ]*$/,
}

const marks: Readonly<Record<Tongue, RegExp>> = {
  en: /\b(?:for|hours?|hrs|guys|workers|men|people|and|the|same|yesterday|none|nobody|on|at|we|had|today|yes|floor|level|each|with|were|was|working|no one|crew|only|half|just|my|me|there|no one|to|out|guy|men|lads|lunch|each|is|it|this|not)\b/g,
  es: /\b(?:hubo|trabajadores|hombres|ayer|gracias|hoy|y|el|los|las|con|nadie|igual|mismo|piso|nivel|si|eramos|fuimos|tuvimos|personas|cada uno|horas|en|ninguno|gente|obreros|muchachos|por|la|del|techo|no hubo|media|somos|estuvieron|trabajaron|trabajamos|hola|yo|mi|fueron|son|eran|dos|ocho|diez|nueve|siete|cinco|albaniles|ayudantes|jefe|inge|aqui|salimos|entramos|comida|lonche|vinieron|llegaron|hicieron|pero|muchacho|medio|dia libre|nomas|chavos|cada quien)\b/g,
  pt: /\b(?:hoje|ontem|nao|homens|trabalhadores|pessoas|obrigado|obrigada|andar|ninguem|mesmo|mesma|equipe|tivemos|teve|foram|sim|cada um|horas|na|nos|com|e|dos|funcionarios|operarios|por|meia|somos|trabalharam|trabalhamos|telhado|oi|ola|bom dia|boa tarde|pedreiros|ajudantes|estavam|a gente|turma|fizeram|fez|hj|trabalhando|atestado|faltou|faltaram|os|um|uma|mais|pra|almoco|laje|mestre|serventes?|encarregado|foi|eu|meu|minha|dois|oito|sete|nove|dez|vieram|mas|rapaz|rapazes|saimos|nossos?|nossas?|sao|meio|niveis|caras|cada)\b/g,
}

/** Returns the language of a text, or undefined if it is not clear. */
export function tongueOf(plain: string, original: string): Tongue | undefined {
  const score = (tongue: Tongue) => plain.match(marks[tongue])?.length ?? 0
  const points = { en: score('en'), es: score('es'), pt: score('pt') }
  // "no" and similar words exist in several languages, so alone they prove nothing.
  if (plain.split(/\s+/u).length < 3 && /^(?:no|na|nos|e|si|por|en|la|y|con|com)?[.! ]*$/u.test(plain)) return undefined
  if (/[ñ¿¡]/i.test(original)) points.es += 2
  if (/[ãõç]/i.test(original)) points.pt += 2
  const [[best, most], [, second]] = Object.entries(points).sort(([, a], [, b]) => b - a) as [[Tongue, number], [Tongue, number]]
  return most > second ? best : undefined
}
