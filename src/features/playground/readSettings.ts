import { checkSettings } from '../../../contract/checkSettings.ts'
import type { Language } from '../../../contract/languages.ts'
import type { FormSettings, SettingsProblem } from '../../../contract/settings.ts'
import { translateSettings } from '../../../contract/translateSettings.ts'

export interface Reading {
  readonly form: FormSettings | undefined
  readonly problems: readonly SettingsProblem[]
}

/** A settings file as typed: its form in a language, or what is wrong with it. */
export async function readSettings(text: string, language: Language): Promise<Reading> {
  if (!text.trim()) return { form: undefined, problems: [] }
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    return { form: undefined, problems: [{ path: '', message: error instanceof Error ? error.message : String(error) }] }
  }
  const checked = checkSettings(input)
  if (!checked.ok) return { form: undefined, problems: checked.problems }
  return { form: translateSettings(checked.form, language), problems: [] }
}
