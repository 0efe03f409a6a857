import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import { withQueryBudget } from '../../storage/queryBudget.ts'
import type { Storage } from '../../storage/storage.ts'
import { mostChanges, type StoredChange, storedChanges } from './changesAfter.ts'

/** Notifies subscribers when the change counter of a tenant has moved. */
export interface Hub {
  /**
   * Calls `watched.onMoves` at least once after every commit that changes one of `watched.tenants`. Rests after each round
   * in proportion to the work of the round. Returns a function that unsubscribes.
   */
  watch(watched: Watched): () => void
}

export interface Watched {
  tenants: readonly string[]
  /** Resolves when the listener has read what there is; undefined if no move concerns it, or if it is not waited for. */
  onMoves(moves: readonly Move[]): Promise<void> | undefined
}

/** The counter of a tenant has moved. */
export interface Move {
  readonly tenant: string
  readonly to: number
  /** The counter before, and all changes since then; absent: they are not known. */
  readonly known?: { readonly from: number; readonly changes: readonly StoredChange[] } | undefined
}

export interface HubOptions {
  /** Interval for polling changes by other servers, or by statements outside a transaction. In ms. */
  readonly pollMs?: number | undefined
  /** Commits within this time are reported together. In ms. */
  readonly gatherMs?: number | undefined
  /** The rest after a round of listeners, in times of its duration, so that saves have most of the time. */
  readonly restTimes?: number | undefined
  /** Maximum of a rest, ms. */
  readonly mostRestMs?: number | undefined
}

const TenantRow = z.object({ id: z.string(), seq: z.union([z.number(), z.string()]) })

/** Polls the counters once for all connections of this server, and not at all while there are none. */
export function changeHub(storage: Storage, { pollMs = 1000, gatherMs = 25, restTimes = 4, mostRestMs = 2000 }: HubOptions = {}): Hub {
  const watching = new Set<Watched>()
  const heads = new Map<string, number>()
  let poll: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let looking = false
  let again = false
  let silence: (() => void) | undefined

  const look = () => withQueryBudget('listen', lookNow)

  async function lookNow(): Promise<void> {
    if (looking) {
      again = true
      return
    }
    looking = true
    try {
      do {
        again = false
        const tenants = [...new Set([...watching].flatMap((watched) => watched.tenants))]
        if (tenants.length === 0) return
        const found = await rows(
          storage.db,
          TenantRow,
          sql`select id, seq from tenants where id in (select jsonb_array_elements_text(${JSON.stringify(tenants)}::jsonb))`,
        )
        const moves = await movesOf(found.map(({ id, seq }) => ({ id, seq: Number(seq) })))
        const begun = performance.now()
        const rounds: Promise<void>[] = []
        for (const watched of watching) {
          const own = watched.tenants.flatMap((tenant) => moves.get(tenant) ?? [])
          const round = own.length > 0 ? watched.onMoves(own) : undefined
          if (round) rounds.push(round)
        }
        if (rounds.length === 0) continue
        await Promise.all(rounds)
        await pause(Math.min(mostRestMs, restTimes * (performance.now() - begun)), undefined, { ref: false })
      } while (again)
    } catch {
      // The database is unreachable: the next poll tries again.
    } finally {
      looking = false
    }
  }

  /** Reads the changes of each moved tenant once, for all listeners. */
  async function movesOf(found: readonly { readonly id: string; readonly seq: number }[]): Promise<Map<string, Move>> {
    const moved = found.filter(({ id, seq }) => heads.get(id) !== seq)
    const moves = await Promise.all(
      moved.map(async ({ id: tenant, seq: to }): Promise<Move> => {
        const from = heads.get(tenant)
        if (from === undefined || from > to || to - from > mostChanges) return { tenant, to }
        return { tenant, to, known: { from, changes: await storedChanges(storage, { tenant, seq: from }) } }
      }),
    )
    for (const { tenant, to } of moves) heads.set(tenant, to)
    return new Map(moves.map((move) => [move.tenant, move]))
  }

  const rung = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      void look()
    }, gatherMs)
  }

  return {
    watch(watched) {
      watching.add(watched)
      if (watching.size === 1) {
        silence = storage.changed.onNotify(rung)
        poll = setInterval(() => void look(), pollMs)
        poll.unref()
      }
      return () => {
        watching.delete(watched)
        if (watching.size > 0) return
        clearInterval(poll)
        clearTimeout(soon)
        soon = undefined
        silence?.()
        heads.clear()
      }
    },
  }
}
