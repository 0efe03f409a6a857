import { getPricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import { pricingData } from '../../domain/pricing/pricingData.ts'
import { serve } from '../../http/serve.ts'

export const pricingRoutes = [
  serve(getPricingTable, async ({ app, params, query }) => pricingData(params.table, query.key, app.payments.kind !== 'none')),
]
