import { sql } from 'drizzle-orm'
import type { BillingAccount, BillingMember, Subscription } from '../../../contract/endpoints/billing/billing.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { freePlan, freePlanShown, planById, priceOf } from '../../../contract/rules/plans.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { billingHolidays } from '../holidays/holidays.ts'
import { namesIn } from '../projects/projectQuery.ts'
import type { Person } from '../sign-in/person.ts'
import { type AccountRow, accountColumns, accountOr404 } from './accounts.ts'
import { inclusionsInPeriod } from './quota.ts'
import { lastDays, teamsOf, type Used, usedInPeriod } from './usage.ts'

interface Question {
  readonly include?: string | readonly string[] | undefined
}

const asked = ({ include }: Question) => new Set([...namesIn(include)].map((name) => name.replace(/^billing\./, '')))

/** Returns the billing accounts of a person, by name. */
export async function listAccounts(app: App, me: Person, question: Question): Promise<BillingAccount[]> {
  const found = await rows<AccountRow & { teams: number } & Record<string, unknown>>(
    app.storage.db,
    sql`select ${accountColumns}, m.role from billing_members m join billing_accounts b on b.id = m.billing
        where m.uid = ${me.uid} and not b.deleted order by lower(b.name), b.id`,
  )
  return shown(app, found, asked(question))
}

/** Returns one account with the requested includes. Throws Refused. */
export async function readAccount(app: App, me: Person, id: string, question: Question): Promise<BillingAccount> {
  const row = await accountOr404(app.storage.db, me, id)
  const include = asked(question)
  const [account] = await shown(app, [row], include)
  if (!account) throw new Error('an account that was there')
  const { db } = app.storage
  const manages = mayBilling(row.role, 'billing.manage')
  const [members, invites, teams, days, holidayCalendar, permitTypes] = await Promise.all([
    include.has('members') ? membersOf(app, id) : undefined,
    include.has('members') && manages ? invitesOf(app, id) : undefined,
    include.has('teams') ? teamsOf(db, id) : undefined,
    include.has('usage') && manages && planById(row.plan ?? '')?.isFixed ? lastDays(db, id) : undefined,
    include.has('holidayCalendar') ? billingHolidays(db, id) : undefined,
    include.has('permitTypes')
      ? rows<{ key: string; name: string }>(
          db,
          sql`select key, name from named_rows where parent = ${id} and list = 'permitTypes' order by lower(name), key`,
        )
      : undefined,
  ])
  return {
    ...account,
    ...(account.usage && days && { usage: { ...account.usage, days } }),
    ...(members && { members: [...members, ...Object.entries(invites ?? {}).map(invited)] }),
    ...(invites && { invites }),
    ...(teams && { teams }),
    ...(holidayCalendar && { holidayCalendar }),
    ...(permitTypes && { permitTypes: [...permitTypes] }),
  }
}

const invited = ([email, { role }]: [string, { role: string }]): BillingMember => ({
  key: email,
  name: email,
  email,
  status: 'Invited',
  role,
})

async function shown(app: App, found: readonly AccountRow[], include: ReadonlySet<string>): Promise<BillingAccount[]> {
  const ids = found.map(({ id }) => id)
  const [used, counts] = await Promise.all([
    include.has('usage') ? usedInPeriod(app.storage.db, ids) : undefined,
    rows<{ billing: string; teams: number; owner: string | null }>(
      app.storage.db,
      sql`select b.id as billing, (select count(*)::int from teams t where t.billing = b.id and not t.deleted) as teams,
            (select m.uid from billing_members m where m.billing = b.id and m.role = 'Owner' order by m.created_at limit 1) as owner
          from billing_accounts b where b.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
    ),
  ])
  return found.map((row) => {
    const manages = mayBilling(row.role, 'billing.manage')
    const count = counts.find(({ billing }) => billing === row.id)
    return {
      id: row.id,
      rev: row.rev,
      role: row.role,
      model: {
        name: row.name,
        status: row.status,
        ...(row.plan !== null && { planType: planById(row.plan)?.isFixed ? ('fixed' as const) : ('quota' as const) }),
        ...(count?.owner && { owner: count.owner }),
        deleted: row.deleted,
        path: `billing/${row.id}`,
        teams: count?.teams ?? 0,
        livemode: app.payments.livemode,
        cards: app.payments.kind !== 'none',
        ...(manages && ownModel(row)),
      },
      ...(include.has('stripe') && { stripe: subscriptionOf(row, manages) }),
      ...(used && manages && { usage: usageOf(row, used.get(row.id)) }),
    }
  })
}

const dots = '•'.repeat(8)

function ownModel({ model, cancelAt, bonus }: AccountRow): Partial<BillingAccount['model']> {
  return {
    cancelRequested: cancelAt !== null,
    ...(cancelAt !== null && { cancelAt }),
    hasProcoreServiceAccount: model.hasProcoreServiceAccount ?? 'No',
    hasProcoreServiceAccountConfirmation: model.hasProcoreServiceAccountConfirmation ?? 'No',
    ...(model.procoreServiceAccountClientId && { procoreServiceAccountClientId: model.procoreServiceAccountClientId }),
    ...(model.procoreServiceAccountClientSecret && { procoreServiceAccountClientSecret: dots }),
    bonusMessages: bonus,
  }
}

/** Returns the plan in words for all members of the account; price and payer only for those who manage it. */
export function subscriptionOf(row: AccountRow, manages: boolean): { subscription?: Subscription } {
  if (row.plan === null) return {}
  const plan = planById(row.plan)
  const inclusions = plan?.inclusions ?? (row.plan === freePlan ? freePlanShown.inclusions : 0)
  return {
    subscription: {
      id: row.plan,
      name: plan?.name ?? freePlanShown.name,
      inclusions,
      inclusionsInPeriod: inclusionsInPeriod(row.plan, row.bonus),
      isFixed: plan?.isFixed ?? false,
      monthly: plan?.interval !== 'year',
      planrate: manages && plan ? priceOf(plan, row.broadcast) : 0,
      overage: plan?.overage ?? null,
      broadcast: row.broadcast,
      periodStart: row.periodStart ?? '',
      periodEnd: row.periodEnd ?? '',
      pastDue: manages && row.payments.pastDue === true,
      ...(manages && row.payments.card && { card: row.payments.card.last4, expiry: row.payments.card.expiry }),
      ...(!plan?.isFixed && { messages: inclusions }),
    },
  }
}

function usageOf(row: AccountRow, used: Used | undefined): NonNullable<BillingAccount['usage']> {
  const { messages = 0, people = 0, supervisors = 0 } = used ?? {}
  const isFixed = planById(row.plan ?? '')?.isFixed === true
  return {
    totalUsage: isFixed ? people : messages,
    ...(isFixed && { fixedUsage: { maxSupervisoryWorkers: supervisors, maxPeople: people } }),
    paused: row.status === 'Cancelled' || (row.quota !== null && messages >= row.quota),
  }
}

const roleOrder = sql.raw("array_position(array['Owner', 'Administrator', 'Member'], m.role)")

function membersOf(app: App, id: string): Promise<BillingMember[]> {
  return rows<BillingMember & Record<string, unknown>>(
    app.storage.db,
    sql`select m.uid as key, m.uid, p.name, coalesce(p.email, '') as email, m.role as status from billing_members m join people p on p.uid = m.uid
        where m.billing = ${id} order by ${roleOrder}, lower(p.name), m.uid`,
  )
}

/** Returns open invitations, by address. */
async function invitesOf(app: App, id: string): Promise<NonNullable<BillingAccount['invites']>> {
  const found = await rows<{ email: string; role: string; at: string }>(
    app.storage.db,
    sql`select lower(email) as email, role, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from invites where billing = ${id} and accepted_at is null and expires_at > now() order by 1`,
  )
  return Object.fromEntries(found.map(({ email, role, at }) => [email, { role, at }]))
}
