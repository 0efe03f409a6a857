import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { PinWay } from '../sign-in.ts'

/** What makes a new company ready for work, in this order. */
export const firstStepKeys = ['company', 'site', 'lists', 'managers', 'bot', 'poster', 'tablet'] as const

export const FirstStep = z.object({
  key: z.enum(firstStepKeys),
  /** The thing exists. */
  done: z.boolean(),
  /** Where the person does it. */
  href: z.string(),
})
export type FirstStep = z.output<typeof FirstStep>

/** The steps of the projects that the caller owns; empty for other people and in the demo. */
export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/first-steps',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ steps: z.array(FirstStep) }),
})

/** What this server is set up for, for product administrators. */
export const getServerStatus = endpoint({
  method: 'GET',
  path: '/api/server',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({
    pins: PinWay,
    texts: z.boolean(),
    mail: z.boolean(),
    cards: z.boolean(),
    translator: z.boolean(),
    assistant: z.boolean(),
    publicUrl: z.optional(z.string()),
  }),
})
