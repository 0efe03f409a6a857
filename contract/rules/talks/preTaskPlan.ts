import { isObject } from '../merge.ts'
import type { Model } from '../../endpoints/records.ts'
import { text } from '../../Text.ts'
import { crewModel, crewWords, peopleOptions, peopleSaid, signersSaid, signQuestion } from './crewModel.ts'
import { hazardById, hazardCalled, hazards, kindOf, taskKinds } from './taskKinds.ts'
import { type Ideas, listOf, type Talk, type TalkContext, type Turn } from './talk.ts'
import { itemsOf, longestItem, mostItems, wishOf, yesOrNo } from './understand.ts'

interface Task {
  readonly task: string
  readonly hazards: readonly string[]
  readonly controls: readonly string[]
}

type Step = 'tasks' | 'hazards' | 'controls' | 'permit' | 'people' | 'review' | 'change' | 'sign'

export interface PlanState {
  readonly step: Step
  readonly tasks: readonly Task[]
  /** Index of the current task or permit. */
  readonly at: number
  readonly permits: readonly { readonly permit: string; readonly there: boolean }[]
  readonly people: readonly string[]
  /** Hazards of a language model that were offered, by task. */
  readonly ideas?: Ideas | undefined
}

const mostTasks = 8
const mostPeople = 40

const start: PlanState = { step: 'tasks', tasks: [], at: 0, permits: [], people: [] }

const words = {
  same: text('Same as last time'),
  tasks: text('What tasks are you doing today?'),
  oneTask: text('Write at least one task in a few words, for example: **Concrete pour**, **Moving material**. What are you doing today?'),
  hazards: text('What could hurt somebody here?'),
  choose: text('Choose all that apply, or write your own.'),
  noHazard: text('Every task has something that can hurt. Think of hands, eyes, back, and what moves above and around you.'),
  controls: text('How do you keep safe from it?'),
  noControl: text('Work without a control cannot begin. Name at least one.'),
  stop: text('Stop: do not begin this work without the permit. Talk to your foreman. It is noted in the plan.'),
  people: text('Who works with you on this?'),
  names: text('Write the names with commas between them.'),
  review: text('Is this plan right, and has everyone on it heard it?'),
  change: text('What should change?'),
  done: text('Thank you. Your plan is signed and is being saved. Work safe.'),
  help: text(
    'I ask about tasks, hazards, controls and people, and you sign at the end. Tap what fits or write in your own words. Write "back" to change the last answer or "start over".',
  ),
  neither: text('Please answer yes or no.'),
  taskWord: text('Tasks'),
  hazardWord: text('Hazards'),
  controlWord: text('Controls'),
  peopleWord: text('People'),
  permitWord: text('Permits'),
  there: text('in place'),
  missing: text('MISSING'),
  /** Spanish and Portuguese permit names include their article. */
  permit: text('Is the {permit} signed and on site?'),
}

const inOrder = (names: readonly string[], { lang }: TalkContext) => new Intl.ListFormat(lang, { type: 'conjunction' }).format(names)

/** Returns the distinct permits that the chosen hazards need. */
function permitsOf({ tasks }: PlanState, context: TalkContext): string[] {
  const needed = tasks.flatMap(({ hazards }) => hazards.map((name) => hazardCalled(name, context)?.permit))
  return [...new Set(needed.filter((permit) => permit !== undefined))].map((permit) => context.say(permit))
}

const ideasFor = (task: string, ideas: Ideas = {}): readonly string[] | undefined => (Object.hasOwn(ideas, task) ? ideas[task] : undefined)

function hazardOptions(task: string, { ideas }: PlanState, context: TalkContext): string[] {
  const own = kindOf(task, context).hazards.map((id) => {
    const hazard = hazardById(id)
    return hazard ? context.say(hazard.name) : id
  })
  return [...new Set([...own, ...(ideasFor(task, ideas) ?? [])])]
}

/** Returns the controls of the hazards in turn, so that each hazard is covered before the list is cut. */
function controlOptions({ hazards: chosen }: Task, context: TalkContext): string[] {
  const lists = chosen.map((name) => hazardCalled(name, context)?.controls.map((control) => context.say(control)) ?? [])
  const rounds = Math.max(0, ...lists.map(({ length }) => length))
  const all = Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list[round] ?? [])).flat()
  return [...new Set(all)].slice(0, 12)
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n').filter(Boolean)
  return Array.isArray(value) ? value.map(String) : []
}

/** The first lines, as many as a conversation accepts. The record may hold anything, because it can be saved without a conversation. */
const firstLines = (value: unknown, most: number): string[] =>
  strings(Array.isArray(value) ? value.filter((line) => typeof line === 'string') : value)
    .slice(0, most)
    .map((line) => line.slice(0, longestItem))

/** Returns tasks and people of the previous plan, which this plan may repeat. */
function previousPlan({ previous }: TalkContext): { tasks: Task[]; people: string[] } | undefined {
  const listed: unknown = previous?.['tasks']
  const steps = Array.isArray(listed) ? listed.slice(0, mostTasks).filter(isObject) : []
  if (steps.length === 0) return undefined
  return {
    tasks: steps.map((step) => ({
      task: firstLines(step['task'], 1)[0] ?? '',
      hazards: firstLines(step['hazards'], mostItems),
      controls: firstLines(step['controls'], mostItems),
    })),
    people: firstLines(previous?.['people'], mostPeople),
  }
}

const offeredPeople = (context: TalkContext) => peopleOptions(context, previousPlan(context)?.people ?? [], 8)

/** Returns the summary for review. It has no bold text: only its question needs an answer. */
function summary(state: PlanState, context: TalkContext): string {
  const tasks = state.tasks.map(
    ({ task, hazards, controls }) =>
      `## ${task}\n- ${context.say(words.hazardWord)}: ${hazards.join(', ')}\n- ${context.say(words.controlWord)}: ${controls.join(', ')}`,
  )
  const permits = state.permits.map(({ permit, there }) => `- ${permit}: ${there ? context.say(words.there) : context.say(words.missing)}`)
  return [
    ...tasks,
    ...(permits.length > 0 ? [`## ${context.say(words.permitWord)}\n${permits.join('\n')}`] : []),
    `## ${context.say(words.peopleWord)}\n${state.people.length > 0 ? state.people.join(', ') : context.say(crewWords.justMe)}`,
  ].join('\n\n')
}

function hazardsQuestion(state: PlanState, context: TalkContext): string {
  const task = state.tasks[state.at]
  return `## ${task?.task}\n\n${context.say(words.hazards)} ${context.say(words.choose)}\n\n${listOf(hazardOptions(task?.task ?? '', state, context))}`
}

function controlsQuestion(task: Task | undefined, context: TalkContext): string {
  const options = task ? controlOptions(task, context) : []
  const about = task ? inOrder(task.hazards, context) : ''
  return `## ${task?.task}: ${about}\n\n${context.say(words.controls)} ${context.say(words.choose)}\n\n${listOf(options)}`
}

function question(state: PlanState, context: TalkContext): string {
  switch (state.step) {
    case 'tasks':
      return context.say(words.tasks)
    case 'hazards':
      return hazardsQuestion(state, context)
    case 'controls':
      return controlsQuestion(state.tasks[state.at], context)
    case 'permit':
      return context.say(words.permit, { permit: permitsOf(state, context)[state.at] ?? '' })
    case 'people':
      return `${context.say(words.people)} ${context.say(words.names)}\n\n${listOf(offeredPeople(context))}`
    case 'review':
      return `${summary(state, context)}\n\n${context.say(words.review)}`
    case 'change':
      return `${context.say(words.change)}\n\n${listOf([context.say(words.taskWord), context.say(words.hazardWord), context.say(words.peopleWord)])}`
    case 'sign':
      return signQuestion(state.people, context)
  }
}

/** Moves to the next open question. */
function onward(state: PlanState, context: TalkContext): PlanState {
  // Hazards and controls of a task are complete before the next task.
  const at = state.tasks.findIndex(({ hazards, controls }) => hazards.length === 0 || controls.length === 0)
  if (at >= 0) return { ...state, step: state.tasks[at]?.hazards.length === 0 ? 'hazards' : 'controls', at }
  const permits = permitsOf(state, context)
  if (state.permits.length < permits.length) return { ...state, step: 'permit', at: state.permits.length }
  return { ...state, step: 'people', at: 0 }
}

function back(state: PlanState, context: TalkContext): PlanState {
  switch (state.step) {
    case 'tasks':
    case 'hazards': {
      const before = state.tasks[state.at - 1]
      if (state.step === 'tasks' || before === undefined) return start
      return {
        ...state,
        step: 'controls',
        at: state.at - 1,
        tasks: state.tasks.map((task, at) => (at === state.at - 1 ? { ...task, controls: [] } : task)),
      }
    }
    case 'controls':
      return { ...state, step: 'hazards', tasks: state.tasks.map((task, at) => (at === state.at ? { ...task, hazards: [] } : task)) }
    case 'permit':
    case 'people': {
      if (state.permits.length > 0) return { ...state, step: 'permit', at: state.permits.length - 1, permits: state.permits.slice(0, -1) }
      const last = state.tasks.length - 1
      return {
        ...state,
        step: 'controls',
        at: last,
        tasks: state.tasks.map((task, at) => (at === last ? { ...task, controls: [] } : task)),
      }
    }
    case 'review':
    case 'change':
      return { ...state, step: 'people', at: 0 }
    case 'sign':
      return { ...onward(state, context), step: 'review' }
  }
}

function modelOf(state: PlanState, signers: readonly string[], context: TalkContext): Model {
  const { lang, name, today } = context
  return {
    date: today,
    lang,
    made_by: name,
    task_names: state.tasks.map(({ task }) => task).join(', '),
    tasks: state.tasks.map(({ task, hazards, controls }, at) => ({
      id: String(at + 1),
      task,
      hazards: hazards.join('\n'),
      controls: controls.join('\n'),
    })),
    permits: state.permits
      .map(({ permit, there }) => `${permit}: ${there ? context.say(words.there) : context.say(words.missing)}`)
      .join('\n'),
    permit_missing: state.permits.some(({ there }) => !there),
    ...crewModel(state.people, signers, context),
  }
}

/** Adds what a language model suggests for the task in question; the state keeps it, so that the answer is read with it. */
function withIdeas(state: PlanState, { ideas }: TalkContext): PlanState {
  const task = state.step === 'hazards' ? state.tasks[state.at]?.task : undefined
  const found = task === undefined ? undefined : ideasFor(task, ideas)
  return task !== undefined && found ? { ...state, ideas: { ...state.ideas, [task]: found } } : state
}

function ask(asked: PlanState, context: TalkContext, before?: string): Turn<PlanState> {
  const state = withIdeas(asked, context)
  const text = question(state, context)
  const task = state.step === 'hazards' ? state.tasks[state.at]?.task : undefined
  return {
    state,
    text: before === undefined ? text : `${before}\n\n${text}`,
    ...(task !== undefined && !ideasFor(task, state.ideas) && { wants: task }),
  }
}

type Answer = (state: PlanState, message: string, context: TalkContext) => Turn<PlanState>

const withoutHazards = ({ task }: Pick<Task, 'task'>): Task => ({ task, hazards: [], controls: [] })

const answerTasks: Answer = (state, message, context) => {
  const previous = previousPlan(context)
  const items = itemsOf(message, greetingOptions(context), { joined: true, most: mostTasks })
  if (previous && items.includes(context.say(words.same)))
    return ask(onward({ ...start, tasks: previous.tasks, people: previous.people }, context), context)
  const tasks = items.filter((item) => item !== context.say(words.same)).map((task) => withoutHazards({ task }))
  if (tasks.length === 0) return { state, text: context.say(words.oneTask) }
  return ask(onward({ ...start, tasks, people: state.people }, context), context)
}

const answerHazards: Answer = (state, message, context) => {
  const task = state.tasks[state.at]
  const hazards = itemsOf(message, hazardOptions(task?.task ?? '', state, context))
  if (hazards.length === 0 || nothingNamed.test(message)) return ask(state, context, context.say(words.noHazard))
  const tasks = state.tasks.map((one, at) => (at === state.at ? { ...one, hazards, controls: [] } : one))
  return ask(onward({ ...state, tasks }, context), context)
}

const answerControls: Answer = (state, message, context) => {
  const task = state.tasks[state.at]
  const controls = task ? itemsOf(message, controlOptions(task, context)) : []
  if (controls.length === 0 || nothingNamed.test(message)) return ask(state, context, context.say(words.noControl))
  const tasks = state.tasks.map((one, at) => (at === state.at ? { ...one, controls } : one))
  return ask(onward({ ...state, tasks }, context), context)
}

const answerPermit: Answer = (state, message, context) => {
  const there = yesOrNo(message)
  if (there === undefined) return ask(state, context, context.say(words.neither))
  const permits = [...state.permits, { permit: bare(permitsOf(state, context)[state.at] ?? ''), there }]
  return ask(onward({ ...state, permits }, context), context, there ? undefined : context.say(words.stop))
}

const answerPeople: Answer = (state, message, context) => {
  const people = peopleSaid(message, offeredPeople(context), context, mostPeople)
  return ask(people ? { ...state, people, step: 'review', at: 0 } : state, context)
}

const answerReview: Answer = (state, message, context) => {
  const right = yesOrNo(message)
  if (right === undefined) return ask(state, context, context.say(words.neither))
  return ask({ ...state, step: right ? 'sign' : 'change' }, context)
}

const answerChange: Answer = (state, message, context) => {
  const [what] = itemsOf(message, [context.say(words.taskWord), context.say(words.hazardWord), context.say(words.peopleWord)])
  if (what === context.say(words.taskWord)) return ask({ ...start, people: state.people }, context)
  if (what === context.say(words.hazardWord))
    return ask(onward({ ...state, tasks: state.tasks.map(withoutHazards), permits: [] }, context), context)
  if (what === context.say(words.peopleWord)) return ask({ ...state, step: 'people' }, context)
  return ask(state, context)
}

const answerSign: Answer = (state, message, context) => {
  const signers = signersSaid(message, state.people, context, mostPeople)
  if (!signers) return ask(state, context, context.say(crewWords.signYourself))
  return { state, text: context.say(words.done), finished: modelOf(state, signers, context) }
}

const answers: Readonly<Record<Step, Answer>> = {
  tasks: answerTasks,
  hazards: answerHazards,
  controls: answerControls,
  permit: answerPermit,
  people: answerPeople,
  review: answerReview,
  change: answerChange,
  sign: answerSign,
}

function answer(state: PlanState, message: string, context: TalkContext): Turn<PlanState> {
  const wish = wishOf(message)
  if (wish === 'help') return ask(state, context, context.say(words.help))
  if (wish === 'restart') return ask(start, context)
  if (wish === 'back') return ask(back(state, context), context)
  return answers[state.step](state, message, context)
}

/** An answer to a "what" question that names nothing. */
const nothingNamed = /^\s*(?:none|nothing|nil|ningun[oa]|nada|nenhuma?|yes|no|ok|s[ií]|sim|não|nao)\s*(?:[.!]\s*)?$/i

/** "el permiso de …" → "Permiso de …", as a line of the plan. */
function bare(permit: string): string {
  const name = permit.replace(/^(?:el|a) /, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function greetingOptions(context: TalkContext): string[] {
  const same = previousPlan(context) ? [context.say(words.same)] : []
  return [...same, ...taskKinds.slice(0, -1).map(({ name }) => context.say(name))]
}

/**
 * Guides a worker through the plan of the day: tasks, their hazards, controls, permits, people, signatures.
 */
export const preTaskPlan: Talk<PlanState> = {
  title: 'PTP Agent',
  greeting: (context) => ({ suggestions: greetingOptions(context) }),
  begin: () => start,
  answer,
  texts: [
    ...Object.values(words),
    ...Object.values(crewWords),
    ...taskKinds.map(({ name }) => name),
    ...hazards.flatMap(({ name, controls, permit }) => [name, ...controls, ...(permit ? [permit] : [])]),
  ],
}
