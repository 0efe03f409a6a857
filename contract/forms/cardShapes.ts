import * as z from 'zod/mini'
import { Action } from './action.ts'
import { AttributeName, Flag, nodeBase, Template } from './fieldBase.ts'

/** A message with its level (spec/2, notices). */
export const NoticeEntry = z.strictObject({ level: z.enum(['error', 'warning', 'info', 'success']), message: Template })

interface Nop {
  type: 'nop'
  visible?: boolean | string | undefined
  beta?: boolean | undefined
  attribute?: string | undefined
  label?: string | undefined
}

const ownerBase = { ...nodeBase, label: z.optional(z.string()) }

/** Fields that only show something, lead to another page, or have no answer. */
export const cardShapes = {
  /** Notices from the settings, from the attribute of the record, or both. */
  notices: z.strictObject({
    type: z.literal('notices'),
    ...nodeBase,
    label: z.optional(z.string()),
    attribute: z.optional(AttributeName),
    notices: z.optional(z.array(NoticeEntry)),
  }),
  /** A card with the title and state of a task; opens the task. */
  task: z.strictObject({
    type: z.literal('task'),
    ...nodeBase,
    title: Template,
    state: z.optional(Template),
    description: z.optional(Template),
    notes: z.optional(Template),
    action: z.optional(Action),
    /** The label of the card's action; default "Open". */
    actionLabel: z.optional(z.string()),
    color: z.optional(z.enum(['red', 'orange', 'green', 'blue', 'grey'])),
  }),
  splitbutton: z.strictObject({
    type: z.literal('splitbutton'),
    ...nodeBase,
    label: z.string(),
    action: Action,
    actions: z.array(z.strictObject({ label: z.string(), action: Action, confirm: z.optional(z.boolean()) })).check(z.minLength(1)),
    primary: z.optional(z.boolean()),
    confirm: z.optional(z.boolean()),
    readOnly: z.optional(Flag),
  }),
  compactInfo: z.strictObject({ type: z.literal('compactInfo'), ...nodeBase, label: z.optional(z.string()), text: Template }),
  spacer: z.strictObject({ type: z.literal('spacer'), ...nodeBase, size: z.optional(z.enum(['small', 'medium', 'large'])) }),
  /** Shows and stores nothing. Accepts all other keys, so that changing only the type disables a field. */
  nop: z.looseObject({
    type: z.literal('nop'),
    ...nodeBase,
    attribute: z.optional(AttributeName),
    label: z.optional(z.string()),
  }) as unknown as z.ZodMiniType<Nop>,
  'compact-table': z.strictObject({
    type: z.literal('compact-table'),
    ...nodeBase,
    label: z.optional(z.string()),
    /** The list of the record with the rows; absent: `rows`. */
    attribute: z.optional(AttributeName),
    rows: z.optional(z.array(z.record(z.string(), z.unknown()))),
    columns: z
      .array(
        z.strictObject({
          attribute: AttributeName,
          label: z.optional(z.string()),
          format: z.optional(z.enum(['text', 'number', 'hours', 'currency', 'date'])),
        }),
      )
      .check(z.minLength(1)),
    emptyMessage: z.optional(z.string()),
    /** Search, column selection and CSV above the table; absent: from 10 rows on. */
    toolbar: z.optional(z.boolean()),
  }),
  'owner team': z.strictObject({ type: z.literal('owner team'), ...ownerBase }),
  'owner project': z.strictObject({ type: z.literal('owner project'), ...ownerBase }),
  'owner user': z.strictObject({ type: z.literal('owner user'), ...ownerBase }),
} as const
