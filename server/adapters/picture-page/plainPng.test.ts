import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pageOfPicture } from './pageOfPicture.ts'
import { plainPng, unpackedSize } from './plainPng.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(name: string, data: Buffer): Buffer {
  const [length, crc, typed] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name), data])]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, crc])
}

function header({ width, height, depth = 8, colour = 2, lace = 0 }: Shape): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colour, 0, 0, lace])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

interface Shape {
  readonly width: number
  readonly height: number
  readonly depth?: number
  readonly colour?: number
  readonly lace?: number
}

const sizeOf = ({ depth = 8, colour = 2, lace = 0, ...rest }: Shape) => unpackedSize({ ...rest, depth, colour, interlaced: lace === 1 })

const png = (shape: Shape, unpacked = sizeOf(shape), before: Buffer[] = [], after: Buffer[] = []) =>
  Buffer.concat([
    signature,
    ...before,
    header(shape),
    ...after,
    chunk('IDAT', deflateSync(Buffer.alloc(unpacked))),
    chunk('IEND', Buffer.alloc(0)),
  ])

const codeOf = (bytes: Buffer) => {
  try {
    plainPng(bytes)
    return 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a picture of few bytes', () => {
  it('counts the lines of every kind of picture', () => {
    expect(sizeOf({ width: 9, height: 2, depth: 1, colour: 0 })).toBe(6)
    expect(sizeOf({ width: 3, height: 2, depth: 16, colour: 6 })).toBe(50)
    // 8 × 8 in seven passes: 1, 1, 1×2, 2×2, 2×4, 4×4, 4×8 pixels, each line with a filter byte in front.
    expect(sizeOf({ width: 8, height: 8, colour: 0, lace: 1 })).toBe(64 + 1 + 1 + 1 + 2 + 2 + 4 + 4)
    expect(sizeOf({ width: 1, height: 1, colour: 0, lace: 1 })).toBe(2)
  })

  it('is refused where its size does not stand first', () => {
    const small = chunk('tEXt', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]))
    expect(codeOf(png({ width: 9, height: 9 }, undefined, [small]))).toBe('broken')
    expect(codeOf(png({ width: 9, height: 9 }, undefined, [], [header({ width: 9999, height: 9999 })]))).toBe('broken')
  })

  it('is refused by its size before anything is unpacked', () => {
    expect(codeOf(png({ width: 4001, height: 4000, depth: 1, colour: 0 }, 1))).toBe('pixels')
    expect(codeOf(png({ width: 4000, height: 4000, depth: 16, colour: 6 }, 1))).toBe('pixels')
    expect(codeOf(png({ width: 0, height: 4000 }, 1))).toBe('broken')
  })

  it('is refused where it unpacks to more or less than its size says', () => {
    expect(codeOf(png({ width: 1, height: 1 }))).toBe('fine')
    expect(codeOf(png({ width: 1, height: 1 }, 50_000_000))).toBe('broken')
    expect(codeOf(png({ width: 100, height: 100 }, 5))).toBe('broken')
  })

  it('is cut down to its pixels: texts and further frames, which may unpack to any size, are left out', () => {
    const bomb = chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(1_000_000))]))
    const frames = chunk('acTL', Buffer.alloc(8))
    expect(plainPng(png({ width: 2, height: 2 }, undefined, [], [bomb, frames]))).toEqual(png({ width: 2, height: 2 }))
  })

  it('is put on a page where it is as it says, interlaced or not', async () => {
    for (const shape of [
      { width: 5, height: 7 },
      { width: 5, height: 7, colour: 6, lace: 1 },
      { width: 9, height: 3, depth: 1, colour: 0 },
      { width: 4, height: 4, depth: 16, colour: 4 },
    ]) {
      const answer = await pageOfPicture(png(shape))
      expect(Buffer.from('pdf' in answer ? answer.pdf : []).toString('latin1', 0, 5)).toBe('%PDF-')
    }
  })
})
