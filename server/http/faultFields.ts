import { mostCauses } from '../storage/sqlState.ts'
import { sourceLookup } from './sourceLookup.ts'

const inSources = sourceLookup(import.meta.dirname)

/**
 * The fields of a fault that may be logged: names, codes and the place in the code. Messages of a database
 * or a parser quote data (a failed query lists its parameters), so only the first line of a message is
 * logged, without quoted parts and long numbers.
 */
export const faultFields = (error: unknown): Record<string, unknown> => fieldsOf(error, mostCauses)

/** `left`: the errors that are still logged, this one included. */
function fieldsOf(error: unknown, left: number): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error }
  const { code } = error as { code?: unknown }
  return {
    fault: error.name,
    ...(typeof code === 'string' && { code }),
    message: withoutData(error.message),
    at: inSources(placesIn(error)),
    ...(error.cause !== undefined && left > 1 && { cause: fieldsOf(error.cause, left - 1) }),
  }
}

/** A stack begins with the message: a line of it may look like a place, and quote data. */
function withoutMessage(stack: string, message: string): string {
  const at = stack.indexOf(message)
  return at < 0 ? stack : stack.slice(at + message.length)
}

const placesIn = ({ stack, message }: Error): string[] =>
  withoutMessage(stack ?? '', message)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim())

/** Returns the first line of a message without quoted values and numbers that may be personal. */
export function withoutData(message: string): string {
  const [line = ''] = message.split('\n')
  return line
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/\+?\d{4,}/g, '#')
    .slice(0, 200)
}
