import { causesOf } from './causesOf.ts'

/** The SQLSTATE of a database error (`23505`), also if a library wrapped it; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (const { code } of causesOf(error) as readonly { code?: unknown }[]) {
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}
