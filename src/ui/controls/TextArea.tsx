import type { ComponentProps } from 'react'
import type { Named } from './connectField.ts'
import { type Native, withField } from './withField.tsx'
import * as controls from './controls.module.css'

/** A control for text of several lines, with the texts around it. */
export function TextArea(props: Native<ComponentProps<'textarea'>> & Named) {
  return withField(props, (native) => <textarea {...native} className={controls.textarea} />)
}
