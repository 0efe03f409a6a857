import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { RecordPath, SaveAnswer } from './records.ts'

/** Class of the bots that collect permits. */
export const permitClass = 'site-permits'

export const PermitStep = z.enum(['approve', 'refuse', 'close'])
export type PermitStep = z.output<typeof PermitStep>

export const PermitState = z.enum(['requested', 'approved', 'refused', 'closed'])
export type PermitState = z.output<typeof PermitState>

/** The state of a permit. A change of the request after the approval makes it `requested` again. */
export const Permit = z.object({
  state: PermitState,
  /** Name of the person of the last step, and ISO 8601. */
  by: z.optional(z.string()),
  at: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The request was changed after it was approved. */
  changed: z.optional(z.boolean()),
})
export type Permit = z.output<typeof Permit>

/** The steps that a person may take in each state. */
export const permitSteps: Readonly<Record<PermitState, readonly PermitStep[]>> = {
  requested: ['approve', 'refuse'],
  approved: ['close', 'refuse'],
  refused: ['approve'],
  closed: [],
}

export const stateAfter: Readonly<Record<PermitStep, PermitState>> = { approve: 'approved', refuse: 'refused', close: 'closed' }

/**
 * Approves, refuses or closes a permit, for people who may change the records of others. `rev` is the revision of
 * the request that they have seen. 409 `INVALID`: the permit is in another state now, or the request has changed.
 */
export const decidePermit = endpoint({
  method: 'POST',
  path: '/api/permits/*',
  whenOffline: 'queued',
  access: 'signedIn',
  params: z.object({ '*': RecordPath }),
  body: z.object({
    step: PermitStep,
    rev: z.int().check(z.positive()),
    reason: z.optional(z.string().check(z.maxLength(500))),
    clientAt: z.optional(z.string()),
    skewMs: z.optional(z.number()),
  }),
  answer: z.extend(z.omit(SaveAnswer, { rev: true }), { rev: z.optional(z.number()), permit: PermitState }),
})
