import * as z from 'zod/mini'
import { type FieldType, fieldShapes, Node, type NodeSetting } from './fields.ts'
import { PdfConfig } from './pdfForm.ts'

/** Which form screen shows the form (spec/1 §2.4, §2.7); manpower collection is the full form under its own name. */
export const formComponents = [
  'automationForm',
  'manpowerCollection',
  'automationExecutionForm',
  'automationExecutionMinform',
  'pdfForm',
] as const

/** A day, a working day (Monday to Friday) or a week (from Monday). */
export const Due = z.strictObject({
  every: z.enum(['day', 'workday', 'week']),
  by: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time like 09:30'))),
})
export type Due = z.output<typeof Due>

/** One form: what a `*.form.json` file holds and what the page data carries under `form`. */
export const FormSettings = z.strictObject({
  $schema: z.optional(z.string()),
  /** Heading of the form and of its header card. */
  name: z.string().check(z.minLength(1)),
  component: z.optional(z.enum(formComponents)),
  /** Text of the header card with {{placeholders}}; absent: no card. */
  template: z.optional(z.string()),
  /** Anybody with the link may fill it, without signing in. */
  public: z.optional(z.boolean()),
  recoveryEnabled: z.optional(z.boolean()),
  returnUrl: z.optional(z.string()),
  /** Messages to the page that shows the form in its frame, sent when the form is opened there. */
  postMessage: z.optional(z.array(z.unknown())),
  /** Title of a record in lists, with {{placeholders}}. */
  recordTitle: z.optional(z.string()),
  /** Of component `pdfForm`: the document that is filled in. The children say how what has arrived is read. */
  pdf: z.optional(PdfConfig),
  /** How often everybody who may fill it is to send one, and until when (HH:mm, the device's clock): stands under Due in My Tasks. */
  due: z.optional(Due),
  children: z.array(Node),
  /** Per language: text of this file → its translation. A text without an entry stays as it is. */
  translations: z.optional(z.partialRecord(z.enum(['en-au', 'es', 'pt']), z.record(z.string(), z.string()))),
})
export type FormSettings = Omit<z.output<typeof FormSettings>, 'children'> & { children: NodeSetting[] }

/** One thing that is wrong with a settings file: where (`children[3].options[0].name`), and what was expected. */
export interface SettingsProblem {
  path: string
  message: string
  /** In an expression or template: the character (counted from 0) where reading it failed. */
  at?: number
}

export const isFieldType = (type: unknown): type is FieldType => typeof type === 'string' && Object.hasOwn(fieldShapes, type)
