import type { I18n } from '@lingui/core'
import { choiceWords } from './choiceWords.ts'
import { formWords } from './formWords.ts'
import { questionWords } from './questionWords.ts'
import type { SettingWords } from './SettingWords.ts'

const find = (key: string): SettingWords | undefined => questionWords[key] ?? formWords[key]

/** `maxLength` → `Max length`: the name of a setting that has no words yet. */
export const readableKey = (key: string): string => {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface ReadWords {
  readonly name: string
  readonly help: string | undefined
  /** The help is the English sentence of the schema. */
  readonly isEnglish: boolean
}

/** The name and the help of a setting, as authors read them. `owner` is the type of a part, or the setting around it. */
export function wordsOf(i18n: I18n, owner: string, key: string, fromSchema: unknown): ReadWords {
  const words = find(`${owner}.${key}`) ?? find(key)
  if (!words) {
    return { name: readableKey(key), help: typeof fromSchema === 'string' ? fromSchema : undefined, isEnglish: true }
  }
  return { name: i18n._(words.name), help: words.help && i18n._(words.help), isEnglish: false }
}

export function choiceName(i18n: I18n, key: string, value: unknown): string {
  const words = choiceWords[`${key}.${String(value)}`]
  return words ? i18n._(words) : readableKey(String(value))
}
