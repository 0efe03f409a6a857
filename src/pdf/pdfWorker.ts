/// <reference lib="webworker" />
import { bundledFont } from './bundledFont.ts'
import type { PdfAnswer, PdfQuestion } from './readInWorker.ts'
import { readFields } from './readFields.ts'
import { PdfTrouble } from './PdfContent.ts'
import { fillFile } from './writeFilled.ts'

const answerTo = async (question: PdfQuestion): Promise<PdfAnswer> => {
  try {
    return 'what' in question
      ? { filled: await fillFile(question.bytes, question.what, bundledFont) }
      : { content: await readFields(question.bytes, question.password) }
  } catch (error) {
    return { trouble: error instanceof PdfTrouble ? error.code : 'broken' }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<PdfQuestion>) => {
  void answerTo(data).then((answer) =>
    self.postMessage(answer, { transfer: 'filled' in answer ? [answer.filled.bytes.buffer as ArrayBuffer] : [] }),
  )
})
