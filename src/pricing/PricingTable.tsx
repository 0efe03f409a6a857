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
import { Notice } from '../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../ui/feedback/OfflineCopy.tsx'
import { inkOn, shownColour } from './colours.ts'
import { PlanCard } from './PlanCard.tsx'
import { useNoCards } from './useNoCards.ts'
import { usePlanWords } from './usePlanWords.ts'
import './pricing.css'

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
export function PricingTable({
  type,
  livemode = true,
  interval: asked,
  onInterval,
  chosen,
  onChoose,
  allowBroadcast = false,
  free = false,
  branding,
}: PricingTableProps) {
  const { t, i18n } = useLingui()
  const name = useId()
  const say = usePlanWords()
  const noCards = useNoCards()
  const { table, key } = pricingTable(type, livemode)
  const { data, state, stale, fetchedAt, refresh } = useCached(getPricingTable, { table }, { key })
  const [wished, setBroadcast] = useState(chosen?.broadcast === true)
  const broadcast = wished && allowBroadcast
  // A plan from the address, or one chosen before the card provider was removed.
  const unpayable = data?.cards === false && chosen !== undefined && chosen.id !== freePlanShown.id
  useEffect(() => {
    if (unpayable) onChoose?.(undefined)
  })
  if (!data && state === 'failed')
    return (
      <div className="m-plan-state" role="alert">
        <p>{t`Failed to load pricing information. Please try again later.`}</p>
        <Button icon="refresh" onClick={refresh}>{t`Retry`}</Button>
      </div>
    )
  if (!data) return <p className="m-plan-state" role="status">{t`Loading Pricing...`}</p>
  const plans = plansOf(data.pricing_table_items)
  if (plans.length === 0) return <p className="m-plan-state">{t`No pricing plans available`}</p>
  const interval = asked ?? data.default_interval?.interval ?? 'year'
  const addOns = allowBroadcast && plans.some(({ product_description }) => broadcastFor(product_description, interval) !== undefined)
  const addBroadcast = (wanted: boolean) => {
    setBroadcast(wanted)
    if (!chosen || !onChoose) return
    const plan = plans.find(({ prices }) => prices[interval]?.price_id === chosen.id)
    const price = plan?.prices[interval]
    const more = plan && broadcastFor(plan.product_description, interval)
    if (price && more !== undefined) onChoose({ ...chosen, broadcast: wanted, price: price.amount + (wanted ? more : 0) })
  }
  return (
    <div className="m-plan-table" style={brandOf(branding ?? data.branding_settings)}>
      {stale && <OfflineCopy at={fetchedAt} />}
      {data.cards === false && (
        <Notice level="warning">
          <p>{noCards}</p>
        </Notice>
      )}
      <fieldset className="m-plan-interval" aria-label={t`Paid`}>
        {(['month', 'year'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === interval} onChange={() => onInterval(one)} />
            <span>{one === 'month' ? t`Monthly` : t`Yearly`}</span>
          </label>
        ))}
      </fieldset>
      {addOns && (
        <label className="m-check">
          <input type="checkbox" checked={broadcast} onChange={(event) => addBroadcast(event.target.checked)} />
          <span>{t`Add broadcast messages: ${wholeDollars(100, i18n.locale)} per month per person`}</span>
        </label>
      )}
      <ul className="m-plan-cards">
        {free && (
          <PlanCard
            name={say(freePlanShown.name)}
            description={say(freePlanShown.description)}
            features={[]}
            interval="month"
            amount={0}
            currency="usd"
            chosen={chosen?.id === freePlanShown.id}
            address={`/billing/create?plan=${freePlanShown.id}&broadcast=false`}
            onChoose={
              onChoose &&
              (() => onChoose({ id: freePlanShown.id, name: say(freePlanShown.name), price: 0, period: 'month', broadcast: false }))
            }
          />
        )}
        {plans.map((plan) => {
          const price = plan.prices[interval]
          if (!price) return null
          const more = allowBroadcast && broadcast ? broadcastFor(plan.product_description, interval) : undefined
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
                (() =>
                  onChoose({ id: price.price_id, name: say(plan.name), price: amount, period: interval, broadcast: more !== undefined }))
              }
            />
          )
        })}
      </ul>
    </div>
  )
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
