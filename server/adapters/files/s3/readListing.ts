import { SaxesParser } from 'saxes'

/** One page of a bucket's list. Keys are without the prefix of the settings. */
export interface Listing {
  readonly objects: readonly { readonly key: string; readonly size: number; readonly modified: Date }[]
  readonly folders: readonly string[]
  /** Token of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** Reads the answer of ListObjectsV2. `skip`: letters of each key that belong to the settings. @throws Error */
export function readListing(xml: string, skip: number): Listing {
  const objects: Listing['objects'][number][] = []
  const folders: string[] = []
  let [next, key, size, modified, text]: [string | undefined, string, number, string, string] = [undefined, '', 0, '', '']
  let isTruncated = false
  const path: string[] = []
  const read: Readonly<Record<string, () => void>> = {
    'Contents/Key': () => (key = text),
    'Contents/Size': () => (size = Number(text)),
    'Contents/LastModified': () => (modified = text),
    'ListBucketResult/Contents': () => objects.push({ key: key.slice(skip), size, modified: new Date(modified) }),
    'CommonPrefixes/Prefix': () => folders.push(text.slice(skip)),
    'ListBucketResult/NextContinuationToken': () => (next = text),
    'ListBucketResult/IsTruncated': () => (isTruncated = text === 'true'),
  }
  const parser = new SaxesParser({ position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', (piece) => (text += piece))
  parser.on('closetag', () => {
    read[path.slice(-2).join('/')]?.()
    path.pop()
    text = ''
  })
  parser.write(xml).close()
  if (isTruncated && next === undefined) throw new Error('the list is cut off: the store has to know ListObjectsV2')
  return { objects, folders, next: isTruncated ? next : undefined }
}
