/** As pdf.js' interpreter takes them. */
export interface ScriptEvent {
  readonly id: string
  readonly name: string
  readonly value?: string | boolean
  readonly willCommit?: boolean
  readonly commitKey?: number
  readonly selStart?: number
  readonly selEnd?: number
}

/** What a script changes; attributes that are not there stay. */
export interface ScriptUpdate {
  readonly id?: string
  readonly value?: unknown
  /** The value as the file shows it; null: as it is. */
  readonly formattedValue?: string | null
}

export interface ScriptQuestion {
  readonly turn: number
  readonly events: readonly ScriptEvent[]
  /** With the first one: the fields, and where the interpreter lies. */
  readonly start?: unknown
  readonly wasm?: string
}

export interface ScriptAnswer {
  readonly turn: number
  readonly ok: boolean
  readonly updates: readonly ScriptUpdate[]
  readonly said: readonly string[]
}
