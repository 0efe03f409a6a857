import * as z from 'zod/mini'
import type { Who } from '../../rules/presence.ts'
import type { SameDecision } from '../../rules/crew/possiblySame.ts'

const Text = z.string().check(z.maxLength(120))
const SameWho = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  company: z.optional(Text),
  mobile: z.optional(Text),
  person: z.optional(Text),
})

/**
 * The record of a decision about two people of a project, at `same/<team>/<id>`. Decisions are only added, so they merge
 * without loss. A decision changes no sign-in.
 */
export const SameRecord = z.object({
  stays: SameWho,
  was: SameWho,
  isSame: z.boolean(),
  /** The device's time corrected by its skew. */
  at: z.iso.datetime(),
  skewMs: z.number(),
})
export type SameRecord = z.output<typeof SameRecord>

/** A decision as the server returns it: with the id of its record. */
export const StoredSame = z.object({ id: z.string(), decision: z.unknown() })

/** The id of a decision that follows from a merge in the project's list of people begins so. It is taken back in the list. */
export const ofList = 'list:'

export const samePath = (team: string, id: string): string => `same/${team}/${id}`

/** Maximum number of decisions of one project, newest first. */
export const mostSame = 2000

/** The parts of a person that a decision stores. */
export const sameWho = ({ name, company, mobile, person }: Who): SameRecord['stays'] => ({
  name,
  ...(company && { company }),
  ...(mobile && { mobile }),
  ...(person && { person }),
})

/** Reads a stored decision by hand, because devices have no zod; undefined when it is invalid. */
export function sameDecisionOf(id: string, value: unknown): SameDecision | undefined {
  const { stays, was, isSame, at } = (typeof value === 'object' && value !== null ? value : {}) as Partial<SameRecord>
  const made = Date.parse(String(at))
  if (typeof stays?.name !== 'string' || typeof was?.name !== 'string' || typeof isSame !== 'boolean' || Number.isNaN(made))
    return undefined
  return { id, stays: sameWho(stays), was: sameWho(was), isSame, at: made }
}
