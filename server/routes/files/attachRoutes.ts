import { Refused } from '../../../contract/Refused.ts'
import { isFormRecord } from '../../../contract/rules/mayGrantBring.ts'
import { writeHeaders } from '../../../contract/endpoints/records.ts'
import { attachFile, fileToPdf, imageToPdf } from '../../../contract/endpoints/uploads.ts'
import { attachFile as attach } from '../../domain/files/attachFile.ts'
import { bytesOfBase64 } from '../../domain/files/bytesOfBase64.ts'
import { imageToPdf as pageOf, fileToPdf as pageOfFile } from '../../domain/files/imageToPdf.ts'
import { countAnonymousBytes, countAnonymousWrite } from '../../domain/limits/anonymousWrite.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { refuseUnwritable } from '../../domain/records/mayWrite.ts'
import { readWriteHeaders } from '../../domain/records/writeHeaders.ts'
import { type Ahead, serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

async function refuseUnattachable({ headers, params, ...caller }: Ahead): Promise<void> {
  const { opId } = readWriteHeaders(headers)
  if (!caller.person) await countAnonymousWrite(caller.app, { address: caller.address, bytes: 0 })
  await refuseUnwritable(caller.app, caller, { path: params['*'] ?? '', opId })
}

async function countAnonymousPage({ app, person, address }: Pick<Ahead, 'app' | 'person' | 'address'>): Promise<void> {
  if (!person) await countAgainst(app, limits.anonymousUploads, addressGroup(address))
}

export const attachRoutes = [
  serve(
    attachFile,
    async (call) => {
      if (!call.person) await countAnonymousBytes(call.app, call)
      const answer = await attach(call.app, call, {
        path: call.params['*'],
        attribute: call.query.attribute,
        headers: call.write,
        body: call.body,
      })
      if (answer.replayed) call.replyHeader(writeHeaders.replayed, 'true')
      return answer.body
    },
    { byGrant: (params) => isFormRecord(params['*'] ?? ''), beforeBody: refuseUnattachable },
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
  serve(
    imageToPdf,
    async (call) => {
      if (!/^image\/(?:jpeg|jpg|png)$/i.test(call.body.type)) {
        throw new Refused(400, 'INVALID', text('Only JPEG and PNG pictures can be put on a page.'), {
          details: [{ path: 'type', message: 'expected image/jpeg or image/png' }],
        })
      }
      return pdf(call.replyHeader, await pageOf(bytesOfBase64(call.body.image, 'image')))
    },
    { beforeBody: countAnonymousPage },
  ),
  serve(fileToPdf, async (call) => {
    await countAnonymousPage(call)
    return pdf(call.replyHeader, await pageOfFile(call.app, call, call.query.url))
  }),
]
