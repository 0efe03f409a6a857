import { type EntryType, entryAttributes } from './contactEntries.ts'
import { didYouMean } from './didYouMean.ts'
import { evaluationOrder, namesAbove, type Step } from './evaluationOrder.ts'
import { type Expression, ExpressionError, parseExpression } from './expression.ts'
import type { SettingsProblem } from './settings.ts'
import { shown } from './settingsIssues.ts'
import { stepBudgets, stepsTaken } from './stepBudget.ts'
import { parseTemplate, type Template } from './template.ts'

/**
 * Checks settings beyond their shape: expressions and templates parse, attributes are unique, references
 * exist, calculations are not circular. Accepts unvalidated input, so that one pass reports all problems of a
 * file.
 */

type Raw = Readonly<Record<string, unknown>>

const expressionKeys = ['visible', 'required', 'readOnly', 'canRemove', 'valid', 'canDelete']
const templateKeys = ['text', 'template', 'message', 'signatory', 'itemTitle', 'returnMessage', 'path']
const templateListKeys = ['validation', 'customValidation']
const choiceTypes: ReadonlySet<unknown> = new Set(['enum', 'valueenum', 'listenum'])
const unsafe = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

/** Only the first problems get a suggestion, because it compares a name with thousands of others. */
const mostHints = 20

/** A form or a sub-form: the scope in which attributes must be unique. */
interface Room {
  readonly attributes: Map<string, { path: string; conditional: boolean }>
  readonly steps: (Step & { path: string; name: string })[]
  readonly references: { path: string; name: string; what: string }[]
}

const nothing = () => undefined
const newRoom = (): Room => ({ attributes: new Map(), steps: [], references: [] })
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export function meaningProblems(input: unknown): SettingsProblem[] {
  if (!isRaw(input)) return []
  const problems: SettingsProblem[] = []
  const personal = new Set<string>()
  const say = (path: string, message: string, at?: number) => problems.push({ path, message, ...(at !== undefined && { at }) })

  let steps = 0
  /**
   * Adds the steps that an empty record takes; answers only add more. Reports once, at the place that exceeds
   * the budget.
   */
  function count(path: string, parsed: Expression | Template): void {
    if (steps > stepBudgets.form) return
    const most = 'fill' in parsed ? stepBudgets.text : stepBudgets.form
    const taken = stepsTaken(most, () => ('fill' in parsed ? parsed.fill(nothing) : parsed.evaluate(nothing)))
    steps += taken
    if (steps > stepBudgets.form) say(path, `This form is too complex at ${path}: expected less to work out`)
  }

  function read<T extends Expression | Template>(path: string, source: unknown, parse: (source: string) => T): T | undefined {
    if (typeof source !== 'string') return undefined
    try {
      const parsed = parse(source)
      count(path, parsed)
      return parsed
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      say(path, `${error.message} (character ${error.at + 1} of ${shown(source)})`, error.at)
      return undefined
    }
  }

  function declare(room: Room, node: Raw, path: string, conditional: boolean): void {
    const { attribute } = node
    if (typeof attribute !== 'string') return
    if (unsafe.test(attribute)) say(`${path}.attribute`, `expected another name; "${attribute}" means something to JavaScript`)
    const twin = room.attributes.get(attribute)
    // Two variants of a question may share an attribute when each has a condition.
    if (twin && !(twin.conditional && conditional)) {
      say(`${path}.attribute`, `expected an attribute of its own; "${attribute}" is already the attribute of ${twin.path}`)
    }
    if (!twin) room.attributes.set(attribute, { path, conditional })
  }

  function choices(node: Raw, path: string): void {
    if (node['options'] === undefined && node['lookup'] === undefined && node['optionsPath'] === undefined) {
      say(path, 'expected options, or a lookup or optionsPath to take them from')
    }
    const options = listOf(node['options'])
    if (options.length > 2000) say(`${path}.options`, 'expected at most 2000 options; give a longer list as a lookup')
    const seen = new Map<unknown, number>()
    options.forEach((option, index) => {
      const value = isRaw(option) ? (option['value'] ?? option['name']) : option
      const twin = seen.get(value)
      if (twin !== undefined) say(`${path}.options[${index}]`, `expected a value of its own; ${shown(value)} is already options[${twin}]`)
      else seen.set(value, index)
    })
  }

  function node(room: Room, given: unknown, path: string, conditional: boolean): string[] {
    if (!isRaw(given)) return []
    const { type, visible } = given
    for (const key of expressionKeys) read(`${path}.${key}`, given[key], parseExpression)
    for (const key of templateKeys) read(`${path}.${key}`, given[key], parseTemplate)
    for (const key of templateListKeys) listOf(given[key]).forEach((text, index) => read(`${path}.${key}[${index}]`, text, parseTemplate))
    if (String(given['default']).includes('{{')) read(`${path}.default`, given['default'], parseTemplate)
    const action = given['action']
    if (isRaw(action)) for (const key of ['text', 'returnMessage']) read(`${path}.action.${key}`, action[key], parseTemplate)
    const hidden = conditional || visible !== undefined
    declare(room, given, path, hidden)
    if (type === 'mobile-pii' && typeof given['attribute'] === 'string') personal.add(given['attribute'])
    const own = typeof given['attribute'] === 'string' ? [given['attribute']] : []
    if (choiceTypes.has(type)) choices(given, path)
    const { min, max } = given
    if (typeof min === 'number' && typeof max === 'number' && min > max) say(`${path}.max`, `expected at least ${min}, which is the min`)
    if (type === 'calculated') {
      const value = read(`${path}.value`, given['value'], parseExpression)
      const name = own[0]
      if (value && name !== undefined) {
        room.steps.push({ reads: value.dependencies, writes: own, path: `${path}.value`, name })
        if (value.dependencies.includes(name)) say(`${path}.value`, `expected no circle: ${name} reads itself`)
      }
    }
    if (type === 'validation' && typeof given['field'] === 'string') {
      room.references.push({ path: `${path}.field`, name: given['field'], what: 'the attribute of a field of this form' })
    }
    if (type === 'task') for (const key of ['title', 'state', 'description', 'notes']) read(`${path}.${key}`, given[key], parseTemplate)
    listOf(given['notices']).forEach((notice, index) => {
      if (isRaw(notice)) read(`${path}.notices[${index}].message`, notice['message'], parseTemplate)
    })
    const { start } = given
    if (type === 'endTime' && typeof start === 'string' && !start.startsWith('parent.')) {
      room.references.push({ path: `${path}.start`, name: start, what: 'the attribute of a field of this form' })
    }
    if (type === 'field-mapping') choices(given, path)
    if (type === 'subForm' || given['subform'] !== undefined) subForm(given, path)
    else if (typeof type === 'string' && Object.hasOwn(entryAttributes, type)) entries(given, path, entryAttributes[type as EntryType])
    if (type === 'preflight') checks(given, path)
    const inside = type === 'group' || type === 'control-group' ? nodes(room, given['children'], `${path}.children`, hidden) : []
    const held = [...own, ...inside]
    const by = typeof visible === 'string' ? quiet(visible) : undefined
    if (by) room.steps.push({ reads: by, writes: held, path: `${path}.visible`, name: `visible of ${own[0] ?? path}` })
    return held
  }

  function nodes(room: Room, given: unknown, path: string, conditional: boolean): string[] {
    return listOf(given).flatMap((child, index) => node(room, child, `${path}[${index}]`, conditional))
  }

  function subForm(given: Raw, path: string): void {
    const room = newRoom()
    nodes(room, given['subform'], `${path}.subform`, false)
    itemNames(room, given, path, 'an attribute of the subform')
    close(room)
  }

  /** A list of people or companies without its own fields. */
  function entries(given: Raw, path: string, attributes: readonly string[]): void {
    const room = newRoom()
    for (const attribute of attributes) room.attributes.set(attribute, { path, conditional: false })
    itemNames(room, given, path, 'an attribute of an entry')
    close(room)
  }

  function itemNames(room: Room, given: Raw, path: string, expected: string): void {
    const one = given['subformValidationAttribute']
    if (typeof one === 'string') room.references.push({ path: `${path}.subformValidationAttribute`, name: one, what: expected })
    listOf(given['preventDuplicates']).forEach((name, index) => {
      if (typeof name === 'string') room.references.push({ path: `${path}.preventDuplicates[${index}]`, name, what: expected })
    })
  }

  function checks(given: Raw, path: string): void {
    if (given['checks'] === undefined) say(path, 'expected checks, each with a name')
    const seen = new Map<unknown, number>()
    listOf(given['checks']).forEach((check, index) => {
      const name = isRaw(check) ? check['name'] : undefined
      const twin = seen.get(name)
      if (twin !== undefined) say(`${path}.checks[${index}].name`, `expected a name of its own; ${shown(name)} is already checks[${twin}]`)
      else if (name !== undefined) seen.set(name, index)
    })
  }

  /** Reports the problems that can only be found when all attributes of a form or sub-form are known. */
  function close({ attributes, references, steps }: Room): void {
    for (const [name, { path }] of attributes) {
      const above = namesAbove(name).find((part) => attributes.has(part))
      if (above) say(`${path}.attribute`, `expected another name; "${above}" is an attribute itself and can't hold "${name}"`)
    }
    for (const { path, name, what } of references) {
      if (attributes.has(name)) continue
      const near = problems.length < mostHints ? didYouMean(name, attributes.keys()) : undefined
      say(path, `expected ${what} instead of "${name}"${near ? `; did you mean ${near}?` : ''}`)
    }
    for (const circle of evaluationOrder(steps).circles) {
      const members = circle.flatMap((index) => steps[index] ?? [])
      const names = members.map(({ name }) => name)
      say(members[0]?.path ?? '', `expected no circle: ${[...names, names[0]].join(' → ')}`)
    }
  }

  const room = newRoom()
  const [, recordTitle] = ['template', 'recordTitle'].map((key) => read(key, input[key], parseTemplate))
  nodes(room, input['children'], 'children', false)
  const told = recordTitle?.dependencies.find((name) => personal.has(name))
  if (told !== undefined) say('recordTitle', `expected no ${told}: a title stands in lists, and a mobile-pii must not`)
  close(room)
  return problems
}

function quiet(source: string): readonly string[] | undefined {
  try {
    return parseExpression(source).dependencies
  } catch {
    return undefined
  }
}
