export interface AssistantQuestion {
  /** What it is to do and in what shape. */
  readonly system: string
  readonly user: string
  /** Hears the answer grow. */
  readonly onText?: ((soFar: string) => void) | undefined
}

/** A language model. It may help, it never decides: what it says is checked by who asked and only ever offered. */
export interface Assistant {
  readonly kind: 'http'
  /** The whole answer. Rejects with AssistantFailed when there is none in time. */
  complete(question: AssistantQuestion): Promise<string>
}

export class AssistantFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'AssistantFailed'
  }
}
