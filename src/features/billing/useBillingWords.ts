import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { BillingAccount, BillingStatus, CancellationReason } from '../../../contract/endpoints/billing/billing.ts'
import { costText } from '../../lib/costText.ts'
import { useNoCards } from '../../pricing/useNoCards.ts'
import { usePlanWords } from '../../pricing/usePlanWords.ts'
import { AskFailed } from '../../sync/ask.ts'

/** Texts for the names, prices and contents of billing accounts, in the person's language. */
export function useBillingWords() {
  const { t, i18n } = useLingui()
  const say = usePlanWords()
  const noCards = useNoCards()
  return useMemo(() => {
    const number = (n: number) => i18n.number(n)
    const statuses: Readonly<Record<BillingStatus, string>> = {
      Trial: t`Trial`,
      Active: t`Active`,
      Pending: t`Pending`,
      Cancelled: t`Cancelled`,
      Partner: t`Partner`,
    }
    const reasons: Readonly<Record<CancellationReason, string>> = {
      'No longer need': t`No longer need`,
      'Price too high': t`Price too high`,
      'Selected another solution': t`Selected another solution`,
      'Functionality did not meet requirements': t`Functionality did not meet requirements`,
      Other: t`Other`,
    }
    return {
      statuses,
      reasons,
      roles: { Owner: t`Owner`, Administrator: t`Administrator`, Member: t`Member`, Invited: t`Invited` },
      cost: (cents: number) => costText(cents, i18n.locale),
      day: (at: string) => i18n.date(new Date(at), { dateStyle: 'medium' }),
      /** "Typical Site", or the text for an account without a plan. */
      plan: ({ model, stripe }: BillingAccount) => (stripe?.subscription ? say(stripe.subscription.name) : statuses[model.status]),
      inclusions: ({ stripe }: BillingAccount) => {
        const plan = stripe?.subscription
        if (!plan) return ''
        return plan.isFixed ? t`${number(plan.inclusions)} people` : t`${number(plan.inclusionsInPeriod)} messages`
      },
      usage: ({ usage }: BillingAccount) => {
        if (!usage) return ''
        const { fixedUsage } = usage
        return fixedUsage
          ? t`${number(fixedUsage.maxSupervisoryWorkers)} Foreman / Supers, ${number(fixedUsage.maxPeople)} People`
          : t`${number(usage.totalUsage)} messages`
      },
      /** Returns why an action that needs the server failed. */
      trouble: (error: unknown) => {
        if (error instanceof AskFailed && error.kind !== 'refused') return t`There is no connection. Try again when there is one.`
        if (error instanceof AskFailed && error.code === 'NO_CARDS') return noCards
        if (error instanceof Error && error.message !== '') return error.message
        return t`This did not work. Try again in a few minutes.`
      },
    }
  }, [i18n, noCards, say, t])
}
