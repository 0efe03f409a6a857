import type { Person } from '../sign-in/person.ts'
import { mayConcern, tenantsOf } from './changesAfter.ts'
import type { Cursor } from './cursor.ts'
import type { Move, Watched } from './hub.ts'

/** What a listening device knows, and how the hub wakes it. */
export interface Listener {
  /** As read last. */
  person: Person
  /** Moves past changes that do not concern the person. */
  cursor: Cursor
  readonly watched: Watched
  /** Makes it read again. */
  wake(): void
  /** To call before the queries, not after them: a change meanwhile causes further queries. */
  begin(): void
  /** The hub no longer waits for it: it has read what there is, waits for its device, or has much to read. */
  settle(): void
  /** Resolves when there is something to read, or at the end. */
  next(): Promise<void>
  end(): void
}

export function createListener({ first, from }: { readonly first: Person; readonly from: Cursor }): Listener {
  let isDirty = true
  let ended = false
  let phase: 'reading' | 'settled' | 'idle' = 'settled'
  let resume = () => {}
  let waiting: (() => void)[] = []
  /** A move without its changes, or one that does not begin where this listener is, is read. */
  const concerns = ({ tenant, known }: Move) =>
    known === undefined || known.from !== listener.cursor.get(tenant) || known.changes.some((change) => mayConcern(listener.person, change))
  const listener: Listener = {
    person: first,
    cursor: from,
    watched: {
      tenants: tenantsOf(first),
      onMoves(moves) {
        if (phase === 'idle' && !isDirty && !moves.some(concerns)) {
          listener.cursor = new Map([...listener.cursor, ...moves.map(({ tenant, to }): [string, number] => [tenant, to])])
          return undefined
        }
        const isSettled = phase === 'settled'
        listener.wake()
        return isSettled || ended ? undefined : new Promise((resolve) => waiting.push(resolve))
      },
    },
    wake() {
      isDirty = true
      resume()
    },
    begin() {
      isDirty = false
      // A device that has much to read stays settled until it is up to date.
      if (phase === 'idle') phase = 'reading'
    },
    settle() {
      phase = 'settled'
      for (const resolve of waiting) resolve()
      waiting = []
    },
    async next() {
      if (!isDirty) {
        listener.settle()
        phase = 'idle'
      }
      await new Promise<void>((resolve) => {
        resume = resolve
        if (isDirty || ended) resolve()
      })
    },
    end() {
      ended = true
      resume()
      listener.settle()
    },
  }
  return listener
}
