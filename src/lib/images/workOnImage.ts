import imageCompression from 'browser-image-compression'
import type { ImageLimits, PreparedImage } from './prepareImage.ts'

/** Functions of the library that its types leave out. */
const parts = imageCompression as typeof imageCompression & {
  drawFileInCanvas(file: Blob, options: { fileType: string }): Promise<[image: ImageBitmap | HTMLImageElement, canvas: Canvas]>
  handleMaxWidthOrHeight(canvas: Canvas, options: { maxWidthOrHeight: number }): Canvas
  isAutoOrientationInBrowser(): Promise<boolean>
  followExifOrientation(canvas: Canvas, orientation: number): Canvas
  canvasToFile(canvas: Canvas, type: string, name: string, lastModified: number, quality: number): Promise<Blob>
  cleanupCanvasMemory(canvas: Canvas): void
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

const jpeg = 'image/jpeg'

function emptyCanvas(size: number): Canvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(size, size)
  return Object.assign(document.createElement('canvas'), { width: size, height: size })
}

/** The center of the picture, filling the square. */
async function thumbnailOf(canvas: Canvas, size: number): Promise<string> {
  const small = emptyCanvas(size)
  const context = small.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('No canvas')
  const side = Math.min(canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side, 0, 0, size, size)
  const file = await parts.canvasToFile(small, jpeg, '', 0, 0.6)
  return imageCompression.getDataUrlFromFile(file as File)
}

/**
 * Decodes once; the photo and its thumbnail use the same upright picture. Does not use the library's own
 * loop, which lowers the quality below 90 for photos that were already small.
 */
export async function workOnImage(file: Blob, { side, quality, thumbnail }: ImageLimits): Promise<PreparedImage> {
  const [image, whole] = await parts.drawFileInCanvas(file, { fileType: jpeg })
  if ('close' in image) image.close()
  const limited = parts.handleMaxWidthOrHeight(whole, { maxWidthOrHeight: side })
  const turned = (await parts.isAutoOrientationInBrowser())
    ? limited
    : parts.followExifOrientation(limited, await imageCompression.getExifOrientation(file as File))
  const { width, height } = turned
  if (width === 0 || height === 0) throw new Error('The picture is empty')
  const bytes = await parts.canvasToFile(turned, jpeg, '', 0, quality)
  const prepared = { bytes, width, height, thumbnail: await thumbnailOf(turned, thumbnail) }
  for (const canvas of new Set([whole, limited, turned])) parts.cleanupCanvasMemory(canvas)
  return prepared
}
