// npm run sign-in-link, appoint, files:adopt, files:move, backup, verify-backup, restore, move: runs a command on the data folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps/install.mjs'

const main = path.join(root, 'dist/server/main.js')
if (!existsSync(main)) {
  console.error('The server has not been built here: npm run build')
  process.exit(1)
}
const dataDir = path.resolve(process.env['DATA_DIR'] ?? path.join(root, 'data'))
const command = spawn(process.execPath, [main, 'command', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
// The command removes what it has made before it ends.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => command.kill(signal))
command.on('exit', (code) => process.exit(code ?? 1))
