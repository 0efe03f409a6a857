import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { useStepMotion } from '../../../ui/motion/useStepMotion.ts'
import * as styles from './botWizard.module.css'

/**
 * One step of several: the position, the current choices, and the buttons on and back within reach of a
 * thumb.
 */
export function WizardPage({
  title,
  steps,
  step,
  onBack,
  next,
  children,
}: {
  readonly title: string
  readonly steps: readonly string[]
  readonly step: number
  readonly onBack: () => void
  readonly next: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLElement>(null)
  useStepMotion(content, step)
  const first = useRef(true)
  // Keyboard and screen reader users continue at the new step, not at the removed button.
  useEffect(() => {
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [step])
  const count = steps.length
  return (
    <Page
      title={title}
      width="desk"
      footer={
        <>
          <Button onClick={onBack}>{step === 0 ? t`Cancel` : t`Back`}</Button>
          {next}
        </>
      }
    >
      <ol className={styles.steps} aria-label={t`Steps`}>
        {steps.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
            <span>{name}</span>
          </li>
        ))}
      </ol>
      <section className={styles.step} ref={content}>
        <h2 ref={heading} tabIndex={-1}>
          {steps[step]}
        </h2>
        <p className={styles.stepCount}>
          <Trans>
            Step {step + 1} of {count}
          </Trans>
        </p>
        {children}
      </section>
    </Page>
  )
}
