import { createContext, useContext } from 'react'
import type { Question } from '../expressions/questionsAt.ts'

/** What the controls of settings know of the form around the selected part. */
export interface Authoring {
  /** The type of the selected part. */
  readonly type: string | undefined
  readonly questions: readonly Question[]
  /** The questions of an entry, if the selected part is a list. */
  readonly columns: readonly Question[]
  /** Names of the lists to choose from. */
  readonly lists: readonly string[]
  /** Columns that the first entries of a list have. */
  columnsOf(list: string): readonly string[]
  /** Names of the lists of choices that the form shares. */
  readonly optionSets: readonly string[]
  /** The languages that the form is translated into. */
  readonly languages: readonly string[]
  translation(language: string, text: string): string | undefined
  translate(language: string, text: string, translated: string): void
}

export const AuthoringContext = createContext<Authoring>({
  type: undefined,
  questions: [],
  columns: [],
  lists: [],
  columnsOf: () => [],
  optionSets: [],
  languages: [],
  translation: () => undefined,
  translate: () => undefined,
})

export const useAuthoring = (): Authoring => useContext(AuthoringContext)
