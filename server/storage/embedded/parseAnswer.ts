import { messages, parse, protocol, type QueryOptions, type Results, types } from '@electric-sql/pglite'
import type { ArrayType } from './ToWorker.ts'

type Parsers = Record<number | string, types.Parser>

/** The column parsers of a database: PGlite's own types and its arrays. */
export function parsersOf(arrays: readonly ArrayType[]): Parsers {
  const parsers: Parsers = { ...types.parsers }
  for (const { element, array } of arrays)
    parsers[array] = (text: string) => types.arrayParser(text, parsers[element] as types.Parser, array) as unknown
  return parsers
}

/**
 * Converts PostgreSQL's messages to the results of PGlite's query() and exec(). Throws PostgreSQL's error,
 * with its SQLSTATE as `code`.
 */
export function parseAnswer(answer: Uint8Array, text: string, known: Parsers, { parsers, rowMode }: QueryOptions = {}): Results[] {
  const heard: Parameters<typeof parse.parseResults>[0] = []
  new protocol.Parser().parse(answer, (message) => heard.push(message))
  const failure = heard.find((message) => message instanceof messages.DatabaseError)
  if (failure) throw Object.assign(failure, { query: text })
  const own = parsers ? (Object.assign(Object.create(known), parsers) as Parsers) : known
  return parse.parseResults(heard, own, rowMode && { rowMode })
}
