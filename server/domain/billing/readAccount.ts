import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type BillingAccount, BillingMember, type Subscription } from '../../../contract/endpoints/billing/billing.ts'
import { masked } from '../../../contract/rules/masked.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { freePlan, freePlanShown, planById, priceOf } from '../../../contract/rules/plans.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { billingHolidays } from '../holidays/holidaysOf.ts'
import { namesIn } from '../projects/namesIn.ts'
import type { Person } from '../sign-in/person.ts'
import { AccountRow, accountColumns, accountOr404 } from './accountFor.ts'
import { inclusionsInPeriod } from './quotaOf.ts'
import { workersPerDay } from '../reporting/workersPerDay.ts'
import { openSecret } from '../sealSecret.ts'
import { teamsOf, type Used, usedInPeriod } from './usedInPeriod.ts'

interface Question {
  readonly include?: string | readonly string[] | undefined
}

const asked = ({ include }: Question) => new Set([...namesIn(include)].map((name) => name.replace(/^billing\./, '')))

/** Returns the billing accounts of a person, by name. */
export async function listAccounts(app: App, me: Person, question: Question): Promise<BillingAccount[]> {
  const found = await rows(
    app.storage.db,
    AccountRow,
    sql`select ${accountColumns}, m.role from billing_members m join billing_accounts b on b.id = m.billing
        where m.uid = ${me.uid} and not b.deleted order by lower(b.name), b.id`,
  )
  return shown(app, found, asked(question))
}

const TemplateRow = z.object({ key: z.string(), name: z.string() })

/** Returns one account with the requested includes. Throws Refused. */
export async function readAccount(app: App, me: Person, id: string, question: Question): Promise<BillingAccount> {
  const row = await accountOr404(app.storage.db, me, id)
  const include = asked(question)
  const [account] = await shown(app, [row], include)
  if (!account) throw new Error('an account that was there')
  const { members, invites, teams, days, holidayCalendar, permitTypes } = await readIncludes(app, row, include)
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

/** Returns the requested includes; undefined: not requested, or not for this person. */
async function readIncludes(app: App, { id, role, plan }: AccountRow, include: ReadonlySet<string>) {
  const { db } = app.storage
  const manages = mayBilling(role, 'billing.manage')
  const [members, invites, teams, days, holidayCalendar, permitTypes] = await Promise.all([
    include.has('members') ? membersOf(app, id) : undefined,
    include.has('members') && manages ? invitesOf(app, id) : undefined,
    include.has('teams') ? teamsOf(db, id) : undefined,
    include.has('usage') && manages && planById(plan ?? '')?.isFixed
      ? workersPerDay(db, { billing: id }).then(({ daily }) => daily)
      : undefined,
    include.has('holidayCalendar') ? billingHolidays(db, id) : undefined,
    include.has('permitTypes')
      ? rows(db, TemplateRow, sql`select key, name from named_rows where parent = ${id} and list = 'permitTypes' order by lower(name), key`)
      : undefined,
  ])
  return { members, invites, teams, days, holidayCalendar, permitTypes }
}

const invited = ([email, { role }]: [string, { role: string }]): BillingMember => ({
  key: email,
  name: email,
  email,
  status: 'Invited',
  role,
})

const AccountFactsRow = z.object({ billing: z.string(), teams: z.number(), owner: z.nullable(z.string()) })

async function shown(app: App, found: readonly AccountRow[], include: ReadonlySet<string>): Promise<BillingAccount[]> {
  const ids = found.map(({ id }) => id)
  const [used, counts] = await Promise.all([
    include.has('usage') ? usedInPeriod(app.storage.db, ids) : undefined,
    rows(
      app.storage.db,
      AccountFactsRow,
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
        ...(manages && ownModel(app, row)),
      },
      ...(include.has('stripe') && { stripe: subscriptionOf(row, manages) }),
      ...(used && manages && { usage: usageOf(row, used.get(row.id)) }),
    }
  })
}

/** A secret as its screen shows it (decision OQ-076); one that this server cannot open is masked completely. */
function maskedSecret(app: App, sealed: string): string {
  try {
    return masked(openSecret(app, 'billing', sealed))
  } catch {
    return '•'.repeat(8)
  }
}

function ownModel(app: App, { model, cancelAt, bonus }: AccountRow): Partial<BillingAccount['model']> {
  return {
    cancelRequested: cancelAt !== null,
    ...(cancelAt !== null && { cancelAt }),
    hasProcoreServiceAccount: model.hasProcoreServiceAccount ?? 'No',
    hasProcoreServiceAccountConfirmation: model.hasProcoreServiceAccountConfirmation ?? 'No',
    ...(model.procoreServiceAccountClientId && { procoreServiceAccountClientId: model.procoreServiceAccountClientId }),
    ...(model.procoreServiceAccountClientSecret && {
      procoreServiceAccountClientSecret: maskedSecret(app, model.procoreServiceAccountClientSecret),
    }),
    bonusMessages: bonus,
  }
}

/** Returns what a screen shows of a plan. An unknown plan has the name of the free one. */
function shownPlan(id: string): Pick<Subscription, 'name' | 'inclusions' | 'isFixed' | 'monthly' | 'overage'> {
  const plan = planById(id)
  if (!plan) {
    const inclusions = id === freePlan ? freePlanShown.inclusions : 0
    return { name: freePlanShown.name, inclusions, isFixed: false, monthly: true, overage: null }
  }
  const { name, inclusions, isFixed, interval, overage = null } = plan
  return { name, inclusions, isFixed, monthly: interval !== 'year', overage }
}

/** Returns the plan in words for all members of the account; price and payer only for those who manage it. */
export function subscriptionOf(row: AccountRow, manages: boolean): { subscription?: Subscription } {
  if (row.plan === null) return {}
  const plan = planById(row.plan)
  const { name, inclusions, isFixed, monthly, overage } = shownPlan(row.plan)
  return {
    subscription: {
      id: row.plan,
      name,
      inclusions,
      inclusionsInPeriod: inclusionsInPeriod(row.plan, row.bonus),
      isFixed,
      monthly,
      planrate: manages && plan ? priceOf(plan, row.broadcast) : 0,
      overage,
      broadcast: row.broadcast,
      periodStart: row.periodStart ?? '',
      periodEnd: row.periodEnd ?? '',
      pastDue: manages && row.payments.pastDue === true,
      ...(manages && row.payments.card && { card: row.payments.card.last4, expiry: row.payments.card.expiry }),
      ...(!isFixed && { messages: inclusions }),
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
  return rows(
    app.storage.db,
    BillingMember,
    sql`select m.uid as key, m.uid, p.name, coalesce(p.email, '') as email, m.role as status from billing_members m join people p on p.uid = m.uid
        where m.billing = ${id} order by ${roleOrder}, lower(p.name), m.uid`,
  )
}

const InviteRow = z.object({ email: z.string(), role: z.string(), at: z.string() })

/** Returns open invitations, by address. */
async function invitesOf(app: App, id: string): Promise<NonNullable<BillingAccount['invites']>> {
  const found = await rows(
    app.storage.db,
    InviteRow,
    sql`select lower(email) as email, role, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from invites where billing = ${id} and accepted_at is null and expires_at > now() order by 1`,
  )
  return Object.fromEntries(found.map(({ email, role, at }) => [email, { role, at }]))
}
