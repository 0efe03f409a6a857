import { sql } from 'drizzle-orm'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'

/** Tells who watches a tenant that its counter has moved. */
export interface Hub {
  /** `watched.wake` is called at least once after every commit that changes one of `watched.tenants`. Returns how to stop. */
  watch(watched: Watched): () => void
}

export interface Watched {
  tenants: readonly string[]
  wake(): void
}

export interface HubOptions {
  /** How often to look for what other servers, or statements outside a transaction, have changed, ms. */
  readonly pollMs?: number | undefined
  /** Commits of so many ms are told together. */
  readonly gatherMs?: number | undefined
}

/** One look at the counters for everybody who is connected to this server, however many they are; none while nobody is. */
export function changeHub(storage: Storage, { pollMs = 1000, gatherMs = 25 }: HubOptions = {}): Hub {
  const watching = new Set<Watched>()
  const heads = new Map<string, number>()
  let poll: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let looking = false
  let again = false
  let silence: (() => void) | undefined

  async function look(): Promise<void> {
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
        const found = await rows<{ id: string; seq: number | string }>(
          storage.db,
          sql`select id, seq from tenants where id in (select jsonb_array_elements_text(${JSON.stringify(tenants)}::jsonb))`,
        )
        const moved = new Set<string>()
        for (const { id, seq } of found) {
          if (heads.get(id) !== Number(seq)) moved.add(id)
          heads.set(id, Number(seq))
        }
        if (moved.size > 0) for (const watched of watching) if (watched.tenants.some((tenant) => moved.has(tenant))) watched.wake()
      } while (again)
    } catch {
      // The database can't be reached: the next poll looks again.
    } finally {
      looking = false
    }
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
        silence = storage.changed.listen(rung)
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
