import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useEffect, useId, useState } from 'react'
import {
  type Branding,
  broadcastFor,
  type ChosenPlan,
  getPricingTable,
  plansOf,
  pricingTable,
  wholeDollars,
} from '../../contract/endpoints/billing/pricing.ts'
import { freePlanShown, type PlanInterval, type PlanType } from '../../contract/rules/plans.ts'
import { useCached } from '../store/queries/cached.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CheckField } from '../ui/controls/CheckField.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../ui/feedback/OfflineCopy.tsx'
import { inkOn, shownColour } from './shownColour.ts'
import { PlanCard } from './PlanCard.tsx'
import { useNoCards } from './useNoCards.ts'
import { usePlanWords } from './usePlanWords.ts'
import * as styles from './pricing.module.css'

type PricingData = NonNullable<ReturnType<typeof useCached<typeof getPricingTable>>['data']>

interface PricingTableProps {
  readonly type: PlanType
  readonly livemode?: boolean | undefined
  /** Default: the server's interval, else yearly. */
  readonly interval?: PlanInterval | undefined
  readonly onInterval: (interval: PlanInterval) => void
  readonly chosen?: ChosenPlan | undefined
  readonly onChoose?: ((plan: ChosenPlan | undefined) => void) | undefined
  readonly allowBroadcast?: boolean | undefined
  readonly free?: boolean | undefined
  readonly branding?: Branding | undefined
}

/** Plan cards with their prices from the card provider's table. */
export function PricingTable(props: PricingTableProps) {
  const { type, livemode = true, interval: asked, onInterval, chosen, onChoose, allowBroadcast = false, free, branding } = props
  const { t } = useLingui()
  const noCards = useNoCards()
  const { table, key } = pricingTable(type, livemode)
  const { data, state, stale, fetchedAt, refresh } = useCached(getPricingTable, { table }, { key })
  const [wished, setBroadcast] = useState(chosen?.broadcast === true)
  useWithdrawal(data, chosen, onChoose)
  if (!data) return <NoPricing failed={state === 'failed'} onRetry={refresh} />
  const plans = plansOf(data.pricing_table_items)
  if (plans.length === 0) return <p className={styles.planState}>{t`No pricing plans available`}</p>
  const interval = asked ?? data.default_interval?.interval ?? 'year'
  const shared = { plans, interval, chosen, onChoose }
  return (
    <div className={styles.planTable} style={brandOf(branding ?? data.branding_settings)}>
      {stale && <OfflineCopy at={fetchedAt} />}
      {data.cards === false && (
        <Notice level="warning">
          <p>{noCards}</p>
        </Notice>
      )}
      <IntervalChoice interval={interval} onInterval={onInterval} />
      {allowBroadcast && <BroadcastChoice {...shared} broadcast={wished} onBroadcast={setBroadcast} />}
      <ul className={styles.planCards}>
        {free && <FreePlanCard chosen={chosen} onChoose={onChoose} />}
        <PlanCards {...shared} data={data} broadcast={wished && allowBroadcast} />
      </ul>
    </div>
  )
}

function NoPricing({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => Promise<void> }) {
  const { t } = useLingui()
  if (!failed) return <p className={styles.planState} role="status">{t`Loading Pricing...`}</p>
  return (
    <div className={styles.planState} role="alert">
      <p>{t`Failed to load pricing information. Please try again later.`}</p>
      <Button icon="refresh" onClick={onRetry}>{t`Retry`}</Button>
    </div>
  )
}

/** Withdraws a plan from the address, or one chosen before the card provider was removed. */
function useWithdrawal(data: PricingData | undefined, chosen: ChosenPlan | undefined, onChoose: PricingTableProps['onChoose']): void {
  const unpayable = data?.cards === false && chosen !== undefined && chosen.id !== freePlanShown.id
  useEffect(() => {
    if (unpayable) onChoose?.(undefined)
  })
}

function IntervalChoice({ interval, onInterval }: { readonly interval: PlanInterval } & Pick<PricingTableProps, 'onInterval'>) {
  const { t } = useLingui()
  const name = useId()
  return (
    <fieldset className={styles.planInterval} aria-label={t`Paid`}>
      {(['month', 'year'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === interval} onChange={() => onInterval(one)} />
          <span>{one === 'month' ? t`Monthly` : t`Yearly`}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface PlansProps extends Pick<PricingTableProps, 'chosen' | 'onChoose'> {
  readonly plans: ReturnType<typeof plansOf>
  readonly interval: PlanInterval
  readonly broadcast: boolean
}

/** Adds broadcast messages, when a plan has a price for them. */
function BroadcastChoice({
  plans,
  interval,
  chosen,
  onChoose,
  broadcast,
  onBroadcast,
}: PlansProps & { readonly onBroadcast: (wanted: boolean) => void }) {
  const { t, i18n } = useLingui()
  const addBroadcast = (wanted: boolean) => {
    onBroadcast(wanted)
    if (!chosen || !onChoose) return
    const plan = plans.find(({ prices }) => prices[interval]?.price_id === chosen.id)
    const price = plan?.prices[interval]
    const more = plan && broadcastFor(plan.product_description, interval)
    if (price && more !== undefined) onChoose({ ...chosen, broadcast: wanted, price: price.amount + (wanted ? more : 0) })
  }
  if (plans.every(({ product_description }) => broadcastFor(product_description, interval) === undefined)) return null
  return (
    <CheckField
      label={t`Add broadcast messages: ${wholeDollars(100, i18n.locale)} per month per person`}
      checked={broadcast}
      onChange={(event) => addBroadcast(event.target.checked)}
    />
  )
}

function FreePlanCard({ chosen, onChoose }: Pick<PricingTableProps, 'chosen' | 'onChoose'>) {
  const say = usePlanWords()
  const { id } = freePlanShown
  const name = say(freePlanShown.name)
  return (
    <PlanCard
      name={name}
      description={say(freePlanShown.description)}
      features={[]}
      interval="month"
      amount={0}
      currency="usd"
      chosen={chosen?.id === id}
      address={`/billing/create?plan=${id}&broadcast=false`}
      onChoose={onChoose && (() => onChoose({ id, name, price: 0, period: 'month', broadcast: false }))}
    />
  )
}

function PlanCards({ plans, interval, chosen, onChoose, broadcast, data }: PlansProps & { readonly data: PricingData }) {
  const say = usePlanWords()
  return plans.map((plan) => {
    const price = plan.prices[interval]
    if (!price) return null
    const more = broadcast ? broadcastFor(plan.product_description, interval) : undefined
    const amount = price.amount + (more ?? 0)
    return (
      <PlanCard
        key={plan.product_id}
        name={say(plan.name)}
        description={say(plan.product_description)}
        features={plan.feature_list.map(say)}
        highlight={plan.is_highlight ? say(plan.highlight_text ?? '') : undefined}
        interval={interval}
        amount={amount}
        more={more}
        currency={price.currency}
        yearAsMonths={data.feature_flags.enable_yearly_as_monthly_price_display}
        chosen={chosen?.id === price.price_id}
        byInvoice={data.cards === false}
        address={withChoice(price.call_to_action_link, price.price_id, more !== undefined)}
        onChoose={
          onChoose &&
          (() => onChoose({ id: price.price_id, name: say(plan.name), price: amount, period: interval, broadcast: more !== undefined }))
        }
      />
    )
  })
}

/** Adds the choice to the link of a billing page, of this product or of the provider. */
export function withChoice(link: string, plan: string, broadcast: boolean): string {
  const url = new URL(/^(?:\/(?!\/)|https?:)/.test(link) ? link : '/billing/create', window.location.origin)
  url.searchParams.set('plan', plan)
  url.searchParams.set('broadcast', String(broadcast))
  return url.origin === window.location.origin ? url.pathname + url.search : url.href
}

/** The provider's colors, each with a readable text color. */
function brandOf({ background_color, button_color }: Branding): CSSProperties {
  const [ground, button] = [shownColour(background_color), shownColour(button_color)]
  return {
    ...(ground && { '--m-plan-ground': ground, '--m-plan-ink': inkOn(ground) }),
    ...(button && { '--m-plan-button': button, '--m-plan-button-ink': inkOn(button) }),
  } as CSSProperties
}
