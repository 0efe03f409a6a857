import { messages, type PGlite, protocol, type types } from '@electric-sql/pglite'
import type { WorkerStatement } from './ToWorker.ts'

const { serialize } = protocol
/** Number of statements with cached parameter types. */
const remembered = 1000
const endOfBatch = serialize.sync()

/**
 * Runs statements on PGlite's wire protocol and returns PostgreSQL's messages unchanged; an error of
 * PostgreSQL is one of them. PGlite's own query() asks for the parameter types each time and enters
 * PostgreSQL six times per statement; this enters it once for a known statement. Throws when a value does
 * not fit its type.
 */
export function createStatementRunner(client: Pick<PGlite, 'execProtocolRawStream' | 'serializers'>) {
  const knownTypes = new Map<string, readonly number[]>()

  async function send(message: Uint8Array, into: Uint8Array[]): Promise<void> {
    // The bytes belong to PostgreSQL's memory and are invalid after the call.
    await client.execProtocolRawStream(message, { syncToFs: false, onRawData: (bytes) => void into.push(bytes.slice()) })
  }

  async function typesOf(text: string, into: Uint8Array[]): Promise<readonly number[] | undefined> {
    const known = knownTypes.get(text)
    if (known) return known
    await send(joined([serialize.parse({ text }), serialize.describe({ type: 'S' }), endOfBatch]), into)
    let found: readonly number[] | undefined
    new protocol.Parser().parse(joined(into), (message) => {
      if (message instanceof messages.ParameterDescriptionMessage) found = message.dataTypeIDs
    })
    if (!found) return undefined
    // The messages that describe the statement are not part of the answer.
    into.length = 0
    if (knownTypes.size >= remembered) knownTypes.delete(knownTypes.keys().next().value ?? '')
    knownTypes.set(text, found)
    return found
  }

  return async ({ text, values, begins = false }: WorkerStatement): Promise<Uint8Array> => {
    // The answer to BEGIN is dropped.
    if (begins) await send(serialize.query('BEGIN'), [])
    const answer: Uint8Array[] = []
    if (values === undefined) {
      // The SQL may change the types.
      knownTypes.clear()
      await send(serialize.query(text), answer)
      return joined(answer)
    }
    const parameterTypes = values.length === 0 ? [] : await typesOf(text, answer)
    // The answer already contains PostgreSQL's error.
    if (!parameterTypes) return joined(answer)
    const parameters = values.map((value, n) => serialized(value, client.serializers[parameterTypes[n] ?? 0]))
    await send(
      joined([
        serialize.parse({ text }),
        serialize.bind({ values: parameters }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        endOfBatch,
      ]),
      answer,
    )
    return joined(answer)
  }
}

function serialized(value: unknown, serializer: types.Serializer | undefined): string | null {
  if (value === null || value === undefined) return null
  return serializer ? serializer(value) : String(value)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (only && parts.length === 1) return only
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
