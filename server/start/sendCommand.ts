import { connect } from 'node:net'
import { commandFolders, socketsIn } from './listenForCommands.ts'

/**
 * Sends a command to a running server of this data folder. Resolves to its answer; undefined if none runs. Rejects when
 * a server ends the connection without an answer, or `signal` aborts.
 */
export async function sendCommand(dataDir: string, words: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
  for (const folder of commandFolders(dataDir))
    for (const path of await socketsIn(folder)) {
      const answer = await ask(path, words, signal)
      if (answer !== undefined) return answer
    }
  return undefined
}

/** Resolves to undefined if no server listens there: a crash leaves its socket behind. */
const ask = (path: string, words: readonly string[], signal: AbortSignal | undefined): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let said = ''
    let isConnected = false
    const socket = connect({ path, ...(signal && { signal }) }, () => {
      isConnected = true
      socket.write(`${JSON.stringify(words)}\n`)
    })
    const end = () => {
      if (signal?.aborted) reject(signal.reason as Error)
      else if (!isConnected) resolve(undefined)
      else if (said === '') reject(new Error('the server ended the connection without an answer. Repeat the command when it runs again.'))
      else resolve(said.trimEnd())
    }
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      said += part
    })
    // The connection closes after an error.
    socket.on('error', () => {})
    socket.once('close', end)
  })
