import { Refused } from '../../../contract/Refused.ts'
import { maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { text } from '../../i18n/text.ts'

/**
 * Decodes base64, with or without `data:…;base64,` before it. Throws Refused INVALID or TOO_LARGE; `path`
 * names the place in the request.
 */
export function bytesOfBase64(given: string, path: string): Buffer {
  const base64 = given.replace(/^data:[^,]{0,200};base64,/, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.replace(/={1,2}$/, '').length % 4 === 1) {
    throw new Refused(400, 'INVALID', text('The file could not be read.'), { details: [{ path, message: 'expected base64' }] })
  }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxFileSize) throw new Refused(413, 'TOO_LARGE', text('A file can be at most 25 MB.'))
  return bytes
}
