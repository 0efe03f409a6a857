import * as z from 'zod/mini'
import { Id } from './records.ts'

/** How a field of the file is filled in, in place of what the file says it is. */
export const pdfEditors = [
  'text',
  'multiline',
  'number',
  'date',
  'time',
  'mobile',
  'email',
  'checkbox',
  'radio',
  'combo',
  'list',
  'signature',
] as const
export type PdfEditor = (typeof pdfEditors)[number]

/** A file beside the document: one of this server by its address, or whole as a data URL (then it travels with the submit). */
export const PdfAttachment = z.object({
  id: z.string(),
  filename: z.string(),
  url: z.string(),
  type: z.optional(z.string()),
  size: z.optional(z.number()),
  sha256: z.optional(z.string()),
  /** A small picture as data URL. */
  thumbnail: z.optional(z.string()),
})
export type PdfAttachment = z.output<typeof PdfAttachment>

const Names = z.array(z.string())
const Texts = z.record(z.string(), z.string())
const ownAddress = z.string().check(z.regex(/^(?:\/|https?:\/\/|data:application\/pdf;base64,)\S+$/, 'expected the address of a PDF'))

/** A PDF form (spec/1 §3): the file, how it is filled in, and what stands in its toolbar. Fields are named as the file names them. */
export const PdfConfig = z.strictObject({
  /** Address of the file on this server. A record that was filled in before opens its own file instead. */
  source: ownAddress,
  /** Where Submit sends it (`/api/…`); without one it is saved as the record that the page opens. */
  save: z.optional(z.string().check(z.regex(/^\/api\/\S+$/, 'expected an address that begins with /api/'))),
  /** Names in the order in which they are walked through and missed; the others follow as the file has them. */
  fieldOrder: z.optional(Names),
  /** Labels by name; else the file's own tooltip, else the name. */
  fieldTooltips: z.optional(Texts),
  fieldTypes: z.optional(z.record(z.string(), z.enum(pdfEditors))),
  /** Names that must be filled in, whatever the file says. */
  required: z.optional(Names),
  /** Submit looks for what is missing. */
  fieldEnforceRequired: z.optional(z.boolean()),
  submitDisabled: z.optional(z.boolean()),
  submitLabel: z.optional(z.string()),
  nextLabel: z.optional(z.string()),
  /** Where the next button leads. */
  nextUrl: z.optional(z.string()),
  /** Nobody goes on before the last page was in view. Default true. */
  forceRead: z.optional(z.boolean()),
  forceReadonly: z.optional(z.boolean()),
  /** First values by name; texts may hold {{placeholders}}. */
  initValues: z.optional(z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]))),
  /** Answers with which the form does not conform: it is sent all the same, and marked. */
  nonConforming: z.optional(z.array(z.strictObject({ fieldName: z.string(), value: z.string() }))),
  /** Signatures that the file carries are taken out. */
  clearSignatures: z.optional(z.boolean()),
  shareTitle: z.optional(z.string()),
  shareFilename: z.optional(z.string()),
  /** Files that come with the form. */
  attachments: z.optional(z.array(PdfAttachment)),
  attachmentsDisabled: z.optional(z.boolean()),
})
export type PdfConfig = z.output<typeof PdfConfig>

/** The same of a field: its document is the field's own `source`. */
export const PdfFieldConfig = z.omit(PdfConfig, { source: true })

/** Something that stands on a page beside the fields, as the record and the draft hold it. */
export const PdfMark = z.object({
  id: Id,
  kind: z.enum(['text', 'signature', 'date']),
  /** From 1. */
  page: z.number(),
  /** Left, bottom, right, top in PDF points. */
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Degrees by which the page was turned when it was put there. */
  rotation: z.optional(z.number()),
  text: z.optional(z.string()),
  strokes: z.optional(z.array(z.array(z.tuple([z.number(), z.number(), z.number()])))),
  /** In place of strokes: a picture of a signature, a JPEG as data URL, and its size in pixels. */
  picture: z.optional(z.object({ url: z.string(), width: z.number(), height: z.number() })),
  signatory: z.optional(z.string()),
  /** Uid of who drew it, signed in: the same person may place it again. */
  by: z.optional(z.string()),
  /** ISO 8601. */
  at: z.optional(z.string()),
})
export type PdfMark = z.output<typeof PdfMark>

/** By field name: a text, an export value, several of them, or a tick. */
export type PdfValues = Readonly<Record<string, string | readonly string[] | boolean>>

/** The names under which a record keeps a filled form; `nonConforming` lists the fields whose answer does not conform, and is there only then. */
export const pdfRecord = {
  file: 'pdf',
  fields: 'fields',
  attachments: 'attachments',
  read: 'read',
  nonConforming: 'nonConforming',
} as const

const said = (text: string) => text.trim().toLowerCase()

/** Names of the fields whose answer the rules call non-conforming; `on` tells what a tick of a field stands for. */
export function nonConformingFields(
  rules: NonNullable<PdfConfig['nonConforming']>,
  values: PdfValues,
  on: (name: string) => string = () => 'Yes',
): string[] {
  const fits = (value: PdfValues[string] | undefined, wanted: string, name: string) =>
    value === true
      ? wanted === 'true' || wanted === said(on(name))
      : typeof value === 'string'
        ? said(value) === wanted
        : Array.isArray(value) && value.some((one) => said(String(one)) === wanted)
  const found = rules.filter(({ fieldName, value }) => said(value) !== '' && fits(values[fieldName], said(value), fieldName))
  return [...new Set(found.map(({ fieldName }) => fieldName))]
}

const ending = [...'%%EOF'].map((letter) => letter.charCodeAt(0))
/** Junk that others may have put after the end, bytes. */
const junk = 64 * 1024

/** The end of the file is missing: fields may be found in what there is of it, but no viewer has to open it. */
export function isCutOff(bytes: Uint8Array): boolean {
  for (let at = bytes.length - ending.length; at >= Math.max(0, bytes.length - junk); at--)
    if (ending.every((letter, place) => bytes[at + place] === letter)) return false
  return true
}
