import { listTrouble } from '../../../contract/forms/lists/listTrouble.ts'
import type { listOfTable } from '../../../contract/forms/lists/listOfTable.ts'
import { tableLimits, type TableTroubleCode } from '../../../contract/tables/FileTable.ts'
import { createThreadPool, ThreadTrouble } from '../threads/threadPool.ts'

export type ReadList = ReturnType<typeof listOfTable>
export type ThreadAnswer = ReadList | { readonly trouble: TableTroubleCode }

/** A large or malicious file must not delay other requests. */
const threads = createThreadPool<Uint8Array, ThreadAnswer>({
  built: 'table-reader.js',
  source: new URL('./thread.ts', import.meta.url),
  atOnce: 1,
  mostWaiting: 1000,
  milliseconds: 60_000,
  megabytes: 512,
  idle: 5000,
})

const refused = (code: TableTroubleCode): ReadList => ({ findings: [{ level: 'error', line: 1, message: listTrouble[code] }] })

/** Reads a CSV or XLSX file as a list, in a thread with little memory and time. */
export async function readListFile(bytes: Uint8Array): Promise<ReadList> {
  if (bytes.length > tableLimits.bytes) return refused('tooLarge')
  try {
    const answer = await threads.ask(bytes)
    return 'trouble' in answer ? refused(answer.trouble) : answer
  } catch (error) {
    if (!(error instanceof ThreadTrouble)) throw error
    return refused(error.code === 'limit' ? 'tooLarge' : 'damaged')
  }
}
