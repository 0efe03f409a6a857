import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Texts of one request, and characters of one text. */
export const mostTexts = 200
export const longestText = 5000

/** Translations in the order of the inputs; a text that nobody can translate comes back as it is (decision OQ-080). */
export const translate = endpoint({
  method: 'POST',
  path: '/api/translate',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({
    outputLang: z.enum(['en', 'en-au', 'es', 'pt']),
    inputs: z.array(z.object({ text: z.string().check(z.maxLength(longestText)) })).check(z.maxLength(mostTexts)),
  }),
  answer: z.object({ translations: z.array(z.string()) }),
})

/** The interface strings that are translated whenever a language other than English is chosen (decision OQ-078). */
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

/** English is what texts are written in; Australians read it as it is (decision OQ-079). */
export const needsTranslation = (lang: string): lang is 'es' | 'pt' => lang === 'es' || lang === 'pt'

/** A text that stayed English because its translation failed carries a mark when it is longer than this (spec/1 §8). */
export const markedAbove = 10
