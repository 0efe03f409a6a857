import { readMigrations } from './readMigrations.ts'

/**
 * Applied in the order of their numbers, each once. A migration that has been released is never edited; it is
 * followed by another one. Only additions: the version before must be able to run on the result, so that an
 * update can be taken back.
 */
export const migrations = readMigrations()
