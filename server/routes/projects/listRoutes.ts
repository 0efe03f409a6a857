import { lookupList, newSite } from '../../../contract/endpoints/lists.ts'
import { wholeLookup } from '../../domain/forms/pageLookups.ts'
import { addSite } from '../../domain/forms/addSite.ts'
import { serve } from '../../http/serve.ts'

export const listRoutes = [
  serve(lookupList, async ({ app, params, query, person }) => ({
    items: await wholeLookup(app, { ...params, form: query.form, person }),
  })),
  serve(newSite, ({ app, params, body, me }) =>
    addSite(app, { team: params.team, person: me, name: body.name, timezone: body.timezone, country: body.country }),
  ),
]
