import * as z from 'zod/mini'
import { BillingChoice } from './billing/billing.ts'
import { endpoint } from '../endpoint.ts'

/** Spelled as in the specification (decision OQ-116): the stored value and the label. */
export const libraryTypes = ['Toolbox', 'Forms', 'Orienation Training Material'] as const
export const LibraryType = z.enum(libraryTypes)
export type LibraryType = z.output<typeof LibraryType>

/** Accounts with these states cannot get new libraries. */
export const closedStatuses: readonly BillingChoice['status'][] = ['Pending', 'Cancelled']

const Key = z.string().check(z.regex(/^[A-Za-z0-9]{20}$/, 'expected 20 letters and digits'))
const Name = z.string().check(z.trim(), z.minLength(1, 'expected a name'), z.maxLength(200))

export const Library = z.object({
  key: z.string(),
  /** Id of a billing account. */
  billingAccount: z.string(),
  name: z.string(),
  type: LibraryType,
  deleted: z.boolean(),
})
export type Library = z.output<typeof Library>

/** The payload of a save: all attributes for a new library, some for a change. */
export const LibraryChange = z.partial(
  z.strictObject({ key: Key, billingAccount: z.string(), name: Name, type: LibraryType, deleted: z.boolean() }),
)

/** An uploaded PDF, stored like an attachment. */
export const LibraryFile = z.object({
  id: Key,
  filename: z.string().check(z.maxLength(300)),
  url: z.string(),
  size: z.optional(z.number()),
  sha256: z.optional(z.string()),
})
export type LibraryFile = z.output<typeof LibraryFile>

/** Values that can prefill a field, as `initValues` expects them between braces. */
export const prefillSources = ['person.name', 'person.mobile', 'today()', 'owner.project', 'owner.team'] as const

/** Returns whether the title of a filled form can contain this field. */
export const isColumnName = (fieldName: string): boolean => /^[A-Za-z_]\w*$/.test(fieldName)

/** The prefill of a field of a form; `isColumn` adds its answer to the titles in the list of filled forms. */
export const PrefillProp = z.strictObject({ fieldName: z.string(), prefillSource: z.string(), isColumn: z.boolean() })
export type PrefillProp = z.output<typeof PrefillProp>

/** A form with this value in this field is non-conforming. */
export const NonConformingRule = z.strictObject({ fieldName: z.string(), value: z.string() })
export type NonConformingRule = z.output<typeof NonConformingRule>

/** A document; its attributes depend on the library's type (`documentAttributes`). */
export const LibraryDocument = z.object({
  key: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  /** yyyy-MM-dd. */
  effectiveDate: z.optional(z.string()),
  pdf: z.optional(LibraryFile),
  nonConformingRules: z.optional(z.array(NonConformingRule)),
  prefillProps: z.optional(z.array(PrefillProp)),
  /** Read-only: the form of the document in each project of the reader, to fill it in. */
  forms: z.optional(z.array(z.object({ key: z.string(), project: z.string() }))),
})
export type LibraryDocument = z.output<typeof LibraryDocument>

export const DocumentChange = z.partial(
  z.strictObject({
    key: Key,
    name: Name,
    description: z.string().check(z.maxLength(2000)),
    effectiveDate: z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\d)?$/, 'expected a date like 2026-05-04')),
    pdf: LibraryFile,
    nonConformingRules: z.array(NonConformingRule).check(z.maxLength(200)),
    prefillProps: z.array(PrefillProp).check(z.maxLength(500)),
    deleted: z.boolean(),
  }),
)
export type DocumentChange = z.output<typeof DocumentChange>

/** Attributes in addition to name and file. */
export const documentAttributes: Readonly<Record<LibraryType, readonly (keyof DocumentChange)[]>> = {
  Toolbox: ['effectiveDate'],
  Forms: ['description', 'nonConformingRules', 'prefillProps'],
  'Orienation Training Material': ['description'],
}

const Row = z.object({ path: z.string(), rev: z.number(), model: Library, billing: z.object({ name: z.string() }), manages: z.boolean() })
export type LibraryRow = z.output<typeof Row>
const Asked = z.object({
  include: z.optional(z.union([z.string(), z.array(z.string())])),
  property: z.optional(z.union([z.string(), z.array(z.string())])),
})

/**
 * The libraries of a person's billing accounts, by account name, type and name, and the accounts themselves.
 * Saved at `/api/data/libraries/{key}`.
 */
export const listLibraries = endpoint({
  method: 'GET',
  path: '/api/library',
  whenOffline: 'cached',
  access: 'signedIn',
  query: Asked,
  answer: z.object({ items: z.array(Row), billing: z.array(BillingChoice) }),
})

/**
 * One library with its documents. These are saved at `/api/data/libraries/{key}/documents/{key}` (decision
 * OQ-118).
 */
export const getLibrary = endpoint({
  method: 'GET',
  path: '/api/library/:key',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ key: z.string() }),
  answer: z.object({ library: Row, documents: z.array(LibraryDocument) }),
})
