// npm start: installs and builds missing parts, then runs the server. Passes options (`--forms DIR`, `--lan`)
// on to it.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { demandNode, installMissing, root } from './steps/install.mjs'
import { embeddedArgs, serverArgs, serverEnv } from './steps/serverArgs.mjs'

demandNode()

const port = Number(process.env['PORT'] ?? 8080)
const dataDir = path.resolve(process.env['DATA_DIR'] ?? path.join(root, 'data'))
// Same rules as the server (server/main.ts, configFrom): only this computer can reach it unless HOST or --lan
// is set.
const host = process.argv.includes('--lan') ? '0.0.0.0' : process.env['HOST']?.trim() || 'localhost'

const isFreeAt = (address) =>
  new Promise((resolve) => {
    const probe = createServer()
    // A computer without IPv6 has no ::1.
    probe.once('error', ({ code }) => resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
    probe.listen(port, address, () => probe.close(() => resolve(true)))
  })
const isFree = async () => {
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) if (!(await isFreeAt(address))) return false
  return true
}
if (!(Number.isInteger(port) && port >= 0 && port < 65536)) {
  console.error(`PORT is ${process.env['PORT']}; expected a number up to 65535.`)
  process.exit(1)
}
if (!(await isFree())) {
  console.error(`Port ${port} is in use. Take another: PORT=${port + 1} npm start`)
  process.exit(1)
}

installMissing()
const { buildIsCurrent } = await import('./steps/newer.mjs')
if (!buildIsCurrent()) {
  console.log('Building (once per change of the sources) ...')
  const { tool } = await import('./steps/run.mjs')
  await tool('scripts/build.mjs', [], { show: true }).catch(() => process.exit(1))
}

const args = process.env.DATABASE_URL ? serverArgs : embeddedArgs
const server = spawn(process.execPath, [...args, 'dist/server/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...serverEnv, ...process.env, PORT: String(port), DATA_DIR: dataDir },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
