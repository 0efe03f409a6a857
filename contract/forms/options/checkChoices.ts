import type { SettingsCheck } from './defineSettings.ts'
import { isRaw, listIn, type Raw } from '../isRaw.ts'
import { shown } from '../shown.ts'

/** Parts of the settings of all types that choose from options. */

const mostOptions = 2000

const valueOf = (option: unknown): unknown => (isRaw(option) ? (option['value'] ?? option['name']) : option)

const sources = ['options', 'optionSet', 'lookup', 'optionsPath']

/** Options exist and are unique. */
export function checkChoices({ node, path, say }: SettingsCheck): void {
  if (sources.every((key) => node[key] === undefined))
    say(path, 'expected options, or an optionSet, lookup or optionsPath to take them from, for example "options": ["Yes", "No"]')
  if (node['options'] !== undefined && node['optionSet'] !== undefined)
    say(`${path}.optionSet`, 'expected options or an optionSet, not both')
  checkOptions(listIn(node['options']), `${path}.options`, say)
}

/** At most so many options, each with a value of its own. */
export function checkOptions(options: readonly unknown[], path: string, say: SettingsCheck['say']): void {
  if (options.length > mostOptions)
    say(path, `expected at most ${mostOptions} options; write a longer list to lists/places.csv beside the forms, and "lookup": "places"`)
  const seen = new Map<unknown, number>()
  options.forEach((option, index) => {
    const value = valueOf(option)
    const twin = seen.get(value)
    if (twin === undefined) seen.set(value, index)
    else
      say(
        `${path}[${index}]`,
        `expected a value of its own; ${shown(value)} is already the value of options[${twin}]; without a value the name counts`,
      )
  })
}

/** All answers of a choice; undefined when the settings do not list them. */
export function possibleChoices(node: Raw): readonly unknown[] | undefined {
  if (!Array.isArray(node['options'])) return undefined
  if (node['other'] === true || node['lookup'] !== undefined || node['optionsPath'] !== undefined) return undefined
  return [undefined, ...node['options'].map(valueOf)]
}

/** The options of a new choice in the studio. */
export const startOptions = { options: ['Yes', 'No'] } as const

/** The stored value of an option, for examples. */
export const optionAt = (node: Raw, index: number): unknown => valueOf(listIn(node['options'])[index]) ?? 'Other'
