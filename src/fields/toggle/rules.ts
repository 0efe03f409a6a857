import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** Whether the tick is shown. `invert` swaps shown and stored (decision OQ-024). */
export const shownTick = (value: unknown, invert: boolean | undefined) => (invert ? value === false : value === true)

/** The value to store after a press. A required tick cannot be cleared: it keeps its previous value. */
export function tickAfter(checked: boolean, prior: unknown, { invert, required }: { invert?: boolean | undefined; required: boolean }) {
  if (!checked && required && shownTick(prior, invert)) return prior
  return invert ? !checked : checked
}

export const rules: FieldRules<FieldSetting<'toggle'>> = {
  empty: (value, { invert }) => !shownTick(value, invert),
  initial: ({ default: value }) => value,
}

type SwitchSetting = Pick<FieldSetting<'switch'>, 'onValue' | 'offValue'>
export const onValue = (setting: SwitchSetting) => (setting.onValue === undefined ? true : setting.onValue)
export const offValue = (setting: SwitchSetting) => (setting.offValue === undefined ? false : setting.offValue)

export const switchRules: FieldRules<FieldSetting<'switch'>> = {
  empty: (value) => value === undefined || value === null,
  initial: (setting) => (setting.default === undefined ? offValue(setting) : setting.default),
}
