import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { PlanChooser } from '../../pricing/PlanChooser.tsx'
import { Page } from '../../ui/layout/Page.tsx'

interface PricingScreenProps {
  /** The page of the server, for `/frontend/pricing`. */
  readonly data?: Pick<PageData, 'componentConfig'> | undefined
}

/**
 * `/pricing`, public, also in a frame of another site: the prices of the product. Choosing a plan navigates
 * the whole window to billing. Live prices with `livemode=true`, and where the server of the page takes live
 * payments.
 */
export function PricingScreen({ data }: PricingScreenProps) {
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
        livemode={livemode === 'true' || data?.componentConfig?.livemode === true}
        branding={background !== undefined || button !== undefined ? branding : undefined}
        free
      />
    </Page>
  )
}
