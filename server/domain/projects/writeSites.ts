import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { siteCountries, siteTimezones } from '../../../contract/endpoints/projects.ts'
import type { Transaction } from '../../storage/database.ts'
import { text } from '../../i18n/text.ts'

const Site = z.object({
  name: z.optional(z.string()),
  timezone: z.optional(z.string()),
  countryCode: z.optional(z.string()),
  country: z.optional(z.string()),
  deleted: z.optional(z.boolean()),
})

/** Returns the fields of a site as they are stored. Throws Refused. */
function checkedSite(site: z.output<typeof Site>): { name: string; timezone: string; country: string } {
  const name = site.name?.trim().replace(/\s+/g, ' ') ?? ''
  const country = (site.countryCode ?? site.country ?? '').toUpperCase()
  const timezone = site.timezone ?? ''
  if (name === '' || country === '' || timezone === '') throw new Refused(400, 'INVALID', text('All Fields Required'))
  if (name.length > 100) throw new Refused(400, 'INVALID', text("A site's name has at most 100 characters."))
  if (!Object.hasOwn(siteCountries, country)) throw new Refused(400, 'INVALID', text('Choose a country from the list.'))
  if (!Object.hasOwn(siteTimezones, timezone)) throw new Refused(400, 'INVALID', text('Choose a timezone from the list.'))
  return { name, timezone, country: country.toLowerCase() }
}

/**
 * Writes the sites of a project by key; null or `deleted: true` removes one. All fields are required (spec/3
 * §5). Throws Refused.
 */
export async function writeSites(tx: Transaction, team: string, sites: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, given] of Object.entries(sites)) {
    const site = given === null ? { deleted: true } : z.safeParse(Site, given).data
    if (!site || !/^[A-Za-z0-9._-]{1,64}$/.test(key))
      throw new Refused(400, 'INVALID', text('A site has a name, a timezone and a country.'))
    if (site.deleted) {
      await tx.execute(sql`delete from sites where team = ${team} and id = ${key}`)
      continue
    }
    const { name, timezone, country } = checkedSite(site)
    const stored = await tx.execute(
      sql`insert into sites (id, team, name, timezone, country) values (${key}, ${team}, ${name}, ${timezone}, ${country})
          on conflict (id) do update set name = excluded.name, timezone = excluded.timezone, country = excluded.country
            where sites.team = ${team} returning id`,
    )
    if ((stored as { rows: unknown[] }).rows.length === 0) throw new Refused(400, 'INVALID', text('This key belongs to another site.'))
  }
}
