import type { Tongue } from './phrases.ts'

/** The last question of the bot: everything, one part, or a confirmation. */
export type Expects = 'all' | 'count' | 'hours' | 'location' | 'confirm' | 'comment' | 'more'

export type Intent = 'yes' | 'no' | 'nil' | 'same' | 'wrong' | 'pause' | 'stop' | 'rude' | 'thanks' | 'none'

/** The content of a text, as far as the rules recognize it. */
export interface ParsedReply {
  readonly tongue?: Tongue | undefined
  readonly intent?: Intent | undefined
  readonly count?: number | undefined
  /** Hours of each worker. */
  readonly hours?: number | undefined
  /** The text says "same hours": the hours of the previous answer. */
  readonly sameHours?: boolean | undefined
  readonly location?: string | undefined
  readonly notes?: string | undefined
}
