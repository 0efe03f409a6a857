/** qr: QR codes alone. any: also the barcodes that the browser can read. */
export type CodeKind = 'qr' | 'any'

/** Reads the code in an image; undefined if there is none. */
export type Reader = (picture: ImageBitmapSource & CanvasImageSource) => Promise<string | undefined>

interface Detector {
  detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats?(): Promise<string[]>
}

/**
 * The image is scaled to this many pixels on its longer side: enough for a code that fills a third of it, and
 * fast on old phones.
 */
const most = 960

const sizeOf = (picture: object): { width: number; height: number } => {
  const { videoWidth, videoHeight, naturalWidth, naturalHeight, width, height } = picture as Partial<HTMLVideoElement & HTMLImageElement>
  return { width: videoWidth ?? naturalWidth ?? Number(width ?? 0), height: videoHeight ?? naturalHeight ?? Number(height ?? 0) }
}

const detectorOf = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Returns the browser's own reader, if it has one that works. */
async function native(kind: CodeKind): Promise<Reader | undefined> {
  const found = detectorOf()
  try {
    const formats = await found?.getSupportedFormats?.()
    if (!found || formats?.includes('qr_code') !== true) return undefined
    const detector = new found({ formats: kind === 'any' ? [...formats] : ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue
  } catch {
    return undefined
  }
}

/** Whether this browser reads barcodes; QR codes are read in every browser. */
export async function readsBarcodes(): Promise<boolean> {
  const formats = await detectorOf()
    ?.getSupportedFormats?.()
    .catch(() => undefined)
  return formats?.includes('code_128') === true
}

/**
 * Returns our own reader, for browsers without one: it reads QR codes. It is in a separate file that is cached like
 * the rest of the app.
 */
async function own(): Promise<Reader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (picture) => {
    const { width, height } = sizeOf(picture)
    if (!context || width === 0 || height === 0) return undefined
    const scale = Math.min(1, most / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: 60 })
    } catch {
      // The image contains no code.
      return undefined
    }
  }
}

/**
 * Returns the browser's reader with ours as the fallback: some browsers claim support, and then find nothing.
 */
export async function makeReader(kind: CodeKind = 'qr'): Promise<Reader> {
  const first = await native(kind)
  if (!first) return own()
  let second: Reader | undefined
  let empty = 0
  return async (picture) => {
    const found = await first(picture).catch(() => undefined)
    if (found !== undefined) return found
    empty++
    if (empty < 20) return undefined
    second ??= await own()
    return second(picture)
  }
}

/** Reads the code in a photo that a person took or received. */
export async function readPhoto(file: Blob, kind: CodeKind = 'qr'): Promise<string | undefined> {
  const picture = await createImageBitmap(file)
  try {
    const first = await native(kind)
    return (await first?.(picture).catch(() => undefined)) ?? (await (await own())(picture))
  } finally {
    picture.close()
  }
}
