export interface AssistantQuestion {
  /** The task and the format of the answer. */
  readonly system: string
  readonly user: string
  /** Called with the answer so far, each time it grows. */
  readonly onText?: ((soFar: string) => void) | undefined
}

/**
 * A language model. It may help, it never decides: the caller checks its answer and only ever offers it to
 * people.
 */
export interface Assistant {
  readonly kind: 'http'
  /** Resolves to the whole answer. Rejects with AssistantFailed if it does not arrive in time. */
  complete(question: AssistantQuestion): Promise<string>
}

export class AssistantFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'AssistantFailed'
  }
}
