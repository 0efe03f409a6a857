import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../tests/harness/freePort.ts'
import { installPackage } from '../../tests/harness/installPackage.ts'

const settings = path.resolve(import.meta.dirname, '../../deploy/Caddyfile')

const program = '/usr/bin/caddy'

/** Why there is no Caddy here; empty if there is one. As root, installs it if it is missing. */
export function reasonWithoutCaddy(): string {
  const trouble = existsSync(program) ? '' : installPackage('caddy')
  return existsSync(program) ? '' : `Caddy is not installed (${trouble}): what runs behind it is not tested.`
}

/** Caddy with the settings of deploy/, in front of servers on these ports. */
export async function startCaddy(ports: readonly number[]): Promise<{ address: string; stop(): Promise<void> }> {
  const reason = reasonWithoutCaddy()
  if (reason) throw new Error(reason)
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
