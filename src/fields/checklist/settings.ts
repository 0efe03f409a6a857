import * as z from 'zod/mini'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'
import { isRaw, listIn, type Raw } from '../../../contract/forms/isRaw.ts'
import { checklistTotals } from '../../../contract/forms/options/checklistTotals.ts'
import { choiceStatuses } from '../../../contract/forms/options/choiceStatuses.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { samplePicture } from '../../../contract/forms/options/samplePicture.ts'
import { listOf, namedOf, optionsOf, type TranslateValue, textOf } from '../../../contract/forms/options/TranslateValue.ts'
import { shown } from '../../../contract/forms/shown.ts'

/** When a row takes a comment or photos. */
const Rule = z.enum(['none', 'optional', 'onFail', 'always'])

const Row = z.strictObject({
  name: z.string().check(z.minLength(1)),
  /** The text that users read. Default: the name. */
  label: z.optional(z.string()),
  description: z.optional(z.string()),
  /** A heading above this row and those after it. */
  section: z.optional(z.string()),
  /** False: the row can stay open although the field is required. */
  required: z.optional(z.boolean()),
  comment: z.optional(Rule),
  photo: z.optional(Rule),
})

const Choice = z.strictObject({
  name: z.string().check(z.minLength(1)),
  value: z.optional(z.string()),
  status: z.optional(z.enum(choiceStatuses)),
  score: z.optional(z.number().check(z.gte(0), z.lte(1000))),
})

/** A row that is a text alone is stored by this text. */
const rowTexts: TranslateValue = (row, translate, path) => {
  if (typeof row === 'string') {
    const label = translate(row, path)
    return label === row ? row : { name: row, label }
  }
  const named = namedOf(row, translate, path) as Raw
  return named['section'] === undefined ? named : { ...named, section: textOf(named['section'], translate, [...path, 'section']) }
}

const nameOf = (part: unknown, key = 'name'): unknown => (isRaw(part) ? (part[key] ?? part['name']) : part)

/** The parts of a list that have the name of an earlier one. */
function twinsIn(list: unknown, key?: string): { index: number; twin: number; name: unknown }[] {
  const seen = new Map<unknown, number>()
  return listIn(list).flatMap((part, index) => {
    const name = nameOf(part, key)
    const twin = seen.get(name)
    if (twin === undefined) seen.set(name, index)
    return twin === undefined || name === undefined ? [] : [{ index, twin, name }]
  })
}

const itemIn = (value: unknown, name: string): Raw | undefined =>
  listIn(value)
    .filter(isRaw)
    .find((item) => item['name'] === name)
const total = (value: unknown, key: string): number =>
  listIn(value).reduce<number>((sum, item) => sum + (isRaw(item) && typeof item[key] === 'number' ? item[key] : 0), 0)

/** The choice of a row and its comment, as one cell. */
function cellOf(choices: unknown, item: Raw | undefined): string {
  if (item === undefined) return ''
  const { answer, comment } = item
  const choice = listIn(choices).find((one) => nameOf(one, 'value') === answer)
  return [nameOf(choice) ?? answer, comment].filter((part) => typeof part === 'string' && part !== '').join(' – ')
}

/** What a row must have with every answer. */
function asked(row: unknown, rules: { readonly comment: unknown; readonly photo: unknown }): Raw {
  const own: Raw = isRaw(row) ? row : {}
  return {
    ...((own['comment'] ?? rules.comment) === 'always' && { comment: 'Checked by hand' }),
    ...((own['photo'] ?? rules.photo) === 'always' && { photos: [samplePicture] }),
  }
}

const checklist = defineSettings({
  type: 'checklist',
  description:
    'Many rows with the same choices, such as Yes, No and N/A, each with a comment and photos. Stored as a list of name, answer, result (pass, fail or none), comment and photos.',
  words: {
    rows: 'The rows: texts, or objects with name, label, description, section, required, comment and photo.',
    'rows.name': 'What is stored for the row; the label where that is absent.',
    'rows.label': 'What people read.',
    'rows.section': 'A heading above this row and those after it.',
    'rows.required': 'False: this row can stay open although the field is required.',
    'rows.comment': 'When this row takes a comment, where it differs from the field.',
    'rows.photo': 'When this row takes photos, where it differs from the field.',
    choices: 'The choices of every row: Yes, No and N/A where absent.',
    'choices.name': 'What people read.',
    'choices.value': 'What is stored; the name where absent.',
    'choices.status': 'no, non_conforming and deficient are a fail; yes and conforming a pass; any other does not count.',
    'choices.score': 'Points of this choice: 1 for a pass and 0 for a fail where absent.',
    comment: 'When a row takes a comment: none, optional (default), onFail (a failed row needs one) or always.',
    photo: 'When a row takes photos: none, optional (default), onFail (a failed row needs one) or always.',
    required: 'Must every row be answered? true, false, or an expression such as hours > 8.',
  },
  shape: z.strictObject({
    type: z.literal('checklist'),
    ...fieldBase,
    rows: z.array(z.union([z.string().check(z.minLength(1)), Row])).check(z.minLength(1), z.maxLength(300)),
    choices: z.optional(z.array(Choice).check(z.minLength(2), z.maxLength(6))),
    comment: z.optional(Rule),
    photo: z.optional(Rule),
  }),
  texts: { rows: listOf(rowTexts), choices: optionsOf },
  start: { rows: ['Guardrails are complete', 'Access is safe'] },
  beside: ['_score', '_fails', '_failed'],
  derived: ({ attribute }) => checklistTotals(String(attribute)),
  wholeItems: ({ rows }) => listIn(rows).map((row) => String(nameOf(row))),
  columns: ({ rows, choices }) => [
    {
      label: 'Score (%)',
      words: (value) => (total(value, 'of') > 0 ? String(Math.round((100 * total(value, 'score')) / total(value, 'of'))) : ''),
    },
    {
      label: 'Failed',
      words: (value) =>
        listIn(value).length > 0 ? String(listIn(value).filter((item) => isRaw(item) && item['result'] === 'fail').length) : '',
    },
    ...listIn(rows).map((row) => ({
      label: String(nameOf(row, 'label')),
      words: (value: unknown) => cellOf(choices, itemIn(value, String(nameOf(row)))),
    })),
  ],
  check({ node, path, say }) {
    for (const { index, twin, name } of twinsIn(node['rows']))
      say(`${path}.rows[${index}]`, `expected a name of its own; ${shown(name)} is already rows[${twin}]`)
    for (const { index, twin, name } of twinsIn(node['choices'], 'value'))
      say(`${path}.choices[${index}]`, `expected a value of its own; ${shown(name)} is already choices[${twin}]`)
  },
  sample({ rows, choices, comment, photo }) {
    const [pass = 'yes'] = listIn(choices).map((choice) => nameOf(choice, 'value'))
    return listIn(rows).map((row) => ({
      name: String(nameOf(row)),
      answer: pass,
      result: 'pass',
      score: 1,
      of: 1,
      ...asked(row, { comment, photo }),
    }))
  },
})

export const settings = [checklist] as const
