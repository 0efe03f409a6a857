export interface TextReaderQuestion {
  /** Templates that the text on the photo must match, and the same from the form. */
  readonly validation: readonly string[]
  readonly customValidation: readonly string[]
  /** Media type of the image. */
  readonly type: string
  /** Base64. */
  readonly image: string
}

/** `success` absent: nobody could say. It only sets the photo's valid flag, never refuses the photo. */
export interface TextReaderAnswer {
  readonly success?: boolean
  readonly validationResults?: unknown
  readonly manpower?: unknown
}

/** Reads the text on a photo and compares it with what a form expects. */
export interface TextReader {
  readonly kind: 'embedded' | 'http'
  check(question: TextReaderQuestion): Promise<TextReaderAnswer>
}
