import type { Tongue } from './reply/phrases.ts'

interface Sums {
  readonly count: number
  readonly hours: number
  readonly total: number
  readonly location?: string | undefined
  readonly notes?: string | undefined
}

export interface ReplyTemplates {
  hello(contact: string, bot: string, project: string, vendor: string, day: 'today' | 'yesterday'): string
  helloNotes(contact: string, bot: string, project: string): string
  next(vendor: string): string
  count(vendor: string): string
  hours(count: number): string
  location: string
  confirm(sums: Sums): string
  confirmAll(lines: readonly string[]): string
  /** Asks for confirmation of a guess that may be wrong. */
  guessed(sums: { count?: number | undefined; hours?: number | undefined; location?: string | undefined }): string
  line(vendor: string, sums: Sums): string
  change: string
  unclear: string
  failed: string
  thanks: string
  nil: string
  nothingBefore: string
  noted: string
  changed: string
  wrong: string
  rude: string
  pause: string
  stopped: string
  remind(vendor: string): string
}

/** Joins the known parts with commas. */
const together = (...parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(', ')

const place = (location: string | undefined, before: string) => (location ? ` ${before} ${location}` : '')

/** Reply templates of the bots. Keep them short: many phones show one line only. */
export const replyTemplates: Readonly<Record<Tongue, ReplyTemplates>> = {
  en: {
    hello: (contact, bot, project, vendor, day) =>
      `Hi ${contact}, this is the ${bot} bot of ${project}. How many workers did ${vendor} have on site ${day}, for how many hours each, and where?`,
    helloNotes: (contact, bot, project) =>
      `Hi ${contact}, this is the ${bot} bot of ${project}. What is worth noting about today? Answer "done" when that is all.`,
    next: (vendor) => `Thank you. And ${vendor}: how many workers, for how many hours?`,
    count: (vendor) => `How many workers did ${vendor} have on site? A number is enough.`,
    hours: (count) => `How many hours did each of the ${count} work?`,
    location: 'Where did they work? Answer "skip" if there is no one place.',
    confirm: ({ count, hours, total, location, notes }) =>
      `${count} ${count === 1 ? 'worker' : 'workers'} for ${hours} hours each (${total} hours)${place(location, 'at')}.${notes ? ` Notes: ${notes}` : ''} Is that right?`,
    confirmAll: (lines) => `${lines.join('\n')}\nIs that right?`,
    guessed: ({ count, hours, location }) =>
      `I am not sure I got that: ${count === 0 ? 'nobody on site' : together(count !== undefined && `${count} ${count === 1 ? 'worker' : 'workers'}`, hours !== undefined && `${hours} hours each`, location)}. Is that right?`,
    line: (vendor, { count, hours, total, location }) => `${vendor}: ${count} for ${hours} hours (${total} hours)${place(location, 'at')}`,
    change: 'What should it be? For example "10 for 8 hours".',
    unclear: 'Sorry, I did not get that. Please answer like "12 for 8 hours, level 3", or "nil" if nobody was on site.',
    failed: 'Thank you. Somebody from the project will look at your answer.',
    thanks: 'Thank you, that is all. Have a safe day.',
    nil: 'Nobody on site, I have noted that. Thank you.',
    nothingBefore: 'I have nothing from before to repeat. How many workers, for how many hours?',
    noted: 'Noted. Anything else? Answer "done" when that is all.',
    changed: 'Thank you, somebody will look at your change.',
    wrong: 'Sorry about that. I will not text you again.',
    rude: 'All right. Somebody from the project will get in touch.',
    pause: 'Thank you, I will tell the project.',
    stopped: 'You will get no more texts from our bots. Answer START to get them again.',
    remind: (vendor) => `A reminder: how many workers did ${vendor} have on site, and for how many hours? "nil" if nobody.`,
  },
  es: {
    hello: (contact, bot, project, vendor, day) =>
      `Hola ${contact}, soy el bot ${bot} de ${project}. ¿Cuántos trabajadores de ${vendor} hubo ${day === 'today' ? 'hoy' : 'ayer'} en la obra, cuántas horas cada uno y dónde?`,
    helloNotes: (contact, bot, project) =>
      `Hola ${contact}, soy el bot ${bot} de ${project}. ¿Qué hay que anotar de hoy? Conteste "listo" cuando sea todo.`,
    next: (vendor) => `Gracias. ¿Y ${vendor}: cuántos trabajadores y cuántas horas?`,
    count: (vendor) => `¿Cuántos trabajadores de ${vendor} hubo en la obra? Basta un número.`,
    hours: (count) => `¿Cuántas horas trabajó cada uno de los ${count}?`,
    location: '¿Dónde trabajaron? Conteste "omitir" si no fue un solo lugar.',
    confirm: ({ count, hours, total, location, notes }) =>
      `${count} ${count === 1 ? 'trabajador' : 'trabajadores'} por ${hours} horas cada uno (${total} horas)${place(location, 'en')}.${notes ? ` Notas: ${notes}` : ''} ¿Es correcto?`,
    confirmAll: (lines) => `${lines.join('\n')}\n¿Es correcto?`,
    guessed: ({ count, hours, location }) =>
      `No estoy seguro de haber entendido: ${count === 0 ? 'nadie en la obra' : together(count !== undefined && `${count} ${count === 1 ? 'trabajador' : 'trabajadores'}`, hours !== undefined && `${hours} horas cada uno`, location)}. ¿Es correcto?`,
    line: (vendor, { count, hours, total, location }) => `${vendor}: ${count} por ${hours} horas (${total} horas)${place(location, 'en')}`,
    change: '¿Cómo debe ser? Por ejemplo "10 por 8 horas".',
    unclear: 'Perdón, no entendí. Conteste por ejemplo "12 por 8 horas, nivel 3", o "nadie" si no hubo gente.',
    failed: 'Gracias. Alguien del proyecto revisará su respuesta.',
    thanks: 'Gracias, eso es todo. Que tenga un buen día.',
    nil: 'Nadie en la obra, lo anoté. Gracias.',
    nothingBefore: 'No tengo un día anterior para repetir. ¿Cuántos trabajadores y cuántas horas?',
    noted: 'Anotado. ¿Algo más? Conteste "listo" cuando sea todo.',
    changed: 'Gracias, alguien revisará su cambio.',
    wrong: 'Disculpe la molestia. No le volveré a escribir.',
    rude: 'De acuerdo. Alguien del proyecto se comunicará.',
    pause: 'Gracias, avisaré al proyecto.',
    stopped: 'Ya no recibirá mensajes de nuestros bots. Conteste START para recibirlos otra vez.',
    remind: (vendor) => `Recordatorio: ¿cuántos trabajadores de ${vendor} hubo en la obra y cuántas horas? "nadie" si no hubo.`,
  },
  pt: {
    hello: (contact, bot, project, vendor, day) =>
      `Olá ${contact}, aqui é o bot ${bot} da obra ${project}. Quantos trabalhadores da ${vendor} estiveram ${day === 'today' ? 'hoje' : 'ontem'} na obra, quantas horas cada um e onde?`,
    helloNotes: (contact, bot, project) =>
      `Olá ${contact}, aqui é o bot ${bot} da obra ${project}. O que vale anotar de hoje? Responda "pronto" quando for tudo.`,
    next: (vendor) => `Obrigado. E ${vendor}: quantos trabalhadores e quantas horas?`,
    count: (vendor) => `Quantos trabalhadores da ${vendor} estiveram na obra? Basta um número.`,
    hours: (count) => `Quantas horas cada um dos ${count} trabalhou?`,
    location: 'Onde trabalharam? Responda "pular" se não foi um lugar só.',
    confirm: ({ count, hours, total, location, notes }) =>
      `${count} ${count === 1 ? 'trabalhador' : 'trabalhadores'} por ${hours} horas cada um (${total} horas)${place(location, 'em')}.${notes ? ` Notas: ${notes}` : ''} Está certo?`,
    confirmAll: (lines) => `${lines.join('\n')}\nEstá certo?`,
    guessed: ({ count, hours, location }) =>
      `Não sei se entendi bem: ${count === 0 ? 'ninguém na obra' : together(count !== undefined && `${count} ${count === 1 ? 'trabalhador' : 'trabalhadores'}`, hours !== undefined && `${hours} horas cada um`, location)}. Está certo?`,
    line: (vendor, { count, hours, total, location }) => `${vendor}: ${count} por ${hours} horas (${total} horas)${place(location, 'em')}`,
    change: 'Como deve ser? Por exemplo "10 por 8 horas".',
    unclear: 'Desculpe, não entendi. Responda por exemplo "12 por 8 horas, andar 3", ou "ninguém" se não teve gente.',
    failed: 'Obrigado. Alguém da obra vai ver a sua resposta.',
    thanks: 'Obrigado, é tudo. Bom trabalho.',
    nil: 'Ninguém na obra, anotado. Obrigado.',
    nothingBefore: 'Não tenho um dia anterior para repetir. Quantos trabalhadores e quantas horas?',
    noted: 'Anotado. Mais alguma coisa? Responda "pronto" quando for tudo.',
    changed: 'Obrigado, alguém vai ver a sua mudança.',
    wrong: 'Desculpe o incômodo. Não vou escrever de novo.',
    rude: 'Tudo bem. Alguém da obra vai entrar em contato.',
    pause: 'Obrigado, vou avisar a obra.',
    stopped: 'Você não vai mais receber mensagens dos nossos bots. Responda START para receber de novo.',
    remind: (vendor) => `Lembrete: quantos trabalhadores da ${vendor} estiveram na obra e quantas horas? "ninguém" se não teve.`,
  },
}
