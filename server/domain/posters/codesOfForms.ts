import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const CodeRow = z.object({ code: z.string(), form: z.string() })

/** Returns the codes of the posters that lead to these forms, by form; nothing for a form without a poster. */
export async function codesOfForms(
  app: App,
  forms: readonly string[],
): Promise<ReadonlyMap<string, { readonly codes: readonly string[] }>> {
  const found = await rows(
    app.storage.db,
    CodeRow,
    sql`select c.code, a.form from bot_codes c join automations a on a.id = c.automation
        where a.form in (select jsonb_array_elements_text(${JSON.stringify(forms)}::jsonb)) and not a.deleted and not a.archived
        order by c.code`,
  )
  const codes = new Map<string, { readonly codes: readonly string[] }>()
  for (const { code, form } of found) codes.set(form, { codes: [...(codes.get(form)?.codes ?? []), code] })
  return codes
}
