import { FileStore as TusFileStore } from '@tus/file-store'
import type { UploadStore } from '../FileStore.ts'
import { runningWork } from '../../runningWork.ts'

/**
 * The folder already exists. The base class would create it in the background, and an error there would end
 * the process.
 */
class ArrivingFiles extends TusFileStore implements UploadStore {
  private readonly writes = runningWork()

  override write(...of: Parameters<TusFileStore['write']>): ReturnType<TusFileStore['write']> {
    const [, id] = of
    return this.writes.add(id, super.write(...of))
  }

  settled(id: string): Promise<void> {
    return this.writes.settled(id)
  }
}
Object.defineProperty(ArrivingFiles.prototype, 'checkOrCreateDirectory', { value: () => {} })

/** The upload protocol's files in an existing folder. */
export const arrivingFiles = (directory: string): UploadStore => new ArrivingFiles({ directory })
