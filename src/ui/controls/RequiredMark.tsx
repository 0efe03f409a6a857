import * as controls from './controls.module.css'
/** The mark of a required answer; hidden from screen readers, because the control announces it. */
export function RequiredMark() {
  return (
    <span className={controls.required} aria-hidden="true">
      *
    </span>
  )
}
