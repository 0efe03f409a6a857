import type { Strokes } from '../../../contract/endpoints/uploads.ts'
import { outline } from '../../ui/signature-pad/Stroke.ts'
import { padHeight, padWidth } from '../../ui/signature-pad/padWidth.ts'
import * as styles from './signature.module.css'

/** A signature rendered from its strokes, if its picture is not available. */
export function StrokesPicture({ strokes, label }: { readonly strokes: Strokes; readonly label: string }) {
  return (
    <svg className={styles.image} viewBox={`0 0 ${padWidth} ${padHeight}`} role="img" aria-label={label}>
      {strokes.map((stroke, at) => (
        <path key={at} d={outline(stroke)} />
      ))}
    </svg>
  )
}
