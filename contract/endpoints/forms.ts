import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Forms for their authors: the settings in all languages, and every published version. */

/** The name of a form in addresses and file names. */
export const formKeyPattern = /^[a-z0-9][a-z0-9-]{0,62}$/
export const FormKey = z.string().check(z.regex(formKeyPattern, 'expected a name of small letters, digits and -'))

const Publication = z.object({
  /** Counts from 1 per form. */
  revision: z.number(),
  /** The version of the settings: the same text has the same version. */
  version: z.string(),
  /** ISO 8601, the server's clock. */
  at: z.string(),
  /** Name of the person who published it; absent for a file of a folder. */
  by: z.optional(z.string()),
})
export type Publication = z.output<typeof Publication>

export const AuthoredForm = z.extend(Publication, {
  key: z.string(),
  name: z.string(),
  team: z.object({ id: z.string(), name: z.string() }),
  public: z.boolean(),
})
export type AuthoredForm = z.output<typeof AuthoredForm>

/** An own list of a project: a file of the forms folder, with the columns that `lookup()` reads. */
export const OwnListColumns = z.object({ name: z.string(), columns: z.array(z.string()) })

/** A file beside the forms that could not be read: its list is as it was before. */
export const ListTrouble = z.object({ file: z.string(), findings: z.array(z.object({ line: z.number(), message: z.string() })) })

const Settings = z.record(z.string(), z.unknown())

/** Forms of the projects where this person can publish, and those projects. */
export const listForms = endpoint({
  method: 'GET',
  path: '/api/studio',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({
    forms: z.array(AuthoredForm),
    teams: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        lists: z.optional(z.array(OwnListColumns)),
        listTroubles: z.optional(z.array(ListTrouble)),
      }),
    ),
  }),
})

/** A form to edit; `versions` newest first, at most 100. */
export const getAuthoredForm = endpoint({
  method: 'GET',
  path: '/api/studio/:key',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ key: FormKey }),
  answer: z.extend(AuthoredForm, { settings: Settings, versions: z.array(Publication) }),
})

export const getFormVersion = endpoint({
  method: 'GET',
  path: '/api/studio/:key/versions/:revision',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ key: FormKey, revision: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'expected the number of a version')) }),
  answer: z.extend(Publication, { settings: Settings }),
})

/**
 * Publishes settings as the current form for everyone. `base` is the revision that they are based on, 0 for a
 * new form (then with its project); 409 `conflict` with `rev` when another person has published meanwhile.
 */
export const publishSettings = endpoint({
  method: 'POST',
  path: '/api/studio/:key',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ key: FormKey }),
  body: z.object({ settings: z.unknown(), base: z.int().check(z.gte(0)), team: z.optional(z.string()) }),
  answer: z.object({ revision: z.number(), version: z.string(), changed: z.boolean() }),
})
