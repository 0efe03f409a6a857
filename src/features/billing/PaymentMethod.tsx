import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type BillingAccount, paymentMethodCheckout, portalAddress } from '../../../contract/endpoints/billing/billing.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { useBillingWords } from './useBillingWords.ts'
import { goTo } from './goTo.ts'
import * as styles from './billing.module.css'

/** The current card, a change of the card, and the invoices. For Owners and Administrators. */
export function PaymentMethod({ account }: { readonly account: BillingAccount }) {
  const { t } = useLingui()
  const id = useId()
  const online = useOnline()
  const words = useBillingWords()
  const { card = '', expiry = '' } = account.stripe?.subscription ?? {}
  const update = async () => {
    try {
      goTo.away((await ask(paymentMethodCheckout, { id: account.id })).url)
    } catch (error) {
      await alertDialog(words.trouble(error))
    }
  }
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Payment Method`}</h2>
      <p className={styles.card}>{t`Card ending in ${card}, valid until ${expiry}`}</p>
      <div className={styles.row}>
        <Button disabled={!online} onClick={() => update()}>{t`Update Payment Method`}</Button>
        <Button disabled={!online} onClick={() => goTo.away(portalAddress(account.id))}>{t`Invoices`}</Button>
      </div>
    </section>
  )
}
