import { millisecondsInHour } from 'date-fns/constants'
import { deleteInBatches } from '../../storage/deleteInBatches.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import { growthRules } from './growthRules.ts'

/** Deletes expired data, table by table and in batches, so that no statement holds others up. */
export async function tidyUp(app: App): Promise<void> {
  for (const [table, rule] of Object.entries(growthRules)) {
    if ('prune' in rule) await rule.prune(app)
    else if ('gone' in rule) await deleteInBatches(app.storage.db, { table, gone: rule.gone })
  }
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
