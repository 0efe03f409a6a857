import type { Model } from '../../endpoints/records.ts'
import { type Text, text } from '../../Text.ts'
import { crewModel, crewWords, peopleOptions, peopleSaid, signersSaid, signQuestion } from './crewModel.ts'
import { plain } from './plain.ts'
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
  which: text('Which talk do you hold today?'),
  own: text('Choose one or write your own topic.'),
  read: text('Read this out to the crew:'),
  document: text('Open the document and go through it with the crew:'),
  tell: text('Tell the crew what matters about it today.'),
  again: text('Not quite. Read that point out once more:'),
  raised: text('What did the crew raise or ask?'),
  nothing: text('Nothing raised'),
  people: text('Who took part? Write the names with commas between them.'),
  done: text('Thank you. The talk is signed and is being saved.'),
  help: text(
    'Choose a talk, read it out, answer one question, and sign with the crew. Write "back" to change the last answer or "start over".',
  ),
}

const talkNamed = (topic: string, { inEveryLanguage }: TalkContext): BuiltInTalk | undefined =>
  builtInTalks.find(({ name }) => inEveryLanguage(name).some((one) => plain(one) === plain(topic)))

const topics = ({ say, talks = [] }: TalkContext) => [...talks.map(({ name }) => name), ...builtInTalks.map(({ name }) => say(name))]

/** Alphabetical, so that the correct answer is not always the first. */
const answersOf = (talk: BuiltInTalk, { say }: TalkContext) => talk.answers.map((one) => say(one)).sort()

const listed = (points: readonly Text[], { say }: TalkContext) => points.map((point) => `- ${say(point)}`).join('\n')

const offeredPeople = (context: TalkContext) => {
  const before = context.previous?.['people']
  return peopleOptions(context, Array.isArray(before) ? before.map(String) : [], 12)
}

function question(state: ToolboxState, context: TalkContext): string {
  switch (state.step) {
    case 'topic':
      return `${context.say(words.which)} ${context.say(words.own)}\n\n${listOf(topics(context))}`
    case 'check': {
      const talk = talkNamed(state.topic, context)
      return talk ? `${context.say(talk.check)}\n\n${listOf(answersOf(talk, context))}` : ''
    }
    case 'raised':
      return `${context.say(words.raised)}\n\n${listOf([context.say(words.nothing)])}`
    case 'people':
      return `${context.say(words.people)}\n\n${listOf(offeredPeople(context))}`
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
  const { talks = [] } = context
  const talk = talkNamed(state.topic, context)
  if (talk)
    return ask({ ...state, step: 'check' }, context, `## ${state.topic}\n\n${context.say(words.read)}\n\n${listed(talk.points, context)}`)
  const document = talks.find(({ name }) => name === state.topic)
  const what = document ? `${context.say(words.document)} [${document.name}](${document.address})` : context.say(words.tell)
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
  const talk = talkNamed(state.topic, context)
  const right = talk?.answers[0] && context.say(talk.answers[0])
  if (talk && right !== undefined && plain(tidy(message)) !== plain(right))
    return ask(state, context, `${context.say(words.again)}\n\n${listed(talk.points, context)}`)
  return ask({ ...state, step: 'raised' }, context)
}

const answerRaised: Answer = (state, message, context) => {
  const raised = message.trim().slice(0, 1000)
  const isNothing = plain(raised) === plain(context.say(words.nothing))
  return ask({ ...state, step: 'people', raised: isNothing ? '' : raised }, context)
}

const answerPeople: Answer = (state, message, context) => {
  const people = peopleSaid(message, offeredPeople(context), context, mostPeople)
  return ask(people ? { ...state, people, step: 'sign' } : state, context)
}

const answerSign: Answer = (state, message, context) => {
  const signers = signersSaid(message, state.people, context, mostPeople)
  if (!signers) return ask(state, context, context.say(crewWords.signYourself))
  return { state, text: context.say(words.done), finished: modelOf(state, signers, context) }
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
  if (wish === 'help') return ask(state, context, context.say(words.help))
  if (wish === 'restart') return ask(start, context)
  if (wish === 'back') return ask({ ...state, step: before[state.step] }, context)
  return answers[state.step](state, message, context)
}

function modelOf(state: ToolboxState, signers: readonly string[], context: TalkContext): Model {
  const { lang, name, today } = context
  return {
    date: today,
    lang,
    made_by: name,
    topic: state.topic,
    points: (talkNamed(state.topic, context)?.points ?? []).map((point) => context.say(point)).join('\n'),
    raised: state.raised,
    ...crewModel(state.people, signers, context),
  }
}

/** Guides a crew through a toolbox talk: topic, text, a question, remarks, participants, signatures. */
export const toolboxTalk: Talk<ToolboxState> = {
  title: 'Toolbox Talk Agent',
  greeting: (context) => ({ text: context.say(words.which), suggestions: topics(context) }),
  begin: () => start,
  answer,
  texts: [
    ...Object.values(words),
    ...Object.values(crewWords),
    ...builtInTalks.flatMap(({ name, points, check, answers: offered }) => [name, ...points, check, ...offered]),
  ],
}
