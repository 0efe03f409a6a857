import { Refused } from '../../../contract/errors.ts'
import { maxFileSize } from '../../../contract/uploads.ts'
import type { App } from '../app.ts'
import type { Uploader } from './uploads.ts'
import { readableFile } from './readFile.ts'

/** A4 in points, and what stays white on each side. */
const paper = { short: 595.28, long: 841.89, margin: 36 }

/** PNGs are unpacked to be stored anew; a phone's largest photo has less. A few bytes can claim to be a huge picture. */
const mostPixels = 16_000_000

/**
 * One A4 page, upright or on its side as the picture is, with the picture in the middle: as large as the margins allow, but not larger than
 * one point per pixel. A JPEG is turned as its camera says (EXIF); its bytes go into the page as they are.
 */
export async function imageToPdf(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > maxFileSize) throw new Refused(413, 'TOO_LARGE', 'A picture can be at most 25 MB.')
  const kind = kindOf(bytes)
  if (!kind) throw unreadable('Only JPEG and PNG pictures can be put on a page.')
  if (kind === 'png' && pixelsOf(bytes) > mostPixels) throw new Refused(413, 'TOO_LARGE', 'The picture has too many pixels.')
  const { PDFDocument, concatTransformationMatrix, drawObject, popGraphicsState, pushGraphicsState } = await import('pdf-lib')
  const document = await PDFDocument.create()
  // The library reads a view's whole buffer from its start, so it gets one of its own.
  const alone = Uint8Array.from(bytes)
  const image = await (kind === 'jpeg' ? document.embedJpg(alone) : document.embedPng(alone)).catch(() => {
    throw unreadable('The picture could not be read.')
  })
  const turn = kind === 'jpeg' ? orientationOf(bytes) : 1
  const [width, height] = turn > 4 ? [image.height, image.width] : [image.width, image.height]
  if (!(width > 0 && height > 0)) throw unreadable('The picture could not be read.')
  const sheet: [number, number] = width > height ? [paper.long, paper.short] : [paper.short, paper.long]
  const scale = Math.min(1, (sheet[0] - 2 * paper.margin) / width, (sheet[1] - 2 * paper.margin) / height)
  const [w, h] = [width * scale, height * scale]
  const [x, y] = [(sheet[0] - w) / 2, (sheet[1] - h) / 2]
  const page = document.addPage(sheet)
  const name = page.node.newXObject('Picture', image.ref)
  const [a, b, c, d, e, f] = turns[turn] ?? turns[1]
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(a * w, b * h, c * w, d * h, x + e * w, y + f * h),
    drawObject(name),
    popGraphicsState(),
  )
  return document.save()
}

/** The page of a file of ours, for who may read it. Any other address is refused. */
export async function fileToPdf(app: App, caller: Pick<Uploader, 'person' | 'device'>, url: string): Promise<Uint8Array> {
  const id = /^\/api\/files\/([A-Za-z0-9]{20})$/.exec(url)?.[1]
  if (!id) {
    throw new Refused(400, 'INVALID', 'Only files of this server can be shown.', {
      details: [{ path: 'query.url', message: 'expected /api/files/ and the id of a file' }],
    })
  }
  const file = await readableFile(app, caller, id)
  if (!/^image\/(?:jpeg|png)$/.test(file.type)) throw unreadable('Only JPEG and PNG pictures can be put on a page.')
  const parts: Buffer[] = []
  for await (const part of app.files.read(file.id)) parts.push(part as Buffer)
  return imageToPdf(Buffer.concat(parts))
}

const unreadable = (message: string) =>
  new Refused(400, 'INVALID', message, { details: [{ path: 'image', message: 'expected a JPEG or PNG picture' }] })

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** From the stored picture (unit square, origin bottom left) to the upright one, by EXIF orientation. */
const turns: Readonly<Record<number, Matrix>> & { 1: Matrix } = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
}

function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  return png.every((byte, at) => bytes[at] === byte) ? 'png' : undefined
}

/** Of a PNG, from its first chunk. */
function pixelsOf(bytes: Uint8Array): number {
  if (bytes.length < 24) return 0
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return view.getUint32(16) * view.getUint32(20)
}

/** 1 to 8: how the camera was held (EXIF 2.3, tag 0x0112). 1 where nothing is said. */
function orientationOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    for (let at = 2; view.getUint8(at) === 0xff; ) {
      const marker = view.getUint8(at + 1)
      const length = view.getUint16(at + 2)
      if (marker === 0xda) return 1
      if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) return inTiff(view, at + 10)
      at += 2 + length
    }
  } catch {
    // The header ends early: nothing is said.
  }
  return 1
}

function inTiff(view: DataView, start: number): number {
  const little = view.getUint16(start) === 0x4949
  const directory = start + view.getUint32(start + 4, little)
  const entries = view.getUint16(directory, little)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (view.getUint16(at, little) !== 0x0112) continue
    const value = view.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
