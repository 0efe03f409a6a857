import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../tests/harness/freePort.ts'
import { installPackage } from '../../tests/harness/installPackage.ts'

const settings = path.resolve(import.meta.dirname, '../../deploy/Caddyfile')

/** Caddy with the settings of deploy/, in front of servers on these ports. Installed as root if it is not there. */
export async function startCaddy(ports: readonly number[]): Promise<{ address: string; stop(): Promise<void> }> {
  const program = '/usr/bin/caddy'
  const trouble = existsSync(program) ? '' : installPackage('caddy')
  if (!existsSync(program)) throw new Error(`these tests run behind Caddy, and there is none (${trouble}). Install caddy.`)
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-caddy-'))
  const address = `http://localhost:${await freePort()}`
  const caddy = spawn(program, ['run', '--config', settings, '--adapter', 'caddyfile'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      SITE: address,
      SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  caddy.stderr.on('data', (text) => {
    log = (log + String(text)).slice(-4000)
  })
  const atExit = () => caddy.kill('SIGKILL')
  process.once('exit', atExit)
  for (;;) {
    if (caddy.exitCode !== null) throw new Error(`Caddy did not start: ${log}`)
    if (
      await fetch(`${address}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    address,
    async stop() {
      process.off('exit', atExit)
      const ended = new Promise((resolve) => caddy.once('exit', resolve))
      caddy.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
