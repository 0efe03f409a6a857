import * as z from 'zod/mini'
import { Id } from '../endpoints/records.ts'

/** The editor for a field of the file, in place of the type that the file gives. */
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

/**
 * A file attached to the document: an address on this server, or the whole file as a data URL (then it is
 * sent with the submit).
 */
export const PdfAttachment = z.object({
  id: z.string(),
  filename: z.string(),
  url: z.string(),
  type: z.optional(z.string()),
  size: z.optional(z.number()),
  sha256: z.optional(z.string()),
  /** A small picture as a data URL. */
  thumbnail: z.optional(z.string()),
})
export type PdfAttachment = z.output<typeof PdfAttachment>

const Names = z.array(z.string())
const Texts = z.record(z.string(), z.string())
const ownAddress = z.string().check(z.regex(/^(?:\/|https?:\/\/|data:application\/pdf;base64,)\S+$/, 'expected the address of a PDF'))

/**
 * The settings of a PDF form (spec/1 §3): the file, how it is filled in, and its toolbar. Fields have the
 * names of the file.
 */
export const PdfConfig = z.strictObject({
  /** Address of the file on this server. A record that was filled in before opens its own file instead. */
  source: ownAddress,
  /**
   * Where Submit sends the save (`/api/…`), after its files. Without it, Submit saves the record that the page opens.
   * `/api/pdf/` takes files of other programs and no save.
   */
  save: z.optional(
    z
      .string()
      .check(
        z.regex(/^\/api\/(?!pdf\/)\S+$/, 'expected an address that begins with /api/ and takes a save, for example /api/data/{record}'),
      ),
  ),
  /**
   * Field names in the order of navigation and of missing fields; the others follow in the order of the file.
   */
  fieldOrder: z.optional(Names),
  /** Labels by field name. The default is the tooltip in the file, then the name. */
  fieldTooltips: z.optional(Texts),
  fieldTypes: z.optional(z.record(z.string(), z.enum(pdfEditors))),
  /** Fields that must be filled in, in addition to those that the file requires. */
  required: z.optional(Names),
  /** True when Submit checks for missing fields. */
  fieldEnforceRequired: z.optional(z.boolean()),
  submitDisabled: z.optional(z.boolean()),
  submitLabel: z.optional(z.string()),
  nextLabel: z.optional(z.string()),
  /** The address of the next button. */
  nextUrl: z.optional(z.string()),
  /** The user cannot continue before the last page was visible. Default true; Submit asks for it only if this is set. */
  forceRead: z.optional(z.boolean()),
  forceReadonly: z.optional(z.boolean()),
  /** Initial values by field name; texts can contain {{placeholders}}. */
  initValues: z.optional(z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]))),
  /** Answers that make the form non-conforming: it is sent anyway, and marked. */
  nonConforming: z.optional(z.array(z.strictObject({ fieldName: z.string(), value: z.string() }))),
  /** True to remove the signatures in the file. */
  clearSignatures: z.optional(z.boolean()),
  shareTitle: z.optional(z.string()),
  shareFilename: z.optional(z.string()),
  /** Files attached to the form. */
  attachments: z.optional(z.array(PdfAttachment)),
  attachmentsDisabled: z.optional(z.boolean()),
})
export type PdfConfig = z.output<typeof PdfConfig>

/** The settings of a PDF field: its document is the `source` of the field. */
export const PdfFieldConfig = z.omit(PdfConfig, { source: true })

/** A mark on a page that is not a field, as the record and the draft store it. */
export const PdfMark = z.object({
  id: Id,
  kind: z.enum(['text', 'signature', 'date']),
  /** From 1. */
  page: z.number(),
  /** Left, bottom, right, top in PDF points. */
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** The rotation of the page in degrees when the mark was placed. */
  rotation: z.optional(z.number()),
  text: z.optional(z.string()),
  strokes: z.optional(z.array(z.array(z.tuple([z.number(), z.number(), z.number()])))),
  /** In place of strokes: a signature picture, a JPEG as data URL, and its size in pixels. */
  picture: z.optional(z.object({ url: z.string(), width: z.number(), height: z.number() })),
  signatory: z.optional(z.string()),
  /** Uid of the signed-in person who drew it; the same person may place it again. */
  by: z.optional(z.string()),
  /** ISO 8601. */
  at: z.optional(z.string()),
})
export type PdfMark = z.output<typeof PdfMark>

/** Values by field name: a text, an export value, several of them, or a tick. */
export type PdfValues = Readonly<Record<string, string | readonly string[] | boolean>>

const said = (text: string) => text.trim().toLowerCase()

/**
 * Names of the fields with an answer that the rules call non-conforming; `on` returns the value that a tick
 * of a field means.
 */
export function nonConformingFields(
  rules: NonNullable<PdfConfig['nonConforming']>,
  values: PdfValues,
  on: (name: string) => string = () => 'Yes',
): string[] {
  const fits = (value: PdfValues[string] | undefined, wanted: string, name: string) => {
    if (value === true) return wanted === 'true' || wanted === said(on(name))
    if (typeof value === 'string') return said(value) === wanted
    return Array.isArray(value) && value.some((one) => said(String(one)) === wanted)
  }
  const found = rules.filter(({ fieldName, value }) => said(value) !== '' && fits(values[fieldName], said(value), fieldName))
  return [...new Set(found.map(({ fieldName }) => fieldName))]
}

const ending = [...'%%EOF'].map((letter) => letter.charCodeAt(0))
/** Bytes after the end of the file that are ignored: other programs may append data. */
const junk = 64 * 1024

/**
 * True when the end of the file is missing: some fields may be readable, but viewers may refuse to open it.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  for (let at = bytes.length - ending.length; at >= Math.max(0, bytes.length - junk); at--)
    if (ending.every((letter, place) => bytes[at + place] === letter)) return false
  return true
}
