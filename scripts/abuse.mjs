// Sends 1,000 malformed requests to each endpoint, on both storages. `npm run abuse -- 5000 7`: 5,000
// requests, seed 7.
import { demandNode, installMissing } from './steps/install.mjs'

demandNode()
installMissing()
const { tool } = await import('./steps/run.mjs')
const { withScratch } = await import('./steps/scratch.mjs')
const [bodies = '1000', seed = String(Math.floor(Date.now() / 1000))] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(bodies) || !/^\d+$/.test(seed)) {
  console.error('npm run abuse -- [requests for each endpoint] [seed]')
  process.exit(2)
}
console.log(`${bodies} malformed requests for each endpoint, seed ${seed}`)
const start = performance.now()
try {
  await withScratch((env) =>
    tool('vitest', ['run', '--reporter=dot', '--testTimeout=600000', 'tests/abuse/malformed'], {
      show: true,
      env: { ...env, ABUSE_BODIES: bodies, ABUSE_SEED: seed },
    }),
  )
  console.log(`None was a fault, none changed anything. ${Math.round((performance.now() - start) / 1000)} s`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
