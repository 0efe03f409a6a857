import type { PGlite, PGliteOptions } from '@electric-sql/pglite'

/** A WebAssembly.Module; Node's types have no name for it. */
export type CompiledWasm = NonNullable<PGliteOptions['pgliteWasmModule']>

/** The start data of a new worker. */
export interface WorkerStart {
  readonly folder: string
  /** The database is created from it if there is none. */
  readonly snapshot: string | undefined
  /** The compiled PostgreSQL: a worker that opens the folder again need not compile it. */
  readonly wasm: CompiledWasm
}

export interface WorkerStatement {
  readonly id: number
  readonly text: string
  /** Absent: plain SQL, possibly several statements. */
  readonly values?: readonly unknown[] | undefined
  /** Begins a transaction first. */
  readonly begins?: boolean | undefined
  /** Inside a transaction: nothing has to be on disk before the commit. */
  readonly inside?: boolean | undefined
}

/** Statements run in the order of the messages. */
export type ToWorker = { readonly run: readonly WorkerStatement[] } | { readonly close: true }

/** The parts of an error that can be sent to another thread. */
export interface ToldError {
  readonly message: string
  readonly code?: string | undefined
}

export type FromWorker =
  /** The database is open; maps element types to the array types of this database. */
  | { readonly opened: readonly ArrayType[] }
  | { readonly notOpened: ToldError }
  /**
   * PostgreSQL's own messages for statement `id`. `unflushed`: do not pass them on before `flushed` has
   * reached this id.
   */
  | { readonly id: number; readonly answer: Uint8Array; readonly unflushed: boolean; readonly logBytes: number }
  /** The statement could not be passed to PostgreSQL. */
  | { readonly id: number; readonly trouble: ToldError }
  /** The writes of all statements up to this one are on disk. */
  | { readonly flushed: number }
  /** The disk refused a write. */
  | { readonly broken: ToldError }
  | { readonly closed: true }

export interface ArrayType {
  readonly element: number
  readonly array: number
}

export const told = (error: unknown): ToldError => {
  const { message, code } = error as { message?: unknown; code?: unknown }
  return { message: typeof message === 'string' ? message : String(error), code: typeof code === 'string' ? code : undefined }
}

/** The part of PGlite's client that the server uses, in its own thread or through a worker. */
export type EmbeddedClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>
