import { workOnImage } from './imageWork.ts'
import type { ImageAnswer, ImageQuestion } from './images.ts'

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ImageQuestion>) => void) | null
  postMessage(answer: ImageAnswer): void
}

scope.onmessage = ({ data: { file, limits } }) => {
  workOnImage(file, limits).then(
    (image) => scope.postMessage({ image }),
    (error: unknown) => scope.postMessage({ failed: String(error) }),
  )
}
