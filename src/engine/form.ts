import type { Scope } from '../../contract/expression.ts'
import type { NodeSetting } from '../../contract/fields.ts'
import type { Model } from '../../contract/records.ts'
import type { FormSettings } from '../../contract/settings.ts'
import { FormModel } from './formModel.ts'
import type { FieldRules, Lookups } from './rules.ts'

export interface FormOptions {
  settings: FormSettings | { children: NodeSetting[]; name?: string | undefined }
  /** The record as found. Never changed by the form. */
  model: Model
  lookups?: Lookups | undefined
  readOnly?: boolean | undefined
  rules: (type: string) => FieldRules<never> | undefined
  /** Names beside the form's own attributes (person, date …); an attribute of the same name wins. */
  scope?: Scope | undefined
  /** The form that this one edits an item of: its names are readable (`parent.project` says so outright), and its lookups hold. */
  parent?: Form | undefined
  /** The problem of a form whose expressions take more steps than a form has; `place` is where. Without it the parent's, else English. */
  tooComplexMessage?: ((place: string) => string) | undefined
  /** The message of an empty required field; spec/1 §5: label + " Required". Without it the parent's holds. */
  requiredMessage?: ((label: string) => string) | undefined
}

/** A node of the settings tree. `key` is unique in the form and the same as long as the settings are. */
export interface FormNode {
  readonly key: string
  /** `unknown`: a type this app does not have; shown as a notice. */
  readonly kind: 'group' | 'field' | 'unknown'
  readonly setting: NodeSetting
  /** The attribute of a field that has one. */
  readonly path: string | undefined
  readonly children: readonly FormNode[]
  readonly parent: FormNode | undefined
}

export interface Problem {
  /** Where the message stands: the field, also when a validation setting tied to it complains. */
  readonly node: FormNode
  readonly label: string
  readonly message: string
}

/**
 * A form without a screen (spec/1 §1, §4.1, §5).
 *
 * A question that an answer of the form hides (its own or a group's `visible` reads an attribute of the form) is *withdrawn*: expressions see
 * nothing there, it is never checked, and `model()` leaves it out when it was asked as the form opened, and as it was found when it was not.
 * Its value stays in the form, and comes back when the question does. A node hidden otherwise (`visible: false`, or by the person's role) keeps its value.
 */
export interface Form {
  /** The compiled tree, top level. */
  readonly nodes: readonly FormNode[]
  readonly name: string
  readonly lookups: Lookups
  /** What expressions of this form see; for code that evaluates its own. */
  readonly scope: Scope
  /**
   * Where in the settings the steps of a round ended (contract/stepBudget.ts); undefined: nowhere. Until that is over, what the form shows is not
   * worked out to the end, and it has a problem. Topic `node:`.
   */
  tooComplex(): string | undefined
  /** Expressions and templates that can't be read, and calculations that go in circles; each counts as absent. checkSettings tells authors the same. */
  readonly faults: readonly string[]
  /** The value as the person left it: 'hours', 'model.hours'. Never mutate it. */
  value(path: string): unknown
  /** Notifies that path and the nodes whose expressions depend on it, nothing else. A calculated attribute can't be set. */
  set(path: string, value: unknown): void
  /** Several sets, one round of notifications. */
  batch(run: () => void): void
  /** Takes over values as if typed (a restored draft): what is there replaces, the rest stays. */
  fill(model: Model): void
  /** What a save sends: a copy with withdrawn questions left out; attributes that no field touched stay. */
  model(): Model
  /** What a draft keeps: a copy of everything, withdrawn answers too. */
  draft(): Model
  /** The record as found: what was given, before defaults. The base of a save. */
  initial(): Model
  /** Did the person change anything? By comparison: typed and taken back is not dirty; defaults and calculations are not either. */
  dirty(): boolean
  /** Is `required` and `readOnly` the same as long as the form is open, and `visible` while the groups around it are? Then nobody has to listen for them. */
  fixed(node: FormNode): boolean
  /** By its own expression and all ancestors'. */
  visible(node: FormNode): boolean
  required(node: FormNode): boolean
  /** Of the form, a group around it, or the node itself. */
  readOnly(node: FormNode): boolean
  /** Only once validation is on. A tied validation's message stands at its field. */
  message(node: FormNode): string | undefined
  /** A filled template. The node is notified when a name in it changes; without a node that is the topic `node:`. `item`: names that come first. */
  text(node: FormNode | undefined, template: string, item?: Model): string
  /** The same of a template that is Markdown: the author's marks stay, those in the values are text. */
  markdown(node: FormNode | undefined, template: string): string
  validating(): boolean
  /** Turns validation on; problems in tree order. */
  validate(): readonly Problem[]
  /** [] while validation is off. The same array until something changes. */
  problems(): readonly Problem[]
  /** Starts over with another record: defaults, validation off, not dirty. */
  reset(model: Model): void
  /** Names outside the form may have changed (the day, the parent form): everything is worked out again. */
  refresh(): void
  /** Topics: `value:<path>`, `node:<key>` (visible, required, readOnly, message, texts), `problems`, `dirty`, `any`. Returns the unsubscribe. */
  subscribe(topic: string, listener: () => void): () => void
  /** An expression over the form's values; names of `item` come first. Unreadable: undefined. */
  evaluate(source: string, item?: Model): unknown
}

/** Compiles the settings and opens a record in them. Never throws: what can't be read counts as absent and is named in `faults`. */
export function createForm(options: FormOptions): Form {
  return new FormModel(options)
}
