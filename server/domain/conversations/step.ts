import type { Language } from '../../../contract/reference/languages.ts'
import { hoursOf } from '../../../contract/rules/executionState.ts'
import type { AttentionCode, DailyNote, ExecutionKind, Manpower } from '../../../contract/endpoints/executions.ts'
import type { ExecutionModel } from '../executions/executionRow.ts'
import { replyTemplates } from './replyTemplates.ts'
import type { Expects, ParsedReply } from './reply/ParsedReply.ts'
import { parseReply } from './reply/parseReply.ts'

/** The state of a conversation. */
export interface Talk extends Readonly<Record<string, unknown>> {
  /** Without a region. */
  readonly lang: Language
  readonly expects: Expects
  /** Number of consecutive answers that the bot did not understand. */
  readonly tries: number
  /** With several vendors: the key of the vendor in question. */
  readonly current?: string | undefined
  /** The bot has asked for the location, or the contact has named it. */
  readonly placed?: boolean | undefined
  /** The guess of a language model. It has no effect until the contact confirms it. */
  readonly guess?: Guess | undefined
  /** Number of second readings by a language model so far. */
  readonly readings?: number | undefined
}

/** Figures from a second reading that are not confirmed yet. */
export type Guess = Pick<Manpower, 'worker_count' | 'worker_hours' | 'location'>

export interface Turn {
  readonly kind: ExecutionKind
  readonly model: ExecutionModel
  readonly talk: Talk
}

/** The result of an answer: the next state and the reply. */
export interface Step extends Turn {
  readonly reply?: string
  /** The rules did not understand the text: a language model may read it before `reply` is sent. */
  readonly unsure?: true
  /** The conversation is complete or needs a person. */
  readonly end?: { readonly kind: 'finished' } | { readonly kind: 'attention'; readonly code: AttentionCode }
}

export interface Around {
  readonly places: readonly string[]
  /** The last answer of this vendor, if there is one. */
  readonly before?: (vendor: string) => Manpower | undefined
}

/** After this many answers in a row that the bot did not understand, a person takes over. */
const mostTries = 3

/** Handles one answer of a contact. Pure: the same input gives the same result. */
export function step(turn: Turn, text: string, around: Around): Step {
  const heard = parseReply(text, { expects: turn.talk.expects, places: around.places })
  const lang = heard.tongue ?? turn.talk.lang
  const next = { ...turn, talk: { ...turn.talk, lang } }
  const end = ended(next, heard)
  if (end) return end
  if (turn.kind === 'notes') return noteStep(next, heard, text)
  const { guess, ...talk } = next.talk
  if (guess === undefined) return manpowerStep(next, heard, around)
  const without: Turn = { ...next, talk: { ...talk, guess: undefined, expects: 'all' } }
  if (heard.intent === 'yes' || heard.intent === 'thanks') return confirmed(without, guess)
  if (heard.intent === 'no') return { ...without, reply: say(without).change }
  return manpowerStep(without, parseReply(text, { expects: 'all', places: around.places }), around)
}

const say = ({ talk }: Turn) => replyTemplates(talk.lang)

/** Asks whether a guess is right. */
export function propose(turn: Turn, guess: Guess): Step {
  const talk: Talk = { ...turn.talk, expects: 'confirm', guess, tries: turn.talk.tries + 1 }
  return { ...turn, talk, reply: say(turn).guessed({ count: guess.worker_count, hours: guess.worker_hours, location: guess.location }) }
}

/** Applies a guess that the contact has confirmed, then asks for the missing parts. */
function confirmed(turn: Turn, { location, ...figures }: Guess): Step {
  const placed = location !== undefined && turn.model.collectLocation !== 'Disabled'
  const draft: Manpower = { ...draftOf(turn), ...figures, ...(placed && { location }) }
  const next = goOn(withDraft({ ...turn, talk: { ...turn.talk, ...(placed && { placed }) } }, draft))
  // The guess included both figures, so no further confirmation is needed.
  return next.talk.expects === 'confirm' &&
    next.talk.current === undefined &&
    figures.worker_count !== undefined &&
    figures.worker_hours !== undefined
    ? { ...next, reply: say(turn).thanks, end: { kind: 'finished' } }
    : next
}

/** Ends the conversation if the contact is the wrong person, is away, is rude or wants no texts. */
function ended(turn: Turn, { intent }: ParsedReply): Step | undefined {
  const words = say(turn)
  const attention = (code: AttentionCode, reply: string): Step => ({ ...turn, reply, end: { kind: 'attention', code } })
  switch (intent) {
    case 'wrong':
      return attention('INCORRECT_TARGET_USER', words.wrong)
    case 'rude':
      return attention('UNCOOPERATIVE_TARGET_USER', words.rude)
    case 'pause':
      return attention('PAUSE_TARGET_USER', words.pause)
    case 'stop':
      return attention('PAUSE_TARGET_USER', words.stopped)
    default:
      return undefined
  }
}

function noteStep(turn: Turn, heard: ParsedReply, text: string): Step {
  const words = say(turn)
  const now = (turn.model.model ?? {}) as DailyNote
  const some = now.comment !== undefined && now.comment !== ''
  if (heard.intent === 'none' || heard.intent === 'thanks') {
    if (some) return { ...turn, reply: words.thanks, end: { kind: 'finished' } }
    if (heard.intent === 'thanks') return turn
  }
  if (!some && (heard.intent === 'nil' || heard.intent === 'no' || heard.intent === 'none'))
    return { ...turn, reply: words.thanks, end: { kind: 'attention', code: 'NIL_ENTRY' } }
  const comment = some ? `${now.comment}\n${text.trim()}` : text.trim()
  const location = now.location ?? heard.location
  const model = { ...now, comment, ...(location !== undefined && turn.model.collectLocation !== 'Disabled' && { location }) }
  return { ...turn, model: { ...turn.model, model }, talk: { ...turn.talk, expects: 'more' }, reply: words.noted }
}

/** Returns the draft of the current answer: the only one, or the one of the current vendor. */
const draftOf = ({ model, talk }: Turn): Manpower =>
  talk.current === undefined ? ((model.model ?? {}) as Manpower) : (model.finishedModels?.[talk.current] ?? {})

const vendorOf = ({ model, talk }: Turn): string =>
  (talk.current === undefined ? undefined : model.executionVendors?.find(({ key }) => key === talk.current)?.vendor) ?? model.vendor ?? ''

function withDraft<T extends Turn>(turn: T, draft: Manpower): T {
  const hours = hoursOf(draft)
  const whole: Manpower = { ...draft, ...(hours !== null && { hours }) }
  const { current } = turn.talk
  const model =
    current === undefined
      ? { ...turn.model, model: whole }
      : { ...turn.model, finishedModels: { ...turn.model.finishedModels, [current]: whole } }
  return { ...turn, model }
}

function manpowerStep(turn: Turn, heard: ParsedReply, { before }: Around): Step {
  const { talk } = turn
  const decided = talk.expects === 'confirm' ? confirmationStep(turn, heard) : undefined
  if (decided) return decided
  if (heard.intent === 'nil') return nilStep(turn)
  if (heard.intent === 'same') return sameStep(turn, before?.(vendorOf(turn)))
  if (talk.expects === 'location' && heard.intent === 'none') return goOn({ ...turn, talk: { ...talk, placed: true } })

  const hours = heard.hours ?? (heard.sameHours ? hoursBefore(turn) : undefined)
  const known = heard.count !== undefined || hours !== undefined || heard.location !== undefined || heard.notes !== undefined
  if (!known) return unclearStep(turn, heard)
  const next = { ...turn, talk: { ...talk, tries: 0, ...(heard.location !== undefined && { placed: true }) } }
  return goOn(withDraft(next, extended(turn, heard, hours)))
}

/** Handles a yes or no to the summary. Returns undefined for other answers. */
function confirmationStep(turn: Turn, { intent }: ParsedReply): Step | undefined {
  const words = say(turn)
  if (intent === 'yes' || intent === 'thanks') return { ...turn, reply: words.thanks, end: { kind: 'finished' } }
  if (intent === 'no') return { ...turn, talk: { ...turn.talk, expects: 'all', tries: 0 }, reply: words.change }
  return undefined
}

/** Handles the answer that no workers were on site. */
function nilStep(turn: Turn): Step {
  const { talk } = turn
  const nothing = withDraft({ ...turn, talk: { ...talk, placed: true } }, { ...draftOf(turn), worker_count: 0, worker_hours: 0 })
  if (talk.current === undefined) return { ...nothing, reply: say(turn).nil, end: { kind: 'attention', code: 'NIL_ENTRY' } }
  return goOn(nothing)
}

/** Handles the answer "same as last time". */
function sameStep(turn: Turn, last: Manpower | undefined): Step {
  const { talk } = turn
  if (last?.worker_count === undefined) return { ...turn, talk: { ...talk, expects: 'all' }, reply: say(turn).nothingBefore }
  const { worker_count, worker_hours, location } = last
  const draft = { ...draftOf(turn), worker_count, worker_hours, ...(location && { location }) }
  return goOn(withDraft({ ...turn, talk: { ...talk, placed: true } }, draft))
}

/** Handles an answer without any part of an entry. */
function unclearStep(turn: Turn, { intent }: ParsedReply): Step {
  if (intent === 'thanks') return turn
  const words = say(turn)
  const talk = { ...turn.talk, tries: turn.talk.tries + 1 }
  const unsure = intent === undefined && ({ unsure: true } as const)
  if (talk.tries >= mostTries)
    return { ...guess(turn), talk, reply: words.failed, end: { kind: 'attention', code: 'CHAT_FAILURE' }, ...unsure }
  return { ...turn, talk, reply: words.unclear, ...unsure }
}

/** Returns the draft with the parts of an answer. */
function extended(turn: Turn, { count, location, notes }: ParsedReply, hours: number | undefined): Manpower {
  const base = draftOf(turn)
  const collect = turn.model.collectLocation !== 'Disabled'
  return {
    ...base,
    ...(count !== undefined && { worker_count: count }),
    ...(hours !== undefined && { worker_hours: hours }),
    ...(location !== undefined && collect && { location }),
    ...(notes !== undefined && { notes: base.notes === undefined ? notes : `${base.notes} ${notes}` }),
  }
}

/** For "same hours": returns the hours of the previous vendor. */
function hoursBefore({ model, talk }: Turn): number | undefined {
  const keys = (model.executionVendors ?? []).map(({ key }) => key)
  const at = keys.indexOf(talk.current ?? '')
  return at > 0 ? model.finishedModels?.[keys[at - 1] ?? '']?.worker_hours : undefined
}

/** Fills missing figures of the draft with 0. */
function guess<T extends Turn>(turn: T): T {
  const draft = draftOf(turn)
  return withDraft(turn, { ...draft, worker_count: draft.worker_count ?? 0, worker_hours: draft.worker_hours ?? 0 })
}

/** Asks for the next missing part, and for confirmation when nothing is missing. */
function goOn(turn: Turn): Step {
  const words = say(turn)
  const { talk, model } = turn
  const draft = draftOf(turn)
  const ask = (expects: Expects, reply: string, more: Partial<Talk> = {}): Step => ({
    ...turn,
    talk: { ...talk, ...more, tries: 0, expects },
    reply,
  })
  if (draft.worker_count === undefined) return ask('count', words.count(vendorOf(turn)))
  if (draft.worker_count === 0 && talk.current === undefined)
    return { ...withDraft(turn, { ...draft, worker_hours: 0 }), reply: words.nil, end: { kind: 'attention', code: 'NIL_ENTRY' } }
  if (draft.worker_count > 0 && draft.worker_hours === undefined) return ask('hours', words.hours(draft.worker_count))
  if (draft.worker_count > 0 && model.collectLocation !== 'Disabled' && draft.location === undefined && !talk.placed)
    return ask('location', words.location, { placed: true })
  if (talk.current === undefined) return ask('confirm', words.confirm(sumsOf(draft)))
  const vendors = model.executionVendors ?? []
  const following = vendors.find(({ key }) => key !== talk.current && model.finishedModels?.[key]?.worker_count === undefined)
  if (following) return ask('all', words.next(following.vendor), { current: following.key, placed: false })
  const lines = vendors.map(({ key, vendor }) => words.line(vendor, sumsOf(model.finishedModels?.[key] ?? {})))
  return ask('confirm', words.confirmAll(lines))
}

const sumsOf = ({ worker_count: count = 0, worker_hours: hours = 0, location, notes }: Manpower) => ({
  count,
  hours,
  total: hoursOf({ worker_count: count, worker_hours: hours }) ?? 0,
  location,
  notes,
})

/** Applies a text that arrives after the end of a conversation. Returns undefined if it changes nothing. */
export function change(turn: Turn, text: string, around: Around): ExecutionModel | undefined {
  const heard = parseReply(text, { expects: turn.kind === 'notes' ? 'more' : 'all', places: around.places })
  if (turn.kind === 'notes') {
    if (heard.intent !== undefined) return undefined
    const now = (turn.model.model ?? {}) as DailyNote
    return { ...turn.model, model: { ...now, comment: now.comment ? `${now.comment}\n${text.trim()}` : text.trim() } }
  }
  const nil = heard.intent === 'nil'
  if (!nil && heard.count === undefined && heard.hours === undefined && heard.location === undefined) return undefined
  const draft = draftOf(turn)
  return withDraft(turn, {
    ...draft,
    ...(nil && { worker_count: 0, worker_hours: 0 }),
    ...(heard.count !== undefined && { worker_count: heard.count }),
    ...(heard.hours !== undefined && { worker_hours: heard.hours }),
    ...(heard.location !== undefined && turn.model.collectLocation !== 'Disabled' && { location: heard.location }),
  }).model
}
