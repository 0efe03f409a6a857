import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** `main.js:12:3`, after the folder in a line of a stack. */
const placeInFile = /^([\w.-]{1,100}\.js):(\d{1,9}):(\d{1,9})/
/** Places that are kept: most faults come from the same few lines. */
const mostKnown = 500
/**
 * Maps that are read within a minute, at most: a map of some MB stops the server for a tenth of a second, and places may come
 * from an error with data of strangers.
 */
const mostReads = 10
const minute = 60_000

/**
 * Returns a function that takes lines of a stack, and gives each its place in the sources (`server/main.ts:12:3`) if its file is
 * in this folder and has a source map. Node's own --enable-source-maps reads the maps of all packages at the start and
 * keeps them in memory. This reads a map when a fault is logged, and keeps only the places.
 */
export function sourceLookup(folder: string): (lines: readonly string[]) => string[] {
  const known = new Map<string, string>()
  const start = `${pathToFileURL(folder).href}/`
  let left = mostReads
  let since = 0
  const mayRead = () => {
    const now = Date.now()
    if (Math.abs(now - since) > minute) [left, since] = [mostReads, now]
    return left-- > 0
  }
  return (lines) => {
    const maps = new Map<string, SourceMap | undefined>()
    return lines.map((line) => {
      const at = line.indexOf(start)
      const [place, file = '', row, column] = at < 0 ? [] : (placeInFile.exec(line.slice(at + start.length)) ?? [])
      if (place === undefined) return line
      let source = known.get(place)
      if (source === undefined) {
        if (!maps.has(file)) {
          if (!mayRead()) return line
          maps.set(file, readMap(path.join(folder, `${file}.map`)))
        }
        source = sourceOf(maps.get(file), Number(row), Number(column)) ?? start + place
        if (known.size >= mostKnown) known.clear()
        known.set(place, source)
      }
      return line.replace(start + place, () => source)
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
  const found: Partial<SourceMapping> = map?.findEntry(row - 1, column - 1) ?? {}
  const { originalSource, originalLine, originalColumn } = found
  // Code of the bundler itself has no source.
  if (typeof originalSource !== 'string' || originalLine === undefined || originalColumn === undefined) return undefined
  // The map names sources relative to the bundle: `../../server/main.ts`.
  return `${originalSource.replace(/^(?:\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`
}
