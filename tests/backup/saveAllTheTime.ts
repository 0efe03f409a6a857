import { form, opIdOf, worker } from '../../scripts/crash/site.ts'
import { applyWrite } from '../../server/domain/records/applyWrite.ts'
import type { Storage } from '../../server/storage/storage.ts'

/** Save `n`, as a device sends it: an odd one makes a record, the next one changes it. */
export async function sendSave(storage: Storage, n: number): Promise<void> {
  const isNew = n % 2 === 1
  const path = `forms/${form}/${opIdOf(isNew ? n : n - 1)}`
  const body = { payload: { n, note: 'x'.repeat(300) }, base: isNew ? null : { n: n - 1, note: 'x'.repeat(300) } }
  const parentOp = isNew ? undefined : opIdOf(n - 1)
  const headers = { opId: opIdOf(n), actor: worker, device: 'load', seq: n, baseRev: isNew ? 0 : 1, parentOp }
  await applyWrite(storage, { method: 'POST', path, headers, body, person: { uid: worker } })
}

/** Saves like many devices until `stop`. `answered` has the numbers of the answered saves. */
export function saveAllTheTime(storage: Storage) {
  const answered = new Set<number>()
  let isStopped = false
  let next = 1
  const loop = async () => {
    while (!isStopped) {
      const n = next
      next += 2
      for (const one of [n, n + 1]) {
        await sendSave(storage, one)
        answered.add(one)
      }
    }
  }
  const loops = Promise.all(Array.from({ length: 3 }, loop))
  return {
    answered,
    async stop() {
      isStopped = true
      await loops
    },
  }
}
