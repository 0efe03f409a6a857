import { parentPort } from 'node:worker_threads'
import { listOfTable } from '../../../contract/forms/lists/listOfTable.ts'
import { TableTrouble } from '../../../contract/tables/FileTable.ts'
import { readTable } from '../../../contract/tables/readTable.ts'
import type { ThreadAnswer } from './readListFile.ts'

function answer(bytes: Uint8Array): ThreadAnswer {
  try {
    return listOfTable(readTable(bytes))
  } catch (error) {
    return { trouble: error instanceof TableTrouble ? error.code : 'damaged' }
  }
}

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(answer(bytes)))
