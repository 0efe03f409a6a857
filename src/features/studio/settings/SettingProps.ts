import type { Json } from './settingKind.ts'

/** One setting, as its control gets it. */
export interface SettingProps {
  /** The type of the part, or the setting around this one. */
  readonly owner: string
  readonly name: string
  readonly schema: Json
  readonly required: boolean
  readonly value: unknown
  /** What the check of the form says about it. */
  readonly problem: string | undefined
  onChange(value: unknown): void
}

/** The texts of a setting, in the language of the author. */
export interface SettingTexts {
  readonly label: string
  readonly help: string | undefined
}

export type ControlProps = SettingProps & SettingTexts
