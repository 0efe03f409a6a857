import type { Scope } from '../../contract/forms/expression.ts'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import type { FormSettings } from '../../contract/forms/FormSettings.ts'
import { FormModel } from './formModel.ts'
import type { FieldRules, Lookups } from './FieldRules.ts'

export interface FormOptions {
  settings: FormSettings | { children: NodeSetting[]; name?: string | undefined }
  /** The record when the form opens. The form never changes it. */
  model: Model
  lookups?: Lookups | undefined
  readOnly?: boolean | undefined
  rules: (type: string) => FieldRules<never> | undefined
  /** Names in addition to the form's attributes (person, date …); an attribute of the same name wins. */
  scope?: Scope | undefined
  /**
   * The form of the item that this form edits. Expressions can read its names (`parent.project` reads them
   * explicitly), and its lookups apply.
   */
  parent?: Form | undefined
  /**
   * Returns the message for a form with expressions over the step budget; `place` is the location. Default:
   * the parent's, else English.
   */
  tooComplexMessage?: ((place: string) => string) | undefined
  /**
   * Returns the message for an empty required field; spec/1 §5: label + " Required". Default: the parent's.
   */
  requiredMessage?: ((label: string) => string) | undefined
}

/**
 * A node of the settings tree. `key` is unique in the form and stable as long as the settings do not change.
 */
export interface FormNode {
  readonly key: string
  /** `unknown`: a type that this app version does not support; shown as a notice. */
  readonly kind: 'group' | 'field' | 'unknown'
  readonly setting: NodeSetting
  /** The rules of its type; undefined for a group and an unknown type. */
  readonly rules: FieldRules<never> | undefined
  /** The attribute of a field, if it has one. */
  readonly path: string | undefined
  readonly children: readonly FormNode[]
  readonly parent: FormNode | undefined
}

export interface Problem {
  /**
   * The node that shows the message: the field, also when the failed validation is a separate setting of that
   * field.
   */
  readonly node: FormNode
  readonly label: string
  readonly message: string
}

/**
 * A form without a screen (spec/1 §1, §4.1, §5).
 *
 * A question is *withdrawn* when an answer of the form hides it (its `visible`, or a group's, reads an
 * attribute of the form). Expressions see no value there, and it is never validated. `model()` leaves it out
 * if it was visible when the form opened, else returns it as found. The form keeps its value and shows it
 * again with the question. A node hidden in another way (`visible: false`, or by the person's role) keeps its
 * value.
 */
export interface Form {
  /** The compiled tree, top level. */
  readonly nodes: readonly FormNode[]
  readonly name: string
  readonly lookups: Lookups
  /** Gives `lookup()` a list that is too long for the page, and evaluates everything again. */
  addList(name: string, items: Lookups[string]): void
  /** The names that expressions of this form can read; for code that evaluates its own expressions. */
  readonly scope: Scope
  /** The same for texts that people read: a choice gives the words of its option. */
  readonly shown: Scope
  /**
   * The place in the settings where the step budget of a round ran out (contract/forms/stepBudgets.ts); undefined
   * when it did not. Until then the evaluated state is incomplete, and the form has a problem. Topic `node:`.
   */
  tooComplex(): string | undefined
  /**
   * Expressions and templates with syntax errors, and circular calculations; each counts as absent.
   * `checkSettings` reports the same to authors.
   */
  readonly faults: readonly string[]
  /** The current value: 'hours', 'model.hours'. Never mutate it. */
  value(path: string): unknown
  /**
   * Notifies this path and the nodes with expressions that depend on it, nothing else. A calculated attribute
   * cannot be set.
   */
  set(path: string, value: unknown): void
  /**
   * Sets a value that the screen found while it opened, for example the default of a list that has just
   * arrived: it is saved like every value, and the form is not dirty because of it.
   */
  adopt(path: string, value: unknown): void
  /** Several sets with one round of notifications. */
  batch(run: () => void): void
  /**
   * Sets values as if the user typed them (a restored draft): values in `model` replace, the rest stays. With
   * `typedIn`, values that the user did not type in that form are adopted.
   */
  fill(model: Model, typedIn?: Form): void
  /** Returns whether the user changed the value at this path, inside it, or around it. */
  isChanged(path: string): boolean
  /** The model to save: a copy without withdrawn questions; attributes without a field stay. */
  model(): Model
  /** The model for a draft: a full copy with withdrawn answers. */
  draft(): Model
  /** The record when the form opened, before defaults. The base of a save. */
  initial(): Model
  /**
   * True when the user changed a value. Compares values: a change that is undone is not dirty; defaults and
   * calculations are not either.
   */
  dirty(): boolean
  /**
   * True when `required` and `readOnly` never change while the form is open, and `visible` only with the
   * groups around it. Then no view has to subscribe to them.
   */
  fixed(node: FormNode): boolean
  /** By the `visible` of the node and of all its ancestors. */
  visible(node: FormNode): boolean
  required(node: FormNode): boolean
  /** By the form, a group around the node, or the node itself. */
  readOnly(node: FormNode): boolean
  /** Undefined until validation is on. The message of a validation with a field belongs to that field. */
  message(node: FormNode): string | undefined
  /**
   * The filled template. The node is notified when a name in it changes; without a node the topic is `node:`.
   * Names of `item` have priority.
   */
  text(node: FormNode | undefined, template: string, item?: Model): string
  /** The same for a Markdown template: the author's markup stays, markup in values is escaped. */
  markdown(node: FormNode | undefined, template: string): string
  validating(): boolean
  /**
   * Turns validation on; returns problems in tree order. With `parts` only for these nodes and what is inside them, in
   * addition to those validated before: `validating()` stays false until everything is validated.
   */
  validate(parts?: readonly FormNode[]): readonly Problem[]
  /** [] while validation is off. Only of validated nodes. Returns the same array until a problem changes. */
  problems(): readonly Problem[]
  /** Opens another record: applies defaults, turns validation off, not dirty. */
  reset(model: Model): void
  /**
   * Evaluates everything again, after names outside the form may have changed (the date, the parent form).
   */
  refresh(): void
  /**
   * Topics: `value:<path>`, `node:<key>` (visible, required, readOnly, message, texts), `problems`, `dirty`,
   * `any`. Returns the function to unsubscribe.
   */
  subscribe(topic: string, listener: () => void): () => void
  /**
   * Evaluates an expression with the form's values; names of `item` have priority. Undefined on a syntax
   * error.
   */
  evaluate(source: string, item?: Model): unknown
}

/**
 * Compiles the settings and opens a record with them. Never throws: an invalid part counts as absent and is
 * listed in `faults`.
 */
export function createForm(options: FormOptions): Form {
  return new FormModel(options)
}
