import { didYouMean } from './check/didYouMean.ts'
import { evaluationOrder, namesAbove, type Step } from './evaluationOrder.ts'
import { type Expression, ExpressionError, parseExpression } from './expression.ts'
import { hintForCall, hintForSign } from './functions/hintForCall.ts'
import type { SettingsProblem } from './FormSettings.ts'
import { checkOptions } from './options/checkChoices.ts'
import { settingsOf } from './fieldShapes.ts'
import { isRaw, listIn, type Raw } from './isRaw.ts'
import { shown } from './shown.ts'
import { stepBudgets, stepsTaken } from './stepBudgets.ts'
import { parseTemplate, type Template } from './template.ts'

/**
 * Checks settings beyond their shape: expressions and templates parse, attributes are unique, references
 * exist, calculations are not circular. Accepts unvalidated input, so that one pass reports all problems of a
 * file.
 */

const expressionKeys = ['visible', 'required', 'readOnly', 'canRemove', 'valid', 'canDelete', 'optionFilter']
const templateKeys = ['text', 'template', 'message', 'signatory', 'itemTitle', 'returnMessage', 'path']
const templateListKeys = ['validation', 'customValidation']
const unsafe = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

/** Only the first problems get a suggestion, because it compares a name with thousands of others. */
const mostHints = 20

/** A form or a sub-form: the scope in which attributes must be unique. */
interface Room {
  readonly attributes: Map<string, { path: string; conditional: boolean; label?: unknown }>
  readonly steps: (Step & { path: string; name: string })[]
  readonly references: { path: string; name: string; what: string }[]
}

const nothing = () => undefined
const newRoom = (): Room => ({ attributes: new Map(), steps: [], references: [] })

/** Collects the problems of one file in its order. */
class MeaningCheck {
  readonly problems: SettingsProblem[] = []
  /** Attributes that hold a number which lists must not show. */
  private readonly personal = new Set<string>()
  private readonly sets = new Set<string>()
  private steps = 0

  form(input: Raw): void {
    const room = newRoom()
    this.read('template', input['template'], parseTemplate)
    const names = (['recordTitle', 'recordSubtitle'] as const).map((key) => [key, this.read(key, input[key], parseTemplate)] as const)
    const saved = isRaw(input['saved']) ? input['saved'] : {}
    for (const key of ['returnUrl', 'returnMessage', 'notification']) this.read(`saved.${key}`, saved[key], parseTemplate)
    const messages = listIn(saved['messages']).flatMap((message, index) => this.message(room, message, `saved.messages[${index}]`))
    if (isRaw(input['optionSets'])) this.optionSets(input['optionSets'])
    this.nodes(room, input['children'], 'children', false)
    for (const [key, name] of names) {
      const said = name?.dependencies.find((one) => this.personal.has(one))
      if (said !== undefined) this.say(key, `expected no ${said}: a title stands in lists, and a mobile-pii must not`)
    }
    for (const { path, names: read } of messages) {
      const said = read.find((one) => this.personal.has(one))
      if (said !== undefined) this.say(path, `expected no ${said}: a text message goes to people who may not read a mobile-pii`)
    }
    this.close(room)
  }

  /** A text message of a save. Returns the names that its text reads. */
  private message(room: Room, message: unknown, path: string): { readonly path: string; readonly names: readonly string[] }[] {
    if (!isRaw(message)) return []
    this.read(`${path}.when`, message['when'], parseExpression)
    const text = this.read(`${path}.text`, message['text'], parseTemplate)
    listIn(message['recipients']).forEach((recipient, index) => {
      const name = isRaw(recipient) ? recipient['attribute'] : undefined
      const place = `${path}.recipients[${index}].attribute`
      if (typeof name === 'string') room.references.push({ path: place, name, what: 'the attribute of a question of this form' })
    })
    return text ? [{ path: `${path}.text`, names: text.dependencies }] : []
  }

  private optionSets(sets: Raw): void {
    for (const [name, options] of Object.entries(sets)) {
      this.sets.add(name)
      checkOptions(listIn(options), `optionSets.${name}`, (at, message) => this.say(at, message))
    }
  }

  /** The set of options that a node names. */
  private optionSet({ optionSet }: Raw, path: string): void {
    if (typeof optionSet !== 'string' || this.sets.has(optionSet)) return
    const near = didYouMean(optionSet, this.sets)
    const known = this.sets.size > 0 ? `; there are ${[...this.sets].slice(0, 20).join(', ')}` : '; the form has no optionSets'
    this.say(`${path}.optionSet`, `expected the name of an option set instead of "${optionSet}"${near ? `; did you mean ${near}?` : known}`)
  }

  private say(path: string, message: string, at?: number): void {
    this.problems.push({ path, message, ...(at !== undefined && { at }) })
  }

  /**
   * Adds the steps that an empty record takes; answers only add more. Reports once, at the place that exceeds
   * the budget.
   */
  private count(path: string, parsed: Expression | Template): void {
    if (this.steps > stepBudgets.form) return
    const most = 'fill' in parsed ? stepBudgets.text : stepBudgets.form
    const taken = stepsTaken(most, () => ('fill' in parsed ? parsed.fill(nothing) : parsed.evaluate(nothing)))
    this.steps += taken
    if (this.steps > stepBudgets.form) this.say(path, `This form is too complex at ${path}: expected less to work out`)
  }

  private read<T extends Expression | Template>(path: string, source: unknown, parse: (source: string) => T): T | undefined {
    if (typeof source !== 'string') return undefined
    try {
      const parsed = parse(source)
      this.count(path, parsed)
      return parsed
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const hint = hintForCall(error) || hintForSign(error, source)
      this.say(path, `${error.message}${hint} (character ${error.at + 1} of ${shown(source)})`, error.at)
      return undefined
    }
  }

  private declare(room: Room, { type, attribute, label }: Raw, path: string, conditional: boolean): void {
    if (typeof attribute !== 'string') return
    if (settingsOf(type)?.isPersonal) this.personal.add(attribute)
    if (unsafe.test(attribute)) this.say(`${path}.attribute`, `expected another name; "${attribute}" means something to JavaScript`)
    const twin = room.attributes.get(attribute)
    // Two variants of a question may share an attribute when each has a condition.
    if (twin && !(twin.conditional && conditional)) {
      const whose = typeof twin.label === 'string' ? `"${twin.label}" (${twin.path})` : twin.path
      const free = [2, 3, 4].map((number) => `${attribute}_${number}`).find((name) => !room.attributes.has(name))
      const hint = free === undefined ? '' : `; another name is free, for example ${free}`
      this.say(`${path}.attribute`, `expected an attribute of its own; "${attribute}" is already the attribute of ${whose}${hint}`)
    }
    if (!twin) room.attributes.set(attribute, { path, conditional, label })
  }

  /** Checks a node and what is inside it. Returns the attributes that it writes. */
  private node(room: Room, given: unknown, path: string, conditional: boolean): string[] {
    if (!isRaw(given)) return []
    const { type, attribute, visible } = given
    const own = typeof attribute === 'string' ? [attribute] : []
    const hidden = conditional || visible !== undefined
    this.texts(given, path)
    this.declare(room, given, path, hidden)
    this.bounds(given, path)
    this.optionSet(given, path)
    this.byType(room, given, path, own)
    this.textsOfParts(given, path)
    this.items(given, path)
    const inside = type === 'group' || type === 'control-group' ? this.nodes(room, given['children'], `${path}.children`, hidden) : []
    const held = [...own, ...inside]
    if (own.length > 0) this.derived(room, given, path, hidden)
    const reads = typeof visible === 'string' ? quiet(visible) : undefined
    if (reads) room.steps.push({ reads, writes: held, path: `${path}.visible`, name: `visible of ${own[0] ?? path}` })
    return held
  }

  /** Attributes that follow from the answer of the node. */
  private derived(room: Room, given: Raw, path: string, hidden: boolean): void {
    for (const [attribute, source] of Object.entries(settingsOf(given['type'])?.derived?.(given) ?? {})) {
      this.declare(room, { attribute }, path, hidden)
      room.steps.push({ reads: quiet(source) ?? [], writes: [attribute], path, name: attribute })
    }
  }

  private nodes(room: Room, given: unknown, path: string, conditional: boolean): string[] {
    return listIn(given).flatMap((child, index) => this.node(room, child, `${path}[${index}]`, conditional))
  }

  /** The expressions and templates that any node can have. */
  private texts(given: Raw, path: string): void {
    for (const key of expressionKeys) this.read(`${path}.${key}`, given[key], parseExpression)
    for (const key of templateKeys) this.read(`${path}.${key}`, given[key], parseTemplate)
    for (const key of templateListKeys)
      listIn(given[key]).forEach((text, index) => this.read(`${path}.${key}[${index}]`, text, parseTemplate))
    if (String(given['default']).includes('{{')) this.read(`${path}.default`, given['default'], parseTemplate)
    const action = given['action']
    if (isRaw(action)) for (const key of ['text', 'returnMessage']) this.read(`${path}.action.${key}`, action[key], parseTemplate)
  }

  /** The checks of the type itself. */
  private byType(room: Room, given: Raw, path: string, own: readonly string[]): void {
    const definition = settingsOf(given['type'])
    for (const key of definition?.templates ?? []) this.read(`${path}.${key}`, given[key], parseTemplate)
    definition?.check?.({
      node: given,
      path,
      say: (at, message) => this.say(at, message),
      calculates: (key) => this.calculation(room, given[key], `${path}.${key}`, own),
      refersTo: (key, name) => room.references.push({ path: `${path}.${key}`, name, what: 'the attribute of a field of this form' }),
    })
  }

  /** The templates of notices. */
  private textsOfParts(given: Raw, path: string): void {
    listIn(given['notices']).forEach((notice, index) => {
      if (isRaw(notice)) this.read(`${path}.notices[${index}].message`, notice['message'], parseTemplate)
    })
  }

  private bounds({ min, max }: Raw, path: string): void {
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      this.say(`${path}.max`, `expected at least ${min}, which is the min; did you mean "min": ${max}, "max": ${min}?`)
  }

  private calculation(room: Room, source: unknown, path: string, own: readonly string[]): void {
    const value = this.read(path, source, parseExpression)
    const [name] = own
    if (!value || name === undefined) return
    room.steps.push({ reads: value.dependencies, writes: own, path, name })
    if (value.dependencies.includes(name)) this.say(path, `expected no circle: ${name} reads itself; read the answers that it follows from`)
  }

  /** A list with a sub-form, or one of people or companies without its own fields: a scope of its own. */
  private items(given: Raw, path: string): void {
    const { type, subform } = given
    const room = newRoom()
    const definition = settingsOf(type)
    if (definition?.list !== undefined || subform !== undefined) {
      this.nodes(room, subform, `${path}.subform`, false)
      this.itemNames(room, given, path, 'an attribute of the subform')
    } else if (definition?.entry) {
      for (const attribute of definition.entry) room.attributes.set(attribute, { path, conditional: false })
      this.itemNames(room, given, path, 'an attribute of an entry')
    } else return
    this.close(room)
  }

  private itemNames(room: Room, given: Raw, path: string, expected: string): void {
    const one = given['subformValidationAttribute']
    if (typeof one === 'string') room.references.push({ path: `${path}.subformValidationAttribute`, name: one, what: expected })
    listIn(given['preventDuplicates']).forEach((name, index) => {
      if (typeof name === 'string') room.references.push({ path: `${path}.preventDuplicates[${index}]`, name, what: expected })
    })
  }

  /** Reports the problems that can only be found when all attributes of a form or sub-form are known. */
  private close({ attributes, references, steps }: Room): void {
    for (const [name, { path }] of attributes) {
      const above = namesAbove(name).find((part) => attributes.has(part))
      if (above) this.say(`${path}.attribute`, `expected another name; "${above}" is an attribute itself and can't hold "${name}"`)
    }
    for (const { path, name, what } of references) {
      if (attributes.has(name)) continue
      const near = this.problems.length < mostHints ? didYouMean(name, attributes.keys()) : undefined
      this.say(path, `expected ${what} instead of "${name}"${near ? `; did you mean ${near}?` : ''}`)
    }
    for (const circle of evaluationOrder(steps).circles) {
      const members = circle.flatMap((index) => steps[index] ?? [])
      const names = members.map(({ name }) => name)
      this.say(members[0]?.path ?? '', `expected no circle: ${[...names, names[0]].join(' → ')}; one of them must not read the next`)
    }
  }
}

export function meaningProblems(input: unknown): SettingsProblem[] {
  const check = new MeaningCheck()
  if (isRaw(input)) check.form(input)
  return check.problems
}

function quiet(source: string): readonly string[] | undefined {
  try {
    return parseExpression(source).dependencies
  } catch {
    return undefined
  }
}
