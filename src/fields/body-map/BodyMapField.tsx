import { useLingui } from '@lingui/react/macro'
import * as controls from '../../ui/controls/controls.module.css'
import type { FieldProps } from '../defineField.ts'
import { controlOf, useValue } from '../useField.ts'
import * as styles from './bodyMap.module.css'
import { type BodyPart, bodyParts, partsOf, withPart } from './bodyParts.ts'
import { back, type FigurePart, front } from './figures.ts'
import { partNames } from './partNames.ts'

/**
 * Parts of the body. The picture is for the finger and the mouse; the list below it has every part as a checkbox, for
 * the keyboard and the screen reader.
 */
export function BodyMapField(props: FieldProps<'body-map'>) {
  const { form, node } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const value = useValue(form, path)
  const chosen = partsOf(value)
  const names = partNames()
  const turn = (part: BodyPart) => {
    const next = withPart(value, part, !chosen.includes(part))
    form.set(path, next.length > 0 ? next : null)
  }
  const figure = (title: string, parts: readonly FigurePart[], sides: readonly [string, string]) => (
    <Figure title={title} parts={parts} sides={sides} names={names} chosen={chosen} onPart={field.readOnly ? undefined : turn} />
  )
  const [right, left] = [t`right`, t`left`]
  return (
    <div className={styles.bodyMap}>
      <div className={styles.figures} aria-hidden="true">
        {figure(t`Front`, front, [right, left])}
        {figure(t`Back`, back, [left, right])}
      </div>
      <p className={styles.chosen} role="status">
        {chosen.length === 0 ? t`Nothing is marked.` : chosen.map((part) => names[part]).join(', ')}
      </p>
      {field.readOnly ? null : (
        <details className={styles.list}>
          <summary id={field.id} aria-describedby={field.describedBy}>{t`Choose from a list`}</summary>
          <div className={controls.choices}>
            {bodyParts.map((part) => (
              <label key={part} className={controls.choice}>
                <input type="checkbox" name={field.id} checked={chosen.includes(part)} onChange={() => turn(part)} />
                <span className={controls.choiceText}>{names[part]}</span>
              </label>
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

interface FigureProps {
  readonly title: string
  readonly parts: readonly FigurePart[]
  /** The side of the person on the left and on the right of the picture. */
  readonly sides: readonly [string, string]
  readonly names: Readonly<Record<BodyPart, string>>
  readonly chosen: readonly BodyPart[]
  /** Undefined: nothing can be changed. */
  readonly onPart: ((part: BodyPart) => void) | undefined
}

function Figure({ title, parts, sides, names, chosen, onPart }: FigureProps) {
  return (
    <figure className={styles.figure}>
      <figcaption>{title}</figcaption>
      <svg viewBox="0 0 144 404" data-fixed={onPart ? undefined : true}>
        {parts.map(({ part, path }) => (
          <path key={part} d={path} data-part={part} data-chosen={chosen.includes(part) || undefined} onClick={() => onPart?.(part)}>
            <title>{names[part]}</title>
          </path>
        ))}
      </svg>
      <div className={styles.sides}>
        <span>{sides[0]}</span>
        <span>{sides[1]}</span>
      </div>
    </figure>
  )
}
