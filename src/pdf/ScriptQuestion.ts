/** An event for the interpreter of pdf.js. */
export interface ScriptEvent {
  readonly id: string
  readonly name: string
  readonly value?: string | boolean
  readonly willCommit?: boolean
  readonly commitKey?: number
  readonly selStart?: number
  readonly selEnd?: number
  /** Of `ResetForm`: the fields that get their default value. */
  readonly ids?: readonly string[]
}

/** The changes that a script makes; absent attributes stay. */
export interface ScriptUpdate {
  readonly id?: string
  readonly value?: unknown
  /** The value as the file shows it; null: shown without formatting. */
  readonly formattedValue?: string | null
}

export interface ScriptQuestion {
  readonly turn: number
  readonly events: readonly ScriptEvent[]
  /** Only with the first message: the fields, and the location of the interpreter. */
  readonly start?: unknown
  readonly wasm?: string
}

export interface ScriptAnswer {
  readonly turn: number
  readonly ok: boolean
  readonly updates: readonly ScriptUpdate[]
  readonly said: readonly string[]
}
