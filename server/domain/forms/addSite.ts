import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { countries, timezones } from '../../../contract/reference/countries.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import { newId } from '../newId.ts'
import { restingProject } from '../records/policies.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** Maximum length of a site name in characters. */
const longestName = 100

const ProjectRow = z.object({ archived: z.boolean() })

const SiteRow = z.object({ id: z.string(), name: z.string() })

/**
 * Adds a site to a project, for its Owners and Administrators. Returns the existing site if the name is in
 * use, so pressing twice creates one site. Throws Refused.
 */
export async function addSite(
  app: App,
  { team, person, name, timezone, country }: { team: string; person: Person } & Record<'name' | 'timezone' | 'country', string | undefined>,
): Promise<{ id: string; label: string }> {
  if (!mayIn(person, team, 'site.manage')) throw forbidden()
  const called = name?.trim().replace(/\s+/g, ' ') ?? ''
  if (!called || !timezone || !country) throw new Refused(400, 'INVALID', text('All Fields Required'))
  if (called.length > longestName)
    throw new Refused(400, 'INVALID', text("A site's name has at most {longestName} characters."), { values: { longestName } })
  if (!timezones.some(({ value }) => value === timezone)) throw new Refused(400, 'INVALID', text('Choose a timezone from the list.'))
  if (!countries.some(({ value }) => value === country)) throw new Refused(400, 'INVALID', text('Choose a country from the list.'))
  return app.storage.transaction(async (tx) => {
    // Serializes concurrent calls, so that they cannot create two sites.
    const [project] = await rows(tx, ProjectRow, sql`select archived from teams where id = ${team} for update`)
    if (project?.archived) throw restingProject()
    const [there] = await rows(tx, SiteRow, sql`select id, name from sites where team = ${team} and lower(name) = lower(${called})`)
    if (there) return { id: there.id, label: there.name }
    const id = newId()
    await tx.execute(sql`insert into sites (id, team, name, timezone, country) values (${id}, ${team}, ${called}, ${timezone}, ${country})`)
    return { id, label: called }
  })
}
