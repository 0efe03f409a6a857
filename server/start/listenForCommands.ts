import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, unlink } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Answers a command with the lines to print. `signal` aborts when the sender has gone, or the server stops. */
export type RunCommand = (words: readonly string[], signal: AbortSignal) => Promise<string>

/** What an answer begins with when the command failed. */
export const failurePrefix = 'That did not work: '

/** The address of a Unix socket has 104 bytes on macOS and 108 on Linux. */
const longestPath = 100
const longestCommand = 2000

/**
 * Folders for the sockets of a data folder. Only the user of the server may enter them: who reads the data folder
 * may command the server. The second one is for long paths, and for file systems without sockets.
 */
export function commandFolders(dataDir: string): readonly string[] {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return [`\\\\.\\pipe\\muster-${name}`]
  const own = join(resolve(dataDir), 'commands')
  const other = join(tmpdir(), `muster-${name}`)
  return Buffer.byteLength(join(own, 'xxxxxxxx.sock')) <= longestPath ? [own, other] : [other]
}

/** Returns the sockets of running and ended servers in a folder. Ignores a folder of another user. */
export async function socketsIn(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [folder]
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return []
  return (await readdir(folder)).filter((name) => name.endsWith('.sock')).map((name) => join(folder, name))
}

/**
 * Answers commands of people with access to the data folder, while the server runs. The embedded database belongs
 * to this process, so another one cannot do their work. Returns how to stop, which aborts running commands and waits
 * for their answers; undefined where no socket can be made.
 */
export async function listenForCommands(dataDir: string, run: RunCommand): Promise<(() => Promise<void>) | undefined> {
  for (const folder of commandFolders(dataDir)) {
    const stop = await listenIn(folder, run).catch(() => undefined)
    if (stop) return stop
  }
  return undefined
}

async function listenIn(folder: string, run: RunCommand): Promise<() => Promise<void>> {
  const path = process.platform === 'win32' ? folder : join(await privateFolder(folder), `${randomBytes(4).toString('hex')}.sock`)
  const stopping = new AbortController()
  const idle = new Set<Socket>()
  const server = createServer((socket) => {
    idle.add(socket)
    socket.once('close', () => idle.delete(socket))
    answer(socket, (words, signal) => {
      idle.delete(socket)
      return run(words, AbortSignal.any([signal, stopping.signal]))
    })
  })
  await new Promise<void>((resolved, reject) => {
    server.once('error', reject)
    server.listen(path, resolved)
    server.unref()
  })
  return () =>
    new Promise((done) => {
      stopping.abort(new Error('the server stops. Repeat the command when it runs again.'))
      for (const socket of idle) socket.destroy()
      server.close(() => done())
    })
}

/** Creates the folder, and removes sockets that a crash has left there. */
async function privateFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user`)
  await chmod(folder, 0o700)
  for (const path of await socketsIn(folder)) if (!(await isAlive(path))) await unlink(path).catch(() => undefined)
  return folder
}

const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolved) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolved(true)
    })
    socket.once('error', () => resolved(false))
  })

/** One command per connection: a line with a JSON array of words. The sender keeps the connection until the answer. */
function answer(socket: Socket, run: RunCommand): void {
  let asked = ''
  const gone = new AbortController()
  socket.setEncoding('utf8')
  socket.setTimeout(10_000, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.once('close', () => gone.abort(new Error('the sender of the command has gone')))
  const hear = (part: string) => {
    asked += part
    if (asked.length > longestCommand) return void socket.destroy()
    if (!asked.includes('\n')) return
    socket.off('data', hear)
    // Without a reader the end of the connection is not seen.
    socket.resume()
    // A copy of the database may take minutes.
    socket.setTimeout(0)
    const words = wordsOf(asked)
    const said = words ? run(words, gone.signal) : Promise.reject(new Error('this is no command'))
    said.then(
      (text) => socket.end(`${text}\n`),
      (error: unknown) => socket.end(`${failurePrefix}${error instanceof Error ? error.message : 'unknown reason'}\n`),
    )
  }
  socket.on('data', hear)
}

function wordsOf(text: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined
  } catch {
    return undefined
  }
}
