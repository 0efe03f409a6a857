/** Photos are made small enough to send before they are kept (spec/1 §5, §9). */
export interface ImageLimits {
  /** Most pixels of width and of height. */
  readonly side: number
  /** Of the JPEG, 0 to 1. */
  readonly quality: number
  /** Width and height of the thumbnail. */
  readonly thumbnail: number
}

export const imageLimits: ImageLimits = { side: 2048, quality: 0.9, thumbnail: 100 }

export interface PreparedImage {
  /** JPEG, upright; the camera's place and serial number are not in it any more. */
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
/** The end of the line: phones have memory for one photo at a time. */
let line: Promise<unknown> = Promise.resolve()
let waiting = 0

/** In the worker; undefined when it could not do it (old Safari has no canvas there). */
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

/** Resizes, turns upright and encodes one photo after the other, off the main thread. Rejects when the picture can't be read. */
export function prepareImage(file: Blob, limits: ImageLimits = imageLimits): Promise<PreparedImage> {
  const work = async () => {
    try {
      return (await inWorker({ file, limits })) ?? (await (await import('./imageWork.ts')).workOnImage(file, limits))
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
