import { Refused } from '../../../contract/errors.ts'
import { isFormRecord } from '../../../contract/rules/grantScope.ts'
import { writeHeaders } from '../../../contract/endpoints/records.ts'
import { attachFile, fileToPdf, imageToPdf } from '../../../contract/endpoints/uploads.ts'
import { attachFile as attach } from '../../domain/files/attachFile.ts'
import { bytesOf } from '../../domain/files/base64.ts'
import { imageToPdf as pageOf, fileToPdf as pageOfFile } from '../../domain/files/imageToPdf.ts'
import { countAnonymousWrite } from '../../domain/limits/anonymousWrites.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { serve } from '../../http/serve.ts'

export const attachRoutes = [
  serve(
    attachFile,
    async (call) => {
      if (!call.person) await countAnonymousWrite(call.app, call)
      const answer = await attach(call.app, call, {
        path: call.params['*'],
        attribute: call.query.attribute,
        headers: call.write,
        body: call.body,
      })
      if (answer.replayed) call.replyHeader(writeHeaders.replayed, 'true')
      return answer.body
    },
    { byGrant: (params) => isFormRecord(params['*'] ?? '') },
  ),
]

const pdf = (reply: (name: string, value: string) => void, bytes: Uint8Array) => {
  reply('content-type', 'application/pdf')
  reply('content-disposition', 'inline; filename="picture.pdf"')
  reply('x-content-type-options', 'nosniff')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** A page made of a photo, to view or to print: raw bytes. */
export const pdfRoutes = [
  serve(imageToPdf, async (call) => {
    if (!call.person) await countAgainst(call.app, limits.anonymousUploads, addressGroup(call.address))
    if (!/^image\/(?:jpeg|jpg|png)$/i.test(call.body.type)) {
      throw new Refused(400, 'INVALID', 'Only JPEG and PNG pictures can be put on a page.', {
        details: [{ path: 'type', message: 'expected image/jpeg or image/png' }],
      })
    }
    return pdf(call.replyHeader, await pageOf(bytesOf(call.body.image, 'image')))
  }),
  serve(fileToPdf, async (call) => {
    if (!call.person) await countAgainst(call.app, limits.anonymousUploads, addressGroup(call.address))
    return pdf(call.replyHeader, await pageOfFile(call.app, call, call.query.url))
  }),
]
