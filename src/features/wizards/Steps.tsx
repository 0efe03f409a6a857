import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useStepMotion } from '../../ui/motion/useStepMotion.ts'
import * as styles from './wizards.module.css'

export interface Step {
  readonly title: string
  /** The entered value, shown once the step is done. */
  readonly given?: string | undefined
  readonly content: ReactNode
}

/** Steps below each other, with the current one open. A completed step can be opened again. */
export function Steps({
  steps,
  at,
  onGo,
}: {
  readonly steps: readonly Step[]
  readonly at: number
  readonly onGo: (step: number) => void
}) {
  const open = useRef<HTMLDivElement>(null)
  const shown = useRef(at)
  useStepMotion(open, at)
  // Move the focus and the view to the next step, for eyes, thumbs and screen readers.
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    const first = open.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea, [role=tab][aria-selected=true]')
    first?.focus({ preventScroll: true })
    open.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <ol className={styles.root}>
      {steps.map(({ title, given, content }, n) => {
        const done = n < at
        return (
          <li key={title} data-done={done || undefined} aria-current={n === at ? 'step' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {done ? <Icon name="check" size={18} /> : n + 1}
            </span>
            {done ? (
              <button type="button" className={styles.title} onClick={() => onGo(n)}>
                <strong>{title}</strong>
                {given}
              </button>
            ) : (
              <h2 className={styles.title}>{title}</h2>
            )}
            {n === at && (
              <div className={styles.open} ref={open}>
                {content}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** A step that the Enter key completes. */
export function StepForm({
  children,
  enabled,
  onBack,
  onNext,
}: {
  readonly children: ReactNode
  readonly enabled: boolean
  readonly onBack?: () => void
  readonly onNext: () => void
}) {
  const { t } = useLingui()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enabled) onNext()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {children}
      <div className={styles.buttons}>
        {onBack && <Button onClick={onBack}>{t`Back`}</Button>}
        <Button type="submit" kind="primary" disabled={!enabled}>{t`Next`}</Button>
      </div>
    </form>
  )
}
