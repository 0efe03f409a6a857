import type { Language } from '../../../contract/reference/languages.ts'
import type { Launcher } from '../../../contract/endpoints/launchers.ts'
import type { Person } from '../sign-in/person.ts'

type Words = readonly [title: string, content: string]

interface Kept extends Omit<Launcher, 'title' | 'content'> {
  readonly words: Readonly<Record<'en' | 'es' | 'pt', Words>>
  /** Only for people who manage a project or a bot. */
  readonly managers?: boolean
}

/** All help texts of the app, by place. Pages mark the places with `data-help`. */
const all: readonly Kept[] = [
  {
    id: 'my-tasks',
    icon: 'info',
    showAtElement: '[data-help="my-tasks"]',
    words: {
      en: [
        'My Tasks',
        '**Due** is what is expected of you today. **Done** counts what you have sent today, **waiting** what is still on this device.\n\nEverything here opens without a connection. What you save is sent by itself as soon as there is one.',
      ],
      es: [
        'Mis tareas',
        '**Pendiente** es lo que se espera de usted hoy. **Hecho** cuenta lo que ya envió hoy, **en espera** lo que sigue en este dispositivo.\n\nTodo esto se abre sin conexión. Lo que guarda se envía solo en cuanto la hay.',
      ],
      pt: [
        'Minhas tarefas',
        '**Pendente** é o que se espera de você hoje. **Feito** conta o que você já enviou hoje, **aguardando** o que ainda está neste aparelho.\n\nTudo aqui abre sem conexão. O que você salva é enviado sozinho assim que houver uma.',
      ],
    },
  },
  {
    id: 'console',
    icon: 'info',
    showAtElement: '[data-help="console"]',
    managers: true,
    words: {
      en: [
        'The console',
        'A **project** holds bots, people and sites. A **bot** fills one form with what people on site tell it, by QR code or text message.\n\nBegin with a project, then create its QR codes and hang them up at the gate.',
      ],
      es: [
        'La consola',
        'Un **proyecto** tiene bots, personas y lugares. Un **bot** llena un formulario con lo que la gente de la obra le dice, por código QR o mensaje de texto.\n\nEmpiece con un proyecto; después cree sus códigos QR y cuélguelos en la entrada.',
      ],
      pt: [
        'O console',
        'Um **projeto** tem bots, pessoas e locais. Um **bot** preenche um formulário com o que as pessoas da obra informam, por código QR ou mensagem de texto.\n\nComece com um projeto; depois crie os códigos QR e coloque-os na entrada.',
      ],
    },
  },
]

/** Returns the launchers for this person in their language. */
export function launchersFor(person: Person, lang: Language): Launcher[] {
  const manages = person.isAdmin || person.teams.some(({ role }) => role !== 'Worker')
  const speaks = lang === 'en-au' ? 'en' : lang
  return all
    .filter(({ managers }) => !managers || manages)
    .map(({ words, managers: _, ...launcher }) => ({ ...launcher, title: words[speaks][0], content: words[speaks][1] }))
}
