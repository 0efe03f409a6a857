import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { billingMemberRoles, privateBilling } from '../../../contract/endpoints/billing/billing.ts'
import { isEmailAddress } from '../../../contract/rules/isEmailAddress.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { freePlan, type Plan, planById } from '../../../contract/rules/plans.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import type { EntityChange, EntityWriter } from '../entities/entityKind.ts'
import { writeHolidays } from '../holidays/writeHolidays.ts'
import { writePermitType } from '../projects/writePermitType.ts'
import { openProject } from '../projects/writeProject.ts'
import { newId } from '../newId.ts'
import { loginBackJob } from '../sign-in/loginTokens.ts'
import type { Person } from '../sign-in/person.ts'
import { accountRuns, startFree } from './accountRuns.ts'
import { type AccountModel, type AccountRow, accountFor } from './accountFor.ts'
import { requireCards } from './builtInPayments.ts'
import { sealSecret } from '../sealSecret.ts'
import { isSubscribed } from './subscriptions.ts'
import { type Text, text } from '../../i18n/text.ts'

const Text = z.string().check(z.maxLength(200))
const Long = z.string().check(z.maxLength(4000))
const YesNo = z.enum(['Yes', 'No'])
const Change = z.object({
  name: z.optional(Text),
  owner: z.optional(z.string()),
  plan: z.optional(Text),
  broadcast: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  team: z.optional(z.string()),
  source: z.optional(z.string()),
  referral: z.optional(z.string()),
  bossName: z.optional(Text),
  bossEmail: z.optional(Text),
  bossBody: z.optional(Long),
  bossIncludeTestimonial: z.optional(z.boolean()),
  hasProcoreServiceAccount: z.optional(YesNo),
  procoreServiceAccountClientId: z.optional(Text),
  procoreServiceAccountClientSecret: z.optional(z.string().check(z.maxLength(500))),
  hasProcoreServiceAccountConfirmation: z.optional(YesNo),
  members: z.optional(z.record(z.string(), z.unknown())),
  invites: z.optional(z.record(z.string(), z.unknown())),
  holidayCalendar: z.optional(z.record(z.string(), z.unknown())),
})
type Change = z.output<typeof Change>

const invalid = (words: Text, path = '') => new Refused(400, 'INVALID', words, { path })

/** `POST` or `PATCH /api/data/billing/{id}`, and `…/permitTypes/{key}` below it (spec/2 §7). */
export const writeBilling: EntityWriter = async (tx, change) => {
  const [, id = '', ...more] = change.segments
  if (more.length > 0) return writePermitType(tx, change)
  if (id === privateBilling) throw new Refused(403, 'FORBIDDEN', text('Private projects have no billing account.'))
  if (!idPattern.test(id))
    throw invalid(text('Billing accounts are written at /api/data/billing/ and an id of 20 letters and digits.'), 'path')
  const read = z.safeParse(Change, change.payload)
  if (!read.success) {
    const details = read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    throw new Refused(400, 'INVALID', text('The data of the billing account is not valid.'), { details })
  }
  const [there] = await rows(tx, sql`select 1 from billing_accounts where id = ${id} for update`)
  return there ? update(tx, change, id, read.data) : create(tx, change, id, read.data)
}

function nameIn(name: string | undefined): string {
  const called = name?.trim().replace(/\s+/g, ' ') ?? ''
  if (called === '') throw invalid(text('Name required'), 'name')
  return called
}

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
/** Makes the 8 characters of a mail link, without characters that look alike. */
export const linkToken = (): string => Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join('')

/** Returns the chosen paid plan, or undefined for the free one. Throws Refused. */
function paidPlanOf(app: App, { plan = freePlan, broadcast = false }: Change): Plan | undefined {
  const paid = planById(plan)
  if (plan !== freePlan && !paid) throw invalid(text('There is no such plan. Choose one of the list.'), 'plan')
  if (paid) requireCards(app)
  if (broadcast && !paid?.broadcast) throw invalid(text('This plan has no broadcast add-on.'), 'broadcast')
  return paid
}

/** Returns whether another person is asked to pay. Throws Refused if they cannot be asked. */
function asksToPay(change: Change, paid: Plan | undefined): boolean {
  if (change.bossEmail === undefined && change.bossName === undefined) return false
  requireBoss(change)
  if (!paid) throw invalid(text('The free plan costs nothing, so no one has to pay.'), 'plan')
  return true
}

/** Returns the request to another person to pay. */
const requestOf = ({
  bossName = '',
  bossEmail = '',
  bossBody = '',
  bossIncludeTestimonial = false,
}: Change): NonNullable<AccountModel['ask']> => ({
  bossName,
  bossEmail: bossEmail.trim().toLowerCase(),
  bossBody,
  bossIncludeTestimonial,
})

async function requireManager(tx: Transaction, me: Person, team: string): Promise<void> {
  const project = await openProject(tx, me, team)
  if (!may(project.role ?? undefined, 'team.manage')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
}

async function create(tx: Transaction, { app, me }: EntityChange, id: string, change: Change) {
  if (change.owner !== undefined && change.owner !== me.uid) throw new Refused(403, 'FORBIDDEN', text('A new billing account is yours.'))
  const name = nameIn(change.name)
  const paid = paidPlanOf(app, change)
  const asks = asksToPay(change, paid)
  const { team, referral, source, broadcast = false } = change
  if (source !== undefined && asks && paid) return askForSource(tx, { app, me }, source, { ...change, name, plan: paid.id, broadcast })
  if (team) await requireManager(tx, me, team)
  const model: AccountModel = {
    ...(paid && { awaitingPayment: true, wanted: { plan: paid.id, broadcast } }),
    ...(team && { team }),
    ...(referral && { referral }),
    ...(asks && { ask: requestOf(change) }),
  }
  // If another person was asked to pay, the account is visible at once, so that its members see that it is
  // pending.
  const hidden = paid !== undefined && !asks
  await tx.execute(
    sql`insert into billing_accounts (id, name, status, model, deleted) values (${id}, ${name}, 'Pending', ${JSON.stringify(model)}::jsonb, ${hidden})`,
  )
  await tx.execute(sql`insert into billing_members (billing, uid, role) values (${id}, ${me.uid}, 'Owner')`)
  if (!paid) {
    await startFree(tx, { id, now: app.payments.now() })
    await accountRuns(tx, id)
  }
  if (model.ask) await mailRequest(tx, { app, me }, id, model.ask.bossEmail)
  return { rev: 1 }
}

/** Asks another person to pay for an account that exists: no new one is made. Throws Refused. */
async function askForSource(
  tx: Transaction,
  { app, me }: Pick<EntityChange, 'app' | 'me'>,
  source: string,
  change: Change & { readonly name: string; readonly plan: string; readonly broadcast: boolean },
) {
  const account = await accountFor(tx, me, source, 'billing.manage')
  if (isSubscribed(account)) throw new Refused(409, 'INVALID', text('This account already has a plan. Change the plan instead.'))
  const { name, plan, broadcast } = change
  const model: AccountModel = { wanted: { plan, broadcast }, ask: requestOf(change) }
  await tx.execute(sql`update billing_accounts set name = ${name}, model = model || ${JSON.stringify(model)}::jsonb where id = ${source}`)
  await mailRequest(tx, { app, me }, source, requestOf(change).bossEmail)
  return bump(tx, source)
}

/** Queues the mail that asks another person to pay for the account. */
async function mailRequest(tx: Transaction, { app, me }: Pick<EntityChange, 'app' | 'me'>, id: string, email: string): Promise<void> {
  const token = linkToken()
  await tx.execute(
    sql`insert into billing_links (token, billing, kind, by_uid, email) values (${token}, ${id}, 'request', ${me.uid}, ${email})`,
  )
  await addJob(tx, { kind: 'billing-mail', key: `ask:${token}`, payload: { mail: 'ask', billing: id, token, by: me.uid } })
  app.storage.jobSignal.notify()
}

/** All of these are required to ask another person to pay (spec/2 §5). */
function requireBoss({ bossName, bossEmail, bossBody }: Change): void {
  if (!bossName?.trim()) throw invalid(text('Contact name required'), 'bossName')
  if (!isEmailAddress(bossEmail?.trim() ?? '')) throw invalid(text('Email Address Required'), 'bossEmail')
  if (!bossBody?.trim()) throw invalid(text('Message required'), 'bossBody')
}

const TeamsRow = z.object({ teams: z.number() })

async function update(tx: Transaction, { app, me }: EntityChange, id: string, change: Change) {
  const account = await accountFor(tx, me, id, 'billing.manage')
  if (change.deleted) return remove(tx, account)
  if (change.name !== undefined) await tx.execute(sql`update billing_accounts set name = ${nameIn(change.name)} where id = ${id}`)
  const model = { ...serviceAccountOf(change), ...sealedSecretOf(app, change) }
  if (Object.keys(model).length > 0)
    await tx.execute(sql`update billing_accounts set model = model || ${JSON.stringify(model)}::jsonb where id = ${id}`)
  // Entries may have waited for a service account.
  if (Object.keys(model).length > 0) await addJob(tx, { kind: loginBackJob, key: `${loginBackJob}:${newId()}`, payload: { billing: id } })
  if (change.members) await writeMembers(tx, id, change.members)
  if (change.invites) await takeBackInvites(tx, id, change.invites)
  if (change.holidayCalendar) await writeHolidays(tx, { parent: id, ofProject: false, days: change.holidayCalendar })
  return bump(tx, id)
}

/** Deletes an account without projects and without a paid plan. Throws Refused. */
async function remove(tx: Transaction, { id, name, role, customer, status }: AccountRow) {
  const [holds] = await rows(tx, TeamsRow, sql`select count(*)::int as teams from teams where billing = ${id} and not deleted`)
  if ((holds?.teams ?? 0) > 0)
    throw new Refused(403, 'FORBIDDEN', text('Can not delete the {name} billing account as it is still associated with team(s).'), {
      values: { name },
    })
  if (role !== 'Owner') throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  if (customer !== null && status === 'Active')
    throw new Refused(403, 'FORBIDDEN', text('This account has a paid plan. Request its cancellation first.'))
  await tx.execute(sql`update billing_accounts set deleted = true, model = model - 'awaitingPayment' where id = ${id}`)
  return bump(tx, id)
}

/** Deletes open invitations, by address. Throws Refused for any other change of an invitation. */
async function takeBackInvites(tx: Transaction, id: string, invites: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [email, given] of Object.entries(invites))
    if (given === null || (given as { deleted?: unknown }).deleted === true)
      await tx.execute(sql`delete from invites where billing = ${id} and lower(email) = ${email.toLowerCase()} and accepted_at is null`)
    else throw invalid(text('An invitation is sent with :invite; here it can only be taken back.'), 'invites')
}

/** The screen shows a masked secret, perhaps with its last characters. If it comes back unchanged, it is not stored. */
function sealedSecretOf(app: App, change: Change): AccountModel {
  const secret = change.procoreServiceAccountClientSecret?.trim()
  if (secret === undefined || /^•+.{0,4}$/.test(secret)) return {}
  return { procoreServiceAccountClientSecret: secret && sealSecret(app, 'billing', secret) }
}

const serviceAccountOf = (change: Change): AccountModel => ({
  ...(change.hasProcoreServiceAccount && { hasProcoreServiceAccount: change.hasProcoreServiceAccount }),
  ...(change.procoreServiceAccountClientId !== undefined && { procoreServiceAccountClientId: change.procoreServiceAccountClientId.trim() }),
  ...(change.hasProcoreServiceAccountConfirmation && {
    hasProcoreServiceAccountConfirmation: change.hasProcoreServiceAccountConfirmation,
  }),
})

const RoleRow = z.object({ role: z.string() })

/** Sets roles by uid; null or `deleted: true` removes a member. The Owner cannot be changed. */
async function writeMembers(tx: Transaction, id: string, members: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, given] of Object.entries(members)) {
    const { status, deleted } = (given ?? { deleted: true }) as { status?: unknown; deleted?: unknown }
    // Open invitations are listed among the members, with their address as key.
    if (key.includes('@') && deleted === true) {
      await tx.execute(sql`delete from invites where billing = ${id} and lower(email) = ${key.toLowerCase()} and accepted_at is null`)
      continue
    }
    const [member] = await rows(tx, RoleRow, sql`select role from billing_members where billing = ${id} and uid = ${key}`)
    if (!member) throw invalid(text('This person is not a member of the account.'), `members.${key}`)
    if (member.role === 'Owner') throw new Refused(403, 'FORBIDDEN', text('The role of the Owner of an account cannot be changed.'))
    if (deleted === true) await tx.execute(sql`delete from billing_members where billing = ${id} and uid = ${key}`)
    else {
      const role = billingMemberRoles.find((one) => one === status)
      if (!role) throw invalid(text('A member is Member or Administrator.'), `members.${key}`)
      await tx.execute(sql`update billing_members set role = ${role} where billing = ${id} and uid = ${key}`)
    }
  }
}

const RevRow = z.object({ rev: z.number() })

async function bump(tx: Transaction, id: string): Promise<{ rev: number }> {
  const [row] = await rows(tx, RevRow, sql`update billing_accounts set rev = rev + 1 where id = ${id} returning rev`)
  return { rev: row?.rev ?? 1 }
}
