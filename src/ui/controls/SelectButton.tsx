import type { ButtonHTMLAttributes } from 'react'
import * as controls from './controls.module.css'

/** A button that looks like a list and opens a dialog in which people choose. */
export function SelectButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) {
  return <button type="button" aria-haspopup="dialog" {...props} className={controls.select} />
}
