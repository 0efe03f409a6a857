import * as z from 'zod/mini'
import { Action } from './action.ts'
import { cardShapes } from './cardShapes.ts'
import { contactShapes } from './contactShapes.ts'
import { arrayBase, AttributeName, choices, Expression, fieldBase, Flag, nodeBase, Template } from './fieldBase.ts'
import { mediaShapes } from './mediaShapes.ts'
import { pickShapes } from './pickShapes.ts'

const validationBase = {
  /** The attribute of the field that shows the message; absent: the message is shown at the node itself. */
  field: z.optional(AttributeName),
  /** True when the answer is valid. Absent: only checks for an empty answer. */
  valid: z.optional(Expression),
  message: z.optional(Template),
  required: z.optional(Flag),
}

/** An interface, because a type alias cannot refer to itself through `typeof fieldShapes`. */
export interface NodeList extends Array<NodeSetting> {}
const childNodes: z.ZodMiniType<NodeList> = z.lazy(() => z.array(Node))

const timeBase = { ...fieldBase }

const messages = {
  ...nodeBase,
  label: z.optional(z.string()),
  description: z.optional(z.string()),
  emptyMessage: z.optional(z.string()),
}

/**
 * The settings of each field type, in addition to `type`. A new type adds its line here and its folder in
 * src/fields.
 */
export const fieldShapes = {
  text: z.strictObject({
    type: z.literal('text'),
    ...fieldBase,
    multiline: z.optional(z.boolean()),
    maxLength: z.optional(z.int()),
    inputMode: z.optional(z.enum(['text', 'numeric', 'decimal', 'email', 'url', 'tel'])),
    number: z.optional(z.boolean()),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
  }),
  password: z.strictObject({ type: z.literal('password'), ...fieldBase, maxLength: z.optional(z.int()) }),
  mobile: z.strictObject({ type: z.literal('mobile'), ...fieldBase, showUse: z.optional(z.boolean()) }),
  currency: z.strictObject({
    type: z.literal('currency'),
    ...fieldBase,
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'expected a code such as USD'))),
  }),
  days: z.strictObject({ type: z.literal('days'), ...fieldBase }),
  time: z.strictObject({ type: z.literal('time'), ...timeBase }),
  alltime: z.strictObject({ type: z.literal('alltime'), ...timeBase }),
  timespan: z.strictObject({ type: z.literal('timespan'), ...timeBase }),
  longtimespan: z.strictObject({ type: z.literal('longtimespan'), ...timeBase }),
  date: z.strictObject({
    type: z.literal('date'),
    ...fieldBase,
    min: z.optional(z.string()),
    max: z.optional(z.string()),
    allowNA: z.optional(z.boolean()),
  }),
  enum: z.strictObject({
    type: z.literal('enum'),
    ...fieldBase,
    ...choices,
    other: z.optional(z.boolean()),
    statusAttribute: z.optional(AttributeName),
    display: z.optional(z.enum(['list', 'buttons'])),
  }),
  valueenum: z.strictObject({
    type: z.literal('valueenum'),
    ...fieldBase,
    ...choices,
    statusAttribute: z.optional(AttributeName),
    display: z.optional(z.enum(['list', 'buttons'])),
  }),
  listenum: z.strictObject({ type: z.literal('listenum'), ...fieldBase, ...choices }),
  toggle: z.strictObject({ type: z.literal('toggle'), ...fieldBase, invert: z.optional(z.boolean()) }),
  switch: z.strictObject({ type: z.literal('switch'), ...fieldBase, onValue: z.optional(z.unknown()), offValue: z.optional(z.unknown()) }),
  signature: z.strictObject({ type: z.literal('signature'), ...fieldBase, signatory: z.optional(Template) }),
  attachments: z.strictObject({
    type: z.literal('attachments'),
    ...fieldBase,
    limit: z.optional(z.int().check(z.positive())),
    accept: z.optional(z.enum(['photos', 'files', 'all'])),
    canDelete: z.optional(Expression),
    validation: z.optional(z.array(z.string())),
    customValidation: z.optional(z.array(z.string())),
    addLabel: z.optional(z.string()),
  }),
  'file-attachments': z.strictObject({
    type: z.literal('file-attachments'),
    ...fieldBase,
    /** The address to upload each file; absent: the list of this attribute in the record of the form. */
    path: z.optional(
      Template.check(
        z.regex(
          /^\/api\/attach\/[^?#\s][^?#]*(?:\?attribute=[^?#&]+)?$/,
          'expected /api/attach/ and the path of a record, such as /api/attach/forms/site-files/{{key}}?attribute=files',
        ),
      ),
    ),
    limit: z.optional(z.int().check(z.positive())),
    accept: z.optional(z.enum(['photos', 'files', 'all'])),
    addLabel: z.optional(z.string()),
  }),
  /**
   * The activity feed of the record, read-only; `chat` has an input to write a message. Neither has an
   * answer.
   */
  feed: z.strictObject({ type: z.literal('feed'), ...messages }),
  chat: z.strictObject({ type: z.literal('chat'), ...messages, placeholder: z.optional(z.string()), readOnly: z.optional(Flag) }),
  subForm: z.strictObject({ type: z.literal('subForm'), ...arrayBase, subform: childNodes }),
  info: z.strictObject({
    type: z.literal('info'),
    ...nodeBase,
    label: z.optional(z.string()),
    text: Template,
    level: z.optional(z.enum(['error', 'warning', 'info', 'success'])),
  }),
  textTemplate: z.strictObject({ type: z.literal('textTemplate'), ...nodeBase, label: z.optional(z.string()), template: Template }),
  calculated: z.strictObject({
    type: z.literal('calculated'),
    ...fieldBase,
    value: Expression,
    format: z.optional(z.enum(['text', 'number', 'hours', 'currency', 'date'])),
  }),
  validation: z.strictObject({ type: z.literal('validation'), ...nodeBase, ...validationBase }),
  save: z.strictObject({
    type: z.literal('save'),
    ...nodeBase,
    label: z.optional(z.string()),
    returnUrl: z.optional(z.string()),
    returnUrlDelay: z.optional(z.number()),
    returnMessage: z.optional(Template),
    feed: z.optional(z.union([z.string(), z.literal(false)])),
    saveRpc: z.optional(z.string()),
    rpc: z.optional(z.string()),
    allowedAttributes: z.optional(z.array(AttributeName)),
    /** Replaces titleStatus, tags and deleted of a default save. */
    model: z.optional(z.record(z.string(), z.unknown())),
  }),
  button: z.strictObject({
    type: z.literal('button'),
    ...nodeBase,
    label: z.string(),
    action: Action,
    confirm: z.optional(z.boolean()),
    primary: z.optional(z.boolean()),
    readOnly: z.optional(Flag),
  }),
  ...cardShapes,
  ...contactShapes(childNodes),
  ...mediaShapes,
  ...pickShapes,
} as const

export type FieldType = keyof typeof fieldShapes
export type FieldSetting<T extends FieldType = FieldType> = { [K in FieldType]: z.output<(typeof fieldShapes)[K]> }[T]

/** A group of the tree (spec/1 §2.4). */
export interface GroupSetting {
  type: 'group'
  visible?: boolean | string | undefined
  beta?: boolean | undefined
  label?: string | undefined
  style?: 'plain' | 'borderless' | 'fixed' | 'panel' | 'expandable' | 'columns' | 'header' | undefined
  /** columns: the number of columns when there is space (default 2). */
  columns?: number | undefined
  /** expandable: initially open, open when the content changed since last seen, or closed (default). */
  expanded?: 'open' | 'changed' | 'closed' | undefined
  /** expandable: store the open state per path on the device. */
  remember?: boolean | undefined
  /** expandable: only one group of the same name is open at a time. */
  accordion?: string | undefined
  /** Shows a date picker that reloads the page with date=yyyy-MM-dd. */
  datePicker?: boolean | undefined
  readOnly?: boolean | string | undefined
  children: NodeList
}

export const groupShape: z.ZodMiniType<GroupSetting> = z.strictObject({
  type: z.literal('group'),
  ...nodeBase,
  label: z.optional(z.string()),
  style: z.optional(z.enum(['plain', 'borderless', 'fixed', 'panel', 'expandable', 'columns', 'header'])),
  columns: z.optional(z.int().check(z.gte(1), z.lte(4))),
  expanded: z.optional(z.enum(['open', 'changed', 'closed'])),
  remember: z.optional(z.boolean()),
  accordion: z.optional(z.string()),
  datePicker: z.optional(z.boolean()),
  readOnly: z.optional(Flag),
  children: childNodes,
})

/**
 * Controls side by side that stack below 720 px (spec/1 §2.4): parsed as a group of columns, one per control
 * up to 4.
 */
export const controlGroupShape = z.pipe(
  z.strictObject({
    type: z.literal('control-group'),
    ...nodeBase,
    label: z.optional(z.string()),
    columns: z.optional(z.int().check(z.gte(1), z.lte(4))),
    readOnly: z.optional(Flag),
    children: childNodes,
  }),
  z.transform(
    ({ type: _, columns, ...rest }): GroupSetting => ({
      type: 'group',
      style: 'columns',
      columns: columns ?? Math.min(4, Math.max(1, rest.children.length)),
      ...rest,
    }),
  ),
)

export type NodeSetting = GroupSetting | FieldSetting

/** A group, a field or an action of the settings tree. */
export const Node: z.ZodMiniType<NodeSetting> = z.lazy(() =>
  z.discriminatedUnion('type', [groupShape, ...Object.values(fieldShapes), controlGroupShape] as never),
)
