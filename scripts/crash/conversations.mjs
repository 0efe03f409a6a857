// node scripts/crash/conversations.mjs [--kills 20] [--conversations 60] [--storage embedded|postgres]
// Kills the server (kill -9) during conversations by text: no text, timer or daily log entry may be lost or
// duplicated. Prints the figures; fails on any fault.
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

register()
const { talkAndKill } = await import('./conversations.ts')
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, conversations: { type: 'string', default: '60' }, storage: { type: 'string' } },
})
for (const storage of ['embedded', 'postgres']) {
  if (values.storage && values.storage !== storage) continue
  const result = await talkAndKill({
    kills: Number(values.kills),
    conversations: Number(values.conversations),
    storage,
    onRound: (text) => console.log(`${storage} ${text}`),
  })
  console.log(storage, JSON.stringify(result))
  if (result.faults.length > 0) process.exitCode = 1
}
process.exit()
