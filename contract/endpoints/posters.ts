import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The content of a bot's poster: the link of its QR code, and a short address for people who cannot scan. */
export const botPoster = endpoint({
  method: 'GET',
  path: '/api/automation/:id/poster',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  answer: z.object({ name: z.string(), project: z.string(), address: z.string(), short: z.string() }),
})

/** The same as a printable page: `GET /api/automation/{id}/poster.pdf?paper=a4|letter`. */
export const posterAddress = (id: string, paper: 'a4' | 'letter') => `/api/automation/${id}/poster.pdf?paper=${paper}`
