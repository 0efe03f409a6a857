import { FileStore as TusFileStore } from '@tus/file-store'
import type { UploadStore } from '../FileStore.ts'

/**
 * The folder already exists. The base class would create it in the background, and an error there would end
 * the process.
 */
class ArrivingFiles extends TusFileStore implements UploadStore {
  private readonly writing = new Map<string, Promise<unknown>>()

  override write(...of: Parameters<TusFileStore['write']>): ReturnType<TusFileStore['write']> {
    const [, id] = of
    const work = super.write(...of)
    const settled = work
      .catch(() => undefined)
      .finally(() => {
        if (this.writing.get(id) === settled) this.writing.delete(id)
      })
    this.writing.set(id, settled)
    return work
  }

  async settled(id: string): Promise<void> {
    await this.writing.get(id)
  }
}
Object.defineProperty(ArrivingFiles.prototype, 'checkOrCreateDirectory', { value: () => {} })

/** The upload protocol's files in an existing folder. */
export const arrivingFiles = (directory: string): UploadStore => new ArrivingFiles({ directory })
