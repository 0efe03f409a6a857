import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { type CheckoutPage, testCards } from '../../../contract/endpoints/billing/payments.ts'
import { today } from '../../lib/formatDate.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useBillingWords } from './useBillingWords.ts'
import * as styles from './billing.module.css'

/** A card as the person types it; `expiry` is sent as `MM/YY`. */
export interface GivenCard {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
}

interface CardFormProps {
  readonly checkout: CheckoutPage
  readonly busy: boolean
  readonly onPay: (card: GivenCard) => void
}

/** Asks for the card of a checkout, and says what is wrong with it once the person tried to pay. */
export function CardForm({ checkout, busy, onPay }: CardFormProps) {
  const { t } = useLingui()
  const id = useId()
  const words = useBillingWords()
  const [given, setGiven] = useState<GivenCard>({ number: '', expiry: '', cvc: '' })
  const [tried, setTried] = useState(false)
  const wrong = useMistakes(given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = (['number', 'expiry', 'cvc'] as const).find((name) => wrong[name] !== undefined)
    if (first !== undefined) return document.getElementById(`${id}-${first}`)?.focus()
    onPay({ ...given, expiry: monthOf(given.expiry) ?? '' })
  }
  const field = (name: keyof GivenCard) => ({
    id: `${id}-${name}`,
    value: given[name],
    error: tried && wrong[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setGiven({ ...given, [name]: event.target.value }),
  })
  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          {...field('number')}
          label={t`Card number`}
          inputMode="numeric"
          placeholder="4242 4242 4242 4242"
          autoComplete="cc-number"
          maxLength={23}
        />
        <div className={styles.pair}>
          <TextField
            {...field('expiry')}
            label={t`Valid until (MM/YY)`}
            inputMode="text"
            placeholder="04/31"
            autoComplete="cc-exp"
            maxLength={7}
          />
          <TextField {...field('cvc')} label={t`Security code`} inputMode="numeric" placeholder="123" autoComplete="cc-csc" maxLength={4} />
        </div>
        <div className={styles.row}>
          <Button type="submit" kind="primary" disabled={busy}>
            {checkout.mode === 'setup' ? t`Save Card` : t`Pay ${words.cost(checkout.total)}`}
          </Button>
          <LinkButton href={checkout.cancelUrl}>{t`Cancel`}</LinkButton>
        </div>
      </form>
    </Card>
  )
}

/** Returns `MM/YY` of a month as people and their browsers type it: 4/31, 0431, 04/2031. */
function monthOf(text: string): string | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*(?:\/\s*)?(?:20)?(\d{2})$/.exec(text.trim()) ?? []
  return month === undefined || year === undefined ? undefined : `${month.padStart(2, '0')}/${year}`
}

/** Returns what is wrong with each part of the card, undefined for a part that is right. */
function useMistakes({ number, expiry, cvc }: GivenCard): Readonly<Record<keyof GivenCard, string | undefined>> {
  const { t } = useLingui()
  const mistakeOfNumber = () => {
    const digits = number.replace(/\D/g, '')
    if (digits === '') return t`Card number required`
    return Object.hasOwn(testCards, digits) ? undefined : t`This is a test checkout: use one of the test cards below.`
  }
  const month = monthOf(expiry)
  const isValidStill = month !== undefined && `20${month.slice(3)}-${month.slice(0, 2)}` >= today().slice(0, 7)
  return {
    number: mistakeOfNumber(),
    expiry: isValidStill ? undefined : t`This date is not valid, or the card has expired. Type month and year, such as 04/31.`,
    cvc: /^\s*\d{3,4}\s*$/.test(cvc) ? undefined : t`The security code has 3 or 4 digits.`,
  }
}
