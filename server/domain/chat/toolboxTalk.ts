import type { Model } from '../../../contract/endpoints/records.ts'
import type { Document } from '../files/documentPdf.ts'
import { crewModel, crewWords, peopleOptions, peopleSaid, signersSaid, signQuestion } from './crewModel.ts'
import { plain, type Words } from './taskKinds.ts'
import { listOf, type Talk, type TalkContext, type Turn } from './talk.ts'
import { builtInTalks, type BuiltInTalk } from './builtInTalks.ts'
import { itemsOf, tidy, wishOf } from './understand.ts'

export interface ToolboxState {
  readonly step: 'topic' | 'check' | 'raised' | 'people' | 'sign'
  readonly topic: string
  readonly raised: string
  readonly people: readonly string[]
}

const mostPeople = 80

const start: ToolboxState = { step: 'topic', topic: '', raised: '', people: [] }

const words = {
  which: ['Which talk do you hold today?', '¿Qué charla va a dar hoy?', 'Que conversa de segurança você faz hoje?'],
  own: ['Choose one or write your own topic.', 'Elija una o escriba su propio tema.', 'Escolha uma ou escreva o seu tema.'],
  read: ['Read this out to the crew:', 'Lea esto a la cuadrilla:', 'Leia isto para a equipe:'],
  document: [
    'Open the document and go through it with the crew:',
    'Abra el documento y repáselo con la cuadrilla:',
    'Abra o documento e repasse com a equipe:',
  ],
  tell: [
    'Tell the crew what matters about it today.',
    'Diga a la cuadrilla lo que importa hoy de este tema.',
    'Diga à equipe o que importa hoje sobre isso.',
  ],
  again: ['Not quite. Read that point out once more:', 'No del todo. Lea ese punto otra vez:', 'Não é bem isso. Leia esse ponto de novo:'],
  raised: ['What did the crew raise or ask?', '¿Qué preguntó o comentó la cuadrilla?', 'O que a equipe perguntou ou comentou?'],
  nothing: ['Nothing raised', 'Nada', 'Nada'],
  people: [
    'Who took part? Write the names with commas between them.',
    '¿Quiénes participaron? Escriba los nombres separados por comas.',
    'Quem participou? Escreva os nomes separados por vírgulas.',
  ],
  done: [
    'Thank you. The talk is signed and is being saved.',
    'Gracias. La charla está firmada y se está guardando.',
    'Obrigado. A conversa está assinada e está sendo salva.',
  ],
  help: [
    'Choose a talk, read it out, answer one question, and sign with the crew. Write "back" to change the last answer or "start over".',
    'Elija una charla, léala, responda una pregunta y firmen. Escriba "atrás" para cambiar la última respuesta o "empezar de nuevo".',
    'Escolha uma conversa, leia, responda uma pergunta e assinem. Escreva "voltar" para mudar a última resposta ou "começar de novo".',
  ],
  title: ['Toolbox Talk', 'Charla de seguridad', 'Diálogo de segurança'],
  by: ['Held by', 'Dada por', 'Feita por'],
  said: ['What was said', 'Lo que se dijo', 'O que foi dito'],
  raisedWord: ['Raised', 'Comentarios', 'Comentários'],
  peopleWord: ['Took part', 'Participaron', 'Participaram'],
} as const satisfies Record<string, Words>

const talkNamed = (topic: string): BuiltInTalk | undefined =>
  builtInTalks.find(({ name }) => name.some((one) => plain(one) === plain(topic)))

const topics = ({ lang, talks = [] }: TalkContext) => [...talks.map(({ name }) => name), ...builtInTalks.map(({ name }) => name[lang])]

/** Alphabetical, so that the correct answer is not always the first. */
const answersOf = (talk: BuiltInTalk, { lang }: TalkContext) => talk.answers.map((one) => one[lang]).toSorted()

const listed = (points: readonly Words[], { lang }: TalkContext) => points.map((point) => `- ${point[lang]}`).join('\n')

const offeredPeople = (context: TalkContext) => {
  const before = context.previous?.['people']
  return peopleOptions(context, Array.isArray(before) ? before.map(String) : [], 12)
}

function question(state: ToolboxState, context: TalkContext): string {
  const { lang } = context
  switch (state.step) {
    case 'topic':
      return `${words.which[lang]} ${words.own[lang]}\n\n${listOf(topics(context))}`
    case 'check': {
      const talk = talkNamed(state.topic)
      return talk ? `${talk.check[lang]}\n\n${listOf(answersOf(talk, context))}` : ''
    }
    case 'raised':
      return `${words.raised[lang]}\n\n${listOf([words.nothing[lang]])}`
    case 'people':
      return `${words.people[lang]}\n\n${listOf(offeredPeople(context))}`
    case 'sign':
      return signQuestion(state.people, context)
  }
}

function ask(state: ToolboxState, context: TalkContext, before?: string): Turn<ToolboxState> {
  const text = question(state, context)
  return { state, text: before === undefined ? text : `${before}\n\n${text}` }
}

/** Shows the text to read aloud, then asks the first question about it. */
function hold(state: ToolboxState, context: TalkContext): Turn<ToolboxState> {
  const { lang, talks = [] } = context
  const talk = talkNamed(state.topic)
  if (talk) return ask({ ...state, step: 'check' }, context, `## ${state.topic}\n\n${words.read[lang]}\n\n${listed(talk.points, context)}`)
  const document = talks.find(({ name }) => name === state.topic)
  const what = document ? `${words.document[lang]} [${document.name}](${document.address})` : words.tell[lang]
  return ask({ ...state, step: 'raised' }, context, `## ${state.topic}\n\n${what}`)
}

const before: Readonly<Record<ToolboxState['step'], ToolboxState['step']>> = {
  topic: 'topic',
  check: 'topic',
  raised: 'topic',
  people: 'raised',
  sign: 'people',
}

type Answer = (state: ToolboxState, message: string, context: TalkContext) => Turn<ToolboxState>

const answerTopic: Answer = (state, message, context) => {
  const [topic] = itemsOf(message, topics(context), { most: 1 })
  return topic === undefined ? ask(state, context) : hold({ ...state, topic }, context)
}

/** Shows the text again after a wrong answer to the question about it. */
const answerCheck: Answer = (state, message, context) => {
  const { lang } = context
  const talk = talkNamed(state.topic)
  const right = talk?.answers[0]?.[lang]
  if (talk && right !== undefined && plain(tidy(message)) !== plain(right))
    return ask(state, context, `${words.again[lang]}\n\n${listed(talk.points, context)}`)
  return ask({ ...state, step: 'raised' }, context)
}

const answerRaised: Answer = (state, message, context) => {
  const raised = message.trim().slice(0, 1000)
  const isNothing = plain(raised) === plain(words.nothing[context.lang])
  return ask({ ...state, step: 'people', raised: isNothing ? '' : raised }, context)
}

const answerPeople: Answer = (state, message, context) => {
  const people = peopleSaid(message, offeredPeople(context), context, mostPeople)
  return ask(people ? { ...state, people, step: 'sign' } : state, context)
}

const answerSign: Answer = (state, message, context) => {
  const { lang } = context
  const signers = signersSaid(message, state.people, context, mostPeople)
  if (!signers) return ask(state, context, crewWords.signYourself[lang])
  return { state, text: words.done[lang], finished: modelOf(state, signers, context) }
}

const answers: Readonly<Record<ToolboxState['step'], Answer>> = {
  topic: answerTopic,
  check: answerCheck,
  raised: answerRaised,
  people: answerPeople,
  sign: answerSign,
}

function answer(state: ToolboxState, message: string, context: TalkContext): Turn<ToolboxState> {
  const wish = wishOf(message)
  if (wish === 'help') return ask(state, context, words.help[context.lang])
  if (wish === 'restart') return ask(start, context)
  if (wish === 'back') return ask({ ...state, step: before[state.step] }, context)
  return answers[state.step](state, message, context)
}

function modelOf(state: ToolboxState, signers: readonly string[], context: TalkContext): Model {
  const { lang, name, today } = context
  return {
    date: today,
    lang: ['en', 'es', 'pt'][lang],
    made_by: name,
    topic: state.topic,
    points: (talkNamed(state.topic)?.points ?? []).map((point) => point[lang]).join('\n'),
    raised: state.raised,
    ...crewModel(state.people, signers, context),
  }
}

const lines = (value: unknown): string[] => (typeof value === 'string' ? value.split('\n').filter(Boolean) : [])

/** Guides a crew through a toolbox talk: topic, text, a question, remarks, participants, signatures. */
export const toolboxTalk: Talk<ToolboxState> = {
  title: 'Toolbox Talk Agent',
  greeting: (context) => ({ text: words.which[context.lang], suggestions: topics(context) }),
  begin: () => start,
  answer,
  document: (model, lang): Document => ({
    title: words.title[lang],
    about: [
      [crewWords.date[lang], String(model['date'] ?? '')],
      [words.by[lang], String(model['made_by'] ?? '')],
    ],
    sections: [
      { heading: String(model['topic'] ?? ''), lines: [] },
      { heading: words.said[lang], lines: lines(model['points']) },
      { heading: words.raisedWord[lang], lines: lines(model['raised']) },
      { heading: words.peopleWord[lang], lines: lines(model['people_names']) },
      { heading: crewWords.signed[lang], lines: lines(model['signed']) },
    ].filter((section, at) => at === 0 || section.lines.length > 0),
  }),
}
