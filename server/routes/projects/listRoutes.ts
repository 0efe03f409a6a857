import { filteredOptions, formOptions, lookupList, newSite, searchLookup } from '../../../contract/endpoints/lists/lists.ts'
import { wholeLookup } from '../../domain/forms/pageLookups.ts'
import { optionsOf, searchLookup as search } from '../../domain/forms/searchLookup.ts'
import { languageOf } from '../../domain/pages/pageData.ts'
import { addSite } from '../../domain/forms/addSite.ts'
import { serve } from '../../http/serve.ts'

export const listRoutes = [
  serve(lookupList, async ({ app, params, query, person }) => ({
    items: await wholeLookup(app, { ...params, form: query.form, person }),
  })),
  serve(formOptions, async ({ app, params, person }) => ({ items: await optionsOf(app, { ...params, person }) })),
  serve(filteredOptions, async ({ app, params, body, person }) => ({ items: await optionsOf(app, { ...params, person }, body) })),
  serve(searchLookup, ({ app, params, body, person, languages }) =>
    search(app, { ...params, person, body, lang: languageOf(null, person, languages) }),
  ),
  serve(newSite, ({ app, params, body, me }) =>
    addSite(app, { team: params.team, person: me, name: body.name, timezone: body.timezone, country: body.country }),
  ),
]
