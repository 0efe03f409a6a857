import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The texts that the demo company "sent", newest first: where a visitor of the demo finds the PIN. Only served while nothing real is sent. */
export const demoTexts = endpoint({
  method: 'GET',
  path: '/api/demo/texts',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ texts: z.array(z.object({ id: z.string(), to: z.string(), text: z.string(), at: z.string() })) }),
})
