import { textValidate } from '../../../contract/endpoints/uploads.ts'
import { base64Of } from '../../lib/base64Of.ts'
import type { Verdict } from './adding.ts'

/**
 * Sends a photo to the text validation. Its answer sets the valid flag; a refusal or no answer sets nothing
 * (spec/1 §5, §8).
 */
export async function checkPhoto(
  post: (url: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>,
  settings: { validation: string[]; customValidation: string[] },
  photo: Blob,
): Promise<Verdict | undefined> {
  const answer = await post(textValidate.path, { ...settings, type: photo.type, image: await base64Of(photo) })
  const { success, validationResults, manpower } = (answer ?? {}) as { success?: unknown; validationResults?: unknown; manpower?: unknown }
  if (typeof success !== 'boolean') return undefined
  return { valid: success, ...(validationResults !== undefined && { validationResults }), ...(manpower !== undefined && { manpower }) }
}
