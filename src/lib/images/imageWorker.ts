import { workOnImage } from './workOnImage.ts'
import type { ImageAnswer, ImageQuestion } from './prepareImage.ts'

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
