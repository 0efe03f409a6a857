import type { Language } from '../../../contract/reference/languages.ts'

/** The texts of the pages of a bot, with English as the fallback. */
const words = {
  review: ['Review: {bot}', 'Revisión: {bot}', 'Revisão: {bot}'],
  demo: ['Demo: {bot}', 'Demostración: {bot}', 'Demonstração: {bot}'],
  evidenceReview: ['Evidence: {bot}', 'Evidencias: {bot}', 'Evidências: {bot}'],
  registrations: ['Registrations: {bot}', 'Registros: {bot}', 'Cadastros: {bot}'],
  people: ['People: {bot}', 'Personas: {bot}', 'Pessoas: {bot}'],
  companies: ['Companies: {bot}', 'Empresas: {bot}', 'Empresas: {bot}'],
  leadin: ['Before it begins: {bot}', 'Antes de empezar: {bot}', 'Antes de começar: {bot}'],
  manageTime: ['Time on site: {bot}', 'Tiempo en obra: {bot}', 'Tempo na obra: {bot}'],
  topics: ['Topics: {bot}', 'Temas: {bot}', 'Temas: {bot}'],
  conversation: ['Conversation', 'Conversación', 'Conversa'],
  date: ['Date', 'Fecha', 'Data'],
  state: ['State', 'Estado', 'Estado'],
  name: ['Name', 'Nombre', 'Nome'],
  company: ['Company', 'Empresa', 'Empresa'],
  seen: ['Last seen', 'Visto por última vez', 'Visto por último'],
  inducted: ['Oriented', 'Orientación hecha', 'Orientação feita'],
  when: ['When', 'Cuándo', 'Quando'],
  people_: ['People', 'Personas', 'Pessoas'],
  days: ['Days', 'Días', 'Dias'],
  workers: ['Workers', 'Trabajadores', 'Trabalhadores'],
  hours: ['Hours', 'Horas', 'Horas'],
  contact: ['Contact', 'Contacto', 'Contato'],
  trade: ['Trade', 'Oficio', 'Ofício'],
  lastAsked: ['Last asked', 'Última pregunta', 'Última pergunta'],
  firstText: ['First text', 'Primer mensaje', 'Primeira mensagem'],
  since: ['Signed in', 'Entrada', 'Entrada'],
  until: ['Signed out', 'Salida', 'Saída'],
  onSite: ['On site', 'En obra', 'Na obra'],
  left: ['Left', 'Salió', 'Saiu'],
  forgotten: ['No sign-out', 'Sin salida', 'Sem saída'],
  direction: ['Direction', 'Sentido', 'Sentido'],
  in: ['In', 'Entrada', 'Entrada'],
  out: ['Out', 'Salida', 'Saída'],
  topic: ['Topic', 'Tema', 'Tema'],
  part: ['Part', 'Parte', 'Parte'],
  nothing: ['Nothing here yet', 'Todavía no hay nada', 'Ainda não há nada'],
  last48: ['The last 48 hours', 'Las últimas 48 horas', 'As últimas 48 horas'],
  last30: ['The last 30 days', 'Los últimos 30 días', 'Os últimos 30 dias'],
} as const satisfies Readonly<Record<string, readonly [en: string, es: string, pt: string]>>

export type PageWord = keyof typeof words

/** The column of a language in `words`; all others read English. */
const columns: Partial<Record<Language, 1 | 2>> = { es: 1, pt: 2 }

export const wordsIn =
  (lang: Language) =>
  (word: PageWord): string =>
    words[word][columns[lang] ?? 0]
