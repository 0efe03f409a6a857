import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { LookupItem } from './pages.ts'

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
