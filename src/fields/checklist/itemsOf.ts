import { t } from '@lingui/core/macro'
import { parseExpression, type Scope, truthy } from '../../../contract/forms/expression.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'

export type Setting = FieldSetting<'checklist'>
export type Row = Exclude<Setting['rows'][number], string>
export type Choice = NonNullable<Setting['choices']>[number]
export type Rule = NonNullable<Setting['comment']>

/** The stored answer to a row. `score` of `of` points; `failed` is the name of a failed row. */
export interface Item {
  readonly name: string
  readonly answer?: string | undefined
  readonly result?: 'pass' | 'fail' | 'none' | undefined
  readonly score?: number | undefined
  readonly of?: number | undefined
  readonly failed?: string | undefined
  readonly comment?: string | undefined
  readonly photos?: readonly unknown[] | undefined
}

const isItem = (item: unknown): item is Item =>
  typeof item === 'object' && item !== null && typeof (item as { name?: unknown }).name === 'string'

/** The stored answers by the name of their row. */
export const itemsOf = (value: unknown): ReadonlyMap<string, Item> =>
  new Map((Array.isArray(value) ? value.filter(isItem) : []).map((item) => [item.name, item]))

export const rowsOf = ({ rows }: Setting): Row[] => rows.map((row) => (typeof row === 'string' ? { name: row } : row))
export const rowLabel = ({ name, label }: Row): string => label ?? name

export const choicesOf = ({ choices }: Pick<Setting, 'choices'>): readonly Choice[] =>
  choices ?? [
    { name: t`Yes`, value: 'yes', status: 'yes' },
    { name: t`No`, value: 'no', status: 'no' },
    { name: t`N/A`, value: 'na', status: 'n/a' },
  ]
export const choiceValue = ({ name, value }: Choice): string => value ?? name

const results: Readonly<Record<string, 'pass' | 'fail'>> = {
  yes: 'pass',
  conforming: 'pass',
  no: 'fail',
  non_conforming: 'fail',
  deficient: 'fail',
}
export const resultOf = ({ status }: Choice): 'pass' | 'fail' | 'none' => (status && results[status]) || 'none'

const pointsOfResult = { pass: 1, fail: 0, none: undefined }
const scoreOf = (choice: Choice): number | undefined => choice.score ?? pointsOfResult[resultOf(choice)]

/** The item of a row after a choice; without one, what is left of the row. */
export function itemAfter(setting: Setting, row: Row, before: Item | undefined, choice: Choice | undefined): Item | undefined {
  const { comment, photos } = before ?? {}
  const rest = { ...(comment && { comment }), ...(photos?.length && { photos }) }
  if (!choice) return Object.keys(rest).length > 0 ? { name: row.name, ...rest } : undefined
  const result = resultOf(choice)
  const score = scoreOf(choice)
  return {
    name: row.name,
    answer: choiceValue(choice),
    result,
    ...(score !== undefined && { score, of: Math.max(...choicesOf(setting).map((one) => scoreOf(one) ?? 0)) }),
    ...(result === 'fail' && { failed: row.name }),
    ...rest,
  }
}

/** The list with one row changed, in the order of the rows; rows of an older form follow. */
export function listAfter(setting: Setting, value: unknown, name: string, item: Item | undefined): Item[] | null {
  const held = new Map(itemsOf(value))
  if (item) held.set(name, item)
  else held.delete(name)
  const names = rowsOf(setting).map((row) => row.name)
  const known = new Set(names)
  const list = [...names, ...[...held.keys()].filter((one) => !known.has(one))].flatMap((one) => held.get(one) ?? [])
  return list.length > 0 ? list : null
}

export const commentRule = ({ comment = 'optional' }: Setting, row: Row): Rule => row.comment ?? comment
export const photoRule = ({ photo = 'optional' }: Setting, row: Row): Rule => row.photo ?? photo

/** Whether an answered row must have what the rule is about. */
export const needs = (rule: Rule, item: Item | undefined): boolean =>
  item?.answer !== undefined && (rule === 'always' || (rule === 'onFail' && item.result === 'fail'))

export type Lack = 'answer' | 'comment' | 'photo' | 'preparing'

const isPreparing = (photo: unknown) => (photo as { url?: unknown } | null)?.url === ''

/** What a row lacks before the form can be saved. */
export function lackOf(setting: Setting, row: Row, item: Item | undefined, isRequired: boolean): Lack | undefined {
  if (item?.photos?.some(isPreparing)) return 'preparing'
  if (item?.answer === undefined) return isRequired && row.required !== false ? 'answer' : undefined
  if (needs(commentRule(setting, row), item) && !item.comment?.trim()) return 'comment'
  return needs(photoRule(setting, row), item) && !item.photos?.length ? 'photo' : undefined
}

/** `required` of the field: a constant or an expression. */
export function isRequired({ required }: Pick<Setting, 'required'>, read: Scope): boolean {
  if (typeof required !== 'string') return required === true
  try {
    return truthy(parseExpression(required).evaluate(read))
  } catch {
    return false
  }
}
