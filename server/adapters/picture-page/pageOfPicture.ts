import { concatTransformationMatrix, drawObject, PDFDocument, type PDFImage, popGraphicsState, pushGraphicsState } from 'pdf-lib'
import type { ThreadAnswer } from './picturePage.ts'
import { plainPng, PngTrouble } from './plainPng.ts'

/** A4 in points, and the white margin on each side. */
const paper = { short: 595.28, long: 841.89, margin: 36 }

/**
 * A4 page, portrait or landscape like the picture, with the picture in the middle: as large as the margins
 * allow, but not larger than one point per pixel. A JPEG is rotated by its EXIF orientation; its bytes are
 * embedded unchanged. Never rejects.
 */
export async function pageOfPicture(bytes: Uint8Array): Promise<ThreadAnswer> {
  const kind = kindOf(bytes)
  if (!kind) return { trouble: 'kind' }
  try {
    const pdf = kind === 'jpeg' ? await pageOfJpeg(bytes) : await pageOfPng(plainPng(bytes))
    return pdf ? { pdf } : { trouble: 'broken' }
  } catch (error) {
    return { trouble: error instanceof PngTrouble ? error.code : 'broken' }
  }
}

async function pageOfJpeg(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const document = await PDFDocument.create()
  // The library reads the whole buffer of a view from its start, so it gets a copy.
  return pageWith(document, await document.embedJpg(Uint8Array.from(bytes)), orientationOf(bytes))
}

async function pageOfPng(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const document = await PDFDocument.create()
  return pageWith(document, await document.embedPng(Uint8Array.from(bytes)), 1)
}

/** undefined for a picture without pixels. */
async function pageWith(document: PDFDocument, image: PDFImage, turn: number): Promise<Uint8Array | undefined> {
  const [width, height] = turn > 4 ? [image.height, image.width] : [image.width, image.height]
  if (!(width > 0 && height > 0)) return undefined
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

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/**
 * Transforms the stored picture (unit square, origin bottom left) to the upright one, by EXIF orientation.
 */
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

/** 1 to 8: the camera orientation (EXIF 2.3, tag 0x0112). 1 if the file has none. */
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
    // The header ends early: no orientation.
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
