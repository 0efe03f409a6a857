import type { Page } from '@playwright/test'

/** A JPEG like a camera's: four colors (red at the top left), rotated by an EXIF orientation, low quality. */
export async function cameraJpeg(page: Page, width: number, height: number, orientation: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      const corners = ['#c00000', '#00a000', '#0000c0', '#f0f000']
      corners.forEach((colour, at) => {
        context.fillStyle = colour
        context.fillRect(((at % 2) * wide) / 2, (Math.floor(at / 2) * high) / 2, wide / 2, high / 2)
      })
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.4 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height] as const,
  )
  const jpeg = Buffer.from(bytes)
  // After the start marker: APP1 with one TIFF directory that has one entry, the orientation.
  const exif = Buffer.from([
    ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ])
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

export interface Seen {
  readonly size: readonly [width: number, height: number]
  /** Colors near the four corners, as letters. */
  readonly corners: string
}

/** Resolves to how a browser shows a picture. */
export function look(page: Page, bytes: Buffer): Promise<Seen> {
  return page.evaluate(
    async (list) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(list)]))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(picture, 0, 0)
      const name = (x: number, y: number) => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(
          Math.floor(x * picture.width),
          Math.floor(y * picture.height),
          1,
          1,
        ).data
        if (red > 150) return green > 150 ? 'yellow' : 'red'
        return blue > green ? 'blue' : 'green'
      }
      const corners = [name(0.1, 0.1), name(0.9, 0.1), name(0.1, 0.9), name(0.9, 0.9)].join(' ')
      return { size: [picture.width, picture.height] as const, corners }
    },
    [...bytes],
  )
}

/** First step of a JPEG's luminance table: 3 at quality 90; the standard table has 16. */
export function firstStep(jpeg: Buffer): number | undefined {
  for (let at = 2; jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) if (jpeg[at + 1] === 0xdb) return jpeg[at + 5]
  return undefined
}
