import { useId } from 'react'
import { Button } from '../controls/Button.tsx'
import * as controls from '../controls/controls.module.css'

/** Continues once everything is watched; before that, it shows the missing parts. */
export function NextStep({
  ready,
  label,
  notReady,
  onNext,
}: {
  readonly ready: boolean
  readonly label: string
  readonly notReady: string
  onNext(): unknown
}) {
  const id = useId()
  return (
    <>
      <Button kind="primary" icon="chevronRight" full disabled={!ready} aria-describedby={ready ? undefined : id} onClick={onNext}>
        {label}
      </Button>
      {ready ? null : (
        <p className={controls.hint} id={id} role="status">
          {notReady}
        </p>
      )}
    </>
  )
}
