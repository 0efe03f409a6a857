import { withoutData } from './faultFields.ts'
import { causesOf, sqlState } from '../storage/sqlState.ts'

/**
 * Why a start or a command failed, for the person at the terminal. The message of a failed statement lists its
 * parameters (names, phone numbers), so only the reason of the database is shown.
 */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const state = sqlState(error)
  if (state === undefined && error.cause === undefined) return error.message
  const reason = causesOf(error).at(-1) ?? error
  return `${withoutData(reason.message)}${state === undefined ? '' : ` (SQLSTATE ${state})`}`
}
