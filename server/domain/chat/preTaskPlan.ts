import { isObject } from '../../../contract/rules/merge.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Document } from '../files/documentPdf.ts'
import { crewModel, crewWords, peopleOptions, peopleSaid, signersSaid, signQuestion } from './crewModel.ts'
import { hazardById, hazardCalled, kindOf, type Lang, taskKinds, type Words } from './taskKinds.ts'
import { listOf, type Talk, type TalkContext, type Turn } from './talk.ts'
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
}

const mostTasks = 8
const mostPeople = 40

const start: PlanState = { step: 'tasks', tasks: [], at: 0, permits: [], people: [] }

const words = {
  same: ['Same as last time', 'Lo mismo que la última vez', 'O mesmo da última vez'],
  tasks: ['What tasks are you doing today?', '¿Qué tareas van a hacer hoy?', 'Que tarefas vocês vão fazer hoje?'],
  oneTask: [
    'Write at least one task in a few words, for example: **Concrete pour**, **Moving material**. What are you doing today?',
    'Escriba al menos una tarea en pocas palabras, por ejemplo: **Vaciado de concreto**, **Mover material**. ¿Qué van a hacer hoy?',
    'Escreva pelo menos uma tarefa em poucas palavras, por exemplo: **Concretagem**, **Mover material**. O que vocês vão fazer hoje?',
  ],
  hazards: ['What could hurt somebody here?', '¿Qué podría lastimar a alguien aquí?', 'O que pode machucar alguém aqui?'],
  choose: [
    'Choose all that apply, or write your own.',
    'Elija todo lo que aplique, o escriba lo suyo.',
    'Escolha tudo o que se aplica, ou escreva o seu.',
  ],
  noHazard: [
    'Every task has something that can hurt. Think of hands, eyes, back, and what moves above and around you.',
    'Toda tarea tiene algo que puede lastimar. Piense en manos, ojos, espalda y en lo que se mueve arriba y alrededor.',
    'Toda tarefa tem algo que pode machucar. Pense em mãos, olhos, costas e no que se move acima e em volta.',
  ],
  controls: ['How do you keep safe from it?', '¿Cómo se protegen de eso?', 'Como vocês se protegem disso?'],
  noControl: [
    'Work without a control can not begin. Name at least one.',
    'Sin una medida de control no se puede empezar. Diga al menos una.',
    'Sem uma medida de controle o trabalho não pode começar. Diga pelo menos uma.',
  ],
  stop: [
    'Stop: do not begin this work before the permit is there. Talk to your foreman. It is noted in the plan.',
    'Alto: no empiecen este trabajo antes de tener el permiso. Hable con su mayordomo. Queda anotado en el plan.',
    'Pare: não comecem este trabalho antes de ter a permissão. Fale com o encarregado. Fica anotado no plano.',
  ],
  people: ['Who works with you on this?', '¿Quién trabaja con usted en esto?', 'Quem trabalha com você nisso?'],
  names: [
    'Write the names with commas between them.',
    'Escriba los nombres separados por comas.',
    'Escreva os nomes separados por vírgulas.',
  ],
  review: [
    'Is this plan right, and has everybody on it heard it?',
    '¿Está bien este plan y todos lo escucharon?',
    'Está certo este plano, e todos nele o ouviram?',
  ],
  change: ['What should change?', '¿Qué hay que cambiar?', 'O que deve mudar?'],
  done: [
    'Thank you. Your plan is signed and is being saved. Work safe.',
    'Gracias. Su plan está firmado y se está guardando. Trabajen seguros.',
    'Obrigado. Seu plano está assinado e está sendo salvo. Trabalhem com segurança.',
  ],
  help: [
    'I ask about tasks, hazards, controls and people, and you sign at the end. Tap what fits or write in your own words. Write "back" to change the last answer or "start over".',
    'Pregunto por tareas, peligros, controles y personas, y al final se firma. Toque lo que corresponda o escriba con sus palabras. Escriba "atrás" para cambiar la última respuesta o "empezar de nuevo".',
    'Pergunto sobre tarefas, perigos, controles e pessoas, e no fim se assina. Toque no que serve ou escreva com suas palavras. Escreva "voltar" para mudar a última resposta ou "começar de novo".',
  ],
  neither: ['Please answer yes or no.', 'Responda sí o no, por favor.', 'Responda sim ou não, por favor.'],
  taskWord: ['Tasks', 'Tareas', 'Tarefas'],
  hazardWord: ['Hazards', 'Peligros', 'Perigos'],
  controlWord: ['Controls', 'Controles', 'Controles'],
  peopleWord: ['People', 'Personas', 'Pessoas'],
  permitWord: ['Permits', 'Permisos', 'Permissões'],
  there: ['in place', 'en el sitio', 'no local'],
  missing: ['MISSING', 'FALTA', 'FALTA'],
  title: ['Pre-Task Plan', 'Plan previo a la tarea', 'Plano pré-tarefa'],
  by: ['Made by', 'Hecho por', 'Feito por'],
  project: ['Project', 'Proyecto', 'Projeto'],
} as const satisfies Record<string, Words>

const inOrder = (names: readonly string[], lang: Lang) =>
  new Intl.ListFormat(['en', 'es', 'pt'][lang], { type: 'conjunction' }).format(names)

/** Spanish and Portuguese permit names include their article. */
const permitQuestion: Readonly<Record<Lang, (permit: string) => string>> = {
  0: (permit) => `Is the ${permit} signed and on site?`,
  1: (permit) => `¿Está firmado y en el sitio ${permit}?`,
  2: (permit) => `Está assinada e no local ${permit}?`,
}

/** Returns the distinct permits that the chosen hazards need. */
function permitsOf({ tasks }: PlanState, lang: Lang): string[] {
  const needed = tasks.flatMap(({ hazards }) => hazards.map((name) => hazardCalled(name)?.permit?.[lang]))
  return [...new Set(needed.filter((permit) => permit !== undefined))]
}

function hazardOptions(task: string, { lang, ideas }: TalkContext): string[] {
  const own = kindOf(task).hazards.map((id) => hazardById(id)?.name[lang] ?? id)
  return [...new Set([...own, ...(ideas?.[task] ?? [])])]
}

/** Returns the controls of the hazards in turn, so that each hazard is covered before the list is cut. */
function controlOptions({ hazards }: Task, lang: Lang): string[] {
  const lists = hazards.map((name) => hazardCalled(name)?.controls.map((control) => control[lang]) ?? [])
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
function summary(state: PlanState, lang: Lang): string {
  const tasks = state.tasks.map(
    ({ task, hazards, controls }) =>
      `## ${task}\n- ${words.hazardWord[lang]}: ${hazards.join(', ')}\n- ${words.controlWord[lang]}: ${controls.join(', ')}`,
  )
  const permits = state.permits.map(({ permit, there }) => `- ${permit}: ${there ? words.there[lang] : words.missing[lang]}`)
  return [
    ...tasks,
    ...(permits.length > 0 ? [`## ${words.permitWord[lang]}\n${permits.join('\n')}`] : []),
    `## ${words.peopleWord[lang]}\n${state.people.length > 0 ? state.people.join(', ') : crewWords.justMe[lang]}`,
  ].join('\n\n')
}

function hazardsQuestion(task: Task | undefined, context: TalkContext): string {
  const { lang } = context
  return `## ${task?.task}\n\n${words.hazards[lang]} ${words.choose[lang]}\n\n${listOf(hazardOptions(task?.task ?? '', context))}`
}

function controlsQuestion(task: Task | undefined, lang: Lang): string {
  const options = task ? controlOptions(task, lang) : []
  const about = task ? inOrder(task.hazards, lang) : ''
  return `## ${task?.task}: ${about}\n\n${words.controls[lang]} ${words.choose[lang]}\n\n${listOf(options)}`
}

function question(state: PlanState, context: TalkContext): string {
  const { lang } = context
  switch (state.step) {
    case 'tasks':
      return words.tasks[lang]
    case 'hazards':
      return hazardsQuestion(state.tasks[state.at], context)
    case 'controls':
      return controlsQuestion(state.tasks[state.at], lang)
    case 'permit':
      return permitQuestion[lang](permitsOf(state, lang)[state.at] ?? '')
    case 'people':
      return `${words.people[lang]} ${words.names[lang]}\n\n${listOf(offeredPeople(context))}`
    case 'review':
      return `${summary(state, lang)}\n\n${words.review[lang]}`
    case 'change':
      return `${words.change[lang]}\n\n${listOf([words.taskWord[lang], words.hazardWord[lang], words.peopleWord[lang]])}`
    case 'sign':
      return signQuestion(state.people, context)
  }
}

/** Moves to the next open question. */
function onward(state: PlanState, context: TalkContext): PlanState {
  // Hazards and controls of a task are complete before the next task.
  const at = state.tasks.findIndex(({ hazards, controls }) => hazards.length === 0 || controls.length === 0)
  if (at >= 0) return { ...state, step: state.tasks[at]?.hazards.length === 0 ? 'hazards' : 'controls', at }
  const permits = permitsOf(state, context.lang)
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
    lang: ['en', 'es', 'pt'][lang],
    made_by: name,
    task_names: state.tasks.map(({ task }) => task).join(', '),
    tasks: state.tasks.map(({ task, hazards, controls }, at) => ({
      id: String(at + 1),
      task,
      hazards: hazards.join('\n'),
      controls: controls.join('\n'),
    })),
    permits: state.permits.map(({ permit, there }) => `${permit}: ${there ? words.there[lang] : words.missing[lang]}`).join('\n'),
    permit_missing: state.permits.some(({ there }) => !there),
    ...crewModel(state.people, signers, context),
  }
}

function ask(state: PlanState, context: TalkContext, before?: string): Turn<PlanState> {
  const text = question(state, context)
  return {
    state,
    text: before === undefined ? text : `${before}\n\n${text}`,
    ...(state.step === 'hazards' && { wants: state.tasks[state.at]?.task }),
  }
}

type Answer = (state: PlanState, message: string, context: TalkContext) => Turn<PlanState>

const withoutHazards = ({ task }: Pick<Task, 'task'>): Task => ({ task, hazards: [], controls: [] })

const answerTasks: Answer = (state, message, context) => {
  const { lang } = context
  const previous = previousPlan(context)
  const items = itemsOf(message, greetingOptions(context), { joined: true, most: mostTasks })
  if (previous && items.includes(words.same[lang]))
    return ask(onward({ ...start, tasks: previous.tasks, people: previous.people }, context), context)
  const tasks = items.filter((item) => item !== words.same[lang]).map((task) => withoutHazards({ task }))
  if (tasks.length === 0) return { state, text: words.oneTask[lang] }
  return ask(onward({ ...start, tasks, people: state.people }, context), context)
}

const answerHazards: Answer = (state, message, context) => {
  const task = state.tasks[state.at]
  const hazards = itemsOf(message, hazardOptions(task?.task ?? '', context))
  if (hazards.length === 0 || nothingNamed.test(message)) return ask(state, context, words.noHazard[context.lang])
  const tasks = state.tasks.map((one, at) => (at === state.at ? { ...one, hazards, controls: [] } : one))
  return ask(onward({ ...state, tasks }, context), context)
}

const answerControls: Answer = (state, message, context) => {
  const { lang } = context
  const task = state.tasks[state.at]
  const controls = task ? itemsOf(message, controlOptions(task, lang)) : []
  if (controls.length === 0 || nothingNamed.test(message)) return ask(state, context, words.noControl[lang])
  const tasks = state.tasks.map((one, at) => (at === state.at ? { ...one, controls } : one))
  return ask(onward({ ...state, tasks }, context), context)
}

const answerPermit: Answer = (state, message, context) => {
  const { lang } = context
  const there = yesOrNo(message)
  if (there === undefined) return ask(state, context, words.neither[lang])
  const permits = [...state.permits, { permit: bare(permitsOf(state, lang)[state.at] ?? ''), there }]
  return ask(onward({ ...state, permits }, context), context, there ? undefined : words.stop[lang])
}

const answerPeople: Answer = (state, message, context) => {
  const people = peopleSaid(message, offeredPeople(context), context, mostPeople)
  return ask(people ? { ...state, people, step: 'review', at: 0 } : state, context)
}

const answerReview: Answer = (state, message, context) => {
  const right = yesOrNo(message)
  if (right === undefined) return ask(state, context, words.neither[context.lang])
  return ask({ ...state, step: right ? 'sign' : 'change' }, context)
}

const answerChange: Answer = (state, message, context) => {
  const { lang } = context
  const [what] = itemsOf(message, [words.taskWord[lang], words.hazardWord[lang], words.peopleWord[lang]])
  if (what === words.taskWord[lang]) return ask({ ...start, people: state.people }, context)
  if (what === words.hazardWord[lang])
    return ask(onward({ ...state, tasks: state.tasks.map(withoutHazards), permits: [] }, context), context)
  if (what === words.peopleWord[lang]) return ask({ ...state, step: 'people' }, context)
  return ask(state, context)
}

const answerSign: Answer = (state, message, context) => {
  const { lang } = context
  const signers = signersSaid(message, state.people, context, mostPeople)
  if (!signers) return ask(state, context, crewWords.signYourself[lang])
  return { state, text: words.done[lang], finished: modelOf(state, signers, context) }
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
  if (wish === 'help') return ask(state, context, words.help[context.lang])
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
  const { lang } = context
  const same = previousPlan(context) ? [words.same[lang]] : []
  return [...same, ...taskKinds.slice(0, -1).map(({ name }) => name[lang])]
}

/**
 * Guides a worker through the plan of the day: tasks, their hazards, controls, permits, people, signatures.
 */
export const preTaskPlan: Talk<PlanState> = {
  title: 'PTP Agent',
  greeting: (context) => ({ suggestions: greetingOptions(context) }),
  begin: () => start,
  answer,
  document(model, lang): Document {
    const tasks = Array.isArray(model['tasks']) ? (model['tasks'] as Model[]) : []
    const section = (heading: Words, value: unknown) => ({ heading: heading[lang], lines: strings(value) })
    return {
      title: words.title[lang],
      about: [
        [crewWords.date[lang], String(model['date'] ?? '')],
        [words.by[lang], String(model['made_by'] ?? '')],
      ],
      sections: [
        ...tasks.map((task) => ({
          heading: String(task['task'] ?? ''),
          lines: [
            `${words.hazardWord[lang]}: ${strings(task['hazards']).join(', ')}`,
            `${words.controlWord[lang]}: ${strings(task['controls']).join(', ')}`,
          ],
        })),
        section(words.permitWord, model['permits']),
        section(words.peopleWord, model['people_names']),
        section(crewWords.signed, model['signed']),
      ].filter(({ lines }) => lines.length > 0),
    }
  },
}
