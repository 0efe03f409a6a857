import { didYouMean } from './check/didYouMean.ts'
import { doubtsAbout } from './check/doubtsAbout.ts'
import { doubtsAboutMessages } from './check/doubtsAboutMessages.ts'
import { doubtsAboutNames, meantByName, singleBraces } from './check/doubtsAboutNames.ts'
import { doubtsAboutPages } from './check/doubtsAboutPages.ts'
import { doubtsAboutSave } from './check/doubtsAboutSave.ts'
import { doubtsAboutLists, type OwnLists } from './check/doubtsAboutLists.ts'
import { hasName, type NameRoom, nameRoomOf } from './check/NameRoom.ts'
import { type Expression, parseExpression, truthy } from './expression.ts'
import { type NodeSetting, settingsOf } from './fieldShapes.ts'
import type { Raw } from './isRaw.ts'
import { replacePlaceholders } from './replacePlaceholders.ts'
import type { FormSettings } from './FormSettings.ts'
import { type Path, pathText } from './problemsOf.ts'
import { stepBudgets, TooComplex, withSteps } from './stepBudgets.ts'
import { parseTemplate } from './template.ts'
import { readableTexts } from './translateSettings.ts'

/**
 * Hints for an author of a form that do not block publishing: names that no field has, parts that are never
 * visible, texts without a translation. Only for settings that pass checkSettings.
 */
export interface SettingsHint {
  readonly kind: 'name' | 'unreachable' | 'translation' | 'meaning'
  readonly path: Path
  /** `children[3].visible` */
  readonly place: string
  readonly message: string
}

/** Maximum number of hints of one kind; more would not help for a form without any translation. */
const mostHints = 100
/** Comparing a name with thousands of others is done for the first of them only. */
const mostComparisons = 20
/** Answers that are tried out before a condition counts as one that can hold. */
const mostTries = 4096

/**
 * Names that expressions know in addition to the form's attributes: the person, the date, the record, the
 * form around a sub-form.
 */
const known: ReadonlySet<string> = new Set(['person', 'date', 'key', 'path', 'parent', 'model', 'titleStatus', 'tags', 'lang', 'timestamp'])
const expressionKeys = ['visible', 'required', 'readOnly', 'valid'] as const
const filterKey = 'optionFilter'
const templateKeys = ['text', 'template', 'message', 'signatory', 'returnMessage', 'feed', 'default'] as const
const templatesOfForm = ['template', 'recordTitle', 'recordSubtitle'] as const

function quiet<T>(parse: (source: string) => T, source: unknown): T | undefined {
  if (typeof source !== 'string') return undefined
  try {
    return parse(source)
  } catch {
    return undefined
  }
}

/** True when all conditions can be true at once; undefined when that cannot be tried. */
function canHold(conditions: readonly Expression[], room: NameRoom): boolean | undefined {
  const names = [...new Set(conditions.flatMap(({ dependencies }) => dependencies))]
  const choices = names.map((name) => room.answers.get(name))
  let tries = 1
  for (const answers of choices) tries *= answers?.length ?? Number.POSITIVE_INFINITY
  if (!(tries <= mostTries)) return undefined
  // `today()` changes by itself.
  if (conditions.some(({ source }) => /\btoday\s*\(/.test(source))) return undefined
  for (let at = 0; at < tries; at++) {
    const held = new Map<string, unknown>()
    let rest = at
    names.forEach((name, index) => {
      const answers = choices[index] ?? []
      held.set(name, answers[rest % answers.length])
      rest = Math.floor(rest / answers.length)
    })
    if (conditions.every((condition) => truthy(condition.evaluate((name) => held.get(name))))) return true
  }
  return false
}

/** The same; undefined also when trying takes too many steps. */
function canHoldIn(steps: number, conditions: readonly Expression[], room: NameRoom): boolean | undefined {
  try {
    return withSteps(steps, () => canHold(conditions, room))
  } catch (error) {
    if (error instanceof TooComplex) return undefined
    throw error
  }
}

/** Why a node is never visible; undefined when an answer can show it. `above` are the conditions of the nodes around it. */
function whyUnreachable(
  visible: unknown,
  condition: Expression | undefined,
  above: readonly Expression[],
  room: NameRoom,
): string | undefined {
  if (visible === false) return 'it is never visible'
  if (!condition || canHoldIn(stepBudgets.text, [...above, condition], room) !== false) return undefined
  return above.length > 0 ? 'no answers make this and what is around it visible' : 'no answer makes this true'
}

/** What the caller knows around the form: its key, and the own lists of its project. */
export interface FormSurroundings {
  readonly key?: string | undefined
  readonly lists?: OwnLists | undefined
}

/** The names that the messages of a save read, by their place. */
const namesOfMessages = ({ saved }: FormSettings): (readonly [Path, readonly string[]])[] =>
  (saved?.messages ?? []).flatMap(({ text, when }, index) => [
    [['saved', 'messages', index, 'text'], quiet(parseTemplate, text)?.dependencies ?? []] as const,
    [['saved', 'messages', index, 'when'], quiet(parseExpression, when)?.dependencies ?? []] as const,
  ])

export function lintSettings(form: FormSettings, { key: formKey, lists }: FormSurroundings = {}): SettingsHint[] {
  const hints: SettingsHint[] = []
  const counts = { name: 0, unreachable: 0, translation: 0, meaning: 0 }
  const say = (kind: SettingsHint['kind'], path: Path, message: string) => {
    if (++counts[kind] <= mostHints) hints.push({ kind, path, place: pathText(path), message })
  }

  function names(dependencies: readonly string[], room: NameRoom, path: Path, tree?: Expression['tree']): void {
    for (const name of dependencies) {
      const first = name.split('.')[0] ?? name
      // Further unknown names are not reported.
      if (counts.name >= mostHints) return
      if (known.has(first) || hasName(room, name)) continue
      const meant = meantByName(name, room, tree)
      const near = meant || counts.name >= mostComparisons ? undefined : didYouMean(name, [...room.names, ...(room.outer?.names ?? [])])
      const hint = meant ?? (near ? `; did you mean ${near}?` : ', so it counts as empty.')
      say('name', path, `No field of this form has the attribute ${name}${hint}`)
    }
  }

  function namesIn(raw: Raw, room: NameRoom, path: Path): void {
    for (const key of [...expressionKeys, ...(settingsOf(raw['type'])?.expressions ?? [])]) expressionIn(raw[key], room, [...path, key])
    const filter = quiet(parseExpression, raw[filterKey])
    if (filter) {
      const read = filter.dependencies.filter((name) => name !== 'option' && !name.startsWith('option.'))
      names(read, room, [...path, filterKey])
    }
    for (const key of templateKeys) textIn(raw[key], room, [...path, key])
  }

  function expressionIn(source: unknown, room: NameRoom, path: Path): void {
    const expression = quiet(parseExpression, source)
    if (!expression) return
    names(expression.dependencies, room, path, expression.tree)
    for (const { message } of [...doubtsAbout(expression.tree, room.texts), ...doubtsAboutNames(expression.tree, room)])
      say('meaning', path, message)
  }

  /** A text with answers inside. */
  function textIn(text: unknown, room: NameRoom, path: Path): void {
    const template = quiet(parseTemplate, text)
    if (!template) return
    names(template.dependencies, room, path)
    for (const { message } of singleBraces(template.source, room)) say('meaning', path, message)
  }

  function node(each: NodeSetting, room: NameRoom, path: Path, above: readonly Expression[], hidden: boolean): void {
    const raw = each as unknown as Raw
    namesIn(raw, room, path)
    for (const [key, message] of doubtsAboutNode(raw, room)) say('meaning', [...path, key], message)
    const { visible, children, subform } = raw
    const condition = hidden ? undefined : quiet(parseExpression, visible)
    const conditions = condition ? [...above, condition] : above
    // A calculation for other expressions needs no place on the screen.
    const isHelper = visible === false && settingsOf(raw['type'])?.isDerived === true
    const why = hidden || isHelper ? undefined : whyUnreachable(visible, condition, above, room)
    if (why) say('unreachable', [...path, 'visible'], `Nobody will ever see this: ${why}.`)
    const never = hidden || why !== undefined
    if (never && raw['required'] !== undefined && raw['required'] !== false)
      say('meaning', [...path, 'required'], 'This is required, but it is never visible, so it is never asked for.')
    if (Array.isArray(children)) nodes(children as NodeSetting[], room, [...path, 'children'], conditions, never)
    if (Array.isArray(subform)) {
      const inner = nameRoomOf(subform as NodeSetting[], room)
      textIn(raw['itemTitle'], inner, [...path, 'itemTitle'])
      expressionIn(raw['canRemove'], inner, [...path, 'canRemove'])
      nodes(subform as NodeSetting[], inner, [...path, 'subform'], [], never)
    }
  }

  function nodes(list: readonly NodeSetting[], room: NameRoom, path: Path, above: readonly Expression[], hidden: boolean): void {
    list.forEach((each, index) => node(each, room, [...path, index], above, hidden))
  }

  const room = nameRoomOf(form.children, undefined, form.pdf ? ['fields'] : [])
  for (const key of templatesOfForm) textIn(form[key], room, [key])
  for (const key of ['returnMessage', 'notification'] as const) textIn(form.saved?.[key], room, ['saved', key])
  for (const [path, dependencies] of namesOfMessages(form)) names(dependencies, room, path)
  doubtsAboutMessages(form, (path, message) => say('meaning', path, message))
  doubtsAboutSave(form, (path, message) => say('meaning', path, message))
  nodes(form.children, room, ['children'], [], false)
  doubtsAboutPages(form.children, (path, message) => say('meaning', path, message))
  for (const { path, message } of doubtsAboutLists(form.children, lists, formKey)) say('name', path, message)
  translations(form, say)
  return hints
}

const otherPerson =
  'person is a question here, and empty at the start: give the question another name, for example who, to begin with the person who fills in the form.'

/** What works in a part, but probably not as the author thinks. */
function doubtsAboutNode(node: Raw, room: NameRoom): readonly (readonly [string, string])[] {
  const own = node['attribute']
  const reads = quiet(parseExpression, node['visible'])?.dependencies ?? []
  // A text to read may hide itself while it is empty.
  const hidesItself = typeof own === 'string' && node['readOnly'] !== true && reads.includes(own)
  return [
    ...(settingsOf(node['type'])?.doubts?.(node) ?? []),
    ...doubtsAboutDefault(node),
    ...(room.names.has('person') && String(node['default']).includes('{{person.') ? ([['default', otherPerson]] as const) : []),
    ...(hidesItself ? ([['visible', `${own} decides whether it is shown itself: without an answer it never appears.`]] as const) : []),
  ]
}

/** A start value that is an expression without braces, or that no choice has. */
function doubtsAboutDefault(node: Raw): readonly (readonly [string, string])[] {
  const given = node['default']
  if (given === undefined || given === null || given === '' || String(given).includes('{{')) return []
  if (isBareExpression(given))
    return [['default', `The answer begins with the text ${String(given)} itself; did you mean {{${String(given)}}}?`]]
  const possible = settingsOf(node['type'])?.possible?.(node) ?? [given]
  if (Array.isArray(given) || possible.some((answer) => Array.isArray(answer) || answer === given)) return []
  const known = possible.filter((answer) => answer !== undefined)
  return [['default', `${JSON.stringify(given)} is none of the choices: ${known.map((answer) => JSON.stringify(answer)).join(', ')}`]]
}

/** `today()` or `person.name`. */
function isBareExpression(given: unknown): boolean {
  const tree = quiet(parseExpression, given)?.tree
  return tree?.kind === 'call' || (tree?.kind === 'name' && tree.name.startsWith('person.'))
}

/** Digits, signs and placeholders alone need no translation. */
const hasWords = (text: string) => /\p{L}{2}/u.test(replacePlaceholders(text, () => ''))

function translations(form: FormSettings, say: (kind: 'translation', path: Path, message: string) => void): void {
  const texts = readableTexts(form)
  const said = new Set(texts.map(({ text }) => text))
  let compared = 0
  const meantText = (text: string) => {
    const near = ++compared > mostComparisons ? undefined : didYouMean(text, said)
    return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
  }
  for (const [language, held] of Object.entries(form.translations ?? {})) {
    // Australian English has only the texts that differ.
    if (language !== 'en-au') {
      const missing = new Set<string>()
      for (const { path, text } of texts) {
        if (missing.has(text) || Object.hasOwn(held, text) || !hasWords(text)) continue
        missing.add(text)
        say('translation', path, `No translation for ${language}: ${JSON.stringify(text)}`)
      }
    }
    for (const text of Object.keys(held)) {
      // The document for another language is given by its address.
      if (!said.has(text) && !text.startsWith('/media/'))
        say('translation', ['translations', language, text], `The form no longer says ${JSON.stringify(text)}${meantText(text)}`)
    }
  }
}
