import { useMemo } from 'react'
import { sameDecisionOf, samePath } from '../../../contract/endpoints/site/SameRecord.ts'
import type { SameDecision } from '../../../contract/rules/crew/possiblySame.ts'
import { useOwnRecords } from '../kiosk/useOwnRecords.ts'

/** Decisions as the server returned them. */
type Stored = readonly { readonly id: string; readonly decision?: unknown }[]

/** Returns the decisions about people of a project: the server's, and those of this device since. */
export function useSameDecisions(team: string, stored: Stored | undefined): readonly SameDecision[] {
  const own = useOwnRecords(useMemo(() => [samePath(team, '')], [team]))
  return useMemo(() => {
    const decisions = new Map<string, SameDecision>()
    const take = (id: string, value: unknown) => {
      const one = sameDecisionOf(id, value)
      if (one) decisions.set(id, one)
    }
    for (const { path, model } of own ?? []) take(path.slice(path.lastIndexOf('/') + 1), model)
    for (const { id, decision } of stored ?? []) take(id, decision)
    return [...decisions.values()]
  }, [own, stored])
}
