import { settingsOf } from '../../../../contract/forms/fieldShapes.ts'

/** Which control edits a setting, by its place in the schema of form files. */

export type Json = Readonly<Record<string, unknown>>
export type SettingKind =
  | 'flag'
  | 'check'
  | 'choice'
  | 'number'
  | 'condition'
  | 'calculation'
  | 'template'
  | 'text'
  | 'lines'
  | 'question'
  | 'questions'
  | 'columns'
  | 'list'
  | 'options'
  | 'optionSets'
  | 'action'
  | 'items'
  | 'textOrNone'
  | 'group'
  | 'pairs'
  | 'value'

const conditions = new Set(['valid', 'canDelete', 'optionFilter', 'when'])
const templates = new Set([
  ...['text', 'template', 'message', 'signatory', 'itemTitle', 'returnMessage', 'notification', 'recordTitle', 'recordSubtitle'],
  ...['title', 'state', 'notes', 'default', 'feed', 'link'],
])
const questions = new Set(['field', 'start', 'recipients.attribute'])
const columns = new Set(['preventDuplicates'])

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const alternatives = (schema: Json): Json[] => {
  const all = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(all) ? all.filter(isJson).flatMap(alternatives) : [schema]
}

/** The names of the types of a schema: `['boolean', 'string']`. */
const typesOf = (schema: Json): string[] => [schema['type']].flat().filter((type) => typeof type === 'string')

export const propertiesOf = (schema: Json): Readonly<Record<string, Json>> =>
  isJson(schema['properties']) ? (schema['properties'] as Readonly<Record<string, Json>>) : {}

/** The schema of an object among the alternatives of a setting or of its items. */
export const objectIn = (schema: Json | undefined): Json | undefined =>
  schema && alternatives(schema).find((one) => Object.keys(propertiesOf(one)).length > 0)
export const itemsIn = (schema: Json): Json | undefined =>
  alternatives(schema).flatMap((one) => (typesOf(one).includes('array') && isJson(one['items']) ? [one['items']] : []))[0]

const isAction = (schema: Json) =>
  objectIn(schema) !== undefined && 'message' in propertiesOf(objectIn(schema) ?? {}) && 'returnUrl' in propertiesOf(objectIn(schema) ?? {})

function kindOfList(key: string, items: Json): SettingKind {
  const object = objectIn(items)
  if (object && 'name' in propertiesOf(object) && alternatives(items).some((one) => typesOf(one).includes('string'))) return 'options'
  if (object) return 'items'
  if (columns.has(key)) return 'columns'
  if (key === 'allowedAttributes') return 'questions'
  return alternatives(items).some((one) => typesOf(one).includes('string')) ? 'lines' : 'items'
}

function kindOfText(owner: string, key: string, format: unknown): SettingKind {
  const { expressions = [], templates: ownTemplates = [] } = settingsOf(owner) ?? {}
  if (conditions.has(key)) return 'condition'
  if (expressions.includes(key) || format === 'expression') return 'calculation'
  if (questions.has(key) || questions.has(`${owner}.${key}`)) return 'question'
  if (key === 'lookup' || key === 'optionSet') return 'list'
  return templates.has(key) || ownTemplates.includes(key) || format === 'template' ? 'template' : 'text'
}

/** `owner` is the type of the part, or the setting around this one. */
export function settingKind(owner: string, key: string, schema: Json): SettingKind {
  const all = alternatives(schema)
  const types = all.flatMap(typesOf)
  const items = itemsIn(schema)
  if (isAction(schema)) return 'action'
  if (items) return kindOfList(key, items)
  // The constant false is a boolean too: this is no question of yes or no.
  if (all.some((one) => one['const'] === false)) return 'textOrNone'
  if (types.includes('boolean')) return types.includes('string') ? 'flag' : 'check'
  if (all.some((one) => Array.isArray(one['enum']))) return 'choice'
  if (objectIn(schema)) return 'group'
  if (all.some((one) => isJson(one['additionalProperties']) && itemsIn(one['additionalProperties']))) return 'optionSets'
  if (types.includes('object')) return 'pairs'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('string')) return kindOfText(owner, key, schema['format'])
  return key === 'default' ? 'template' : 'value'
}
