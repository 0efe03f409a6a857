/** Photos are resized before they are stored, to be small enough to upload (spec/1 §5, §9). */
export interface ImageLimits {
  /** Maximum width and height, pixels. */
  readonly side: number
  /** JPEG quality, 0 to 1. */
  readonly quality: number
  /** Width and height of the thumbnail, pixels. */
  readonly thumbnail: number
}

export const imageLimits: ImageLimits = { side: 2048, quality: 0.9, thumbnail: 100 }

export interface PreparedImage {
  /** JPEG, upright; without EXIF data such as location and serial number. */
  readonly bytes: Blob
  readonly width: number
  readonly height: number
  /** JPEG as a data URL. */
  readonly thumbnail: string
}

export interface ImageQuestion {
  readonly file: Blob
  readonly limits: ImageLimits
}

export interface ImageAnswer {
  readonly image?: PreparedImage
  readonly failed?: string
}

let worker: Worker | undefined
/** The end of the queue: phones have memory for one photo at a time. */
let line: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Runs in the worker; undefined when it failed (old Safari has no canvas in workers). */
function inWorker(question: ImageQuestion): Promise<PreparedImage | undefined> {
  if (typeof Worker !== 'function') return Promise.resolve(undefined)
  worker ??= new Worker(new URL('./imageWorker.ts', import.meta.url), { type: 'module' })
  const hand = worker
  return new Promise((resolve) => {
    hand.onmessage = ({ data }: MessageEvent<ImageAnswer>) => resolve(data.image)
    hand.onerror = (event) => {
      event.preventDefault()
      hand.terminate()
      worker = undefined
      resolve(undefined)
    }
    hand.postMessage(question)
  })
}

/**
 * Resizes, rotates upright and encodes photos one at a time, off the main thread. Rejects when the picture is
 * unreadable.
 */
export function prepareImage(file: Blob, limits: ImageLimits = imageLimits): Promise<PreparedImage> {
  const work = async () => {
    try {
      return (await inWorker({ file, limits })) ?? (await (await import('./workOnImage.ts')).workOnImage(file, limits))
    } finally {
      waiting--
      if (waiting === 0) {
        worker?.terminate()
        worker = undefined
      }
    }
  }
  waiting++
  const done = line.then(work, work)
  line = done.catch(() => undefined)
  return done
}
