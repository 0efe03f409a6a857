import { millisecondsInHour } from 'date-fns/constants'
import { sql } from 'drizzle-orm'
import { grantDays } from '../../../contract/endpoints/grants.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import { pruneJobs } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { pruneAudit } from '../audit/auditOf.ts'
import { pruneChanges } from '../changes/changesAfter.ts'
import { dropOldUploads, dropOrphans } from '../files/uploads.ts'
import { reclaimCodes } from '../posters/contentOfPoster.ts'
import { pruneDemoRequests } from '../demo-requests/beginDemo.ts'
import { pruneEdits } from '../records/lastChanges.ts'
import { pruneLosses } from '../records/losses.ts'
import { pruneTrials } from '../forms/formTrials.ts'
import { pruneGrants } from '../grants/grantsOf.ts'
import { pruneKiosks } from '../kiosk/pairing.ts'
import { pruneReceipts } from '../records/reconcileOps.ts'
import { prunePasskeyChallenges } from '../sign-in/passkeysOf.ts'

/** Deletes expired data. */
export async function tidyUp(app: App): Promise<void> {
  const { db } = app.storage
  // The devices of a disabled person still learn why they were signed out.
  await db.execute(
    sql`delete from sessions s where s.expires_at < now()
        and (s.expires_at < now() - interval '180 days' or not exists (select 1 from people p where p.uid = s.uid and p.disabled))`,
  )
  await db.execute(sql`delete from sign_in_links where expires_at < now()`)
  await pruneAudit(db)
  await pruneTrials(db)
  await db.execute(sql`delete from pins where expires_at < now()`)
  await db.execute(sql`delete from pin_browsers where expires_at < now()`)
  await db.execute(sql`delete from login_tickets where expires_at < now()`)
  await db.execute(sql`delete from login_requests where expires_at < now()`)
  await db.execute(sql`delete from limits where window_start < now() - interval '2 days' and key not like 'grant-%'`)
  await db.execute(sql`delete from limits where window_start < now() - make_interval(days => ${grantDays})`)
  await db.execute(sql`delete from limits where key like 'rate:%' and window_start < now() - interval '10 minutes'`)
  await db.execute(sql`delete from sms_outbox where created_at < now() - interval '30 days'`)
  await db.execute(sql`delete from mail_outbox where created_at < now() - interval '30 days'`)
  await db.execute(sql`delete from sms_inbox where at < now() - interval '400 days'`)
  await db.execute(sql`delete from payment_events where at < now() - interval '400 days'`)
  await db.execute(
    sql`delete from device_commands where asked_at < now() - interval '90 days' and (done_at is not null or failed is not null)`,
  )
  await db.execute(sql`delete from text_claims where first_at < now() - interval '30 days'`)
  await db.execute(sql`delete from short_links where expires_at < now() - interval '30 days'`)
  await db.execute(sql`delete from translations where used_at < now() - interval '400 days'`)
  await db.execute(sql`delete from impersonations where expires_at < now() - interval '400 days'`)
  // One that waits stays on the list of its project's people.
  await db.execute(sql`delete from invites where expires_at < now() - interval '400 days' and (accepted_at is not null or team is null)`)
  await pruneDemoRequests(app.storage)
  await pruneJobs(app.storage)
  // Before the receipts: a loss without its receipt would look like one again.
  await pruneLosses(app.storage)
  await pruneReceipts(app.storage)
  await pruneChanges(app.storage)
  await pruneEdits(db, 430)
  await pruneGrants(app)
  await pruneKiosks(app)
  await prunePasskeyChallenges(app)
  await reclaimCodes(app)
  await dropOldUploads(app)
  await dropOrphans(app)
}

/**
 * Runs the cleanup at the start and then every hour. Returns a function that stops it and waits for a running
 * round.
 */
export function startTidying(app: App): () => Promise<void> {
  return runPeriodically(
    millisecondsInHour,
    inTurn(app.storage, { name: 'tidying', ms: millisecondsInHour }, () => tidyUp(app)),
    {
      atOnce: true,
      failed: () => app.log.warn({}, 'tidying up failed; it is tried again in an hour'),
    },
  )
}
