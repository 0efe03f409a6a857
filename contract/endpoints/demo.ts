import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * Answers only while the demo company runs on this server (404 otherwise), so that screens can check for it.
 */
export const demoRuns = endpoint({
  method: 'GET',
  path: '/api/demo',
  whenOffline: 'refused',
  access: 'public',
  /** True when its text messages can be read here. */
  answer: z.object({ texts: z.boolean() }),
})

/**
 * The text messages that the demo company "sent", newest first: a demo visitor finds the PIN there. Available
 * only while no real text messages are sent.
 */
export const demoTexts = endpoint({
  method: 'GET',
  path: '/api/demo/texts',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ texts: z.array(z.object({ id: z.string(), to: z.string(), text: z.string(), at: z.string() })) }),
})
