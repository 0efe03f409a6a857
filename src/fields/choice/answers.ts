import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Lookups } from '../../engine/FieldRules.ts'
import { defineAnswer, type WordTools } from '../defineAnswer.ts'
import { listOf, optionFor, optionsOf } from './rules.ts'

type Choice = Pick<FieldSetting<'enum'>, 'options' | 'lookup' | 'optionsPath'>

/** Returns the answer if it is one of the options, or if the form's settings do not list the options. */
function choiceIn(value: unknown, setting: Choice, lookups: Lookups): unknown {
  const options = optionsOf(setting, lookups)
  const told = options.length > 0 && setting.optionsPath === undefined
  return typeof value !== 'object' && (!told || optionFor(options, value) !== undefined) ? value : undefined
}

/** The labels of the chosen options; undefined for true and false, which read Yes and No. */
function labels(value: unknown, setting: Choice, lookups: Lookups, { plain }: WordTools): string | undefined {
  if (typeof value === 'boolean') return undefined
  const options = optionsOf(setting, lookups)
  return listOf(value)
    .map((one) => optionFor(options, one)?.name ?? plain(one))
    .join(', ')
}

/** The option with this value or name, as it is stored. */
function optionIn(text: string, setting: Choice, lookups: Lookups): unknown {
  const options = optionsOf(setting, lookups)
  const named = options.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  return (optionFor(options, text) ?? named)?.value ?? choiceIn(text, setting, lookups)
}

const enumAnswer = defineAnswer({ type: 'enum', fromText: optionIn, accepts: choiceIn, words: labels })
const valueenum = defineAnswer({ type: 'valueenum', fromText: optionIn, accepts: choiceIn, words: labels })
const listenum = defineAnswer({
  type: 'listenum',
  fromText(text, setting, lookups) {
    const list = text.split(',').flatMap((one) => optionIn(one.trim(), setting, lookups) ?? [])
    return list.length > 0 ? list : undefined
  },
  words: labels,
  accepts(value, setting, lookups) {
    const list = listOf(value).filter((one) => choiceIn(one, setting, lookups) !== undefined)
    return list.length > 0 ? list : undefined
  },
})

export const answers = [enumAnswer, valueenum, listenum]
