import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A picture file, different for every seed: coarse noise, so that its JPEG is neither tiny nor huge. */
export function photo(seed: number, { width = 1200, height = 900 } = {}): { name: string; mimeType: string; buffer: Buffer } {
  let state = seed * 2654435761 + 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  const block = 12
  const row = width * 3 + 1
  const pixels = Buffer.alloc(row * height)
  const shades = Array.from({ length: Math.ceil(width / block) * Math.ceil(height / block) * 3 }, random)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const cell = (Math.floor(y / block) * Math.ceil(width / block) + Math.floor(x / block)) * 3
      for (let c = 0; c < 3; c += 1) pixels[y * row + 1 + x * 3 + c] = shades[cell + c] ?? 0
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name: `photo-${seed}.png`, mimeType: 'image/png', buffer }
}
