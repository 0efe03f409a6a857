import { parentPort } from 'node:worker_threads'
import { readFields } from '../../../src/pdf/readFields.ts'
import { PdfTrouble } from '../../../src/pdf/PdfContent.ts'
import type { ThreadAnswer, ThreadQuestion } from './readPdf.ts'

const answer = async ({ bytes, password }: ThreadQuestion): Promise<ThreadAnswer> => {
  try {
    return { content: await readFields(bytes, password) }
  } catch (error) {
    return { trouble: error instanceof PdfTrouble ? error.code : 'broken' }
  }
}

parentPort?.on('message', (question: ThreadQuestion) => {
  void answer(question).then((told) => parentPort?.postMessage(told))
})
