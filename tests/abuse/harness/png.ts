import { crc32, deflateSync } from 'node:zlib'

/** Node has crc32 since 20.15; the type package declares it later. */
const checksum = crc32 as (bytes: Buffer) => number

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(checksum(body))
  return Buffer.concat([length, body, sum])
}

export interface PngOptions {
  readonly width: number
  readonly height: number
  readonly before?: readonly Buffer[]
  /** Size of the picture data when unpacked; absent: as the dimensions require. */
  readonly dataBytes?: number
}

/** A black PNG of one bit per pixel: few bytes for many pixels. */
export function png({ width, height, before = [], dataBytes }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const data = deflateSync(Buffer.alloc(dataBytes ?? (Math.ceil(width / 8) + 1) * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, ...before, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
