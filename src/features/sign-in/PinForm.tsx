import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, lazy, type RefObject, Suspense } from 'react'
import type { SignInAnswer } from '../../../contract/endpoints/sign-in.ts'
import { callingCodes, type PhoneCountry, phoneCountries } from '../../lib/phoneCountries.ts'
import { caretAfter, movePhone, readPhone } from '../../lib/readPhone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { usePhoneNumber } from './usePhoneNumber.ts'
import { type PinFormError, type PinFormProps, type SentTo, usePinForm } from './usePinForm.ts'

/** Rare: only for companies that require passkeys. */
const PasskeyStep = lazy(() => import('./PasskeyStep.tsx').then((module) => ({ default: module.PasskeyStep })))

const Form = chakra('form', { base: { display: 'grid', gap: '5' } })
// On the smallest phones the number needs the full line.
const Pair = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '8.25rem minmax(0, 1fr)',
    gap: '2',
    '@media (max-width: 359px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

/**
 * Mobile number, then the PIN from the text message. Then the device acts for that person. `send` and `enter`
 * choose the sign-in method. Extra fields are above the number (`details`, checked before the PIN is sent) or
 * after the PIN (`after`).
 */
export function PinForm<A extends SignInAnswer>(props: PinFormProps<A>) {
  const { autoFocus = false, details, submitLabel, otherwise } = props
  const { t } = useLingui()
  const form = usePinForm(props)
  const { phone, sentTo, pin, setPin, error, working, passkey, question } = form

  if (passkey)
    return (
      <Suspense>
        <PasskeyStep {...passkey} />
      </Suspense>
    )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!working) void (sentTo ? form.enter(pin) : form.sendPin())
  }

  return (
    <Form onSubmit={submit} noValidate>
      {error?.field === 'form' && <Notice level="error">{error.text}</Notice>}
      {!sentTo && details}
      {!sentTo ? (
        <NumberField phone={phone} input={form.numberInput} autoFocus={autoFocus} mistake={mistakeIn('number', error)} />
      ) : (
        <PinField
          pin={pin}
          sentTo={sentTo}
          input={form.pinInput}
          mistake={mistakeIn('pin', error)}
          onType={setPin}
          onComplete={(digits) => void form.enter(digits)}
        />
      )}
      {question}
      {!question && (
        <Button type="submit" kind="primary" full busy={working}>
          {sentTo ? submitLabel : t`Send PIN`}
        </Button>
      )}
      {sentTo && (
        <PinActions
          wait={error?.newPin ? 0 : form.wait}
          isNewPinNeeded={error?.newPin === true}
          backLabel={details ? t`Back` : t`Change number`}
          onBack={form.back}
          onResend={form.sendPin}
        />
      )}
      {otherwise}
    </Form>
  )
}

const mistakeIn = (field: PinFormError['field'], error: PinFormError | undefined) => (error?.field === field ? error.text : undefined)

interface NumberFieldProps {
  readonly phone: ReturnType<typeof usePhoneNumber>
  readonly input: RefObject<HTMLInputElement | null>
  readonly autoFocus: boolean
  readonly mistake: string | undefined
}

function NumberField({ phone, input: numberInput, autoFocus, mistake }: NumberFieldProps) {
  const { t } = useLingui()
  const { country, number } = phone
  const countryNames: Record<PhoneCountry, string> = {
    us: t`United States`,
    ca: t`Canada`,
    au: t`Australia`,
    gb: t`United Kingdom`,
  }

  return (
    <Field label={t`Mobile number`} error={mistake}>
      {(connected) => (
        <Pair>
          <Select
            aria-label={t`Country`}
            autoComplete="tel-country-code"
            value={country}
            onChange={(event) => {
              const next = event.target.value as PhoneCountry
              phone.set({ country: next, text: movePhone(number, next).text })
            }}
          >
            {phoneCountries.map((code) => (
              <option key={code} value={code} label={`${code.toUpperCase()} +${callingCodes[code]}`}>
                {countryNames[code]}
              </option>
            ))}
          </Select>
          <TextField
            {...connected}
            ref={numberInput}
            type="tel"
            name="mobile"
            inputMode="tel"
            autoComplete="tel-national"
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
            value={number}
            onChange={(event) => {
              const input = event.target
              const caret = input.selectionStart ?? input.value.length
              const read = readPhone(input.value, country)
              const at = caretAfter(input.value, caret, read.text)
              phone.set(read)
              requestAnimationFrame(() => {
                if (document.activeElement === input && input.value === read.text) input.setSelectionRange(at, at)
              })
            }}
          />
        </Pair>
      )}
    </Field>
  )
}

interface PinFieldProps {
  readonly pin: string
  readonly sentTo: SentTo
  readonly input: RefObject<HTMLInputElement | null>
  readonly mistake: string | undefined
  readonly onType: (digits: string) => void
  /** Called when the last digit is typed. */
  readonly onComplete: (digits: string) => void
}

function PinField({ pin, sentTo, input: pinInput, mistake, onType, onComplete }: PinFieldProps) {
  const { t } = useLingui()
  return (
    <>
      {/* Password managers use this to find the owner of the PIN. */}
      <input type="hidden" name="username" autoComplete="username" value={sentTo.mobile} readOnly />
      <TextField
        ref={pinInput}
        label={t`PIN`}
        hint={<PinSent sentTo={sentTo} />}
        error={mistake}
        name="pin"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        value={pin}
        style={{ fontSize: 'var(--m-font-sizes-code)', letterSpacing: '0.4em', fontVariantNumeric: 'tabular-nums' }}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '').slice(0, 6)
          onType(digits)
          if (digits.length === 6 && pin.length < 6) onComplete(digits)
        }}
      />
    </>
  )
}

function PinSent({ sentTo: { text, way } }: { readonly sentTo: SentTo }) {
  if (way === 'mail') return <Trans>If the account with this number has a verified e-mail address, it gets 6 digits.</Trans>
  if (way === 'none')
    return <Trans>No PIN was sent, because this server has no text provider. Ask the person who runs it for a sign-in link.</Trans>
  return (
    <Trans>
      We sent a text message with 6 digits to <span style={{ whiteSpace: 'nowrap' }}>{text}</span>.
    </Trans>
  )
}

interface PinActionsProps {
  /** Seconds until another PIN can be requested. */
  readonly wait: number
  readonly isNewPinNeeded: boolean
  readonly backLabel: string
  readonly onBack: () => void
  readonly onResend: () => Promise<void>
}

function PinActions({ wait, isNewPinNeeded, backLabel, onBack, onResend }: PinActionsProps) {
  const { t } = useLingui()
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', marginBlock: '-0.5rem' }}>
      <Button kind="quiet" onClick={onBack}>
        {backLabel}
      </Button>
      <Button kind={isNewPinNeeded ? 'plain' : 'quiet'} disabled={wait > 0} onClick={onResend}>
        {wait > 0 ? t`Send a new PIN in ${wait} s` : t`Send a new PIN`}
      </Button>
    </div>
  )
}
