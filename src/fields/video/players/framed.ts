/** What a message of the player says; what is absent has not changed. */
export interface FrameNews {
  /** It stands and answers. */
  readonly ready?: boolean
  /** It stands and wants to be told again what to report. */
  readonly hello?: boolean
  readonly at?: number
  readonly duration?: number
  readonly playing?: boolean
  readonly ended?: boolean
  readonly rate?: number
  readonly failed?: boolean
}

/** A player of another site in a frame: what to say to it, and how to read what it says. */
export interface FramedPlayer {
  readonly src: string
  readonly origin: string
  /** Said until it answers. */
  readonly hello: readonly string[]
  /** Said at every look. */
  readonly poll: readonly string[]
  readonly play: string
  readonly pause: string
  seek(to: number): string
  readonly normalSpeed: string
  read(message: object): FrameNews | undefined
}

/** A message as both players send it: an object, or one as text. */
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
