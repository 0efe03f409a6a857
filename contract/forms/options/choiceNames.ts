import type { LookupItem } from '../../endpoints/pages.ts'
import type { ChoiceOption } from '../fieldBase.ts'

/** Stored value → the words that people read. */
export type OptionNames = ReadonlyMap<string, string>

type Lookups = Readonly<Record<string, readonly LookupItem[]>>
interface Choices {
  readonly options?: readonly (string | ChoiceOption)[] | undefined
  readonly lookup?: string | undefined
}

/** The names of options and lookup entries with a stored value that differs from the name. */
export function choiceNames({ options = [], lookup }: Choices, lookups: Lookups): OptionNames {
  const own = options.flatMap((option) =>
    typeof option === 'string' || option.value === undefined ? [] : [[String(option.value), option.name] as const],
  )
  const found = lookup === undefined ? [] : (lookups[lookup] ?? [])
  return new Map([...own, ...found.map(({ id, label }) => [id, label] as const)])
}
