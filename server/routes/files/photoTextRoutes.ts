import { textValidate } from '../../../contract/endpoints/uploads.ts'
import { type TextReaderAnswer, TextReaderFailed } from '../../adapters/text-reader/textReader.ts'
import { serve } from '../../http/serve.ts'

/**
 * Only sets a flag on the photo: without a reader, or without a clear result of it, the photo is accepted
 * (decision OQ-048). The job `photos` asks again when the photo arrives.
 */
export const photoTextRoutes = [
  serve(textValidate, async (call) => {
    const { success, ...rest } = await call.app.textReader.check(call.body).catch(noVerdict)
    return { ...(success !== undefined && { success }), ...rest }
  }),
]

function noVerdict(error: unknown): TextReaderAnswer {
  if (error instanceof TextReaderFailed) return {}
  throw error
}
