import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { lookupIn } from '../../../contract/endpoints/lists/lists.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

/**
 * Posts the text as `param` ("search" by default) and shows the form of the answer (`ui`). Its values are
 * stored next to the text, in the attribute + "Answers".
 */
const search = defineSettings({
  type: 'search',
  sends: true,
  description: 'A text that the server looks for; the form that it answers with is shown beneath.',
  words: {
    url: 'Address that the text is posted to: /api/forms/<this form>/search/<list> looks in a list of the project, such as employees or vendors.',
  },
  readLists: ({ url }) => [lookupIn(url)].filter((name) => name !== undefined),
  shape: z.strictObject({ type: z.literal('search'), ...fieldBase, url: z.string(), param: z.optional(z.string()) }),
})

export const settings = [search] as const
