import { evaluationOrder, type Step } from '../../contract/forms/evaluationOrder.ts'
import { type Expression, ExpressionError, parseExpression } from '../../contract/forms/expression.ts'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { parseTemplate, type Template } from '../../contract/forms/template.ts'
import type { FormNode } from './form.ts'
import type { FieldRules } from './FieldRules.ts'
import { isSafePath } from './readValue.ts'

/** A flag of a setting: a constant, or an expression. */
export type Flag = boolean | Expression

export interface CompiledNode extends FormNode {
  readonly children: CompiledNode[]
  readonly parent: CompiledNode | undefined
  /** Position in tree order. */
  readonly place: number
  readonly visibleBy: Flag
  readonly requiredBy: Flag
  readonly readOnlyBy: Flag
  /**
   * Validation settings with messages at this node: those with this field, or the node itself when it is one
   * without a field. Undefined: only the rules of the type apply.
   */
  checks: Check[] | undefined
  /** True when no expression decides whether it is visible, required or read-only. */
  readonly fixed: boolean
  /**
   * True when its `visible` reads the form's own attributes, so that hiding it withdraws the questions
   * inside.
   */
  readonly withdraws: boolean
  /** The result of its own expression alone; the form keeps it up to date. */
  shown: boolean
  message: string | undefined
}

export interface Check {
  readonly node: CompiledNode
  readonly required: Flag
  readonly valid: Expression | undefined
  readonly text: Template | undefined
}

/** A step to run when a name changes. */
export type Dependent =
  | { readonly kind: 'visible'; readonly node: CompiledNode; readonly rank: number }
  | { readonly kind: 'calculated'; readonly node: CompiledNode; readonly rank: number; readonly path: string; readonly value: Expression }

export interface Compiled {
  readonly nodes: CompiledNode[]
  /** Every node in tree order. */
  readonly all: CompiledNode[]
  readonly byPath: ReadonlyMap<string, readonly CompiledNode[]>
  /** Visibility and calculations by rank: each after the steps that it reads from. */
  readonly steps: readonly Dependent[]
  readonly faults: string[]
}

const noChildren: CompiledNode[] = []

const isReadOnlyAtTimes = (group: CompiledNode | undefined): boolean =>
  group !== undefined && (typeof group.readOnlyBy === 'object' || isReadOnlyAtTimes(group.parent))

/** The attributes that a list of settings declares, at any depth. */
function attributesOf(settings: readonly NodeSetting[], found = new Set<string>()): Set<string> {
  for (const setting of settings) {
    if ('attribute' in setting && typeof setting.attribute === 'string') found.add(setting.attribute)
    if (setting.type === 'group' && Array.isArray(setting.children)) attributesOf(setting.children, found)
  }
  return found
}

/**
 * True when an expression reads the form's own attributes (and not only the person, the date or the parent).
 */
export function readsForm({ dependencies }: Expression, roots: ReadonlySet<string>): boolean {
  return dependencies.some((name) => roots.has(rootOf(name)))
}

export const rootOf = (name: string): string => {
  const dot = name.indexOf('.')
  return dot < 0 ? name : name.slice(0, dot)
}

function kindOf(group: boolean, rules: FieldRules<never> | undefined): CompiledNode['kind'] {
  if (group) return 'group'
  return rules ? 'field' : 'unknown'
}

const pathOf = (setting: NodeSetting): string | undefined =>
  'attribute' in setting && typeof setting.attribute === 'string' && isSafePath(setting.attribute) ? setting.attribute : undefined

/** Returns a function that adds a suffix to a key that it returned before: `name`, `name~2`, `name~3`. */
function uniqueKeys(): (wanted: string) => string {
  const keys = new Set<string>()
  /** The highest suffix of each key so far. */
  const twins = new Map<string, number>()
  return (wanted) => {
    let key = wanted
    for (let twin = twins.get(wanted) ?? 2; keys.has(key); twin++) {
      key = `${wanted}~${twin}`
      twins.set(wanted, twin)
    }
    keys.add(key)
    return key
  }
}

/** Parses the tree of nodes once. Never throws: an invalid part is a fault and counts as absent. */
export function compile(settings: readonly NodeSetting[], rules: (type: string) => FieldRules<never> | undefined): Compiled {
  const faults: string[] = []
  const all: CompiledNode[] = []
  const byPath = new Map<string, CompiledNode[]>()
  const roots = new Set([...attributesOf(settings)].map(rootOf))
  const uniqueKey = uniqueKeys()

  function parsed<T>(key: string, source: unknown, parse: (source: string) => T): T | undefined {
    if (typeof source !== 'string') return undefined
    try {
      return parse(source)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      faults.push(`${key}: ${error.message} (at ${error.at + 1})`)
      return undefined
    }
  }
  const flag = (key: string, setting: object, name: string, absent: boolean): Flag => {
    const given = (setting as Record<string, unknown>)[name]
    return typeof given === 'boolean' ? given : (parsed(`${key}.${name}`, given, parseExpression) ?? absent)
  }

  function nodeOf(setting: NodeSetting, parent: CompiledNode | undefined, where: string): CompiledNode {
    const { type } = setting
    const group = type === 'group'
    const given = group ? undefined : rules(type)
    const path = given ? pathOf(setting) : undefined
    const key = uniqueKey(path ?? where)
    const visibleBy = flag(key, setting, 'visible', true)
    const requiredBy = given?.validates ? false : flag(key, setting, 'required', false)
    const readOnlyBy = flag(key, setting, 'readOnly', false)
    const node: CompiledNode = {
      key,
      kind: kindOf(group, given),
      setting,
      path,
      children: group ? [] : noChildren,
      parent,
      place: all.length,
      rules: given,
      visibleBy,
      requiredBy,
      readOnlyBy,
      checks: undefined,
      fixed: [visibleBy, requiredBy, readOnlyBy].every((by) => typeof by === 'boolean') && !isReadOnlyAtTimes(parent),
      withdraws: typeof visibleBy === 'object' && readsForm(visibleBy, roots),
      shown: true,
      message: undefined,
    }
    all.push(node)
    if (path !== undefined) {
      const others = byPath.get(path)
      if (others) others.push(node)
      else byPath.set(path, [node])
    }
    if (setting.type === 'group' && Array.isArray(setting.children)) {
      setting.children.forEach((child, index) => node.children.push(nodeOf(child, node, `${where}.${index}`)))
    }
    return node
  }
  const nodes = settings.map((setting, index) => nodeOf(setting, undefined, String(index)))

  for (const node of all) {
    const validation = node.rules?.validates?.(node.setting as never)
    if (!validation) continue
    const check: Check = {
      node,
      required: flag(node.key, node.setting, 'required', false),
      valid: parsed(`${node.key}.valid`, validation.valid, parseExpression),
      text: parsed(`${node.key}.message`, validation.message, parseTemplate),
    }
    const fields = validation.field === undefined ? undefined : byPath.get(validation.field)
    for (const place of fields ?? [node]) (place.checks ??= []).push(check)
  }
  return { nodes, all, byPath, steps: stepsOf(all, parsed, faults), faults }
}

/** The expressions that a node works out, by the attribute that they give. */
function calculationsOf({ path, rules, setting }: CompiledNode): readonly (readonly [string, string])[] {
  if (path === undefined || !rules) return []
  const own = rules.calculates?.(setting as never)
  const beside = Object.entries(rules.derives?.(setting as never) ?? {})
  return own === undefined ? beside : [[path, own], ...beside]
}

function stepsOf(
  all: readonly CompiledNode[],
  parsed: (key: string, source: unknown, parse: (source: string) => Expression) => Expression | undefined,
  faults: string[],
): Dependent[] {
  type Draft = Step & { node: CompiledNode; what: string; path?: string; value?: Expression }
  const drafts: Draft[] = []
  for (const node of all) {
    if (typeof node.visibleBy === 'object') {
      const writes = node.withdraws ? pathsIn(node) : []
      drafts.push({ node, what: `${node.key}.visible`, reads: node.visibleBy.dependencies, writes })
    }
    for (const [path, source] of calculationsOf(node)) {
      const value = parsed(`${node.key}.value`, source, parseExpression)
      if (value) drafts.push({ node, what: `${node.key}.value`, reads: value.dependencies, writes: [path], path, value })
    }
  }
  const { order, circles } = evaluationOrder(drafts)
  const ownCircles = drafts.flatMap(({ value, path = '' }, index) => (value?.dependencies.includes(path) ? [[index]] : []))
  const left = new Set<number>()
  for (const circle of [...circles, ...ownCircles]) {
    const names = circle.map((index) => drafts[index]?.what)
    faults.push(`${names.join(' → ')} → ${names[0]}: goes in a circle`)
    for (const index of circle) left.add(index)
  }
  const steps: Dependent[] = []
  for (const index of order) {
    const draft = drafts[index]
    if (!draft || left.has(index)) continue
    const { node, path, value } = draft
    const rank = steps.length
    steps.push(value && path !== undefined ? { kind: 'calculated', node, rank, path, value } : { kind: 'visible', node, rank })
  }
  return steps
}

/** Attributes of a node and all its descendants. */
export function pathsIn(node: CompiledNode, found: string[] = []): string[] {
  if (node.path !== undefined) found.push(node.path)
  for (const child of node.children) pathsIn(child, found)
  return found
}
