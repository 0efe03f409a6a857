import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * Throws if an answer does not fit the shape of its endpoint, as the device receives it: after JSON, unless it
 * is bytes. For tests and development.
 */
export function checkAnswer({ method, path, answer: shape }: Endpoint, answer: unknown): void {
  if (!shape) return
  const isJson = answer !== undefined && !(answer instanceof Uint8Array)
  const received: unknown = isJson ? JSON.parse(JSON.stringify(answer)) : answer
  const result = z.safeParse(shape, received)
  if (result.success) return
  const places = result.error.issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`)
  throw new Error(`The answer of ${method} ${path} does not fit its shape: ${places.join('; ')}`)
}
