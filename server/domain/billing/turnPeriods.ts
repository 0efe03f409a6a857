import { sql } from 'drizzle-orm'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import type { EmbeddedPayments } from '../../adapters/payments/embedded/embeddedPayments.ts'

const tenMinutesMs = 600_000

/**
 * Advances the periods of accounts without a subscription, and ends those with a due cancellation. Uses the
 * clock of the provider.
 */
export async function turnPeriods(app: App): Promise<void> {
  const now = app.payments.now()
  const free = sql`b.plan = 'free' or (b.customer is null and b.plan is not null)`
  await app.storage.db.execute(
    sql`update billing_accounts b set status = 'Cancelled', quota = 0, cancel_at = null, rev = rev + 1
        where b.cancel_at <= ${now}::timestamptz and b.status <> 'Cancelled' and (${free} or b.plan is null)`,
  )
  await app.storage.db.execute(
    sql`update billing_accounts b set rev = rev + 1, period_start = b.period_start + n.months, period_end = b.period_start + n.months + n.length
        from (select id, (case when plan like '%-year' then interval '1 year' else interval '1 month' end) as length,
                (case when plan like '%-year' then interval '1 year' else interval '1 month' end)
                  * (select count(*) from generate_series(1, 400) k
                     where period_start + k * (case when plan like '%-year' then interval '1 year' else interval '1 month' end) <= ${now}::timestamptz) as months
              from billing_accounts where period_end <= ${now}::timestamptz and period_start is not null) n
        where n.id = b.id and b.status <> 'Cancelled' and (${free})`,
  )
}

/**
 * Runs the renewals of the built-in provider and the periods of free plans: at the start, then every ten
 * minutes. Returns a function that stops this.
 */
export function startPeriods(app: App): () => Promise<void> {
  const round = async () => {
    if (app.payments.kind === 'embedded') await (app.payments as EmbeddedPayments).tick()
    await turnPeriods(app)
  }
  return runPeriodically(tenMinutesMs, inTurn(app.storage, { name: 'periods', ms: tenMinutesMs }, round), {
    atOnce: true,
    failed: () => app.log.warn({}, 'the periods of billing accounts were not turned; it is tried again'),
  })
}
