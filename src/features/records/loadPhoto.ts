import { fileLink } from '../../../contract/rules/fileLink.ts'
import type { StoredFile } from '../../answers/FileViews.tsx'
import { pictureSrc } from '../../lib/safeHref.ts'
import { getFile } from '../../store/files/addBlob.ts'
import type { Photo } from '../../pdf/textPdf.ts'

/** Pixels per point, so that photos print well and the file stays small. */
const pixels = 2.5
const quality = 0.8

/** Loads the picture of a record as a JPEG that fits into this size, points. Undefined when it cannot be loaded. */
export async function loadPhoto(file: StoredFile, mostWidth: number, mostHeight: number): Promise<Photo | undefined> {
  const own = await getFile(file.id)
  const local = own && URL.createObjectURL(own)
  try {
    const src = pictureSrc(local ?? fileLink(file))
    if (src === undefined) return undefined
    const image = new Image()
    image.src = src
    await image.decode()
    const scale = Math.min(mostWidth / image.naturalWidth, mostHeight / image.naturalHeight, 1)
    return await jpegOf(image, image.naturalWidth * scale, image.naturalHeight * scale)
  } catch {
    return undefined
  } finally {
    if (local) URL.revokeObjectURL(local)
  }
}

async function jpegOf(image: HTMLImageElement, width: number, height: number): Promise<Photo | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(image.naturalWidth, Math.round(width * pixels)))
  canvas.height = Math.max(1, Math.min(image.naturalHeight, Math.round(height * pixels)))
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  // A signature has no background of its own.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) return undefined
  const jpeg = new Uint8Array(await blob.arrayBuffer())
  return { kind: 'photo', width, height, columns: canvas.width, rows: canvas.height, jpeg }
}
