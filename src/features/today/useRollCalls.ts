import { useMemo } from 'react'
import { type HeldMusterEvent, isOver, musterEventOf, mustersOf } from '../../../contract/endpoints/muster.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import type { RollCall } from '../../../contract/endpoints/site/getRollCalls.ts'
import { useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import { useCached } from '../../store/queries/cached.ts'

const places = ['muster/']

/**
 * Returns the roll calls in progress: those of the server's last answer, and those that this device has started since.
 * One that this device has ended is over.
 */
export function useRollCalls(known: readonly RollCall[] | undefined): readonly RollCall[] {
  const own = useOwnRecords(places)
  const { data: me } = useCached(getMe)
  return useMemo(() => {
    const now = Date.now()
    const events = new Map<string, HeldMusterEvent[]>()
    for (const { path, model } of own ?? []) {
      const [, team = '', id = ''] = path.split('/')
      const event = musterEventOf(model)
      if (event) events.set(team, [...(events.get(team) ?? []), { ...event, id }])
    }
    const ended = new Set([...events.values()].flat().flatMap(({ type, muster }) => (type === 'end' ? [muster] : [])))
    const stillKnown = (known ?? []).filter(({ ids, at }) => !ids.some((id) => ended.has(id)) && Date.parse(at) <= now)
    const started = [...events].flatMap(([team, held]): RollCall[] => {
      const running = mustersOf(held).find((muster) => !isOver(muster, now))
      if (!running?.events.some(({ type }) => type === 'start') || stillKnown.some((one) => one.team === team)) return []
      const project = me?.teams.find(({ id }) => id === team)?.name ?? ''
      return [{ team, project, ids: [...running.ids], drill: running.drill, at: new Date(running.startedAt).toISOString() }]
    })
    return [...started, ...stillKnown]
  }, [own, known, me])
}
