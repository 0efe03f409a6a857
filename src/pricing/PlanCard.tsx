import { useLingui } from '@lingui/react/macro'
import type { PlanInterval } from '../../contract/rules/plans.ts'
import { wholeDollars } from '../../contract/endpoints/billing/pricing.ts'
import { safeHref } from '../lib/safeHref.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import * as styles from './pricing.module.css'

interface PlanCardProps {
  readonly name: string
  readonly description: string
  readonly features: readonly string[]
  /** Highlights the card; the text may be empty. */
  readonly highlight?: string | undefined
  readonly interval: PlanInterval
  /** Price of one interval in minor units, with the add-on. */
  readonly amount: number
  /** The part of `amount` for the add-on. */
  readonly more?: number | undefined
  readonly currency: string
  readonly yearAsMonths?: boolean | undefined
  readonly chosen: boolean
  /** True when the plan cannot be paid for here, so that it cannot be chosen. */
  readonly byInvoice?: boolean | undefined
  /** The link of the plan for visitors who do not choose it here. */
  readonly address: string
  readonly onChoose?: (() => void) | undefined
}

/** One product: its description, its contents, its price, and its button. */
export function PlanCard({
  name,
  description,
  features,
  highlight,
  interval,
  amount,
  more,
  currency,
  yearAsMonths = false,
  chosen,
  byInvoice = false,
  address,
  onChoose,
}: PlanCardProps) {
  const { t, i18n } = useLingui()
  const money = (cents: number) => wholeDollars(cents, i18n.locale, currency)
  const byMonth = interval === 'year' && yearAsMonths
  const per = interval === 'month' || byMonth ? t`per month` : t`per year`
  return (
    <li className={styles.plan} data-highlight={highlight !== undefined || undefined} data-chosen={chosen || undefined}>
      {highlight && <p className={styles.planMark}>{highlight}</p>}
      <h2>{name}</h2>
      <p className={styles.planAbout}>{description}</p>
      <p className={styles.planPrice}>
        <strong>{money(byMonth ? amount / 12 : amount)}</strong> <span>{per}</span>
      </p>
      {byMonth && <p className={styles.planAbout}>{t`${money(amount)} a year`}</p>}
      {more !== undefined && <p className={styles.planAbout}>{t`with broadcast: ${money(more)}`}</p>}
      {byInvoice ? (
        <p className={styles.planAbout}>{t`By invoice`}</p>
      ) : (
        <ChooseButton name={name} chosen={chosen} address={address} onChoose={onChoose} />
      )}
      {features.length > 0 && (
        <ul className={styles.planFeatures}>
          {features.map((feature) => (
            <li key={feature}>
              <Icon name="check" size={18} />
              {feature}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Chooses the plan here, or follows its link where plans are not chosen. */
function ChooseButton({ name, chosen, address, onChoose }: Pick<PlanCardProps, 'name' | 'chosen' | 'address' | 'onChoose'>) {
  const { t } = useLingui()
  if (!onChoose)
    return (
      <a className={styles.planButton} href={safeHref(address)} target="_top" aria-label={t`Choose ${name}`}>
        {t`Choose`}
      </a>
    )
  return (
    <button type="button" className={styles.planButton} aria-pressed={chosen} aria-label={t`Choose ${name}`} onClick={onChoose}>
      {chosen && <Icon name="check" size={20} />}
      {chosen ? t`Chosen` : t`Choose`}
    </button>
  )
}
