import { type TextReaderAnswer, TextReaderFailed, type TextReaderQuestion } from '../../adapters/text-reader/textReader.ts'
import type { App } from '../app.ts'

/** The verdict of the text reader; empty when it gave none. The job `photos` asks again when the photo arrives. */
export async function checkPhotoText(app: App, question: TextReaderQuestion, signal?: AbortSignal): Promise<TextReaderAnswer> {
  try {
    return await app.textReader.check(question, { signal })
  } catch (error) {
    if (error instanceof TextReaderFailed) return {}
    throw error
  }
}
