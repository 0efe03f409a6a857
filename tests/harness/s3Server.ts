import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../server/adapters/files/s3/s3Settings.ts'

interface Served {
  run(): Promise<AddressInfo>
  close(): Promise<void>
  readonly httpServer?: Server
}
// The package has no types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Readonly<Record<string, unknown>>) => Served

/** The keys that the server knows. */
const key = 'S3RVER'

export interface S3Server {
  readonly settings: S3Settings
  /** The value of FILES_URL. */
  readonly url: string
  /** The folder with the objects. */
  readonly folder: string
  /** Refuses connections until `start`; the objects stay. */
  stop(): Promise<void>
  /** Starts again on the same port. */
  start(): Promise<void>
  /** Stops, and deletes the objects. */
  close(): Promise<void>
}

/** An S3 server with one bucket on a free port of 127.0.0.1. It checks signatures. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-s3-'))
  const bucket = 'muster-files'
  let served: Served | undefined
  const listen = async (port: number) => {
    served = new S3rver({ address: '127.0.0.1', port, silent: true, directory: folder, configureBuckets: [{ name: bucket }] })
    return (await served.run()).port
  }
  const stop = async () => {
    const closing = served?.close()
    // A connection that a failed test left open would hold it up.
    served?.httpServer?.closeAllConnections()
    await closing
    served = undefined
  }
  const port = await listen(0)
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: { endpoint, region: 'us-east-1', bucket, prefix: 'site/', accessKeyId: key, secretAccessKey: key },
    url: `s3://${bucket}/site?endpoint=${endpoint}&region=us-east-1`,
    folder,
    stop,
    start: async () => void (await listen(port)),
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
