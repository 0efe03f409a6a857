import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** `file:///muster/dist/server/main.js:12:3`, in a line of a stack. */
const placeInFile = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/
/** Places that are kept: most faults come from the same few lines. */
const mostKnown = 500

/**
 * Returns a function that takes lines of a stack, and gives each its place in the sources (`server/main.ts:12:3`) if its file is
 * in this folder and has a source map. Node's own --enable-source-maps reads the maps of all packages at the start and
 * keeps them in memory. This reads a map when a fault is logged, and keeps only the places.
 */
export function sourceLookup(folder: string): (lines: readonly string[]) => string[] {
  const known = new Map<string, string>()
  return (lines) => {
    const maps = new Map<string, SourceMap | undefined>()
    return lines.map((line) => {
      const [place, url = '', row, column] = placeInFile.exec(line) ?? []
      if (place === undefined || path.dirname(fileURLToPath(url)) !== folder) return line
      let source = known.get(place)
      if (source === undefined) {
        if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`))
        source = sourceOf(maps.get(url), Number(row), Number(column)) ?? place
        if (known.size >= mostKnown) known.clear()
        known.set(place, source)
      }
      return line.replace(place, source)
    })
  }
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}

function sourceOf(map: SourceMap | undefined, row: number, column: number): string | undefined {
  const found = map?.findEntry(row - 1, column - 1)
  if (!found || !('originalSource' in found)) return undefined
  // The map names sources relative to the bundle: `../../server/main.ts`.
  return `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1}`
}
