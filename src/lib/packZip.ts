/**
 * Packs one file after the other, so that twenty photos are never in memory together. Entries are stored
 * uncompressed, because photos do not shrink.
 */
export async function packZip(entries: readonly { readonly name: string; readonly content: Blob }[]): Promise<Blob> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: Blob[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]))
  })
  for (const { name, content } of entries) {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(new Uint8Array(await content.arrayBuffer()), true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}
