/** Options of the page in its address (spec/1 §2.1). Values in another format are silently ignored. */
export interface QueryOptions {
  readonly fontsize?: string
  readonly margintop?: string
  readonly background?: string
  readonly embedded: boolean
}

/** Reads the options of the page; `search` with or without "?". */
export function readQueryOptions(search: string): QueryOptions {
  const query = new URLSearchParams(search)
  const inFormat = (name: string, format: RegExp) => {
    const value = query.get(name)
    return value !== null && format.test(value) ? value : undefined
  }
  const fontsize = inFormat('fontsize', /^\d+px$/)
  const margintop = inFormat('margintop', /^\d+(?:px|em)$/)
  const background = inFormat('background', /^[0-9a-fA-F]{6}$/)
  return {
    ...(fontsize && { fontsize }),
    ...(margintop && { margintop }),
    ...(background && { background }),
    embedded: query.get('embedded') === 'true',
  }
}
