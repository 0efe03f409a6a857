import { ByName, namesAbove } from '../../contract/forms/evaluationOrder.ts'
import { isBroken } from '../../contract/forms/functions/evaluatorOf.ts'
import { type Expression, ExpressionError, parseExpression, type Scope, truthy } from '../../contract/forms/expression.ts'
import { shownValue } from '../../contract/forms/shownAnswers.ts'
import { escapeMarkdown } from '../../contract/rules/escapeMarkdown.ts'
import { parseTemplate, type Template } from '../../contract/forms/template.ts'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import { stepBudgets, TooComplex, withSteps } from '../../contract/forms/stepBudgets.ts'
import { type CompiledNode, compile, type Compiled, type Flag, pathsIn, rootOf } from './compile.ts'
import type { Form, FormNode, FormOptions, Problem } from './form.ts'
import { labelOf } from './labelOf.ts'
import type { Lookups } from './FieldRules.ts'
import { Topics } from './topics.ts'
import { copy, isSafePath, readValue, same, writeValue } from './readValue.ts'

/** The effects of one `set` (or batch). The form notifies the listeners when the whole round is evaluated. */
interface Round {
  /** Attributes with a changed value. */
  readonly paths: Set<string>
  /** Ranks of the steps to evaluate again, ascending. */
  readonly queue: number[]
  /** Nodes with content that may have changed on screen. */
  readonly shown: Set<CompiledNode>
  /** Nodes with a message that may have changed. */
  readonly checked: Set<CompiledNode>
  /** The header card, or another text that belongs to no node, may have changed. */
  header: boolean
  problems: boolean
}

const newRound = (queue: number[] = []): Round => ({
  paths: new Set(),
  queue,
  shown: new Set(),
  checked: new Set(),
  header: false,
  problems: false,
})

const noLookups: Lookups = {}
const noProblems: readonly Problem[] = []
const parentPrefix = 'parent.'
const lookupPrefix = 'lookup:'

/**
 * Parses a source text of the settings; undefined when it has a syntax error (the settings check reports
 * where and why).
 */
function quietly<T>(parse: (source: string) => T, source: string): T | undefined {
  try {
    return parse(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const placeOf = (node: FormNode | undefined): string => node?.key ?? 'template'

function within(node: CompiledNode | undefined, above: CompiledNode): boolean {
  for (let at = node; at; at = at.parent) if (at === above) return true
  return false
}

export class FormModel implements Form {
  readonly name: string
  readonly lookups: Lookups
  readonly faults: readonly string[]
  readonly scope: Scope = (name) => this.look(name)
  /** The same, with the words that people read in place of the value of a choice. */
  readonly shown: Scope = (name) => {
    const value = this.look(name)
    const nodes = this.compiled.byPath.get(name)
    const { rules, setting } = nodes?.find((node) => this.visible(node)) ?? nodes?.[0] ?? {}
    const names = rules?.names?.(setting as never, this.lookups)
    return names ? shownValue(value, names) : value
  }

  private readonly options: FormOptions
  private readonly compiled: Compiled
  private readonly topics = new Topics()
  private readonly calculated = new Set<string>()
  /** First parts of all attribute paths. These names belong to this form even while they have no value. */
  private readonly roots = new Set<string>()
  /** Paths of the objects around attributes: `model` of `model.hours`. */
  private readonly containers = new Set<string>()
  private readonly snapshots = new Map<string, unknown>()
  private readonly steps = new ByName<number>()
  /**
   * By name: the nodes to draw again when it changes (undefined is the header). `checkers`: nodes to validate
   * again.
   */
  private readonly readers = new ByName<CompiledNode | undefined>()
  private readonly checkers = new ByName<CompiledNode>()
  /**
   * The templates that a node (undefined: the header) uses, so that their names are added to `readers` only
   * once.
   */
  private readonly texts = new Map<CompiledNode | undefined, Set<Template>>()

  private found: Model = {}
  private values: Model = {}
  /**
   * Attributes of questions that an answer hides now; `withdrawnAtFirst`: those hidden when the form opened.
   */
  private readonly withdrawn = new Set<string>()
  private withdrawnAtFirst: ReadonlySet<string> = new Set()
  /** The value of each path before its first change. */
  /** Lists that arrived after the form was opened, by the name that expressions ask for. */
  private readonly longLists: Record<string, unknown> = {}
  private readonly before = new Map<string, unknown>()
  private readonly changed = new Set<string>()
  /** The place where the step budget ran out. */
  private complexAt: string | undefined
  /** The place that is evaluated now, for `complexAt`. */
  private place = ''
  private validation = false
  /** The nodes that are validated; undefined: all of them. */
  private validated: Set<CompiledNode> | undefined
  private listed: readonly Problem[] | undefined
  private round: Round | undefined
  /** Rank of the step that is evaluated now; -1 between rounds. */
  private at = -1
  /**
   * The node with the `visible` that is evaluated now. This expression reads the node's own content even when
   * hidden.
   */
  private deciding: CompiledNode | undefined

  constructor(options: FormOptions) {
    this.options = options
    this.name = options.settings.name ?? ''
    this.lookups = options.lookups ?? options.parent?.lookups ?? noLookups
    this.compiled = compile(options.settings.children, options.rules)
    this.faults = this.compiled.faults
    this.index()
    this.open(options.model)
  }

  get nodes(): readonly FormNode[] {
    return this.compiled.nodes
  }

  value(path: string): unknown {
    if (!this.containers.has(path)) return readValue(this.values, path)
    if (!this.snapshots.has(path)) this.snapshots.set(path, copy(readValue(this.values, path)))
    return this.snapshots.get(path)
  }

  set(path: string, value: unknown): void {
    if (this.calculated.has(path) || !isSafePath(path) || Object.is(readValue(this.values, path), value)) return
    this.batch(() => {
      const old = readValue(this.values, path)
      if (!this.before.has(path)) this.before.set(path, this.containers.has(path) ? copy(old) : old)
      if (same(this.before.get(path), value)) this.changed.delete(path)
      else this.changed.add(path)
      this.put(path, value)
    })
  }

  adopt(path: string, value: unknown): void {
    if (this.calculated.has(path) || !isSafePath(path) || same(readValue(this.values, path), value)) return
    this.batch(() => {
      if (!this.changed.has(path)) this.before.set(path, copy(value))
      this.put(path, value)
    })
  }

  batch(run: () => void): void {
    if (this.round) {
      run()
      return
    }
    const round = newRound()
    const wasDirty = this.dirty()
    this.round = round
    try {
      run()
    } finally {
      this.settle(round)
      this.round = undefined
      this.tell(round, wasDirty)
    }
  }

  fill(model: Model, typedIn?: Form): void {
    const take = (path: string, value: unknown) => {
      if (this.containers.has(path) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
        for (const [key, part] of Object.entries(value)) take(`${path}.${key}`, part)
      } else if (!same(readValue(this.values, path), value)) {
        if (typedIn && !typedIn.isChanged(path)) this.adopt(path, copy(value))
        else this.set(path, copy(value))
      }
    }
    this.batch(() => {
      for (const [key, value] of Object.entries(model)) take(key, value)
    })
  }

  model(): Model {
    const saved = copy(this.values)
    for (const path of this.withdrawn) {
      const found = readValue(this.found, path)
      if (this.withdrawnAtFirst.has(path)) writeValue(saved, path, copy(found))
      else writeValue(saved, path, found === undefined ? undefined : null)
    }
    return saved
  }

  draft(): Model {
    return copy(this.values)
  }

  initial(): Model {
    return copy(this.found)
  }

  isChanged(path: string): boolean {
    for (const one of this.changed) if (one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`)) return true
    return false
  }

  dirty(): boolean {
    return this.changed.size > 0
  }

  fixed(node: FormNode): boolean {
    return (node as CompiledNode).fixed
  }

  visible(node: FormNode): boolean {
    for (let at = node as CompiledNode | undefined; at; at = at.parent) if (!at.shown) return false
    return true
  }

  required(node: FormNode): boolean {
    return this.counted(`${node.key}.required`, false, () => this.holds((node as CompiledNode).requiredBy))
  }

  readOnly(node: FormNode): boolean {
    if (this.options.readOnly) return true
    return this.counted(`${node.key}.readOnly`, true, () => {
      for (let at = node as CompiledNode | undefined; at; at = at.parent) if (this.holds(at.readOnlyBy)) return true
      return false
    })
  }

  tooComplex(): string | undefined {
    return this.complexAt
  }

  message(node: FormNode): string | undefined {
    return (node as CompiledNode).message
  }

  text(node: FormNode | undefined, template: string, item?: Model): string {
    return this.counted(placeOf(node), '', () => this.filled(node, template)?.fill(this.scopeWith(item)) ?? '')
  }

  markdown(node: FormNode | undefined, template: string): string {
    return this.counted(placeOf(node), '', () => this.filled(node, template)?.fill(this.scope, this.shown, escapeMarkdown) ?? '')
  }

  /**
   * The parsed template. From now on the node (undefined: the header) is notified when a name in it changes.
   */
  private filled(node: FormNode | undefined, template: string): Template | undefined {
    const parsed = quietly(parseTemplate, template)
    if (!parsed) return undefined
    const at = node as CompiledNode | undefined
    const known = this.texts.get(at) ?? new Set()
    if (!known.has(parsed)) {
      this.texts.set(at, known.add(parsed))
      for (const name of parsed.dependencies) this.readers.add(name, at)
    }
    return parsed
  }

  evaluate(source: string, item?: Model): unknown {
    return this.counted(source, undefined, () => quietly(parseExpression, source)?.evaluate(this.scopeWith(item)))
  }

  validating(): boolean {
    return this.validation && !this.validated
  }

  validate(parts?: readonly FormNode[]): readonly Problem[] {
    const wasOn = this.validation
    if (!parts) this.validated = undefined
    else if (!wasOn) this.validated = new Set()
    for (const part of (parts ?? []) as readonly CompiledNode[]) for (const node of [part, ...below(part)]) this.validated?.add(node)
    this.validation = true
    this.batch(() => {
      for (const node of this.compiled.all) this.round?.checked.add(node)
      if (!wasOn && this.round) this.round.problems = true
    })
    return this.problems()
  }

  problems(): readonly Problem[] {
    if (!this.validation) return noProblems
    this.listed ??= [
      ...this.complexity(),
      ...this.compiled.all.flatMap((node) => (node.message === undefined ? [] : [{ node, label: labelAt(node), message: node.message }])),
    ]
    return this.listed
  }

  reset(model: Model): void {
    this.open(model)
    for (const topic of this.topics.topics()) this.topics.notify(topic)
  }

  addList(name: string, items: unknown): void {
    this.longLists[lookupPrefix + name] = items
    this.refresh()
  }

  refresh(): void {
    this.batch(() => {
      for (const { rank } of this.compiled.steps) this.enqueue(rank)
      for (const node of this.compiled.all) {
        this.round?.shown.add(node)
        this.round?.checked.add(node)
      }
      if (this.round) this.round.header = true
    })
  }

  subscribe(topic: string, listener: () => void): () => void {
    return this.topics.subscribe(topic, listener)
  }

  /** Builds the indexes from names to the steps and nodes that depend on them. Runs once. */
  private index(): void {
    const { all, byPath, steps } = this.compiled
    for (const path of byPath.keys()) {
      this.roots.add(rootOf(path))
      if (path.includes('.')) for (const above of namesAbove(path)) this.containers.add(above)
    }
    for (const step of steps) {
      if (step.kind === 'calculated') {
        this.calculated.add(step.path)
        this.roots.add(rootOf(step.path))
      }
      const by = step.kind === 'calculated' ? step.value : (step.node.visibleBy as Expression)
      for (const name of by.dependencies) this.steps.add(name, step.rank)
    }
    for (const node of all) this.indexNode(node)
  }

  private indexNode(node: CompiledNode): void {
    const watch = (index: { add(name: string, node: CompiledNode): void }, by: Flag | Template | undefined, reader: CompiledNode) => {
      if (typeof by === 'object') for (const name of by.dependencies) index.add(name, reader)
    }
    watch(this.readers, node.requiredBy, node)
    watch(this.readers, node.readOnlyBy, node)
    if (typeof node.readOnlyBy === 'object') for (const child of below(node)) watch(this.readers, node.readOnlyBy, child)
    for (const name of node.rules?.reads?.(node.setting as never) ?? []) this.checkers.add(name, node)
    for (const check of node.checks ?? []) for (const by of [check.required, check.valid, check.text]) watch(this.checkers, by, node)
  }

  private open(model: Model): void {
    const { all, steps } = this.compiled
    this.found = model
    this.values = copy(model)
    for (const state of [this.snapshots, this.withdrawn, this.before, this.changed]) state.clear()
    this.withdrawnAtFirst = new Set()
    this.validation = false
    this.validated = undefined
    this.listed = undefined
    const round = newRound(steps.map(({ rank }) => rank))
    this.round = round
    this.complexAt = undefined
    this.withinSteps(round, () => {
      for (const node of all) {
        node.message = undefined
        node.shown = typeof node.visibleBy === 'boolean' ? node.visibleBy : true
      }
      for (const node of all) {
        this.place = `${node.key}.default`
        if (!this.options.readOnly) this.start(node)
      }
      this.workOut(round)
    })
    this.round = undefined
    this.withdrawnAtFirst = new Set(this.withdrawn)
  }

  /**
   * Sets the initial value of a field that has no value in the model. Not called in a read-only form, where a
   * default would look like an answer.
   */
  private start({ path, rules, setting }: CompiledNode): void {
    if (path === undefined || this.calculated.has(path) || (readValue(this.values, path) ?? undefined) !== undefined) return
    const initial = rules?.initial ? rules.initial(setting as never, this.lookups) : (setting as { default?: unknown }).default
    const filled = this.initialValue(initial, rules, setting)
    if (filled !== undefined && filled !== null) writeValue(this.values, path, copy(filled))
  }

  /** A default with placeholders: a text; of one placeholder alone also yes or no, a list, or a number for a number. */
  private initialValue(initial: unknown, rules: CompiledNode['rules'], setting: NodeSetting): unknown {
    const template = typeof initial === 'string' && initial.includes('{{') ? quietly(parseTemplate, initial) : undefined
    if (!template) return initial
    const exact = template.only?.evaluate(this.scope)
    const keeps = typeof exact === 'boolean' || Array.isArray(exact) || (typeof exact === 'number' && rules?.numeric?.(setting as never))
    if (keeps) return exact
    const text = template.fill(this.scope)
    return (rules?.stored ? rules.stored(text, setting as never, this.lookups) : text) || undefined
  }

  private look(name: string): unknown {
    const root = rootOf(name)
    if (!this.roots.has(root) && !Object.hasOwn(this.values, root)) return this.outside(name)
    return this.withdrawn.size > 0 && this.hides(name) ? undefined : readValue(this.values, name)
  }

  private outside(name: string): unknown {
    const { parent, scope } = this.options
    const rows = this.longLists[name] ?? (name.startsWith(lookupPrefix) ? this.lookups[name.slice(lookupPrefix.length)] : undefined)
    if (rows) return rows
    const said = scope?.(name)
    if (said !== undefined || !parent) return said
    return parent.scope(name.startsWith(parentPrefix) ? name.slice(parentPrefix.length) : name)
  }

  /** True when an answer hides the question of this name. */
  private hides(name: string): boolean {
    for (const path of name.includes('.') ? [name, ...namesAbove(name)] : [name]) {
      if (!this.withdrawn.has(path)) continue
      const { deciding } = this
      return !(deciding && this.compiled.byPath.get(path)?.some((node) => within(node, deciding)))
    }
    return false
  }

  private scopeWith(item: Model | undefined): Scope {
    if (!item) return this.scope
    return (name) => (Object.hasOwn(item, rootOf(name)) ? readValue(item, name) : this.look(name))
  }

  private holds(flag: Flag): boolean {
    return typeof flag === 'boolean' ? flag : truthy(flag.evaluate(this.scope))
  }

  private put(path: string, value: unknown): void {
    writeValue(this.values, path, value)
    this.round?.paths.add(path)
    if (this.containers.size > 0) {
      for (const container of [path, ...namesAbove(path)]) this.snapshots.delete(container)
      if (this.containers.has(path)) {
        for (const inner of this.containers) if (inner.startsWith(`${path}.`)) this.snapshots.delete(inner)
      }
    }
    this.steps.each(path, (rank) => this.enqueue(rank))
  }

  /** Inserts in ascending order. Only steps after the current one are added, so every round ends. */
  private enqueue(rank: number): void {
    const queue = this.round?.queue
    if (!queue || rank <= this.at) return
    let at = queue.length
    while (at > 0 && (queue[at - 1] as number) > rank) at--
    if (queue[at - 1] !== rank) queue.splice(at, 0, rank)
  }

  private settle(round: Round): void {
    // The last round ran out of budget: evaluate all steps again.
    if (this.complexAt !== undefined) for (const { rank } of this.compiled.steps) this.enqueue(rank)
    this.withinSteps(round, () => this.workOut(round))
  }

  /**
   * One step budget for a whole round. When it runs out, the form reports it and skips the remaining steps.
   */
  private withinSteps(round: Round, work: () => void): void {
    const before = this.complexAt
    try {
      withSteps(stepBudgets.form, work)
      this.complexAt = undefined
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error
      this.complexAt = this.place
      this.at = -1
      this.deciding = undefined
      for (const node of this.compiled.all) round.shown.add(node)
    }
    if (before === this.complexAt) return
    this.listed = undefined
    round.header = true
    round.problems = true
  }

  /**
   * Evaluations while the form is drawn have their own budget; inside a round they use the budget of the
   * round.
   */
  private counted<T>(place: string, otherwise: T, work: () => T): T {
    if (this.round) return work()
    try {
      return withSteps(stepBudgets.text, work)
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error
      if (this.complexAt !== place) {
        this.complexAt = place
        this.listed = undefined
        // Listeners are being drawn now, so notify them in a microtask.
        queueMicrotask(() => {
          for (const topic of ['node:', 'problems']) this.topics.notify(topic)
        })
      }
      return otherwise
    }
  }

  private complexity(): Problem[] {
    const { complexAt } = this
    const [node] = this.compiled.all
    return complexAt === undefined || !node ? [] : [{ node, label: labelAt(node), message: this.tooComplexWords(complexAt) }]
  }

  private tooComplexWords(place: string): string {
    const { parent, tooComplexMessage } = this.options
    if (tooComplexMessage) return tooComplexMessage(place)
    return parent instanceof FormModel ? parent.tooComplexWords(place) : new TooComplex(place).message
  }

  /** Evaluates the queued steps in order, then updates the messages of the affected nodes. */
  private workOut(round: Round): void {
    const { byPath, steps } = this.compiled
    const effective = new Set<string>()
    for (let rank = round.queue.shift(); rank !== undefined; rank = round.queue.shift()) {
      const step = steps[rank]
      this.at = rank
      if (step) this.place = `${step.node.key}.${step.kind === 'visible' ? 'visible' : 'value'}`
      if (step?.kind === 'visible') this.decide(step.node, round, effective)
      else if (step) {
        const { path } = step
        const result = step.value.evaluate(this.scope)
        if (!same(readValue(this.values, path), result)) this.put(path, result ?? null)
      }
    }
    this.at = -1
    for (const path of [...round.paths, ...effective]) {
      byPath.get(path)?.forEach((node) => round.checked.add(node))
      this.checkers.each(path, (node) => round.checked.add(node))
      this.readers.each(path, (node) => {
        if (!node) round.header = true
        else {
          round.shown.add(node)
          round.checked.add(node)
        }
      })
    }
    if (!this.validation) return
    for (const node of round.checked) {
      this.place = node.key
      const message = this.complaint(node)
      if (message === node.message) continue
      node.message = message
      this.listed = undefined
      round.problems = true
      round.shown.add(node)
    }
  }

  private decide(node: CompiledNode, round: Round, effective: Set<string>): void {
    this.deciding = node
    const shown = this.holds(node.visibleBy)
    this.deciding = undefined
    if (shown === node.shown) return
    node.shown = shown
    for (const part of [node, ...below(node)]) {
      round.shown.add(part)
      round.checked.add(part)
      const validated = part.rules?.validates?.(part.setting as never).field
      if (validated !== undefined) this.compiled.byPath.get(validated)?.forEach((field) => round.checked.add(field))
    }
    if (!node.withdraws) return
    for (const path of new Set(pathsIn(node))) {
      const now = (this.compiled.byPath.get(path) ?? []).every((field) => isWithdrawn(field))
      if (now === this.withdrawn.has(path)) continue
      if (now) this.withdrawn.add(path)
      else this.withdrawn.delete(path)
      effective.add(path)
      this.steps.each(path, (reader) => this.enqueue(reader))
    }
  }

  /** The message of a node, by spec/1 §5 and decision OQ-018. */
  private complaint(node: CompiledNode): string | undefined {
    if (node.kind !== 'field' || (this.validated && !this.validated.has(node))) return undefined
    const wrong = this.wrong(node)
    return wrong !== undefined && this.visible(node) ? wrong : undefined
  }

  /** The same, whether the node is visible or not. */
  private wrong(node: CompiledNode): string | undefined {
    const { checks, path, rules, setting } = node
    if (path === undefined) return rules?.validates ? this.failed(node) : undefined
    const value = readValue(this.values, path)
    if (rules?.empty(value, setting as never, this.scope)) {
      const check = checks?.find((one) => this.visible(one.node) && this.holds(one.required))
      // No user can fill in an empty field that is read-only.
      return (check || this.required(node)) && !this.readOnly(node) ? this.words(node, check?.text, value) : undefined
    }
    const own = rules?.message && !this.readOnly(node) ? rules.message(value as never, setting as never, this.scope) : undefined
    return own ?? this.failed(node)
  }

  /** The message of the first failed validation of a node. */
  private failed(node: CompiledNode): string | undefined {
    const check = node.checks?.find(({ node: by, valid }) => valid && this.visible(by) && isBroken(valid.tree, valid.evaluate(this.scope)))
    return check && this.words(node, check.text)
  }

  private words(node: CompiledNode, text: Template | undefined, value?: unknown): string {
    const said = text?.fill(this.scope)
    if (said) return said
    const required = this.requiredWords(labelAt(node))
    const missing = node.rules?.missing?.(value, node.setting as never)
    return missing === undefined ? required : `${required}: ${missing}`
  }

  private requiredWords(label: string): string {
    const { parent, requiredMessage } = this.options
    if (requiredMessage) return requiredMessage(label)
    return parent instanceof FormModel ? parent.requiredWords(label) : `${label} Required`
  }

  private tell(round: Round, wasDirty: boolean): void {
    const { topics } = this
    const heard = new Set<string>()
    for (const path of round.paths) {
      heard.add(path)
      if (this.containers.size === 0) continue
      for (const above of namesAbove(path)) heard.add(above)
      if (this.containers.has(path)) for (const inner of this.inside(path)) heard.add(inner)
    }
    for (const path of heard) topics.notify(`value:${path}`)
    for (const node of round.shown) topics.notify(`node:${node.key}`)
    if (round.header) topics.notify('node:')
    if (round.problems) topics.notify('problems')
    if (this.dirty() !== wasDirty) topics.notify('dirty')
    if (round.paths.size > 0) topics.notify('any')
  }

  private inside(path: string): string[] {
    return [...this.compiled.byPath.keys(), ...this.containers].filter((inner) => inner.startsWith(`${path}.`))
  }
}

/** True when an answer hides the node: the `visible` of the node, or of a group around it, reads the form. */
function isWithdrawn(node: CompiledNode): boolean {
  for (let at: CompiledNode | undefined = node; at; at = at.parent) if (at.withdraws && !at.shown) return true
  return false
}

function below(node: CompiledNode): CompiledNode[] {
  return node.children.flatMap((child) => [child, ...below(child)])
}

/** The label of a node. A validation setting without a field uses the label of the group around it. */
function labelAt(node: CompiledNode): string {
  for (let at: CompiledNode | undefined = node; at; at = at.parent) {
    const label = labelOf(at.setting)
    if (label) return label
  }
  return ''
}
