export interface TextReaderQuestion {
  /** Texts that must appear on the photo; `customValidation` has further ones. */
  readonly validation: readonly string[]
  readonly customValidation: readonly string[]
  /** Media type of the image. */
  readonly type: string
  /** Base64. */
  readonly image: string
}

/**
 * `success` absent: the check was not possible. The result only sets the photo's valid flag, it never
 * refuses the photo.
 */
export interface TextReaderAnswer {
  readonly success?: boolean
  readonly validationResults?: unknown
  readonly manpower?: unknown
}

/** The reader gave no answer, and may give one later. */
export class TextReaderFailed extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'TextReaderFailed'
  }
}

export interface TextReaderOptions {
  readonly patient?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Reads the text on a photo and compares it with the expected texts of a form. */
export interface TextReader {
  readonly kind: 'none' | 'embedded' | 'http'
  /**
   * `patient`: waits as long as others are read; for work in the background, one photo at a time. `signal`: the
   * caller has left, so the photo is not read on.
   * @throws TextReaderFailed
   */
  check(question: TextReaderQuestion, how?: TextReaderOptions): Promise<TextReaderAnswer>
  /** Running, waiting and later checks fail, so that the server can stop at once. */
  close(): void
}
