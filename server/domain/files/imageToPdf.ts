import { Refused } from '../../../contract/Refused.ts'
import { fileIdIn, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { picturePage } from '../../adapters/picture-page/picturePage.ts'
import { ThreadTrouble } from '../../adapters/threads/threadPool.ts'
import type { App } from '../app.ts'
import { busyWithFiles } from './busyWithFiles.ts'
import type { Uploader } from './uploads.ts'
import { readableFile } from './readableFile.ts'
import { type Text, text } from '../../i18n/text.ts'

/**
 * Returns a PDF page with the picture. A worker thread makes it.
 * @throws Refused INVALID, TOO_LARGE, UNAVAILABLE
 */
export async function imageToPdf(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > maxFileSize) throw new Refused(413, 'TOO_LARGE', text('A picture can be at most 25 MB.'))
  const answer = await picturePage(bytes).catch((error: unknown) => {
    if (!(error instanceof ThreadTrouble)) throw error
    if (error.code === 'busy') throw busyWithFiles()
    return { trouble: error.code === 'limit' ? 'pixels' : 'broken' } as const
  })
  if ('pdf' in answer) return answer.pdf
  if (answer.trouble === 'pixels') throw new Refused(413, 'TOO_LARGE', text('The picture has too many pixels.'))
  throw unreadable(
    answer.trouble === 'kind' ? text('Only JPEG and PNG pictures can be put on a page.') : text('The picture could not be read.'),
  )
}

/** Returns a page with a file of this server, if the caller may read it. Other addresses are refused. */
export async function fileToPdf(app: App, caller: Pick<Uploader, 'person' | 'device'>, url: string): Promise<Uint8Array> {
  const id = fileIdIn(url)
  if (!id) {
    throw new Refused(400, 'INVALID', text('Only files of this server can be shown.'), {
      details: [{ path: 'query.url', message: 'expected /api/files/ and the id of a file' }],
    })
  }
  const file = await readableFile(app, caller, id)
  if (!/^image\/(?:jpeg|png)$/.test(file.type)) throw unreadable(text('Only JPEG and PNG pictures can be put on a page.'))
  const parts: Buffer[] = []
  for await (const part of await app.files.read(file.id)) parts.push(part as Buffer)
  return imageToPdf(Buffer.concat(parts))
}

const unreadable = (words: Text) =>
  new Refused(400, 'INVALID', words, { details: [{ path: 'image', message: 'expected a JPEG or PNG picture' }] })
