import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { canonicalJson } from '../../engine/initHash.ts'
import type { Lookups } from '../../engine/FieldRules.ts'

export type OptionsPath = NonNullable<FieldSetting<'enum'>['optionsPath']>

/** Where the options that are not part of the page are: at the path of the setting, or at the address of its long lookup. */
export function optionsPathOf(
  { optionsPath, lookup }: Pick<FieldSetting<'enum'>, 'optionsPath' | 'lookup'>,
  lookups: Lookups,
  lists: Readonly<Record<string, string>> | undefined,
): OptionsPath | undefined {
  const far = lookup === undefined || Object.hasOwn(lookups, lookup) ? undefined : lists?.[lookup]
  return optionsPath ?? (far === undefined ? undefined : { url: far, attribute: 'items', label: 'label', value: 'id' })
}

/** The preference that keeps the answer of a path that is not a GET. */
export const answerKey = ({ url, body }: OptionsPath) => `x:options:${canonicalJson([url, body ?? {}])}` as const
