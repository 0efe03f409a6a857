import { connect } from 'node:net'
import { commandFolders, socketsIn } from './listenForCommands.ts'

/** Sends a command to a running server of this data folder. Resolves to its answer; undefined if none runs. */
export async function sendCommand(dataDir: string, words: readonly string[]): Promise<string | undefined> {
  for (const folder of commandFolders(dataDir))
    for (const path of await socketsIn(folder)) {
      const answer = await ask(path, words)
      if (answer !== undefined) return answer
    }
  return undefined
}

/** Resolves to undefined if no server listens there: a crash leaves its socket behind. */
const ask = (path: string, words: readonly string[]): Promise<string | undefined> =>
  new Promise((resolve) => {
    let said = ''
    const socket = connect({ path, allowHalfOpen: true }, () => socket.end(JSON.stringify(words)))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      said += part
    })
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(said === '' ? undefined : said.trimEnd()))
  })
