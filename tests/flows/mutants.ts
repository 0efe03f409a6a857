import { newId } from '../../src/lib/newId.ts'
import { type Claim, type Claimed, claim, lease, settle } from '../../src/store/outbox/claim.ts'
import type { OpRow } from '../../src/store/db/MusterDb.ts'
import { discardSave } from '../../src/store/outbox/discardSave.ts'
import { type SaveInput, saveOp } from '../../src/store/outbox/saveOp.ts'
import type { Store } from '../../src/store/db/store.ts'
import { classify, type Verdict } from '../../src/sync/classify.ts'
import { requestOf, type Steps, steps } from '../../src/sync/replay.ts'
import type { WireAnswer } from '../../src/sync/send.ts'
import { goodHabits, type Habits } from './life.ts'

/**
 * Each mutant does one thing that looks reasonable and violates a guarantee. The property test must detect
 * every one of them.
 */
export const mutants: Record<string, Habits> = {
  'deletes a save before it is sent, and puts it back when there is no answer': withSteps({
    claim: async (store, owner, options) => {
      const claimed = await claim(store, owner, options)
      for (const op of claimed.claims) await store.db.outbox.delete(op.seq)
      return claimed
    },
    settle: async (store, op, outcome) => {
      const { parentSent: _, onRev: __, ...row } = op
      await store.db.outbox.put(row)
      return await settle(store, op, outcome)
    },
  }),
  'sets a save aside when the session has expired': judging((verdict) => (verdict.kind === 'session' ? refused(401) : verdict)),
  'sets a save aside when the server is down': judging((verdict, answer) =>
    verdict.kind === 'busy' && statusOf(answer) >= 500 ? refused(503) : verdict,
  ),
  'sets a save aside when it came too fast': judging((verdict, answer) =>
    verdict.kind === 'busy' && statusOf(answer) === 429 ? refused(429) : verdict,
  ),
  'sets a save aside while the same one is being stored': judging((verdict, answer) =>
    verdict.kind === 'busy' && statusOf(answer) === 409 ? refused(409) : verdict,
  ),
  'sets a save aside when the answer broke off': judging((verdict) => (verdict.kind === 'unknown' ? refused(200) : verdict)),
  'sets a save aside on a word of the Wi-Fi': judging((verdict) => (verdict.kind === 'captive' ? refused(403) : verdict)),
  'takes any answer with status 200 as success': judging((verdict, answer) =>
    verdict.kind === 'captive' && statusOf(answer) === 200 ? { kind: 'done', body: {} } : verdict,
  ),
  'takes no answer as success': judging((verdict) => (verdict.kind === 'offline' ? { kind: 'done', body: {} } : verdict)),
  'takes a new key for every try': withSteps({
    request: (context, op) => {
      const request = requestOf(context, op)
      return { ...request, headers: { ...request.headers, 'idempotency-key': newId() } }
    },
    classify: (answer, now) => classify(answer, now),
  }),
  'sends what is there under whoever is signed in': withSteps({
    claim: async (store, owner, options) => {
      const own = await claim(store, owner, options)
      if (own.claims.length > 0 || !owner.startsWith('u:')) return own
      return await claim(store, owner === 'u:ana' ? 'u:ben' : 'u:ana', options)
    },
    request: (context, op) => {
      const request = requestOf(context, op)
      const other = op.owner === 'u:ana' ? 'ben' : 'ana'
      const actor = op.owner === signedIn(context.store) ? request.headers['x-actor'] : other
      return { ...request, headers: { ...request.headers, 'x-actor': op.owner.startsWith('u:') ? String(actor) : 'anonymous' } }
    },
  }),
  'keeps no order within a record': withSteps({ claim: claimAnything((rows) => rows) }),
  'sends the newest first': withSteps({ claim: claimAnything((rows) => rows.toReversed()) }),
  'orders by the clock': withSteps({
    claim: claimAnything((rows) => {
      const sorted = rows.toSorted((a, b) => a.clientAt.localeCompare(b.clientAt))
      return sorted.filter((row, i) => sorted.findIndex((other) => other.stream === row.stream) === i)
    }),
  }),
  'sends a record before its files': withSteps({ sendFiles: async () => ({ kind: 'ready' }) }),
  'forgets a save after three tries': withSteps({
    settle: async (store, op, outcome) => {
      if (outcome.kind !== 'again' || op.attempts < 3) return await settle(store, op, outcome)
      await store.db.outbox.delete(op.seq)
      return true
    },
  }),
  'removes the row and writes the receipt in two steps': withSteps({
    settle: async (store, op, outcome) => {
      if (outcome.kind === 'sent') {
        const row = await store.db.outbox.get(op.seq)
        await store.db.outbox.delete(op.seq)
        await store.at('settle.after')
        if (row) await store.db.outbox.put(row)
      }
      return await settle(store, op, outcome)
    },
  }),
  'removes the files before the receipt': withSteps({
    settle: async (store, op, outcome) => {
      await store.db.bytes.bulkDelete(op.blobIds)
      return await settle(store, op, outcome)
    },
  }),
  'keeps files in a second transaction after the save': {
    ...goodHabits,
    save: async (store, input) => {
      const ids = input.blobIds ?? []
      const bytes = await store.db.bytes.bulkGet(ids)
      await store.db.bytes.bulkDelete(ids)
      const saved = await saveOp(store, input)
      for (const row of bytes) if (row) await store.db.bytes.put(row)
      return saved
    },
  },
  'removes the draft in a transaction of its own': {
    ...goodHabits,
    save: async (store, input) => {
      const { draft, ...rest } = input
      if (draft) await store.db.drafts.delete([input.owner, draft.path, draft.initHash])
      return await saveOp(store, rest)
    },
  },
  'takes a double tap for two saves': {
    ...goodHabits,
    save: (store: Store, input: SaveInput) => saveOp(store, { ...input, initHash: newId() }),
  },
  'does not tell the server of a discarded save': {
    ...goodHabits,
    discard: async (store, owner, opId) => {
      await discardSave(store, owner, opId)
      await store.db.cancels.delete(opId)
    },
  },
  'relies on a server that keeps no keys': { ...goodHabits, serverKeepsKeys: false },
}

const signedIn = (store: Store) => store.storage?.getItem('signed in') ?? 'u:ana'

function withSteps(changed: Partial<Steps>): Habits {
  return { ...goodHabits, steps: { ...steps, ...changed } }
}

function judging(judge: (verdict: Verdict, answer: WireAnswer) => Verdict): Habits {
  return withSteps({ classify: (answer, at, opId) => judge(classify(answer, at, opId), answer) })
}

const statusOf = (answer: WireAnswer) => (answer.kind === 'answer' ? answer.status : 0)
const refused = (status: number): Verdict => ({ kind: 'refused', status, error: {} })

function claimAnything(order: (rows: OpRow[]) => OpRow[]): Steps['claim'] {
  return async (store, owner, { worker, limit, busy }): Promise<Claimed> => {
    const rows = await store.db.outbox.where('[owner+state]').equals([owner, 'queued']).toArray()
    const claims: Claim[] = []
    for (const row of order(rows.filter((other) => !busy.has(other.stream) && other.nextAt <= store.now())).slice(0, limit)) {
      const taken = {
        ...row,
        state: 'sending' as const,
        token: `${worker}.${newId(8)}`,
        leaseUntil: store.now() + lease,
        attempts: row.attempts + 1,
      }
      await store.db.outbox.put(taken)
      claims.push(taken)
    }
    return { claims, nextAt: undefined }
  }
}
