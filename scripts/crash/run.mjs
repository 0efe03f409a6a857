// node scripts/crash/run.mjs [--rounds 20] [--saves 500] [--storage embedded|postgres]
// Kills the server (kill -9) under full load: no answered save may be lost, no save may be stored partially.
// Prints the figures; fails on a loss.
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

register()
const { killOnEmbedded, killOnPostgres } = await import('./kill.ts')
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, saves: { type: 'string', default: '500' }, storage: { type: 'string' } },
})
const homes = { embedded: killOnEmbedded, postgres: killOnPostgres }
for (const [name, run] of Object.entries(homes)) {
  if (values.storage && values.storage !== name) continue
  const result = await run({
    rounds: Number(values.rounds),
    saves: Number(values.saves),
    onRound: (text) => console.log(`${name} ${text}`),
  })
  console.log(name, JSON.stringify(result))
  if (result.lost > 0 || result.faults.length > 0) process.exitCode = 1
}
