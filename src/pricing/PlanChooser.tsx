import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { broadcastTypes, type Branding, type ChosenPlan } from '../../contract/endpoints/billing/pricing.ts'
import { type PlanInterval, type PlanType, planById, planTypes } from '../../contract/rules/plans.ts'
import { PricingTable } from './PricingTable.tsx'
import * as styles from './pricing.module.css'

interface PlanChooserProps {
  /**
   * Called with the chosen plan; undefined: the earlier choice is not valid now. Without it, a plan opens a
   * billing page in the top window.
   */
  readonly onChoose?: ((plan: ChosenPlan | undefined) => void) | undefined
  readonly chosen?: ChosenPlan | undefined
  /** True to offer the free plan, too. */
  readonly free?: boolean | undefined
  /** True for live prices, false for those of the card provider's test mode. */
  readonly livemode?: boolean | undefined
  /** Replaces the colors of the provider. */
  readonly branding?: Branding | undefined
}

/**
 * Lets the user choose a plan: its type, monthly or yearly, and the plan (spec/2 §2). Starts with Just
 * Manpower and Yearly.
 */
export function PlanChooser({ onChoose, chosen, ...table }: PlanChooserProps) {
  const { t } = useLingui()
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const started = chosen && planById(chosen.id)
  const [type, setType] = useState<PlanType>(started?.type ?? 'manpower')
  const [interval, setInterval] = useState<PlanInterval | undefined>(started?.interval)
  const names: Readonly<Record<PlanType, string>> = {
    manpower: t`Just Manpower`,
    orientations: t`Just Orientations`,
    typical: t`Typical Setup`,
  }
  const turn = (next: PlanType) => {
    if (next === type) return
    setType(next)
    onChoose?.(undefined)
  }
  const turnInterval = (next: PlanInterval) => {
    setInterval(next)
    onChoose?.(undefined)
  }
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && planTypes[(planTypes.indexOf(type) + step + planTypes.length) % planTypes.length]
    if (!next) return
    event.preventDefault()
    turn(next)
    tabs.current?.querySelector<HTMLElement>(`[data-type="${next}"]`)?.focus()
  }
  return (
    <div className={styles.plans}>
      <div className={styles.planTabs} role="tablist" aria-label={t`Plan type`} ref={tabs}>
        {planTypes.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-type={one}
            aria-selected={one === type}
            aria-controls={`${id}-panel`}
            tabIndex={one === type ? 0 : -1}
            onClick={() => turn(one)}
            onKeyDown={byKey}
          >
            {names[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${type}`}>
        <PricingTable
          key={type}
          {...table}
          type={type}
          interval={interval}
          onInterval={turnInterval}
          chosen={chosen}
          onChoose={onChoose}
          allowBroadcast={broadcastTypes.includes(type)}
        />
      </div>
    </div>
  )
}
