/** A parsed message of the player; absent properties have not changed. */
export interface FrameNews {
  /** The player is ready. */
  readonly ready?: boolean
  /** The player is ready and needs the hello messages again. */
  readonly hello?: boolean
  readonly at?: number
  readonly duration?: number
  readonly playing?: boolean
  readonly ended?: boolean
  readonly rate?: number
  readonly failed?: boolean
}

/** A framed player of another site: the messages to send to it, and a parser of its messages. */
export interface FramedPlayer {
  readonly src: string
  readonly origin: string
  /** Sent until it answers. */
  readonly hello: readonly string[]
  /** Sent at every poll. */
  readonly poll: readonly string[]
  readonly play: string
  readonly pause: string
  seek(to: number): string
  readonly normalSpeed: string
  read(message: object): FrameNews | undefined
}

/** Returns a message as an object: the players send objects or JSON text. */
export function messageOf(data: unknown): object | undefined {
  if (typeof data === 'object' && data !== null) return data
  if (typeof data !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
