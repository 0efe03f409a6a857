import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Permit, type PermitStep, permitSteps, stateAfter } from '../../../contract/endpoints/permits.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import type { Feed } from '../../../contract/endpoints/records.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { addJob } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { callOnce } from '../records/callOnce.ts'
import type { Person } from '../records/person.ts'
import { forbidden, policyFor } from '../records/policies.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import { isPermitForm, permitsOf } from './permitsOf.ts'

interface Decision {
  readonly path: string
  readonly step: PermitStep
  /** The revision of the request that the person has seen. */
  readonly rev: number
  readonly reason?: string | undefined
  readonly headers: WriteHeaders
  readonly person: Person
  readonly clientAt?: string | undefined
  readonly skewMs?: number | undefined
}

const RecordRow = z.object({
  tenant: z.string(),
  rev: z.number(),
  role: z.nullable(TeamRole),
  title: z.nullable(z.string()),
  createdBy: z.string(),
  lang: z.nullable(z.string()),
  /** Name of the person who decides. */
  by: z.nullable(z.string()),
})

/** Takes a step of a permit, once per key, and texts the person who asked for it. Throws Refused. */
export async function decidePermit(storage: Storage, decision: Decision) {
  const { path, step, rev, reason = '', headers, person, clientAt, skewMs } = decision
  policyFor(path)
  const once = { headers, person, path, asks: { permit: path, step, rev, reason }, numbered: true, clientAt, skewMs }
  const done = await callOnce(storage, once, async (tx) => {
    const record = await recordFor(tx, path, person)
    const before = (await permitsOf(tx, [path])).get(path) ?? { state: 'requested' as const }
    if (before.state === stateAfter[step]) return { permit: before.state }
    refuseLate(before, record.rev, decision)
    const [row] = await rows(
      tx,
      NRow,
      sql`insert into permit_steps (path, n, step, seen_rev, reason, decided_by)
          select ${path}, count(*)::integer + 1, ${step}, ${rev}, ${reason.trim() || null}, ${person.uid} from permit_steps where path = ${path}
          returning n`,
    )
    // Devices learn that their copies of the record are stale.
    await tx.execute(sql`select note_change(${record.tenant}, 'record', ${path})`)
    await tell(tx, record, decision, row?.n ?? 0)
    return { permit: stateAfter[step] }
  })
  if (!done.replayed) storage.jobSignal.notify()
  return done
}

const NRow = z.object({ n: z.number() })

async function recordFor(tx: Transaction, path: string, person: Person): Promise<z.infer<typeof RecordRow>> {
  const [record] = await rows(
    tx,
    RecordRow,
    sql`select r.tenant, r.rev, m.role, coalesce(nullif(r.model ->> 'title', ''), r.model ->> 'permit') as title, r.created_by as "createdBy", p.lang, me.name as by
        from records r left join members m on m.team = r.tenant and m.uid = ${person.uid} left join people p on p.uid = r.created_by
          left join people me on me.uid = ${person.uid}
        where r.path = ${path} and not r.deleted for update of r`,
  )
  // A person outside the project must not learn which records exist.
  const [, form = ''] = path.split('/')
  if (!record?.role || !(await isPermitForm(tx, form))) throw new Refused(404, 'NOT_FOUND', text('This record does not exist.'))
  if (!may(record.role, 'record.update')) throw forbidden()
  return record
}

const already: Readonly<Record<Permit['state'], Text>> = {
  requested: text('This permit waits for a decision again. Load the list again.'),
  approved: text('This permit is already approved. Load the list again.'),
  refused: text('This permit is already refused. Load the list again.'),
  closed: text('This permit is already closed. Load the list again.'),
}

/** Throws Refused if the permit, or its request, is no longer as the person saw it. */
function refuseLate(before: Permit, rev: number, { step, rev: seen }: Decision): void {
  if (!permitSteps[before.state].includes(step)) throw new Refused(409, 'INVALID', already[before.state])
  if (step === 'approve' && rev !== seen)
    throw new Refused(409, 'INVALID', text('The request has changed. Check it again, then approve it.'))
}

const told: Readonly<Record<PermitStep, Text>> = {
  approve: text('Your permit {what} is approved by {name}.'),
  refuse: text('Your permit {what} is refused by {name}: {reason}'),
  close: text('Your permit {what} is closed by {name}.'),
}

async function tell(
  tx: Transaction,
  { createdBy, lang, title, by }: z.infer<typeof RecordRow>,
  { path, step, reason = '', person }: Decision,
  n: number,
): Promise<void> {
  if (createdBy === person.uid) return
  const words = translate(lang, told[step], { what: title ?? '', name: by ?? '', reason: reason.trim() || '–' })
  const feed: Feed = { type: 'notification', sms: true, text: words }
  await addJob(tx, { kind: 'feed', key: `permit:${path}:${n}`, payload: { actor: createdBy, feed } })
}
