import { useMemo } from 'react'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import {
  type HeldMusterEvent,
  isOver,
  type Muster,
  type MusterEvent,
  musterEventOf,
  musterEvents,
  musterPath,
  mustersOf,
} from '../../../contract/endpoints/muster.ts'
import { newId } from '../../lib/newId.ts'
import { type CachedTrouble, useCached } from '../../store/queries/cached.ts'
import { queueAdded } from '../../store/outbox/queueAdded.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'

type Plain<T> = T extends unknown ? Omit<T, 'at' | 'skewMs'> : never

/** Stores an event of a roll call on the device; it is on disk when this resolves. Rejects with NotSaved. */
export async function addMusterEvent(team: string, event: Plain<MusterEvent>): Promise<void> {
  await queueAdded(musterPath(team, newId()), event, event.type === 'mark' ? event.person.name : undefined)
}

export interface Musters {
  /** Newest first. */
  readonly all: readonly Muster[]
  /** The roll call in progress. */
  readonly active: Muster | undefined
  readonly fetchedAt: number | undefined
  readonly stale: boolean
  /** Neither the server nor this device has any data yet. */
  readonly loading: boolean
  /** Why the server's roll calls are not on this device. */
  readonly trouble: CachedTrouble | undefined
  readonly refresh: () => Promise<void>
  readonly unsent: number
}

/**
 * Returns the roll calls of a project: the server's last data with this device's events since. Polls for
 * other people's events every `every` ms.
 */
export function useMusters(team: string, now: number, every = 5000): Musters {
  const owner = useOwner()
  const { data: me } = useCached(getMe)
  const server = useCached(musterEvents, { team })
  useFresh(server.refresh, every)
  const own = useOwnRecords(useMemo(() => [`muster/${team}/`], [team]))
  const all = useMemo(() => {
    const events: HeldMusterEvent[] = []
    const take = (id: string, value: unknown, who: { by?: string | undefined; byName?: string | undefined }) => {
      const event = musterEventOf(value)
      if (event) events.push({ ...event, id, ...who })
    }
    for (const { path, model } of own ?? [])
      take(path.slice(path.lastIndexOf('/') + 1), model, { by: owner.replace(/^u:/, ''), byName: me?.name })
    // Events from the server contain the name of their account.
    for (const { id, event, by, byName } of server.data?.events ?? []) take(id, event, { by, byName })
    return mustersOf(events)
  }, [own, server.data, owner, me])
  return {
    all,
    active: all.find((muster) => !isOver(muster, now)),
    fetchedAt: server.fetchedAt,
    stale: server.stale,
    loading: own === undefined || (server.data === undefined && server.state === 'loading'),
    trouble: server.data === undefined ? server.error : undefined,
    refresh: server.refresh,
    unsent: (own ?? []).filter(({ waits }) => waits).length,
  }
}
