import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ServerConfig } from '../../server/main.ts'

export interface ServerProcess {
  readonly url: string
  /** kill -9 */
  kill(): Promise<void>
}

/** A server in a process of its own, which ends with the test. */
export async function startProcess(dataDir: string, settings: Partial<ServerConfig> = {}): Promise<ServerProcess> {
  const config = { port: 0, host: '127.0.0.1', dataDir, ...settings }
  const code = `import(${JSON.stringify(resolve('server/main.ts'))}).then(async ({ startServer }) => {
    const { url } = await startServer({ ...${JSON.stringify(config)}, log: () => {}, say: () => {} })
    process.send(url)
  })`
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--eval', code], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  // Also when an expectation fails.
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((started, failed) => {
    child.once('message', (message) => started(String(message)))
    void ended.then(() => failed(new Error(`the server ended with ${child.exitCode ?? child.signalCode}`)))
  })
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
