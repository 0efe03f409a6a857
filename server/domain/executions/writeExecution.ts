import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { type CompletionAction, completionActions, executionKinds, processingTag } from '../../../contract/endpoints/executions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { addJob } from '../../storage/addJob.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { EntityChange, EntityWriter } from '../entities/entityKind.ts'
import { completionOf, executionState } from '../../../contract/rules/executionState.ts'
import { addNotice } from '../push/addNotice.ts'
import type { Phase } from './executionRow.ts'
import { withEdits } from './withEdits.ts'
import { type ExecutionModel, executionOf, type StoredExecution, findExecution, mayDecide, maySee } from './executionRow.ts'
import { addLine } from './addLine.ts'
import { isReviewable } from './isReviewable.ts'
import type { TextValues } from '../../../contract/Text.ts'
import { type Text, text } from '../../i18n/text.ts'

const RevRow = z.object({ rev: z.number(), kind: z.enum(executionKinds), before: jsonDocument<ExecutionModel>() })

const rests = (kind: StoredExecution['kind'], model: ExecutionModel) =>
  isReviewable(executionState({ ...model, kind, path: '', feed: '' }, Date.now()))

/**
 * Stores an execution; the caller has locked its row. People who may decide get a notice when it begins to wait for
 * them. Returns the new revision.
 */
export async function updateExecution(
  tx: Transaction | Database,
  id: string,
  { phase, model, talk, by }: { phase: Phase; model: ExecutionModel; talk?: Readonly<Record<string, unknown>>; by?: string },
): Promise<number> {
  const [row] = await rows(
    tx,
    RevRow,
    sql`update executions e set phase = ${phase}, model = ${JSON.stringify(model)}::jsonb, talk = coalesce(${talk ? JSON.stringify(talk) : null}::jsonb, e.talk),
          rev = e.rev + 1, updated_at = now(), decided_by = coalesce(${by ?? null}, e.decided_by),
          decided_at = case when ${by ?? null}::text is null then e.decided_at else now() end
        from executions b where e.id = ${id} and b.id = e.id returning e.rev, e.kind, b.model as before`,
  )
  if (row && rests(row.kind, model) && !rests(row.kind, row.before)) await addNotice(tx, { kind: 'review', id }, `review:${id}:${row.rev}`)
  return row?.rev ?? 0
}

const invalid = (path: string, words: Text, values: TextValues = {}) => new Refused(400, 'INVALID', words, { path, values })

/** What another person decided, who is no longer known or has a name. */
const decided: Readonly<Record<CompletionAction, { readonly plain: Text; readonly by: Text }>> = {
  ACKNOWLEDGE: {
    plain: text('This conversation was already acknowledged.'),
    by: text('This conversation was already acknowledged by {who}.'),
  },
  APPROVE: {
    plain: text('This conversation was already approved.'),
    by: text('This conversation was already approved by {who}.'),
  },
  WRITE: {
    plain: text('This conversation was already written to the daily log.'),
    by: text('This conversation was already written to the daily log by {who}.'),
  },
  REJECT: {
    plain: text('This conversation was already rejected.'),
    by: text('This conversation was already rejected by {who}.'),
  },
  DISABLE_VENDOR: {
    plain: text('This conversation was already closed, and the vendor disabled.'),
    by: text('This conversation was already closed, and the vendor disabled by {who}.'),
  },
}

/** Another person decided earlier. The refusal says who and what, with the current execution. */
function tooLate(one: StoredExecution): Refused {
  const { completionAction } = one.model
  const last = completionAction ?? (one.talk['action'] as CompletionAction | undefined)
  const who = one.decidedBy
  const values = who === null ? {} : { who }
  const words = last ? decided[last][who === null ? 'plain' : 'by'] : text('This conversation is already closed.')
  return new Refused(409, 'FORBIDDEN', words, { current: { ...executionOf(one) }, rev: one.rev, values })
}

/**
 * `PATCH automation/{owner}/{bot}/{execution}`: stores edits of a manager (`model`, `finishedModels`) and,
 * with `completionAction`, a decision (spec/2 §4). A job of the same transaction carries it out. A second
 * decision is refused and changes nothing.
 */
export const writeExecution: EntityWriter = async (tx, change) => {
  const { payload, me } = change
  const one = await executionToDecide(tx, change)
  const state = executionState(executionOf(one), Date.now())
  const action = decisionIn(payload, one, state)
  const { model, edited } = withEdits(one.kind, one.model, payload)
  if (edited && !state.editable) {
    throw isDecided(one) ? tooLate(one) : invalid('model', text('The values of this conversation cannot be changed here.'))
  }
  if (edited) await addLine(tx, { execution: one.id, way: 'note', text: `Changed by ${me.name}` })
  if (action === undefined) return { rev: edited ? await updateExecution(tx, one.id, { phase: one.phase, model }) : one.rev }
  return { rev: await ask(tx, { ...one, model }, action, me) }
}

const isDecided = ({ phase }: StoredExecution) => phase === 'done' || phase === 'working'

/** Returns the execution of the path and locks it. Throws Refused unless this person may decide about it. */
async function executionToDecide(tx: Transaction, { method, segments, me }: EntityChange): Promise<StoredExecution> {
  const [, owner = '', bot = '', id = '', ...rest] = segments
  if (method !== 'PATCH' || id === '' || rest.length > 0)
    throw invalid('path', text('Decisions are written with PATCH at /api/data/automation/ and owner, bot and conversation.'))
  const one = await findExecution(tx, id, { uid: me.uid, lock: true })
  if (!one || one.owner !== owner || one.automation !== bot || !maySee(one, me.uid))
    throw new Refused(404, 'NOT_FOUND', text('This conversation does not exist.'))
  if (one.teamArchived) throw new Refused(403, 'FORBIDDEN', text('This project is archived: nothing in it can be changed.'))
  if (!mayDecide(one, me.uid))
    throw new Refused(
      403,
      'FORBIDDEN',
      text("Only the bot's owner and the project's Owner and Administrators decide about its conversations."),
    )
  return one
}

/** Returns the decision that the payload asks for, if any. Throws Refused if the execution does not offer it. */
function decisionIn(payload: Model, one: StoredExecution, { actions }: ReturnType<typeof executionState>): CompletionAction | undefined {
  const action = payload['completionAction'] as CompletionAction | undefined
  if (action === undefined) return undefined
  if (!completionActions.includes(action))
    throw invalid('completionAction', text('The decision is one of {actions}.'), { actions: completionActions.join(', ') })
  const offered = actions.map((key) => completionOf[key])
  if (offered.includes(action)) return action
  if (isDecided(one)) throw tooLate(one)
  if (offered.length === 0) throw invalid('completionAction', text('The bot still waits for an answer.'))
  throw invalid('completionAction', text('The decision is one of {actions}.'), { actions: offered.join(', ') })
}

/** Queues the job that carries out the decision. */
async function ask(tx: Transaction, one: StoredExecution, action: CompletionAction, me: { uid: string; name: string }): Promise<number> {
  const tags = [...(one.model.tags ?? []).filter(({ label }) => label !== processingTag), { label: processingTag, color: 'blue' }]
  await addLine(tx, {
    execution: one.id,
    way: 'note',
    text: `${action.charAt(0)}${action.slice(1).toLowerCase().replace('_', ' ')}: ${me.name}`,
  })
  const model = { ...one.model, completionAction: action, tags }
  // The decision of a person replaces a write that waits for a login.
  const { waitsForLogin: _, ...talk } = one.talk
  const rev = await updateExecution(tx, one.id, { phase: 'working', model, talk: { ...talk, action }, by: me.uid })
  await addJob(tx, { kind: 'execution', key: `execution:${one.id}:${rev}`, payload: { execution: one.id, action } })
  return rev
}
