import { isDeepStrictEqual } from 'node:util'
import { addMinutes } from 'date-fns/addMinutes'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Manpower, type ManpowerReport, processingTag } from '../../../contract/endpoints/executions.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { daysLater, utcDay } from '../../../contract/rules/daysLater.ts'
import { differingReports, hasSameFigures, isSamePlace } from '../../../contract/rules/manpower/differingReports.ts'
import { plainName } from '../../../contract/rules/presence.ts'
import type { Job } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { minutes, standardStopAfter } from '../bots/isDue.ts'
import { addLine, wasReached } from '../executions/addLine.ts'
import { type ExecutionModel, findExecution, type StoredExecution } from '../executions/executionRow.ts'
import { updateExecution } from '../executions/writeExecution.ts'
import type { PublishedForm } from '../forms/publishedForm.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { newId } from '../newId.ts'
import {
  answerAt,
  hasAnswer,
  isWritten,
  logSource,
  reportsAt,
  textSource,
  withAnswer,
  withFigures,
  withKnownAnswer,
  withPlacedAnswer,
} from './compareReports.ts'
import { completeConversation, flagForAttention, writeNil } from './handleInbound.ts'
import { listsIn, manpowerOf, type ReportedManpower } from './manpowerOf.ts'
import { lockManpower } from './reportedVendors.ts'
import { replyTemplates } from './replyTemplates.ts'
import { botColumns, inUse, sendReply, settingsOf, TalkingBot } from './startConversations.ts'
import type { Talk } from './step.ts'

/** Kind of the job that brings the manpower of a record to Review. */
export const manpowerJob = 'manpower.report'

const BotRow = z.extend(TalkingBot, { site: z.nullable(z.string()) })
type Bot = z.infer<typeof BotRow>

const RecordRow = z.object({
  model: Model,
  deleted: z.boolean(),
  /** Null for a sender without a login. */
  by: z.nullable(z.string()),
  isMember: z.boolean(),
  at: z.string(),
})

/** One record and its report. */
interface Arrived {
  readonly bot: Bot
  readonly path: string
  readonly manpower: ReportedManpower
  readonly report: ManpowerReport
  /** The sender is a member of the project. */
  readonly isKnown: boolean
}

/**
 * The manpower of a record meets the other reports of the same vendor, day and place in one conversation: the
 * decision about it goes to the daily log once. A change of the record changes its report there.
 */
export async function meetReport(app: App, job: Pick<Job, 'payload'>): Promise<void> {
  const path = String(job.payload['path'])
  const form = await publishedForm(app, path.split('/')[1] ?? '')
  if (!form) return
  await app.storage.transaction(async (tx) => {
    await lockManpower(tx, form.team)
    const arrived = await arrivedIn(tx, form, path)
    const known = await executionOfRecord(tx, path)
    const target = arrived && (await meetingPoint(tx, arrived, known))
    if (known !== undefined && known !== target?.one.id) await withdraw(tx, known, path)
    if (!arrived) return
    if (target) await attach(tx, target, arrived)
    else await begin(tx, arrived)
  })
  app.storage.jobSignal.notify()
}

async function arrivedIn(tx: Transaction, form: PublishedForm, path: string): Promise<Arrived | undefined> {
  const [record] = await rows(
    tx,
    RecordRow,
    sql`select r.model, r.deleted, coalesce(nullif(p.name, '-'), p.email) as by,
          exists (select 1 from members m where m.team = ${form.team} and m.uid = r.created_by) as "isMember", to_json(coalesce(r.corrected_at, r.created_at)) #>> '{}' as at
        from records r left join people p on p.uid = r.created_by where r.path = ${path}`,
  )
  const manpower = record && !record.deleted ? manpowerOf(await withNames(tx, form, record.model), form.settings) : undefined
  if (!record || !manpower || isOutOfRange(manpower.day)) return undefined
  const [bot] = await rows(
    tx,
    BotRow,
    sql`select a.site, ${botColumns} where ${inUse} and not a.demo and a.class = 'manpower' and a.form = ${form.key} order by a.created_at, a.id limit 1`,
  )
  if (!bot) return undefined
  const { worker_count, worker_hours, location, notes } = manpower
  const report: ManpowerReport = {
    source: path,
    ...(record.by !== null && { by: record.by }),
    at: new Date(record.at).toISOString(),
    worker_count,
    ...(worker_hours !== undefined && { worker_hours }),
    ...(location !== undefined && { location }),
    ...(notes !== undefined && { notes }),
  }
  return { bot, path, manpower, report, isKnown: record.isMember }
}

const NameRow = z.object({ lookup: z.string(), id: z.string(), label: z.string() })

/** The answers with the names of list entries in place of their ids. */
async function withNames(tx: Transaction, { team, settings }: PublishedForm, model: Model): Promise<Model> {
  const lists = listsIn(settings.children)
  const chosen = lists.map(({ attribute, lookup }) => ({ lookup, id: String(model[attribute] ?? '') }))
  const names = await rows(
    tx,
    NameRow,
    sql`select i.lookup, i.id, coalesce(m.label, i.label) as label from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as c(lookup text, id text)
        join lookup_items i on i.team = ${team} and i.lookup = c.lookup and i.id = c.id
        left join lookup_items m on m.team = i.team and m.lookup = i.lookup and m.id = i.merged_into`,
  )
  const named = lists.flatMap(({ attribute, lookup }) => {
    const label = names.find((each) => each.lookup === lookup && each.id === model[attribute])?.label
    return label === undefined ? [] : [[attribute, label] as const]
  })
  return { ...model, ...Object.fromEntries(named) }
}

/** A daily log takes days of the last year, and today in every time zone. */
const isOutOfRange = (day: string): boolean => {
  const today = utcDay(new Date())
  return day > daysLater(today, 1) || day < daysLater(today, -366)
}

const ExecutionOfRow = z.object({ execution: z.string() })

async function executionOfRecord(tx: Transaction, path: string): Promise<string | undefined> {
  const [found] = await rows(tx, ExecutionOfRow, sql`select execution from manpower_reports where path = ${path}`)
  return found?.execution
}

const CandidateRow = z.object({ id: z.string(), model: jsonDocument<ExecutionModel>() })

/** A conversation, and the key of the vendor in it. */
interface Meeting {
  readonly one: StoredExecution
  readonly key: string
}

/**
 * Returns the conversation about the same vendor, day and place: the one that has the record, also when it was
 * rejected, else the one of its bot. Conversations of deleted bots take no further reports.
 */
async function meetingPoint(tx: Transaction, { bot, path, manpower }: Arrived, known: string | undefined): Promise<Meeting | undefined> {
  const candidates = await rows(
    tx,
    CandidateRow,
    sql`select e.id, e.model from executions e join automations a on a.id = e.automation
        where e.team = ${bot.team} and e.day between ${manpower.day}::date and ${manpower.day}::date + 1
          and coalesce(e.model ->> 'date', e.day::text) = ${manpower.day} and e.kind in ('manpower', 'multiVendor') and not e.demo
          and (a.site is null or ${bot.site}::text is null or a.site = ${bot.site})
          and (e.id is not distinct from ${known ?? null}::text or (not a.deleted and e.talk ->> 'rejected' is distinct from 'true'))
        order by e.id is not distinct from ${known ?? null}::text desc, e.automation = ${bot.id} desc, e.created_at, e.id limit 1000`,
  )
  for (const { id, model } of candidates) {
    const key = vendorKeyIn(model, manpower.vendor)
    if (key === undefined) continue
    const isAlone = id === known && (model.reports ?? []).every(({ source }) => source === path)
    if (!isAlone && !isSamePlace(answerAt(model, key).location, manpower.location)) continue
    const one = await findExecution(tx, id, { lock: true })
    if (one?.phase === 'working') throw new Error('a decision about this vendor is carried out')
    if (one) return { one, key }
  }
  return undefined
}

function vendorKeyIn({ vendor = '', executionVendors }: ExecutionModel, wanted: string): string | undefined {
  const isWanted = (name: string) => plainName(name) === plainName(wanted)
  if (executionVendors) return executionVendors.find((each) => isWanted(each.vendor))?.key
  return isWanted(vendor) ? '' : undefined
}

/** A vendor without a conversation: the report is one by itself. */
async function begin(tx: Transaction, arrived: Arrived): Promise<void> {
  const { bot, manpower, report, isKnown } = arrived
  const { vendor, day, trade, cost_code } = manpower
  const settings = settingsOf(bot)
  const now = new Date()
  const stopAfter = settings.stopAfter ?? standardStopAfter
  const model: ExecutionModel = {
    title: report.by === undefined ? vendor : `${vendor}, ${report.by}`,
    ...(report.by !== undefined && { name: report.by }),
    vendor,
    project: bot.project ?? '',
    date: day,
    today: day,
    timestamp: now.toISOString(),
    expires: addMinutes(now, minutes(stopAfter)).toISOString(),
    stopAfter,
    approvalMode: settings.approvalMode ?? 'Approval',
    collectLocation: settings.collectLocation ?? 'Enabled',
    tags: [],
    model: { project: bot.project ?? '', vendor },
  }
  const talk: Talk = {
    lang: 'en',
    expects: 'all',
    tries: 0,
    ...(trade !== undefined && { trade }),
    ...(cost_code !== undefined && { cost_code }),
  }
  const id = newId()
  // No text leads here: the number of a conversation is that of its contact.
  await tx.execute(
    sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, model, talk)
        values (${id}, ${bot.team}, ${bot.id}, ${bot.owner}, 'manpower', ${`form:${id}`}, ${day}::date, 'decide', ${JSON.stringify(model)}::jsonb, ${JSON.stringify(talk)}::jsonb)`,
  )
  const one = await findExecution(tx, id, { lock: true })
  if (!one) throw new Error('the new conversation is missing')
  await noteReport(tx, one, arrived)
  await takeFigures(tx, one, { key: '', reports: [report], report, isKnown })
}

async function noteReport(tx: Transaction, one: StoredExecution, { path, report }: Arrived): Promise<void> {
  await tx.execute(
    sql`insert into manpower_reports (path, execution) values (${path}, ${one.id}) on conflict (path) do update set execution = excluded.execution`,
  )
  const { by, worker_count, worker_hours, location } = report
  const figures = [
    `${worker_count} workers`,
    ...(worker_hours === undefined ? [] : [`${worker_hours} hours each`]),
    ...(location ? [location] : []),
  ]
  await addLine(tx, { execution: one.id, way: 'note', text: `Form${by === undefined ? '' : ` of ${by}`}: ${figures.join(', ')}` })
}

async function attach(tx: Transaction, { one, key }: Meeting, arrived: Arrived): Promise<void> {
  const { manpower, isKnown, path } = arrived
  const report = { ...arrived.report, ...(key !== '' && { vendor: key }) }
  const before = withKnownAnswer(one, key)
  const isSame = before.some((each) => each.source === path && isDeepStrictEqual(each, report))
  if (isSame) return
  const reports = [...before.filter(({ source }) => source !== path), report]
  const { trade = manpower.trade, cost_code = manpower.cost_code } = one.talk as { trade?: string; cost_code?: string }
  const talk = { ...one.talk, ...(trade !== undefined && { trade }), ...(cost_code !== undefined && { cost_code }) }
  await noteReport(tx, one, arrived)
  await settle(tx, { ...one, talk }, { key, reports, report, isKnown })
}

interface Change {
  readonly key: string
  /** All reports after the change. */
  readonly reports: readonly ManpowerReport[]
  /** The one that is new or changed. */
  readonly report: ManpowerReport
  /** Its sender is a member of the project. */
  readonly isKnown: boolean
}

/** The conversation without its last decision, also a rejection, its trouble and its wait for a login. */
function reopened(one: StoredExecution): StoredExecution {
  const { approveResult: _, approveFailure: __, completionAction: ___, requiresAttentionCode: ____, tags = [], ...model } = one.model
  const { waitsForLogin: _____, action: ______, rejected: _______, ...talk } = one.talk
  const open = { requiresApproval: false, requiresAttention: false, completed: false, waitingToComplete: false }
  return { ...one, model: { ...model, ...open, tags: tags.filter(({ label }) => label !== processingTag) }, talk }
}

/** Applies a new or changed report to a conversation. */
async function settle(tx: Transaction, one: StoredExecution, change: Change): Promise<void> {
  const { key, reports, report } = change
  if (one.phase === 'asking') return answerForContact(tx, one, change)
  const before = answerAt(one.model, key)
  const isAnswered = hasAnswer(one, key)
  const isAsBefore = isAnswered && hasSameFigures(report, before)
  const isDisputed = differingReports(reports).includes(key)
  const wasDisputed = one.model.requiresAttentionCode === 'DIFFERENT_FIGURES' && one.phase !== 'done'
  // It repeats the known figures, or those that a person has chosen with all reports in view.
  if (isAsBefore && (isWritten(one) || isDisputed === wasDisputed)) {
    const fuller = isWritten(one) ? before : { ...withFigures({}, report), ...before }
    await updateExecution(tx, one.id, {
      phase: one.phase,
      model: withPlacedAnswer({ ...one.model, reports: [...reports] }, key, fuller),
      talk: one.talk,
    })
    return
  }
  if (!isDisputed && !(isAnswered && one.phase === 'done')) return takeFigures(tx, one, change)
  const open = reopened(one)
  const answer = isDisputed && isAnswered ? before : withFigures(before, report)
  const model = withPlacedAnswer({ ...open.model, reports: [...reports] }, key, answer)
  await flagForAttention(tx, { ...open, model }, isDisputed ? 'DIFFERENT_FIGURES' : 'MODIFIED_AFTER_FINISH')
}

/** The figures of a report become the answer, which a person decides about as about any other. */
async function takeFigures(tx: Transaction, before: StoredExecution, { key, reports, report, isKnown }: Change): Promise<void> {
  const open = reopened(before)
  const answer = withFigures(answerAt(open.model, key), report)
  const one = { ...open, model: withPlacedAnswer({ ...open.model, reports: [...reports] }, key, answer) }
  const needsPerson = !isKnown && one.model.approvalMode !== 'Procore'
  if (needsPerson) {
    await updateExecution(tx, one.id, { phase: 'decide', model: { ...one.model, requiresApproval: true }, talk: one.talk })
    return
  }
  if (key !== '' || report.worker_count !== 0) return completeConversation(tx, one)
  await flagForAttention(tx, one, 'NIL_ENTRY')
  await writeNil(tx, one)
}

/** The bot was asking: the contact gets the figures of the form, and answers the remaining questions only. */
async function answerForContact(tx: Transaction, one: StoredExecution, change: Change): Promise<void> {
  const { key, reports, report } = change
  const talk = one.talk as unknown as Talk
  const words = replyTemplates(talk.lang)
  const vendorOf = (each: string) => one.model.executionVendors?.find((vendor) => vendor.key === each)?.vendor ?? one.model.vendor ?? ''
  const { worker_count: count, worker_hours: hours, location } = report
  const said = words.reported(vendorOf(key), { count, hours, location })
  if (key === '') {
    if (await wasReached(tx, one.id)) await sendReply(tx, one.id, said)
    return settle(tx, { ...one, phase: 'decide' }, change)
  }
  const answered = answerAt(one.model, key)
  const answer: Manpower = answered.worker_count === undefined ? withFigures(answered, report) : answered
  const model = withAnswer({ ...one.model, reports: [...reports] }, key, answer)
  const next = { ...one, model }
  const left = (model.executionVendors ?? []).find((vendor) => answerAt(model, vendor.key).worker_count === undefined)
  if (left === undefined) {
    await sendReply(tx, one.id, said)
    return completeConversation(tx, next)
  }
  // The question of the moment is about this vendor: go on with the next one.
  const isCurrent = talk.current === key
  await updateExecution(tx, one.id, {
    phase: 'asking',
    model,
    talk: isCurrent ? { ...one.talk, current: left.key, placed: false, expects: 'all', tries: 0 } : one.talk,
  })
  if (isCurrent) await sendReply(tx, one.id, `${said} ${words.next(left.vendor)}`)
}

/** The contact of a bot is known by the number. */
const isFromMember = async (tx: Transaction, team: string, { source }: ManpowerReport): Promise<boolean> =>
  source === textSource ||
  (await rows(tx, sql`select 1 from records r join members m on m.uid = r.created_by and m.team = ${team} where r.path = ${source}`))
    .length > 0

const WrittenRow = z.object({ n: z.number() })

/** A record was deleted, or is about another vendor, day or place now. */
async function withdraw(tx: Transaction, id: string, path: string): Promise<void> {
  await tx.execute(sql`delete from manpower_reports where path = ${path}`)
  const one = await findExecution(tx, id, { lock: true })
  if (one?.phase === 'working') throw new Error('a decision about this vendor is carried out')
  const gone = one?.model.reports?.find(({ source }) => source === path)
  if (!one || !gone) return
  const key = gone.vendor ?? ''
  const reports = (one.model.reports ?? []).filter(({ source }) => source !== path)
  await addLine(tx, {
    execution: id,
    way: 'note',
    text: `The form${gone.by === undefined ? '' : ` of ${gone.by}`} was deleted, or is about something else now.`,
  })
  const last = reportsAt(reports, key).findLast(({ source }) => source !== logSource)
  if (last) return settle(tx, one, { key, reports, report: last, isKnown: await isFromMember(tx, one.team, last) })
  const [written] = await rows(
    tx,
    WrittenRow,
    sql`select count(*)::int as n from daily_log_entries where execution = ${id} and state = 'written'`,
  )
  const open = reopened(one)
  const model: ExecutionModel = { ...open.model, reports }
  if (key !== '' || (written?.n ?? 0) > 0) {
    const description = 'The form with these figures was deleted, or is about another vendor, day or place now.'
    return flagForAttention(tx, { ...open, model: { ...model, description } }, 'MODIFIED_AFTER_FINISH')
  }
  await tx.execute(sql`update daily_log_entries set state = 'dropped' where execution = ${id} and state in ('waiting', 'refused')`)
  const message = 'The form was deleted, or is about something else now. Nothing was written.'
  await updateExecution(tx, id, {
    phase: 'done',
    model: { ...model, completed: true, approveResult: { messages: [{ type: 'info', message }] } },
    talk: { ...open.talk, rejected: true },
  })
}
