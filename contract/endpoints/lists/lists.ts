import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { FormKey } from '../forms.ts'
import { LookupItem } from '../pages.ts'

/**
 * The seven named lookups of the page (spec/1 §7), the sites, the equipment and the holidays of the project, and
 * the certification types of its billing account.
 */
export const lookupNames = [
  'employees',
  'employeeSmsContacts',
  'vendors',
  'vendorSmsContacts',
  'trades',
  'costCodes',
  'locations',
  'sites',
  'equipment',
  'certificates',
  'holidays',
] as const

/**
 * Maximum items of a lookup inside page data; a longer one has an address there (`lists` of the page data).
 */
export const mostInPage = 1000

const At = z.object({ team: z.string(), lookup: z.string() })

/**
 * A complete lookup of a project; cached on the device. For members of the project, and for people who fill
 * its public form `form` that uses it.
 */
export const lookupList = endpoint({
  method: 'GET',
  path: '/api/lists/:team/:lookup',
  whenOffline: 'cached',
  access: 'link',
  params: At,
  query: z.object({ form: z.optional(z.string()) }),
  answer: z.object({ items: z.array(LookupItem) }),
})

/**
 * Creates a site of a project (picker "New Site"); all three values are required. An existing name returns
 * the existing site.
 */
export const newSite = endpoint({
  method: 'POST',
  path: '/api/lists/:team/sites',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  body: z.object({ name: z.optional(z.string()), timezone: z.optional(z.string()), country: z.optional(z.string()) }),
  answer: z.object({ id: z.string(), label: z.string() }),
})

const OfForm = z.object({ form: FormKey, lookup: z.string() })

/** The list that a form names in the address of one of its options (`optionsPath`, `url` of a search). */
export const lookupIn = (address: unknown): string | undefined =>
  typeof address === 'string' ? /^\/api\/forms\/[a-z0-9-]+\/(?:options|search)\/([A-Za-z]\w*)$/.exec(address)?.[1] : undefined

/**
 * A list of the project of a form, for the options of a choice (`optionsPath`). For members of the project, and for
 * people who fill the form.
 */
export const formOptions = endpoint({
  method: 'GET',
  path: '/api/forms/:form/options/:lookup',
  whenOffline: 'cached',
  access: 'link',
  params: OfForm,
  answer: z.object({ items: z.array(LookupItem) }),
})

/** The same, without the items that differ from the attributes in the body: `{ "trade": "Concrete" }`. */
export const filteredOptions = endpoint({
  method: 'POST',
  path: '/api/forms/:form/options/:lookup',
  whenOffline: 'refused',
  access: 'link',
  params: OfForm,
  body: z.record(z.string().check(z.maxLength(100)), z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()])),
  answer: z.object({ items: z.array(LookupItem) }),
})

/** Most entries that a search offers to choose from. */
export const mostFound = 20

/**
 * Searches a list of the project of a form (field type `search`). The body has the text under the parameter of the
 * field. `ui`: the entry, or a choice between several, as fields; absent when nothing fits. `model`: their values.
 */
export const searchLookup = endpoint({
  method: 'POST',
  path: '/api/forms/:form/search/:lookup',
  whenOffline: 'refused',
  access: 'link',
  params: OfForm,
  body: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(200))),
  answer: z.object({
    ui: z.optional(z.object({ children: z.array(z.record(z.string(), z.unknown())) })),
    model: z.optional(z.record(z.string(), z.unknown())),
  }),
})
