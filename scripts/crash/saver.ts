// Saves records through the write contract as fast as possible until it is killed. Prints `ack <n>` after
// save n was answered.
import { writeSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { applyWrite } from '../../server/domain/records/applyWrite.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { form, opIdOf, type SaverSettings, worker } from './site.ts'

const { storageOptions, from, loops, checkpointEvery } = JSON.parse(process.argv[2] ?? '') as SaverSettings
const storage = await openStorage(storageOptions)
let next = from
let answered = 0

function say(line: string) {
  let bytes = Buffer.from(`${line}\n`)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

const payload = (n: number) => ({
  n,
  name: 'Daily report',
  staff: Array.from({ length: 8 }, (_, id) => ({ id: String(id), role: 'Worker', hours: 8 })),
  note: 'x'.repeat(300),
})

async function save(n: number, path: string, before: number | undefined) {
  await applyWrite(storage, {
    method: 'POST',
    path,
    headers: {
      opId: opIdOf(n),
      actor: worker,
      device: 'crash',
      seq: n,
      baseRev: before === undefined ? 0 : 1,
      parentOp: before === undefined ? undefined : opIdOf(before),
    },
    body: { payload: payload(n), base: before === undefined ? null : payload(before) },
    person: { uid: worker },
  })
  say(`ack ${n}`)
  if (checkpointEvery > 0 && ++answered % checkpointEvery === 0) await storage.db.execute(sql`checkpoint`)
}

/** Every third save changes the previous record, like a person who saves twice. */
async function loop() {
  for (;;) {
    const n = next
    next += 3
    const path = `forms/${form}/${opIdOf(n)}`
    await save(n, path, undefined)
    await save(n + 1, path, n)
    await save(n + 2, `forms/${form}/${opIdOf(n + 2)}`, undefined)
    await new Promise(setImmediate)
  }
}

say('open')
await Promise.all(Array.from({ length: loops }, loop))
