import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/**
 * `/pricing`, public, also in a frame of another site: the prices of the product. Choosing a plan navigates
 * the whole window to billing.
 */
export function PricingScreen() {
  const { t } = useLingui()
  const query = new URLSearchParams(useLocation().searchStr)
  const branding = { background_color: `#${query.get('background') ?? ''}`, button_color: `#${query.get('button') ?? ''}` }
  return (
    <Page
      title={t`Pricing`}
      width="desk"
      lead={<Trans>Prices are in US dollars. Every plan can be changed or cancelled at any time.</Trans>}
    >
      <PlanChooser
        livemode={query.get('livemode') !== 'false'}
        branding={query.has('background') || query.has('button') ? branding : undefined}
        free
      />
    </Page>
  )
}
