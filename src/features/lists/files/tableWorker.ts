import { TableTrouble } from '../../../../contract/tables/FileTable.ts'
import { readTable } from '../../../../contract/tables/readTable.ts'
import type { TableAnswer } from './readInWorker.ts'

onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  let answer: TableAnswer
  try {
    answer = { table: readTable(data) }
  } catch (error) {
    answer = { trouble: error instanceof TableTrouble ? error.code : 'damaged' }
  }
  postMessage(answer)
}
