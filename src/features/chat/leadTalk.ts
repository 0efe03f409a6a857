import { type ChatConfig, chatOpenHours, type ChatMessage, type ChatReply, type DeviceTalk } from '../../../contract/endpoints/chat.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { isObject, same } from '../../../contract/rules/merge.ts'
import { clockAt } from '../../../contract/rules/talks/clockAt.ts'
import type { Ideas, TalkContext, Turn } from '../../../contract/rules/talks/talk.ts'
import { talkOfClass } from '../../../contract/rules/talks/talkOfClass.ts'
import { talkWords } from '../../../contract/rules/talks/talkWords.ts'
import { newId } from '../../lib/newId.ts'
import type { KeptChat, SignedChat } from '../../store/drafts/keepChat.ts'

/** A conversation as this device has it. */
export interface Led {
  readonly chat: string
  /** After the greeting. */
  readonly messages: readonly ChatMessage[]
  readonly state: unknown
  readonly pending: readonly string[]
  readonly alone: boolean
  readonly ideas: Ideas
}

export const begun = (chat: string): Led => ({ chat, messages: [], state: undefined, pending: [], alone: false, ideas: {} })

const ofKept = ({ chat, messages, state, pending = [], alone = false, ideas = {} }: KeptChat): Led => ({
  chat,
  messages,
  state,
  pending,
  alone,
  ideas,
})

const hour = 3_600_000

/** Returns the conversation that goes on: what the device keeps, what the screen has, or what the page says. `at`: ms. */
export function conversationOf(kept: KeptChat | undefined, now: Led, config: Partial<ChatConfig>, at: number): Led {
  const own = kept && ownConversation(kept, config.chat, at)
  return own ?? newestCopy([ofPage(config), now, ...(kept && !kept.left ? [ofKept(kept)] : [])])
}

/** The conversation that the device leads, whatever the page says; undefined if there is none. */
function ownConversation(kept: KeptChat, page: string | undefined, at: number): Led | undefined {
  const isOpen = kept.messages.length > 0 && at - (kept.at ?? 0) < chatOpenHours * hour
  if (isOpen && kept.pending?.length) return ofKept(kept)
  // The conversation of the page is signed: the one after it begins, or goes on.
  if (kept.over === undefined || kept.over.chat !== page) return undefined
  return isOpen ? ofKept(kept) : begun(kept.chat)
}

const ofPage = ({ chat = '', messages = [], talk }: Partial<ChatConfig>): Led => ({
  ...begun(chat),
  messages,
  state: talk?.state,
  ideas: ideasIn(talk?.state),
})

/** The longest copy of the first conversation is the newest: the page may be an older one. */
const newestCopy = ([page, ...others]: readonly [Led, ...Led[]]): Led =>
  others.reduce((most, one) => (one.chat === page.chat && one.messages.length > most.messages.length ? one : most), page)

/** The hazards that a state of a talk keeps as suggested. */
export function ideasIn(state: unknown): Ideas {
  const ideas: unknown = isObject(state) ? state['ideas'] : undefined
  return isObject(ideas) ? (ideas as Ideas) : {}
}

/** True if the two states differ at most in the hazards that are suggested. */
const isSameButIdeas = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) && same({ ...one, ideas: null }, { ...other, ideas: null })

function contextOf(talk: DeviceTalk, { ideas }: Pick<Led, 'ideas'>, previous: Model | undefined, at: number): TalkContext {
  const { lang, name, zone, words, talks } = talk
  return { ...talkWords(lang, words), ...clockAt(zone, at), lang, name, ideas, talks, previous: previous ?? talk.previous }
}

/** Returns the suggestions of the greeting after a talk that was signed on this device. */
export const suggestionsAfter = (talk: DeviceTalk, previous: Model): readonly string[] | undefined =>
  talkOfClass(talk.kind)?.greeting(contextOf(talk, { ideas: {} }, previous, 0)).suggestions

interface Answered {
  readonly led: Led
  /** Set by the last answer. */
  readonly signed: SignedChat | undefined
}

/**
 * Answers a message on the device, with the function that the server uses. Undefined if this version cannot: another
 * talk, or a state of another version. `at`: server time, ms.
 */
export function leadTalk(
  config: Partial<ChatConfig>,
  led: Led,
  said: { readonly id: string; readonly message: string; readonly previous: Model | undefined; readonly at: number },
): Answered | undefined {
  const { talk, params } = config
  const found = talk && talkOfClass(talk.kind)
  const isKnown = led.state !== undefined || led.messages.length === 0
  if (!found || !isKnown) return undefined
  const context = contextOf(talk, led, said.previous, said.at)
  let turn: Turn<unknown>
  try {
    turn = found.answer((led.state ?? found.begin()) as never, said.message, context)
  } catch {
    return undefined
  }
  const { id, message } = said
  const messages: ChatMessage[] = [...led.messages, { id, text: message, sender: 'user' }, { id: `${id}.`, text: turn.text, sender: 'ai' }]
  const next: Led = { ...led, messages, state: turn.state, pending: [...led.pending, id] }
  return { led: next, signed: turn.finished && signedChat(talk, params?.['bot'] ?? '', next, { finished: turn.finished, context }) }
}

/** Returns what the outbox sends of a finished talk. */
function signedChat(
  { form, title, lang }: DeviceTalk,
  bot: string,
  { chat, messages, ideas }: Led,
  { finished, context }: { readonly finished: Model; readonly context: TalkContext },
): SignedChat {
  const replies = new Map(messages.map(({ id, text }) => [id, text]))
  const { name, now, today, talks, previous } = context
  return {
    chat,
    form,
    title: [title, finished['task_names'] ?? finished['topic']].filter((part) => typeof part === 'string' && part !== '').join(': '),
    body: {
      bot,
      lang,
      messages: messages
        .filter(({ sender }) => sender === 'user')
        .map(({ id, text }) => ({ id, message: text, reply: replies.get(`${id}.`) ?? '' })),
      context: {
        name,
        now,
        today,
        ...(previous && { previous }),
        ...(talks && { talks: talks.map((one) => ({ ...one })) }),
        ideas: Object.fromEntries(Object.entries(ideas).map(([task, some]) => [task, [...some]])),
      },
      signed: finished as SignedChat['body']['signed'],
    },
  }
}

/** The conversation goes on without the server, under an id of its own. */
export const aloneFrom = (led: Led): Led => ({
  ...led,
  chat: newId(),
  alone: true,
  pending: led.messages.filter(({ sender }) => sender === 'user').map(({ id }) => id),
})

/**
 * Returns the conversation after the server has answered a message that the device had answered. The state after the newest
 * message shows whether the two agree: undefined if not. Hazards that the server suggests are added to what is offered.
 */
export function acknowledged(led: Led, id: string, reply: ChatReply): Led | undefined {
  const newest = led.messages.at(-1)
  const rest = { ...led, pending: led.pending.filter((one) => one !== id) }
  if (newest?.id !== `${id}.`) return rest
  if (!isSameButIdeas(reply.state, led.state)) return undefined
  return {
    ...rest,
    state: reply.state,
    ideas: { ...led.ideas, ...ideasIn(reply.state) },
    messages: [...led.messages.slice(0, -1), { ...newest, text: reply.text }],
  }
}
