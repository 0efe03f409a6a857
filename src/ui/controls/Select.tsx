import type { ComponentProps, ReactNode } from 'react'
import type { Named } from './connectField.ts'
import { type Native, withField } from './withField.tsx'
import * as controls from './controls.module.css'

type SelectProps = Native<ComponentProps<'select'>> &
  Named & {
    /** The option elements. */
    readonly children: ReactNode
  }

/** A choice from a list that the browser opens, with the texts around it. */
export function Select(props: SelectProps) {
  return withField(props, (native) => <select {...native} className={controls.select} />)
}
