// Starts the server (restarts on change) behind Vite with hot reload. Open the address that Vite prints.
import { spawn } from 'node:child_process'
import { demandNode, installMissing, root } from './steps/install.mjs'

demandNode()
installMissing()

const port = process.env['PORT'] ?? '8080'
const children = [
  [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    '--include=server/storage/sql/**',
    'server/main.ts',
    ...process.argv.slice(2),
  ],
  ['node_modules/vite/bin/vite.js'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { CHECK_SHAPES: '1', ...process.env, PORT: port } }))

const stop = (code) => {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
for (const child of children) child.on('exit', (code) => stop(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
