/** The bytes of a base64 data URL, with their type; undefined for any other address, or an invalid one. */
export function blobOfDataUrl(url: string): Blob | undefined {
  const comma = url.indexOf(',')
  const [, type, ...rest] = comma < 0 ? [] : url.slice(0, comma).split(/[:;]/)
  if (!/^data:/i.test(url) || rest.at(-1)?.toLowerCase() !== 'base64') return undefined
  try {
    return new Blob([Uint8Array.from(atob(url.slice(comma + 1)), (letter) => letter.charCodeAt(0))], { type: type ?? '' })
  } catch {
    return undefined
  }
}
