import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore as TusFileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import type { UploadStore } from '../FileStore.ts'
import { runningWork } from '../../runningWork.ts'
import { flush } from './flush.ts'

/**
 * The folder already exists. The base class would create it in the background, and an error there would end
 * the process. It also flushes nothing: a power cut would take parts that it has acknowledged.
 */
class ArrivingFiles extends TusFileStore implements UploadStore {
  private readonly writes = runningWork()
  private readonly onWrite: (id: string) => void

  constructor(directory: string, onWrite: (id: string) => void) {
    super({ directory })
    this.onWrite = onWrite
  }

  private pathOf(id: string): string {
    return join(this.directory, id)
  }

  /** The description is on disk before the file exists: a file without one could never go on. */
  override async create(upload: Upload): Promise<Upload> {
    const path = this.pathOf(upload.id)
    await this.configstore.set(upload.id, upload)
    await flush(`${path}.json`)
    await writeFile(path, '')
    await flush(this.directory)
    upload.storage = { type: 'file', path }
    return upload
  }

  override write(...[bytes, id, offset]: Parameters<TusFileStore['write']>): ReturnType<TusFileStore['write']> {
    this.onWrite(id)
    const writing = async () => {
      try {
        return await super.write(bytes, id, offset)
      } finally {
        // What came before a connection broke counts, too.
        await this.keep(id)
      }
    }
    return this.writes.add(id, writing())
  }

  /** A disk that fails a flush may have lost bytes that the kernel then takes for written: the device sends all of them again. */
  private async keep(id: string): Promise<void> {
    try {
      await flush(this.pathOf(id))
    } catch (error) {
      // Another request has completed or dropped it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      await rm(this.pathOf(id), { force: true })
      throw error
    }
  }

  settled(id: string): Promise<void> {
    return this.writes.settled(id)
  }
}
Object.defineProperty(ArrivingFiles.prototype, 'checkOrCreateDirectory', { value: () => {} })

/** The upload protocol's files in an existing folder. `onWrite`: called before bytes of an upload are written. */
export const arrivingFiles = (directory: string, onWrite: (id: string) => void): UploadStore => new ArrivingFiles(directory, onWrite)
