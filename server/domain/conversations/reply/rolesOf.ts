import { relatives, things, workers } from './phrases.ts'

/** What a word of an answer can be. Numbers, times and places are recognized by their form. */
export type Role =
  | 'worker'
  | 'relative'
  | 'self'
  | 'crew'
  | 'hour'
  | 'minute'
  | 'each'
  | 'all'
  | 'total'
  | 'by'
  | 'and'
  | 'or'
  | 'to'
  | 'from'
  | 'break'
  | 'no'
  | 'less'
  | 'overtime'
  | 'regular'
  | 'day'
  | 'half'
  | 'full'
  | 'a'
  | 'of'
  | 'were'
  | 'filler'
  | 'thing'
  | 'absent'
  | 'planned'
  | 'so'
  | 'doubt'
  | 'them'
  | 'only'
  | 'man'
  | 'start'
  | 'end'
  | 'other'
  | 'until'
  | 'noise'
  | 'trade'
  | 'rest'
  | 'who'
  | 'more'
  | 'but'
  | 'past'
  | 'same'
  | 'future'
  | 'need'
  | 'weekday'
  | 'fix'
  | 'leaving'
  | 'another'
  | 'spot'

const roles: Readonly<Partial<Record<Role, string>>> = {
  worker: `personal pessoal efetivo efectivo ${workers.replaceAll('|', ' ')} ppl pers pess persons oficiais brickies brickie hoddie hoddies chippies chippie sparks sparkies sparky tradies blokes bloke rodbusters
    muchacho chavo elemento tenders tender tapers taper jman app apps op ops union temps temp pipe-layers mates subs pax tio tiles plasterers concreters diggers
    weyes wey guey gueyes cabrones raza manes pibes pelado pelados gasfiter gasfiters jornales jornal chalan chalanes cabezas pailiteros finichers frameros vidriero vidrieros
    andamieros sujetos cuates morros eventuales senores senor albanil bato batos pisero piseros
    cabras cabra cabecas cabeca peoes peao peaes guerreiros guerreiro pia piaos homi caba caboclos sujeitos fichados diaristas diarista caldeireiros caldeireiro vidraceiro
    vidraceiros serralheiro serralheiros armador gesseiro telhadista meninos moleques cabos pintoras azulejista topografo rapaz cara chegados camaradas camarada pintores
    carp carps bricklayer bricklayers jw jws jm jms gf gfs pm pms manager managers engineer engineers inspector inspectors sheetrockers finisher steamfitters linemen lineman teamsters teamster
    groundmen groundman contractors contractor subcontractors trainee trainees intern interns members member individuals personnel workmen tradesmen hardhats boots folk peeps tech app apps elecs mechs
    ferrallista ferrallistas gasista gasistas marmolista ceramista ceramistas operadora maquinista maquinistas chofer choferes ingeniero ingenieros arquitecto arquitectos veladores velador
    vigilante vigilantes jornalero jornaleros carnales paisanos vatos vato plebes plebe guerita sobrestante sobrestantes residente mandadero cuchara cucharas oficiala
    engenheiro engenheiros estagiario estagiarios motorista motoristas vigia vigias auxiliar auxiliares mestra contramestre almoxarife rapaziada terceirizado empreiteiro empreiteiros marceneiro marceneiros
    sup sups mecanico mecanicos mecanica mecanicas hidraulicos electronicos colega colegas giys aprendiz aprendizes aprendices mate trainee andaimeiro andaimeiros guri guris gurizada guise gys gyus gusy currantes currante currelas chapuzas chapuza compis paraibas manito manitos banksman banksmen labs lab sparkie chippy chippys joiner joiners slinger slingers ganger gangers
    groundworker groundworkers steelfixer steelfixers plasterer dryliner dryliners cladder cladders roofies
    scaffs navvy navvies gaffer gaffers landscaper landscapers paver pavers concreter fixer fixers rodman
    rodmen rodbuster erectors erector connector connectors teamster swamper swampers grademan grademen
    pipelayer pipelayers tinner tinners tinbenders sheeter glazers caulker waterproofer waterproofers locator
    foremans formen iw iws lbr lbrs fm fms cm cms pe pes apprentis appr apprs jrny elec elecs mech plmbr
    plmbrs cpt watchman guard guards encofrador encofradores ferralla ferrallas gruista gruistas calefactor
    calefactores fontanero pladurista pladuristas escayolista escayolistas alicatador alicatadores solador
    soladores yesero yeseros enlucidor enlucidores cristalero cristaleros herrero tornero torneros montadora
    maquinistas palista palistas dumperista aparejador aparejadores resi resis prevencionista senalero
    senaleros bandereros banderero ayud ayuds ayte aytes fierrero azulejero azulejeros aluminiero aluminieros
    tubero tuberos ductero ducteros cortador cortadores armadora estibador estibadores bodeguero bodegueros
    cipote cipotes cheros chero panas pana chamos chamo chambeadores volteros jornalera jornaleras checador checadores
    rigguero canastillero ajud ajuds aj pedr pedrs serv servs enc encarreg canalizador canalizadores cofrador
    cofradores trolha trolhas ladrilhador ladrilhadores estucador estucadores pichelaria picheleiro
    picheleiros manobrador manobradores gajo gajos malta feitor feitores rejuntador rejuntadores calceteiro
    calceteiros betoneiro operadores carpina carpinas pedrero pedreros eletro eletros bombeiro bombeiros
    sinaleiro tst tecnicas vassoureiro almoxarifes apontadores gesseira motoristas moco mocos pioes piao
    peonada peonzada`,

  relative: `${relatives.replaceAll('|', ' ')} boy kid brother-in-law carnal compadre padrino yerno genro nora sobrina prima hermana irma filha viejo velho kiddo`,
  self: 'me myself i yo eu mim moi',
  crew: 'crew crews team teams gang gangs cuadrilla cuadrillas equipo equipos equipe equipes turma turmas grupo grupos',
  hour: 'completas cheias corridas pelonas cravadas cerradas redondas hour hours hr hrs h hs hora horas horita horitas oritas horinha horinhas oras ora hors houres hrz',
  minute: 'min mins minute minutes minuto minutos m',
  each: 'each apiece ea piece cada c/u cd todos tudo everyone everybody parejo persona pessoa cabeza person head',
  all: 'all both todo toda todas todos geral',
  total: 'overall total totals altogether combined totales totais acumuladas acumulados sumadas somadas',
  by: 'for x @ * por con com with at a 3x pra para de did worked doing fazendo haciendo hicieron fizeram chambeamos trampamos jalamos trabajaron trabalharam trabajando trabalhando got fez hizo jalaron working on las le pegamos',
  and: 'and & + plus y e mas mais n tambem',
  or: 'or ou o',
  to: '- to till til until thru hasta ate as a through y and e',
  from: 'from de das desde da between entre worked working trabajamos trabalhamos',
  break:
    'libre livre comieron comimos almorzaron almorzamos descansamos descansaron lunch lunches break breaks meal almuerzo comida lonche descanso almoco intervalo pausa pausas marmita dinner lanche descansos recesos intervalos cena janta refeicao colacion receso smoko refrigerio merienda merenda cafezinho lonch lonches lunche',
  no: 'no without sin sem zero worked-through',
  less: 'less minus menos except',
  overtime: 'overtime ot extra extras',
  regular: 'reg regular straight st normal normales normais',
  day: 'day days dia jornada turno shift diaria periodo expediente',
  half: 'half medio media meio meia',
  full: 'full whole completo completa inteiro inteira entero entera',
  a: 'a an un una um uma one the el la los o os as',
  of: 'of de do da del dos',
  were: 'had have were we got there was been is are had tuvimos tuve tuvo tive tengo tenho traje traigo trouxe tenemos hubo habia eramos fuimos somos fueron son tivemos temos teve havia foram fomos era eran heramos eramos vinieron vieram veio llegaron llegamos sent brought anduvimos estuvimos trajimos r andamos estamos estivemos rodamos vino veio tinha compareceram presentes presente present showed deu showed',
  filler:
    'today hoy hoje hj just only solo nomas so apenas on site in about approx around like como unos uns cerca roughly my our your mis mine total ours',
  thing: things,
  absent:
    'vacation vacations vacaciones ferias permiso licencia licenca folga pto afastado afastados afastada incapacitado incapacitados injured out-sick no-shows noshow noshows court sick absent missing no-show enfermo enfermos faltaron falto falta faltas faltou faltaram ausente ausentes doente doentes left quit atestado incapacidad',
  planned: 'scheduled planned expected programados previstos escalados esperados supposed suposed lista list books roster payroll nomina',
  doubt:
    'blocks block blocos bloques ladders ladder maybe might think guess unsure probably tomorrow manana amanha acho creo quizas talvez either few ?',
  them: 'them those ellos deles delas which cuales quais including incl incluyendo incluindo includes incluye inclui sendo siendo',
  man: 'man- hombre homem',
  start:
    'entran entra entro entrada ingreso entry began begin inicio comecou empezo empezaron comenzaron arrancaron iniciamos iniciaron comenzamos arrancamos chegamos llegamos-a chequearon checamos entrado entraram bateram batemos started start clocked-in checaron entramos entraron empezamos comecamos comecou pegamos entrou arrived',
  until: 'until till til untill hasta asta ate',
  noise: `fkn fucking fuckin fckn damn goddamn freaking frickin pinche pinches bloody uh um eh ehh este ahm hmm mm pues bueno here aqui aca conmigo comigo contandome contandonos incluyendome incluyendonos like about approx approximately aprox aproximadamente roughly around
    unos unas umas uns boss jefe chefe sir inge patron bro dude please pls por-favor porfa today hoy hoje hj tonight still actually probably-not bout`,
  trade: `clima climatizacion climatizacao hidrosanitaria gas telecom datos dados redes voz cctv limpeza-final massa pasta yeso esquadrias plantilla autonomos autonomo subcontrata firma fijos contratados tools sheathing decking trim forms stripping curtainwall casework cabinets countertops punch punchlist fireproofing firestop firestopping waterproofing shotcrete layout survey traffic safety drylining groundworks brickwork blockwork screed screeding cladding glass guardrail handrail rigging logistics hoist drywall sheetrock framing framers-crew electrical electric plumbing hvac concrete ceiling ceilings paint painting tile tiling roofing steel rebar demo demolition cleanup
    finishing siding stucco masonry brick block insulation glazing mechanical sprinkler earthwork excavation grading scaffolding scaffold formwork carpentry flooring millwork
    doors-and-windows landscaping asphalt paving welding duct ductwork sitework union nonunion temps ours mine sub subs sub's agency labor temp agency agencia
    electrico electricos electrica electricidad plomeria tablaroca pintura azulejo azulejos herreria cimbra acabados impermeabilizacion aire albanileria fierro concreto carpinteria
    soldadura yeso pisos techos colado limpieza plafon plafones instalaciones hidraulica demolicion nuestros nuestras mios planta contratista contratistas eventuales
    eletrica alvenaria reboco chapisco contrapiso emboco armacao concretagem carpintaria gesso forro revestimento acabamento limpeza ferragem serralheria impermeabilizacao drenagem esquadria vidro andaime
    andaimes escoramento terraplenagem azulejista meus nossos empreiteira terceirizados terceiros propria proprios`,
  but: 'but pero porem except',
  past: 'yesterday ayer ontem',
  same: 'same mismo misma mismos mesmo mesma mesmos igual',
  future: 'tomorrow tmrw amanha regresamos volvemos voltamos vamos-a',
  need: 'need necesito necesitamos ocupo ocupamos preciso precisamos precisa ocupar necesitar precisar falta-mandar',
  weekday:
    'mon monday tue tues tuesday wed wednesday thu thurs thursday fri friday sat saturday sun sunday lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta next',
  fix: 'uy opa ups espere esperen typo minto mentira retifico rectifico correct wait espera pera esperese esperenme esperame aguarda correction correcting meant mean scratch sorry oops ops rather digo perdon perdona corrijo correccion dicho disculpa disculpe perdao correcao corrigindo alias desculpa',
  leaving: 'fue fueron home embora saiu sairam salio salieron left quit retiro retiraron',
  another: 'another otro otra outro outra',
  spot: `claro vao lots lotes viviendas moradias chalets fracciones porta portas cuartos quartos habitacion habitaciones recamara recamaras salas salones rooms-no quartos-no room rooms suite space line linea linha gridline gridlines grid eje ejes eixo eixos axis sta station estacion pour colado losa laje forjado cubo hoistway shaft poco tramo trecho km pier bay
    local loja sala salon cuarto-de apto aptos apartamento apartamentos depto deptos unit units unidad unidades unidade lot lots lote lotes casa casas house houses apt apts bldg building edificio
    nave galpon galpao bloque bloco manzana quadra phase fase etapa zona zone area section seccion secao setor sector tower torre deck street st mezzanine mezanine subsolo sotano stair stairs escalera escada
    silo tank tanque row fila door hole pozo zanja vala conveyor corridor pasillo corredor kiosk bin pad dock anden span footing zapata sapata pila pilar pile muro muros wall walls cave bsmt basement portal portales nivel-menos bodega galera almacen warehouse hangar gallery galeria ala wing seq sequence parking cochera caseta tablero crujia cubierta rampa ramp box seccion frente frentes sublot parcela parcelas village estaca estacas pk bents bent abutment estribo girder truss caixao tubulao viaduto puente ponte bridge annex anexo hall corr flat flats plot plots piling manhole pozo-de-visita pv cabezal`,
  rest: 'rest others remaining demas resto outros otros',
  who: 'who that que did',
  more: 'more additional',
  end: 'salen sale sai saem fin fim salida saida end ended termino knocked packed wrapped rained acabou acabaram acabo acabaron terminou larguei largou larguemo encerramos encerrou stopped shut corrio corrieron mandaron mandou parou paramos pararam terminaron paro clocked clocked-out quit finished left clocked-out done salimos salieron saimos sairam largamos acabamos finish terminamos',
}

const lexicon = new Map<string, Set<Role>>()
for (const [role, words] of Object.entries(roles) as [Role, string][])
  for (const word of words.split(/\s+/u)) lexicon.set(word, (lexicon.get(word) ?? new Set<Role>()).add(role))

/** Long words by what remains without one letter, so that a word with one typo is found without comparing all. */
const shortened = new Map<string, string[]>()
const withoutOneLetter = (word: string) => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
for (const [word, found] of lexicon)
  if (word.length >= 5 && (found.has('worker') || found.has('hour')))
    for (const part of new Set([word, ...withoutOneLetter(word)])) shortened.set(part, [...(shortened.get(part) ?? []), word])

/** Words of their own that are one letter away from a word for workers or hours. */
const ownWords = new Set(
  'homes house horse horas-extra cares cars carts crane cranes tents roads boards signs panes planes places plants slabs hoses honors masses passes phones persona-menos tapes pipes'.split(
    ' ',
  ),
)

/** Returns the word that was meant by one with a typo: a letter too many, missing, exchanged with its neighbour, or in long words another one. */
function meantBy(word: string): string | undefined {
  if (word.length < 4 || word.length > 20 || ownWords.has(word)) return undefined
  const near = [word, ...withoutOneLetter(word)].flatMap((part) => shortened.get(part) ?? [])
  return near.find((meant) => meant[0] === word[0] && isOneTypo(word, meant))
}

const keys = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Returns whether two letters are beside each other on a keyboard. */
/** Letters that sound alike. */
const soundAlike = 'sz zs sc cs bv vb iy yi ck kc nm mn'.split(' ')
const isBeside = (one: string, other: string) =>
  soundAlike.includes(one + other) ||
  keys.some((row) => row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1)

function isOneTypo(word: string, meant: string): boolean {
  // Only words for hours are short enough to be read in four letters.
  if (word.length < 5 && !lexicon.get(meant)?.has('hour')) return false
  let from = 0
  while (from < word.length && word[from] === meant[from]) from++
  const [rest, other] = [word.slice(from), meant.slice(from)]
  if (rest.length === other.length) {
    const isExchanged = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2)
    const isOther = rest.slice(1) === other.slice(1) && (meant.length >= 8 || isBeside(rest[0] ?? '', other[0] ?? ''))
    return isExchanged || isOther
  }
  return rest.length < other.length ? rest === other.slice(1) : rest.slice(1) === other
}

const none: ReadonlySet<Role> = new Set<Role>()

/** Endings of trades. A long word with such an ending is a worker, unless it is in the list of things below. */
const tradeEnding =
  /(?:[a-z]{3}(?:men|ers|ists)|[a-z]{3}(?:eros|eras|istas|[aei]dores|[aei]doras|eiros|eiras)|[a-z]{4}(?:eiro|ador|ista))$/u
const notTrades = new Set(
  `others orders numbers letters meters ladders trailers dumpsters containers rollers risers corners layers covers timers drawers showers boilers chillers breakers transformers sprinklers headers
  rafters stringers footers gutters shutters filters heaters coolers loaders dozers boosters brothers sisters papers answers matters fingers summers winters stickers customers dividers girders anchors
  fasteners washers dryers timbers liters centers quarters towers flowers computers printers trackers scrapers graders trenchers bumpers spacers hangers stakers rulers rubbers buckets mixers hammers
  contenedores conteineres primeros terceros enteros tableros aceros aguaceros letreros agujeros fregaderos lavaderos tinacos ladrilleros dineros ceros
  banheiros chuveiros bueiros dinheiros primeiros terceiros inteiros canteiros tabuleiros letreiros roteiros madeiras cadeiras torneiras peneiras poeiras ladeiras caldeiras beiras maneiras bandeiras fileiras
  primeiro terceiro inteiro canteiro banheiro dinheiro janeiro fevereiro chuveiro bueiro andador elevador ventilador gerador motor trator computador celular
  maneras caldera calderas escaleras carreteras aceras madera maderas laderas afueras fronteras ruederas primeras terceras enteras
  pista lista arista revista vista entrevista pistas listas aristas revistas vistas entrevistas elevadores ventiladores generadores compactadores calentadores interruptores andadores medidores tenedores geradores disjuntores andadoras
  compactadoras excavadoras escavadeiras retroexcavadoras mezcladoras revolvedoras bombeadoras cortadoras pulidoras computadoras carregadeiras betoneiras furadeiras lixadeiras esmerilhadeiras empilhadeiras`.split(
    /\s+/u,
  ),
)
const worker: ReadonlySet<Role> = new Set<Role>(['worker'])

/** Returns whether a word is known as it is written, or is a trade by its ending. */
export const isExact = (word: string): boolean => lexicon.has(word) || (meantBy(word) === undefined && rolesOf(word) !== none)

/** Returns what a word can be. A long word may have one typo. */
export function rolesOf(word: string): ReadonlySet<Role> {
  const known = lexicon.get(word)
  if (known) return known
  if (word.endsWith("'s")) return lexicon.get(word.slice(0, -2)) ?? none
  // "hrss", "menn".
  const single = word.at(-1) === word.at(-2) ? lexicon.get(word.slice(0, -1)) : undefined
  if (single && (single.has('hour') || single.has('worker'))) return single
  const meant = meantBy(word)
  if (meant !== undefined) return lexicon.get(meant) ?? none
  return word.length >= 6 && tradeEnding.test(word) && !notTrades.has(word) ? worker : none
}
