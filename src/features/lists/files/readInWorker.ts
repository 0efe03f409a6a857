import { type FileTable, tableLimits, TableTrouble, type TableTroubleCode } from '../../../../contract/tables/FileTable.ts'

export type TableAnswer = { readonly table: FileTable } | { readonly trouble: TableTroubleCode }

/** Timeout in ms; a file that takes longer counts as malicious. Slow phones need seconds for 50,000 rows. */
const patience = 60_000

/** `readTable` in a worker of its own, whose memory is released afterwards. Throws TableTrouble. */
export async function readInWorker(file: Blob): Promise<FileTable> {
  if (file.size > tableLimits.bytes) throw new TableTrouble('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (typeof Worker !== 'function') return (await import('../../../../contract/tables/readTable.ts')).readTable(bytes)
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' })
  const answer = await new Promise<TableAnswer>((resolve) => {
    const clock = setTimeout(() => resolve({ trouble: 'tooLarge' }), patience)
    worker.onmessage = ({ data }: MessageEvent<TableAnswer>) => {
      clearTimeout(clock)
      resolve(data)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      clearTimeout(clock)
      resolve({ trouble: 'damaged' })
    }
    worker.postMessage(bytes, [bytes.buffer])
  }).finally(() => worker.terminate())
  if ('trouble' in answer) throw new TableTrouble(answer.trouble)
  return answer.table
}
