import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Answers only while the demo company runs here (404 otherwise), so that screens of the demo know whether there is one. */
export const demoRuns = endpoint({
  method: 'GET',
  path: '/api/demo',
  whenOffline: 'refused',
  access: 'public',
  /** Whether what it would text to phones can be read here. */
  answer: z.object({ texts: z.boolean() }),
})

/** The texts that the demo company "sent", newest first: where a visitor of the demo finds the PIN. Only served while nothing real is sent. */
export const demoTexts = endpoint({
  method: 'GET',
  path: '/api/demo/texts',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ texts: z.array(z.object({ id: z.string(), to: z.string(), text: z.string(), at: z.string() })) }),
})
