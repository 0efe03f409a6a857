import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import { runningWork } from '../../runningWork.ts'
import type { UploadStore } from '../FileStore.ts'
import { type Arriving, arrivingOf, assemble, beginKey, forEach, pieceKey } from './pieces.ts'
import type { S3Bucket } from './s3Bucket.ts'

/** A request with more bytes than this is stored as several pieces. */
const mostPieceBytes = 4 * 1024 ** 2
/** More pieces than this become one. The app sends at most a hundred per file. */
const mostPieces = 256

/**
 * Unfinished uploads as pieces in a bucket: each request adds an object, and none is ever changed. The offset that a
 * device was told can therefore only grow, whichever process stops at whichever moment.
 */
class ObjectUploads extends DataStore implements UploadStore {
  private readonly writes = runningWork()
  private readonly bucket: S3Bucket

  constructor(bucket: S3Bucket) {
    super()
    this.bucket = bucket
    this.extensions = ['creation']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.bucket.put(beginKey(upload.id, upload.size ?? 0), Buffer.alloc(0))
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const arriving = await arrivingOf(this.bucket, id)
    if (!arriving) throw ERRORS.FILE_NOT_FOUND
    if (arriving.pieces.length > mostPieces) await this.join(id, arriving)
    return new Upload({ id, size: arriving.size, offset: arriving.arrived })
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return this.writes.add(id, this.store(stream, id, offset))
  }

  settled(id: string): Promise<void> {
    return this.writes.settled(id)
  }

  /** Also stores what came before a connection broke. */
  private async store(stream: Readable, id: string, offset: number): Promise<number> {
    let at = offset
    let held: Buffer[] = []
    let bytes = 0
    const flush = async () => {
      if (bytes === 0) return
      const piece = Buffer.concat(held)
      held = []
      bytes = 0
      await this.bucket.put(pieceKey(id, at, at + piece.length), piece)
      at += piece.length
    }
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        held.push(chunk)
        bytes += chunk.length
        if (bytes >= mostPieceBytes) await flush()
      }
    } finally {
      await flush()
    }
    return at
  }

  /** The joined piece is stored before the small ones are deleted. */
  private async join(id: string, arriving: Arriving): Promise<void> {
    const joined = pieceKey(id, 0, arriving.arrived)
    await this.bucket.put(joined, await assemble(this.bucket, arriving))
    const covered = arriving.pieces.filter(({ key, end }) => key !== joined && end <= arriving.arrived)
    await forEach(covered, ({ key }) => this.bucket.remove(key))
  }
}

/** The upload protocol's files in a bucket. */
export const objectUploads = (bucket: S3Bucket): UploadStore => new ObjectUploads(bucket)
