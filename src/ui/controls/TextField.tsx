import type { ComponentProps, ReactNode } from 'react'
import type { Named } from './connectField.ts'
import { type Native, withField } from './withField.tsx'
import * as controls from './controls.module.css'

export type TextFieldProps = Native<ComponentProps<'input'>> &
  Named & {
    /** An icon or a unit inside the edge of the control. */
    readonly affix?: ReactNode
    /** The same at the end of the control. */
    readonly affixEnd?: ReactNode
  }

/** A control for text of one line, dates, numbers and files, with the texts around it. */
export function TextField({ affix, affixEnd, ...props }: TextFieldProps) {
  return withField(props, (native) => {
    const input = <input {...native} className={controls.input} />
    if (affix === undefined && affixEnd === undefined) return input
    return (
      <div className={controls.affix}>
        {affix !== undefined && (
          <span className={controls.affixText} aria-hidden="true">
            {affix}
          </span>
        )}
        {input}
        {affixEnd !== undefined && (
          <span className={`${controls.affixText} ${controls.affixEnd}`} aria-hidden="true">
            {affixEnd}
          </span>
        )}
      </div>
    )
  })
}
