import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LookupItem } from './pages.ts'

/** The seven named lookups of the page (spec/1 §7), and the sites of the project. */
export const lookupNames = [
  'employees',
  'employeeSmsContacts',
  'vendors',
  'vendorSmsContacts',
  'trades',
  'costCodes',
  'locations',
  'sites',
] as const

/** Items of a lookup that travel with a page; a longer one has an address of its own there (`lists` of the page data). */
export const mostInPage = 1000

const At = z.object({ team: z.string(), lookup: z.string() })

/** A whole lookup of a project; kept on the device. For members of the project, and for whoever fills its public form `form` that asks for it. */
export const lookupList = endpoint({
  method: 'GET',
  path: '/api/lists/:team/:lookup',
  whenOffline: 'cached',
  access: 'link',
  params: At,
  query: z.object({ form: z.optional(z.string()) }),
  answer: z.object({ items: z.array(LookupItem) }),
})

/** A new site of a project (picker "New Site"); all three are needed. The same name again gives the site that is there. */
export const newSite = endpoint({
  method: 'POST',
  path: '/api/lists/:team/sites',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ team: z.string() }),
  body: z.object({ name: z.optional(z.string()), timezone: z.optional(z.string()), country: z.optional(z.string()) }),
  answer: z.object({ id: z.string(), label: z.string() }),
})
