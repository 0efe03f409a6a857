import type { Database } from './database.ts'

export interface ReplicaState {
  /** Reads go to the replica. */
  readonly isUsed: boolean
  /** Why not. `not a replica`: it does not follow another server. */
  readonly reason: 'away' | 'behind' | 'not a replica' | undefined
  /** The replica has everything that was committed before that. In seconds. */
  readonly lagSeconds: number
  /** Statements since the start, by the server that answered. */
  readonly queries: { readonly replica: number; readonly primary: number }
}

/** A streaming replica of the database, for reads that may be some seconds old. */
export interface ReadReplica {
  /**
   * For single statements that only read. The replica answers them if it has replayed up to `position`, and the primary
   * otherwise. No transactions.
   */
  db(position?: string): Database
  /** The position of the primary after all commits so far; undefined if it does not answer. */
  position(): Promise<string | undefined>
  state(): ReplicaState
  close(): Promise<void>
}
