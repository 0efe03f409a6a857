import { readFields, writeFilled } from './engine.ts'
import type { Filling, PdfContent } from './shapes.ts'

/** `readFields` off the main thread. @throws PdfTrouble */
export const readInWorker = (bytes: Uint8Array, password?: string): Promise<PdfContent> => readFields(bytes, password)

/** `writeFilled` off the main thread. @throws PdfTrouble */
export const writeInWorker = (bytes: Uint8Array, what: Filling): Promise<Uint8Array> => writeFilled(bytes, what)
