import { Client, type Save, type Session, uploadOf } from './client.ts'
import type { Begun, Ledger } from './Ledger.ts'

interface Load {
  readonly url: string
  readonly sessions: readonly Session[]
  readonly ledger: Ledger
  /** Ends after so many answers. */
  readonly answers: number
  /** Length of the log of the recorder. */
  size(): number
}

const kB = 1024
const sizes = [3 * kB, 40 * kB, 64 * kB, 200 * kB, 700 * kB, 1500 * kB]

/** Saves records and uploads files, like people on site, until the server has answered often enough. */
export async function runLoad({ url, sessions, ledger, answers, size }: Load): Promise<void> {
  const unfinished = [...ledger.begun]
  let left = answers
  const goesOn = () => left-- > 0

  async function saveAll(session: Session): Promise<void> {
    const client = new Client(url, session)
    const note = (save: Save) => ledger.addSave(save, session, size())
    for (let n = 1; goesOn(); n++) {
      const first = client.newSave(`save ${n} ${'x'.repeat(300)}`)
      await client.save(first)
      note(first)
      if (n % 3 !== 0 || !goesOn()) continue
      const second: Save = { ...first, opId: client.newSave('').opId, rev: 2, text: `changed ${n}` }
      await client.save(second, first)
      note(second)
    }
  }

  async function uploadAll(session: Session): Promise<void> {
    const client = new Client(url, session)
    for (let n = Math.floor(Math.random() * sizes.length); goesOn(); n++) {
      const begun = takeUnfinished(session) ?? begin(session, sizes[n % sizes.length] ?? kB)
      if (!(await finish(client, begun))) return
      const save = client.newSave(`photo ${n}`, begun.upload)
      await client.save(save)
      ledger.addSave(save, session, size())
    }
  }

  function takeUnfinished(session: Session): Begun | undefined {
    const at = unfinished.findIndex((one) => one.session === session)
    return at === -1 ? undefined : unfinished.splice(at, 1)[0]
  }

  function begin(session: Session, bytes: number): Begun {
    const begun: Begun = { upload: uploadOf(bytes), session, acknowledged: [] }
    ledger.begun.push(begun)
    return begun
  }

  /** Like a device: asks how much has arrived, sends the rest, and begins again if the bytes were discarded. */
  async function finish(client: Client, begun: Begun): Promise<boolean> {
    const { upload, session } = begun
    while (!(await client.hasReceipt(upload))) {
      let at = await client.offsetOf(upload)
      if (at === undefined) {
        const status = await client.create(upload)
        if (status !== 201) throw new Error(`an upload was answered with ${status}`)
        ledger.addPart(begun, 0, size())
        at = 0
      }
      while (at < upload.size) {
        if (!goesOn()) return false
        const { status, offset, text } = await client.sendPart(upload, at)
        if (status === 204) {
          ledger.addPart(begun, offset, size())
          at = offset
        } else if (status === 460) {
          ledger.again++
          begun.acknowledged = []
          break
        } else throw new Error(`a part was answered with ${status}: ${text}`)
      }
    }
    ledger.addFile(upload, session, size())
    return true
  }

  await Promise.all(sessions.flatMap((session) => [saveAll(session), saveAll(session), uploadAll(session), uploadAll(session)]))
}
