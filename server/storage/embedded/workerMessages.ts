import type { PGlite, PGliteOptions } from '@electric-sql/pglite'

/** A WebAssembly.Module, for which Node's types have no name. */
export type CompiledWasm = NonNullable<PGliteOptions['pgliteWasmModule']>

/** What a new worker is started with. */
export interface WorkerStart {
  readonly folder: string
  /** Makes the database where there is none. */
  readonly snapshot: string | undefined
  /** PostgreSQL, compiled before: a worker that opens again need not compile it. */
  readonly wasm: CompiledWasm
}

export interface WorkerStatement {
  readonly id: number
  readonly text: string
  /** Absent: plain SQL, several statements if need be. */
  readonly values?: readonly unknown[] | undefined
  /** Begins a transaction first. */
  readonly begins?: boolean | undefined
  /** Inside a transaction: nothing of it has to be on disk before its commit. */
  readonly inside?: boolean | undefined
}

/** Statements run in the order of the messages. */
export type ToWorker = { readonly run: readonly WorkerStatement[] } | { readonly close: true }

/** An error, as far as it can be told to another thread. */
export interface ToldError {
  readonly message: string
  readonly code?: string | undefined
}

export type FromWorker =
  /** Open; the array types of this database, by the types of their elements. */
  | { readonly opened: readonly ArrayType[] }
  | { readonly notOpened: ToldError }
  /** PostgreSQL's own messages for statement `id`. `unflushed`: they may be told to nobody before `flushed` has reached this number. */
  | { readonly id: number; readonly answer: Uint8Array; readonly unflushed: boolean; readonly logBytes: number }
  /** The statement could not be handed to PostgreSQL. */
  | { readonly id: number; readonly trouble: ToldError }
  /** What statements up to this one stored is on disk. */
  | { readonly flushed: number }
  /** The disk refused to store. */
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

/** The part of PGlite's client that the server uses, in its thread or through a worker. */
export type EmbeddedClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>
