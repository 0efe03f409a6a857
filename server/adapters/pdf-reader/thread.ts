import { parentPort } from 'node:worker_threads'
import { PdfFile } from '../../../src/pdf/file.ts'
import { contentOf, readForm } from '../../../src/pdf/form.ts'
import { PdfTrouble } from '../../../src/pdf/shapes.ts'
import type { ThreadAnswer, ThreadQuestion } from './pdfReader.ts'

const answer = async ({ bytes, password }: ThreadQuestion): Promise<ThreadAnswer> => {
  try {
    return { content: contentOf(readForm(await PdfFile.open(bytes, password))) }
  } catch (error) {
    return { trouble: error instanceof PdfTrouble ? error.code : 'broken' }
  }
}

parentPort?.on('message', (question: ThreadQuestion) => {
  void answer(question).then((told) => parentPort?.postMessage(told))
})
