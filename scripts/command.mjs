// npm run sign-in-link, npm run appoint, npm run files:move: sends a command to the running server of the data folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps/install.mjs'

const main = path.join(root, 'dist/server/main.js')
if (!existsSync(main)) {
  console.error('The server has never been started here: npm start')
  process.exit(1)
}
const dataDir = path.resolve(process.env['DATA_DIR'] ?? path.join(root, 'data'))
const command = spawn(process.execPath, [main, 'command', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
command.on('exit', (code) => process.exit(code ?? 1))
