import type { I18n } from '@lingui/core'
import { functionWords } from './guide/functionWords.ts'
import type { EditorWords } from './offersAt.ts'
import { partHelp } from './parts/allParts.ts'
import { wordsOf } from './settings/wordsOf.ts'

/** The words of the guide for the code editor. They are read at each use, so that they follow the language. */
export const editorWords = (i18n: I18n): EditorWords => ({
  functionHelp: ({ name }) => i18n._(functionWords[name]),
  typeHelp: (type, english) => partHelp(i18n, { type }) ?? english,
  settingHelp: (owner, key, english) => wordsOf(i18n, owner, key, english).help ?? english,
})
