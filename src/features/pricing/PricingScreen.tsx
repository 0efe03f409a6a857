import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/**
 * `/pricing`, public, also in a frame of another site: the prices of the product. Choosing a plan navigates
 * the whole window to billing.
 */
export function PricingScreen() {
  const { t } = useLingui()
  const { background, button, livemode } = useSearch({ strict: false })
  const branding = { background_color: `#${background ?? ''}`, button_color: `#${button ?? ''}` }
  return (
    <Page
      title={t`Pricing`}
      width="desk"
      lead={<Trans>Prices are in US dollars. Every plan can be changed or cancelled at any time.</Trans>}
    >
      <PlanChooser
        livemode={livemode !== 'false'}
        branding={background !== undefined || button !== undefined ? branding : undefined}
        free
      />
    </Page>
  )
}
