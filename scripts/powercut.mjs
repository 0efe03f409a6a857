// npm run powercut [-- --rounds 20 --saves 500]
// Cuts the power of the disk under the embedded storage repeatedly: no answered save may be lost. Needs root
// and loop devices; without them it fails with a message, because the test has proven nothing.
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

register()
const { cutPower, whyNoPowerCut } = await import('./crash/powercut.ts')
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, saves: { type: 'string', default: '500' } } })
const obstacle = whyNoPowerCut()
if (obstacle) {
  console.error(`A power cut can't be simulated here: ${obstacle}. Nothing was tested.`)
  process.exitCode = 2
} else {
  const result = await cutPower({ rounds: Number(values.rounds), saves: Number(values.saves), onRound: (text) => console.log(text) })
  console.log(JSON.stringify(result))
  if (result.lost > 0 || result.faults.length > 0) process.exitCode = 1
}
