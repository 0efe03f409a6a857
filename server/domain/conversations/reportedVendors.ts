import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { BotContact } from '../../../contract/endpoints/conversations.ts'
import { isSamePlace } from '../../../contract/rules/manpower/differingReports.ts'
import { plainName } from '../../../contract/rules/presence.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

const ReportedRow = z.object({ vendor: z.string(), location: z.nullable(z.string()) })
type Reported = z.infer<typeof ReportedRow>

/** Serializes the reports of forms and the starts of conversations of a project: each vendor gets one entry. */
export const lockManpower = (tx: Transaction, team: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`manpower ${team}`}))`)

/** The vendors with manpower of a day by form, at the site of a bot. */
export const reportedVendors = (
  db: Database | Transaction,
  { team, bot, day }: { readonly team: string; readonly bot: string; readonly day: string },
): Promise<Reported[]> =>
  rows(
    db,
    ReportedRow,
    sql`select e.model ->> 'vendor' as vendor, e.model -> 'model' ->> 'location' as location
        from executions e join automations o on o.id = e.automation join automations a on a.id = ${bot}
        where e.team = ${team} and e.day = ${day}::date and e.kind = 'manpower' and e.model ->> 'vendor' is not null
          and exists (select 1 from manpower_reports r where r.execution = e.id) and (a.site is null or o.site is null or a.site = o.site)`,
  )

/** The contacts of vendors without a report: the bot asks these. */
export const unreported = (contacts: readonly BotContact[], reported: readonly Reported[]): readonly BotContact[] =>
  contacts.filter(
    ({ vendor, location }) =>
      !reported.some((one) => plainName(one.vendor) === plainName(vendor ?? '') && isSamePlace(one.location ?? undefined, location)),
  )
