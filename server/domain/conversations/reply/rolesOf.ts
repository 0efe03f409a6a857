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

const roles: Readonly<Partial<Record<Role, string>>> = {
  worker: `personal pessoal efetivo efectivo ${workers.replaceAll('|', ' ')} ppl pers pess persons brickies brickie hoddie hoddies chippies chippie sparks sparkies sparky tradies blokes bloke rodbusters
    tenders tender tapers taper jman app apps op ops union temps temp pipe-layers mates subs pax tio tiles plasterers concreters diggers
    weyes wey guey gueyes cabrones raza manes pibes pelado pelados gasfiter gasfiters jornales jornal chalan chalanes cabezas pailiteros finichers frameros vidriero vidrieros
    andamieros sujetos cuates morros eventuales senores senor albanil bato batos pisero piseros
    cabras cabra cabecas cabeca peoes peao peaes guerreiros guerreiro pia piaos homi caba caboclos sujeitos fichados diaristas diarista caldeireiros caldeireiro vidraceiro
    vidraceiros serralheiro serralheiros armador gesseiro telhadista meninos moleques cabos pintoras azulejista topografo rapaz cara chegados camaradas camarada pintores`,
  relative: `${relatives.replaceAll('|', ' ')} boy`,
  self: 'me myself i yo eu mim moi',
  crew: 'crew crews team teams gang gangs cuadrilla cuadrillas equipo equipos equipe equipes turma turmas grupo grupos',
  hour: 'hour hours hr hrs h hs hora horas horita horitas oritas horinha horinhas oras ora hors houres hrz',
  minute: 'min mins minute minutes minuto minutos m',
  each: 'each apiece ea piece cada c/u cd todos tudo everyone everybody parejo persona pessoa cabeza person head',
  all: 'all both todo toda todas geral',
  total: 'total totals altogether combined totales totais',
  by: 'for x @ * por con com with at a 3x pra para de did worked doing fazendo haciendo hicieron fizeram trabajaron trabalharam trabajando trabalhando got fez hizo jalaron working on las le pegamos',
  and: 'and & + plus y e mas mais n tambem',
  or: 'or ou o',
  to: '- to till til until thru hasta ate as a through y and e',
  from: 'from de das desde da between entre worked working trabajamos trabalhamos',
  break: 'lunch lunches break breaks meal almuerzo comida lonche descanso almoco intervalo pausa pausas marmita dinner lanche',
  no: 'no without sin sem zero worked-through',
  less: 'less minus menos except',
  overtime: 'overtime ot extra extras',
  regular: 'reg regular straight st normal normales normais',
  day: 'day days dia jornada turno shift diaria periodo expediente',
  half: 'half medio media meio meia',
  full: 'full whole completo completa inteiro inteira entero entera',
  a: 'an un una um uma one the el la los o os as',
  of: 'of de do da del dos',
  were: 'had have were we got there was been is are had tuvimos tenemos hubo habia eramos fuimos somos fueron son tivemos temos teve havia foram fomos era eran vinieron vieram veio llegaron llegamos sent brought anduvimos estuvimos trajimos tinha compareceram presentes presente present showed deu showed',
  filler:
    'today hoy hoje hj just only solo nomas so apenas on site in about approx around like como unos uns cerca roughly my our your mis mine total ours',
  thing: things,
  absent:
    'sick absent missing no-show enfermo enfermos faltaron falto falta faltas faltou faltaram ausente ausentes doente doentes left quit atestado incapacidad',
  planned: 'scheduled planned expected programados previstos escalados esperados supposed suposed lista list',
  doubt:
    'blocks block blocos bloques ladders ladder maybe might think guess unsure probably tomorrow manana amanha acho creo quizas talvez either few ?',
  them: 'them those ellos deles delas which cuales quais including incl incluyendo incluindo',
  man: 'man- hombre homem',
  start: 'started start clocked-in checaron entramos entraron empezamos comecamos comecou pegamos entrou arrived',
  end: 'finished left clocked-out done salimos salieron saimos sairam largamos acabamos finish terminamos',
}

const lexicon = new Map<string, Set<Role>>()
for (const [role, words] of Object.entries(roles) as [Role, string][])
  for (const word of words.split(/\s+/u)) lexicon.set(word, (lexicon.get(word) ?? new Set<Role>()).add(role))

/** Long words by what remains without one letter, so that a word with one typo is found without comparing all. */
const shortened = new Map<string, string>()
const withoutOneLetter = (word: string) => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
for (const [word, found] of lexicon)
  if (word.length >= 6 && (found.has('worker') || found.has('hour')))
    for (const part of [word, ...withoutOneLetter(word)]) if (!lexicon.has(part)) shortened.set(part, word)

const none: ReadonlySet<Role> = new Set<Role>()

/** Returns what a word can be. A long word may have one typo. */
export function rolesOf(word: string): ReadonlySet<Role> {
  const known = lexicon.get(word)
  if (known) return known
  if (word.length < 5 || word.length > 20) return none
  const meant = [word, ...withoutOneLetter(word)].map((part) => shortened.get(part) ?? part).find((part) => lexicon.has(part))
  const found = meant === undefined ? undefined : lexicon.get(meant)
  return found && (found.has('worker') || found.has('hour')) ? found : none
}
