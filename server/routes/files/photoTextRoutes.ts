import { textValidate } from '../../../contract/endpoints/uploads.ts'
import { checkPhotoText } from '../../domain/files/checkPhotoText.ts'
import { serve } from '../../http/serve.ts'

/**
 * Only sets a flag on the photo: without a reader, or without a clear result of it, the photo is accepted
 * (decision OQ-048).
 */
export const photoTextRoutes = [
  serve(textValidate, async (call) => {
    const { success, ...rest } = await checkPhotoText(call.app, call.body, call.left())
    return { ...(success !== undefined && { success }), ...rest }
  }),
]
