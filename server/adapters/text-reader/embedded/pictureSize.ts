export interface PictureSize {
  readonly width: number
  readonly height: number
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Width and height in the header of a JPEG or PNG, without unpacking it; undefined for other or broken files. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (pngSignature.every((byte, at) => bytes[at] === byte)) return { width: view.getUint32(16), height: view.getUint32(20) }
    return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(view) : undefined
  } catch {
    // The header ends early.
    return undefined
  }
}

/** Reads the segments up to the first start of frame (SOF0 to SOF15, without DHT, JPG and DAC). */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Nothing before the frame has a marker without a length, so this file is broken.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xda)) return undefined
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
