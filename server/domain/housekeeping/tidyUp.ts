import { millisecondsInHour } from 'date-fns/constants'
import { deleteInBatches } from '../../storage/deleteInBatches.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import { growthRules } from './growthRules.ts'

/**
 * Deletes expired data, table by table and in batches, so that no statement holds others up. A table that fails stops only
 * those that need it before them. @throws AggregateError after the last table
 */
export async function tidyUp(app: App, rules = growthRules): Promise<void> {
  const failures = new Map<string, unknown>()
  for (const [table, rule] of Object.entries(rules)) {
    if ('after' in rule && rule.after !== undefined && failures.has(rule.after)) continue
    try {
      if ('prune' in rule) await rule.prune(app)
      else if ('gone' in rule) await deleteInBatches(app.storage.db, { table, gone: rule.gone })
    } catch (error) {
      app.log.warn({ table, reason: error instanceof Error ? error.name : 'unknown' }, 'the expired rows of a table were not deleted')
      failures.set(table, error)
    }
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), `not tidied up: ${[...failures.keys()].join(', ')}`)
}

/**
 * Runs the cleanup at the start and then every hour. Returns a function that stops it and waits for a running
 * round.
 */
export function startTidying(app: App): () => Promise<void> {
  return runPeriodically(
    millisecondsInHour,
    inTurn(app.storage, { name: 'tidying', ms: millisecondsInHour }, () => tidyUp(app)),
    {
      atOnce: true,
      failed: () => app.log.warn({}, 'tidying up failed; it is tried again in an hour'),
    },
  )
}
