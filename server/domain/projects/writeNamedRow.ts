import { sql } from 'drizzle-orm'
import { Refused } from '../../../contract/Refused.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { text } from '../../i18n/text.ts'
import { rows, type Transaction } from '../../storage/database.ts'

const longest = 200

/**
 * Writes a certification type: its name, or `deleted: true`. Names are unique regardless of
 * case (spec/3 §2.10). Throws Refused.
 */
export async function writeNamedRow(
  tx: Transaction,
  row: { readonly parent: string; readonly list: 'permitTypes'; readonly key: string; readonly payload: Model },
): Promise<{ rev: number }> {
  const { parent, list, key, payload } = row
  if (payload['deleted'] === true) {
    await tx.execute(sql`delete from named_rows where parent = ${parent} and list = ${list} and key = ${key}`)
    return { rev: 1 }
  }
  const given = payload['name']
  const name = typeof given === 'string' ? given.trim().replace(/\s+/g, ' ') : ''
  if (name === '' || name.length > longest) {
    const words = name === '' ? text('Name required') : text('A name has at most {longest} characters.')
    throw new Refused(400, 'INVALID', words, { values: { longest }, path: 'name' })
  }
  const twin = await rows(
    tx,
    sql`select 1 from named_rows where parent = ${parent} and list = ${list} and lower(name) = lower(${name}) and key <> ${key}`,
  )
  if (twin.length > 0) throw new Refused(400, 'INVALID', text('{name} is already in the list.'), { values: { name } })
  await tx.execute(
    sql`insert into named_rows (parent, list, key, name) values (${parent}, ${list}, ${key}, ${name})
        on conflict (parent, list, key) do update set name = excluded.name, updated_at = now()`,
  )
  return { rev: 1 }
}
