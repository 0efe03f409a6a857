import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { baseLanguage, type Language, languages } from '../reference/languages.ts'

/** Maximum texts of one request, and maximum characters of one text. */
export const mostTexts = 200
export const longestText = 5000

/**
 * Translations in the order of the inputs; a text without a translation is returned unchanged (decision
 * OQ-080).
 */
export const translate = endpoint({
  method: 'POST',
  path: '/api/translate',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({
    outputLang: z.enum(Object.keys(languages) as Language[]),
    inputs: z.array(z.object({ text: z.string().check(z.maxLength(longestText)) })).check(z.maxLength(mostTexts)),
  }),
  answer: z.object({ translations: z.array(z.string()) }),
})

/** The interface strings to translate for every language other than English (decision OQ-078). */
export const fixedTexts = [
  'Vendor',
  'Foreman',
  'Superintendent',
  'Journeyman',
  'Apprentice',
  'Crew Lead',
  'Delivery Driver',
  'Visitor',
  'Worker',
  'Other',
  'Later',
  'Never/Unsure',
  'Next Week',
  'Tomorrow',
  'Confirm Availability',
  'Save',
  'Cancel',
  'OK',
  'Submit',
  'Next',
  'Back',
  'Add',
  'Edit',
  'Remove',
  'Delete',
  'Search...',
  'No items',
  'Processing...',
  'Yes',
  'No',
  'Required',
  'Set Availability',
  'Signature',
  'Check Out',
  'Available',
  'Unavailable',
] as const

/** Source texts are English; Australian English shows them unchanged (decision OQ-079). */
export const needsTranslation = (lang: string): boolean => baseLanguage(lang) !== 'en'

/** A longer text (characters) gets a mark when its translation failed and it stays English (spec/1 §8). */
export const markedAbove = 10
