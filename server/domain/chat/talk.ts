import type { Model } from '../../../contract/endpoints/records.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import type { Document } from '../files/documentPdf.ts'

/** The context of a chat: person, place and time. */
export interface TalkContext {
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
  readonly ideas?: Readonly<Record<string, readonly string[]>> | undefined
  /** Toolbox talks of the project's own libraries. */
  readonly talks?: readonly { readonly name: string; readonly address: string }[] | undefined
}

/** The result of an answer: the new state and the next text. */
export interface Turn<State> {
  readonly state: State
  readonly text: string
  /** The record of the finished chat. Set by the last answer only. */
  readonly finished?: Model | undefined
  /** A task for which suggestions of a language model would help. */
  readonly wants?: string | undefined
}

/** A chat bot as a pure reducer, so that a message can be processed again with the current state. */
export interface Talk<State> {
  readonly title: string
  /** Without a text the screen shows its own greeting. */
  greeting(context: TalkContext): { readonly text?: string | undefined; readonly suggestions: readonly string[] }
  begin(context: TalkContext): State
  answer(state: State, message: string, context: TalkContext): Turn<State>
  /** Returns the document for the file of the record. */
  document(model: Model, lang: Language): Document
}

export const listOf = (options: readonly string[]): string => options.map((option) => `- **${option}**`).join('\n')
