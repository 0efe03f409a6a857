// Loaded into the server that is measured (NODE_OPTIONS=--import): after SIGUSR2 it collects its garbage and writes what is
// left. Memory that V8 keeps for later is no memory that the server needs.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    collect()
    process.stdout.write(`heap ${process.memoryUsage().heapUsed}\n`)
  })
}
