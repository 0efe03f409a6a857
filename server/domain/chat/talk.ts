import type { Model } from '../../../contract/records.ts'
import type { Document } from '../files/documentPdf.ts'
import type { Lang } from './knowledge.ts'

/** What a conversation may know about where and with whom it is held. */
export interface TalkContext {
  readonly lang: Lang
  /** Who talks. */
  readonly name: string
  /** Day and time on site, yyyy-MM-dd HH:mm. */
  readonly now: string
  /** The day on site, yyyy-MM-dd. */
  readonly today: string
  /** What the last conversation of this person with this bot became. */
  readonly previous?: Model | undefined
  /** Hazards that a language model adds to those of the house, by task. Only ever offered. */
  readonly ideas?: Readonly<Record<string, readonly string[]>> | undefined
  /** Talks of the project's own libraries. */
  readonly talks?: readonly { readonly name: string; readonly address: string }[] | undefined
}

/** After an answer: what is said next and what is known now. */
export interface Turn<State> {
  readonly state: State
  readonly text: string
  /** The record that it has become: the last word has been said. */
  readonly finished?: Model | undefined
  /** A task for which ideas would be of use. */
  readonly wants?: string | undefined
}

/** A bot that talks: pure, so that a message can be thought through again on what is known by then. */
export interface Talk<State> {
  readonly title: string
  /** Text absent: the screen's own greeting. */
  greeting(context: TalkContext): { readonly text?: string | undefined; readonly suggestions: readonly string[] }
  begin(context: TalkContext): State
  answer(state: State, message: string, context: TalkContext): Turn<State>
  /** The file of the record. */
  document(model: Model, lang: Lang): Document
}

export const listOf = (options: readonly string[]): string => options.map((option) => `- **${option}**`).join('\n')
