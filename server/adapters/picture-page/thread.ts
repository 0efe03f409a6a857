import { parentPort } from 'node:worker_threads'
import { pageOfPicture } from './pageOfPicture.ts'
import type { ThreadQuestion } from './picturePage.ts'

parentPort?.on('message', ({ bytes }: ThreadQuestion) => {
  void pageOfPicture(bytes).then((answer) => parentPort?.postMessage(answer))
})
