// npm run powercut [-- --rounds 50 --answers 400] [--postgres] [--plant 1]
// Cuts the power under a server with saves and uploads, with reordered and torn writes: nothing acknowledged may be
// lost. `--plant N` puts fault N of scripts/crash/powercut/faults.ts into the server: the check has to notice it within
// the rounds. `--plant all` does that for each fault. `--postgres`: the files beside a PostgreSQL database. Needs Linux and a C compiler; without them it fails with a
// message, because the test has proven nothing.
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

register()
const { cutPower } = await import('./crash/powercut/cutPower.ts')
const { faults } = await import('./crash/powercut/faults.ts')
const { whyNoRecorder } = await import('./crash/powercut/recorder.ts')
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    answers: { type: 'string', default: '400' },
    plant: { type: 'string' },
    postgres: { type: 'boolean' },
  },
})
const options = {
  rounds: Number(values.rounds),
  answers: Number(values.answers),
  usesPostgres: values.postgres,
  onRound: (text) => console.log(text),
}

async function withoutFault() {
  const result = await cutPower(options)
  console.log(JSON.stringify(result))
  if (result.lost.length > 0) process.exitCode = 1
}

async function withFault(fault) {
  console.log(`Planted: ${fault.title}`)
  const { lost, rounds } = await cutPower({ ...options, fault, stopAtFirst: true })
  const isNoticed = lost.length > 0
  console.log(isNoticed ? `Noticed after ${rounds} cuts: ${lost[0]}` : `NOT noticed in ${rounds} cuts`)
  if (!isNoticed) process.exitCode = 1
}

const planted = values.plant === 'all' ? faults : faults.filter((_, n) => String(n + 1) === values.plant)
if (values.plant !== undefined && planted.length === 0) throw new Error(`--plant is all, or a number from 1 to ${faults.length}`)
const obstacle = whyNoRecorder()
if (obstacle) {
  console.error(`A power cut can't be simulated here: ${obstacle}. Nothing was tested.`)
  process.exitCode = 2
} else if (values.plant === undefined) await withoutFault()
else for (const fault of planted) await withFault(fault)
