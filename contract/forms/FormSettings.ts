import * as z from 'zod/mini'
import { type Language, languages } from '../reference/languages.ts'
import { type FieldType, fieldShapes, Node, type NodeSetting } from './fieldShapes.ts'
import { ChoiceOption } from './fieldBase.ts'
import { PdfConfig } from './PdfConfig.ts'
import { SaveMessage } from './SaveMessage.ts'

/**
 * The form screen for the form (spec/1 §2.4, §2.7); manpower collection is the full form under its own name.
 */
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

/** The languages of translations: the texts of a form are in English. */
export const translatedLanguages = (Object.keys(languages) as Language[]).filter((language) => language !== 'en')

/** One form: the content of a `*.form.json` file, and of `form` in the page data. */
export const FormSettings = z.strictObject({
  $schema: z.optional(z.string()),
  /** Heading of the form and of its header card. */
  name: z.string().check(z.minLength(1)),
  component: z.optional(z.enum(formComponents)),
  /** Text of the header card with {{placeholders}}; absent: no card. */
  template: z.optional(z.string()),
  /** True when everyone with the link can fill it without signing in. */
  public: z.optional(z.boolean()),
  recoveryEnabled: z.optional(z.boolean()),
  returnUrl: z.optional(z.string()),
  /** What the server answers when a save has arrived, with {{placeholders}} for values of the stored record. */
  saved: z.optional(
    z.strictObject({
      returnUrl: z.optional(z.string()),
      returnUrlDelay: z.optional(z.number()),
      returnMessage: z.optional(z.string()),
      notification: z.optional(z.string()),
      /** Text messages to people of the project. The server never gives them to devices. */
      messages: z.optional(z.array(SaveMessage).check(z.maxLength(10))),
    }),
  ),
  /** Messages to the parent page when the form opens in a frame. */
  postMessage: z.optional(z.array(z.unknown())),
  /** Loads newer data after this time, in ms; the delay grows (spec/1 §4.9). For forms that others change, too. */
  refreshInterval: z.optional(z.number().check(z.minimum(1000), z.maximum(3_600_000))),
  /** Tighter spacing. */
  compact: z.optional(z.boolean()),
  /** Hides the My Tasks bar above the form. */
  hideMyTasks: z.optional(z.boolean()),
  /** Title of a record in lists, with {{placeholders}}. */
  recordTitle: z.optional(z.string()),
  /** Second line of a record, with {{placeholders}}; stored as `subtitle`. */
  recordSubtitle: z.optional(z.string()),
  /** For component `pdfForm`: the document to fill in. The children define how a received form is shown. */
  pdf: z.optional(PdfConfig),
  /**
   * How often each person who can fill the form must send one, and until when (HH:mm, the device's clock).
   * Shown under Due in My Tasks.
   */
  due: z.optional(Due),
  /** Options that several fields share, by name; a field takes them with `optionSet`. */
  optionSets: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z_]\w*$/, 'expected a name such as risk_levels')),
      z.array(z.union([z.string(), ChoiceOption])),
    ),
  ),
  children: z.array(Node),
  /** Per language: text of this file → its translation. A text without an entry stays as it is. */
  translations: z.optional(z.partialRecord(z.enum(translatedLanguages), z.record(z.string(), z.string()))),
})
export type FormSettings = Omit<z.output<typeof FormSettings>, 'children'> & { children: NodeSetting[] }

/** A problem of a settings file: its place (`children[3].options[0].name`), and the expected value. */
export interface SettingsProblem {
  path: string
  message: string
  /** In an expression or template: the position of the syntax error (characters, from 0). */
  at?: number
}

export const isFieldType = (type: unknown): type is FieldType => typeof type === 'string' && Object.hasOwn(fieldShapes, type)
