import type { Model } from '../../endpoints/records.ts'
import type { Language } from '../../reference/languages.ts'
import type { Text, TextValues } from '../../Text.ts'

/** The texts of a talk: the server reads its catalogues, the device the words that came with the page. */
export interface TalkWords {
  /** Returns a text in the language of the person. */
  readonly say: (text: Text, values?: TextValues) => string
  /** Returns a text in each language, to recognize what people write. */
  readonly inEveryLanguage: (text: Text) => readonly string[]
}

/** The context of a chat: person, place and time. */
export interface TalkContext extends TalkWords {
  /** Without a region. */
  readonly lang: Language
  /** Name of the person in the chat. */
  readonly name: string
  /** Day and time on site, yyyy-MM-dd HH:mm. */
  readonly now: string
  /** The day on site, yyyy-MM-dd. */
  readonly today: string
  /** The record of the last chat of this person with this bot. */
  readonly previous?: Model | undefined
  /**
   * Hazards that a language model suggests in addition to the built-in ones, by task. Only offered, never
   * chosen automatically.
   */
  readonly ideas?: Ideas | undefined
  /** Toolbox talks of the project's own libraries. */
  readonly talks?: readonly { readonly name: string; readonly address: string }[] | undefined
}

export type Ideas = Readonly<Record<string, readonly string[]>>

/** The result of an answer: the new state and the next text. */
export interface Turn<State> {
  readonly state: State
  readonly text: string
  /** The record of the finished chat. Set by the last answer only. */
  readonly finished?: Model | undefined
  /** A task for which suggestions of a language model would help. */
  readonly wants?: string | undefined
}

/**
 * A chat bot as a pure reducer: the server and the device run the same one, and a message can be processed again
 * with the current state.
 */
export interface Talk<State> {
  readonly title: string
  /** Without a text the screen shows its own greeting. */
  greeting(context: TalkContext): { readonly text?: string | undefined; readonly suggestions: readonly string[] }
  begin(): State
  answer(state: State, message: string, context: TalkContext): Turn<State>
  /** All texts that it says or recognizes. */
  readonly texts: readonly Text[]
}

export const listOf = (options: readonly string[]): string => options.map((option) => `- **${option}**`).join('\n')
