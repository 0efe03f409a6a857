import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { RecordPath } from './records.ts'

/**
 * gap: the previous save of the device has not arrived. changed: it, or the previous one, differs from what
 * the device made.
 */
export const LinkState = z.enum(['ok', 'gap', 'changed'])
export type LinkState = z.output<typeof LinkState>

/** `unbroken`: every save matches; `none`: made by a version of the app without an audit chain. */
export const ChainState = z.enum(['unbroken', 'gap', 'changed', 'none'])
export type ChainState = z.output<typeof ChainState>

export const EvidenceSave = z.object({
  opId: z.string(),
  device: z.string(),
  n: z.number(),
  state: LinkState,
  /** The person discarded it; only its link is known. */
  discarded: z.boolean(),
  /**
   * Device time of the save, the same corrected by the clock skew (server minus device, ms), and when the
   * server received it. ISO 8601.
   */
  clientAt: z.string(),
  skewMs: z.number(),
  correctedAt: z.string(),
  receivedAt: z.string(),
})
export type EvidenceSave = z.output<typeof EvidenceSave>

/** The saves of a record, newest first, at most 200, for people who can read the record. */
export const verifyRecord = endpoint({
  method: 'GET',
  path: '/api/evidence/*',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ '*': RecordPath }),
  answer: z.object({ state: ChainState, saves: z.array(EvidenceSave) }),
})

export const EvidenceChain = z.object({
  chain: z.string(),
  state: ChainState,
  /** Number of known saves. */
  links: z.number(),
  last: z.number(),
  /** Missing numbers, as first and last of each gap; at most 100. */
  missing: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Numbers of changed saves; at most 100. */
  changed: z.array(z.number()),
  /** new: the device's first chain. lost: its storage was lost before. */
  begins: z.enum(['new', 'lost', 'unknown']),
  from: z.string(),
  to: z.string(),
})
export type EvidenceChain = z.output<typeof EvidenceChain>

/**
 * The audit chains of a device, newest first: for people who saved something on it, and for managers of a
 * project that it saved for.
 */
export const verifyDevice = endpoint({
  method: 'GET',
  path: '/api/devices/:device/evidence',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ device: z.string().check(z.regex(/^[\w.:-]{1,64}$/, 'expected the id of a device')) }),
  answer: z.object({ chains: z.array(EvidenceChain) }),
})
