import { useMemo } from 'react'
import { ofList, sameDecisionOf, samePath } from '../../../contract/endpoints/site/SameRecord.ts'
import type { SameDecision } from '../../../contract/rules/crew/possiblySame.ts'
import { useOwnRecords } from '../kiosk/useOwnRecords.ts'
import { ofMap, useChangesOver } from '../outbox/useChangesOver.ts'

/** Decisions as the server returned them. */
type Stored = readonly { readonly id: string; readonly decision?: unknown }[]

/** When the copy with the server's decisions was fetched, and how to fetch it again. */
type Copy = Parameters<typeof useChangesOver>[1]

/**
 * Returns the decisions about people of a project: the server's, and those of this device since, also merges in the list
 * of people.
 */
export function useSameDecisions(team: string, stored: Stored | undefined, copy: Copy): readonly SameDecision[] {
  const own = useOwnRecords(useMemo(() => [samePath(team, '')], [team]))
  const changes = useChangesOver(`teams/${team}`, copy)
  return useMemo(() => {
    const decisions = new Map<string, SameDecision>()
    const take = (id: string, value: unknown) => {
      const one = sameDecisionOf(id, value)
      if (one) decisions.set(id, one)
    }
    for (const { path, model } of own ?? []) take(path.slice(path.lastIndexOf('/') + 1), model)
    for (const { id, decision } of stored ?? []) take(id, decision)
    for (const { key, state, payload } of ofMap(changes, 'people')) {
      const { mergedInto, mergedAt: at } = payload
      if (state === 'parked' || state === 'conflict' || typeof mergedInto !== 'string') continue
      // Their keys in the list say who they are.
      take(`${ofList}${key}`, { stays: { name: '', person: mergedInto }, was: { name: '', person: key }, isSame: true, at })
    }
    return [...decisions.values()]
  }, [own, stored, changes])
}
