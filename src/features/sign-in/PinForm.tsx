import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { SignInAnswer } from '../../../contract/endpoints/sign-in.ts'
import { callingCodes, defaultPhoneCountry, type PhoneCountry, phoneCountries } from '../../lib/phone.ts'
import { caretAfter, movePhone, readPhone } from '../../lib/phoneFormat.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { type SignedIn, takeAnswer } from './signedIn.ts'
import { codeWords, failureWords, needsNewPin } from './signInWords.ts'

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

/** Seconds before another PIN can be requested. */
const resendAfter = 30

/**
 * Mobile number, then the PIN from the text message. Then the device acts for that person. `send` and `enter`
 * choose the sign-in method. Extra fields are above the number (`details`, checked before the PIN is sent) or
 * after the PIN (`after`).
 */
export function PinForm<A extends SignInAnswer>({
  send,
  enter: enterPin,
  onSignedIn,
  onDisabled,
  autoFocus = false,
  required,
  details,
  check,
  after,
  submitLabel,
  otherwise,
}: {
  readonly send: (mobile: string) => Promise<{ success: boolean; code?: string | undefined }>
  /** `choice`: the value that `after` asked for. */
  readonly enter: (mobile: string, pin: string, choice?: string) => Promise<A>
  readonly onSignedIn: (signedIn: SignedIn) => void
  /**
   * Called if the account was closed, so that the caller shows the message; without it, this form shows it.
   */
  readonly onDisabled?: (() => void) | undefined
  readonly autoFocus?: boolean | undefined
  /** Messages for a missing number and a missing PIN. */
  readonly required: { readonly mobile: string; readonly pin: string }
  readonly details?: ReactNode
  /** Returns the error in the details; undefined if there is none. */
  readonly check?: (() => string | undefined) | undefined
  /**
   * Renders extra fields for an answer; undefined for an answer that is a plain error. `again` sends the same
   * PIN once more, with the choice.
   */
  readonly after?: ((answer: A, again: (choice: string) => void) => ReactNode) | undefined
  readonly submitLabel: string
  /** Another way in, below; not once the PIN was right. */
  readonly otherwise?: ReactNode
}) {
  const { t } = useLingui()
  const id = useId()
  const [country, setCountry] = useState<PhoneCountry>(() => {
    const last = getPreference('x:sign-in-country')
    return phoneCountries.find((known) => known === last) ?? defaultPhoneCountry
  })
  const [number, setNumber] = useState('')
  const [sentTo, setSentTo] = useState<{ mobile: string; text: string; at: number }>()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<{ field: 'number' | 'pin' | 'form'; text: string; newPin?: boolean }>()
  const [working, setWorking] = useState(false)
  const [asked, setAsked] = useState<{ answer: A; pin: string }>()
  const [passkey, setPasskey] = useState<{ answer: A; kind: 'add' | 'use' }>()
  const [now, setNow] = useState(0)
  const numberInput = useRef<HTMLInputElement>(null)
  const pinInput = useRef<HTMLInputElement>(null)

  const wait = sentTo ? Math.max(0, Math.ceil(resendAfter - (now - sentTo.at) / 1000)) : 0
  const waiting = wait > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  useEffect(() => {
    if (sentTo) pinInput.current?.focus()
  }, [sentTo])

  const sendPin = async () => {
    setError(undefined)
    setAsked(undefined)
    const missing = check?.()
    if (missing !== undefined) return setError({ field: 'form', text: missing })
    const read = readPhone(number, country, true)
    if (read.value === '') {
      setError({ field: 'number', text: required.mobile })
      numberInput.current?.focus()
      return
    }
    if (!read.valid) {
      setError({ field: 'number', text: t`This is not a complete mobile number of the chosen country.` })
      numberInput.current?.focus()
      return
    }
    setWorking(true)
    try {
      const answer = await send(read.value)
      if (!answer.success) {
        setError({ field: check ? 'form' : 'number', text: codeWords(answer.code ?? '') })
        return
      }
      setPreference('x:sign-in-country', read.country)
      setCountry(read.country)
      setNumber(read.text)
      setPin('')
      const at = Date.now()
      setNow(at)
      setSentTo({ mobile: read.value, text: `+${callingCodes[read.country]} ${read.text}`, at })
    } catch (failure) {
      setError({ field: 'form', text: failureWords(failure) })
    } finally {
      setWorking(false)
    }
  }

  const enter = async (typed: string, choice?: string) => {
    setError(undefined)
    if (typed === '') {
      setError({ field: 'pin', text: required.pin })
      pinInput.current?.focus()
      return
    }
    if (!/^\d{6}$/.test(typed)) {
      setError({ field: 'pin', text: t`The PIN has 6 digits.` })
      pinInput.current?.focus()
      return
    }
    if (!sentTo) return
    setWorking(true)
    try {
      const answer = await enterPin(sentTo.mobile, typed, choice)
      // The device does not act for them before the passkey check.
      if (answer.success && answer.passkey !== undefined) return setPasskey({ answer, kind: answer.passkey })
      const signedIn = await takeAnswer(answer)
      if (signedIn) return onSignedIn(signedIn)
      setPin('')
      if (after?.(answer, () => undefined)) return setAsked({ answer, pin: typed })
      const code = answer.code ?? ''
      if (code === 'ACCOUNT_DISABLED' && onDisabled) return onDisabled()
      setAsked(undefined)
      setError({ field: 'pin', text: codeWords(code), newPin: needsNewPin(code) })
      pinInput.current?.focus()
    } catch (failure) {
      setError({ field: 'form', text: failureWords(failure) })
    } finally {
      setWorking(false)
    }
  }

  const question = asked && after?.(asked.answer, (choice) => void enter(asked.pin, choice))
  const back = () => {
    setSentTo(undefined)
    setAsked(undefined)
    setError(undefined)
  }

  if (passkey)
    return (
      <Suspense>
        <PasskeyStep
          kind={passkey.kind}
          onAdded={async (grant) => {
            const signedIn = await takeAnswer({ ...passkey.answer, grant })
            if (signedIn) onSignedIn(signedIn)
          }}
          onSignedIn={onSignedIn}
          onBack={() => {
            setPasskey(undefined)
            setPin('')
            back()
          }}
        />
      </Suspense>
    )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!working) void (sentTo ? enter(pin) : sendPin())
  }

  const red = (field: 'number' | 'pin') =>
    error?.field === field && (
      <p className="m-error" id={`${id}-error`} role="alert">
        {error.text}
      </p>
    )
  const invalid = (field: 'number' | 'pin') =>
    error?.field === field ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` } : {}

  const countryNames: Record<PhoneCountry, string> = {
    us: t`United States`,
    ca: t`Canada`,
    au: t`Australia`,
    gb: t`United Kingdom`,
  }

  return (
    <Form onSubmit={submit} noValidate>
      {error?.field === 'form' && <Notice level="error">{error.text}</Notice>}
      {!sentTo && details}
      {!sentTo ? (
        <div className="m-field" data-invalid={error?.field === 'number' || undefined}>
          <label className="m-label" htmlFor={`${id}-number`}>
            {t`Mobile number`}
          </label>
          <Pair>
            <select
              className="m-select"
              aria-label={t`Country`}
              autoComplete="tel-country-code"
              value={country}
              onChange={(event) => {
                const next = event.target.value as PhoneCountry
                setCountry(next)
                setNumber(movePhone(number, next).text)
              }}
            >
              {phoneCountries.map((code) => (
                <option key={code} value={code} label={`${code.toUpperCase()} +${callingCodes[code]}`}>
                  {countryNames[code]}
                </option>
              ))}
            </select>
            <input
              ref={numberInput}
              id={`${id}-number`}
              className="m-input"
              type="tel"
              name="mobile"
              inputMode="tel"
              autoComplete="tel-national"
              autoFocus={autoFocus}
              data-autofocus={autoFocus || undefined}
              value={number}
              {...invalid('number')}
              onChange={(event) => {
                const input = event.target
                const caret = input.selectionStart ?? input.value.length
                const read = readPhone(input.value, country)
                const at = caretAfter(input.value, caret, read.text)
                setCountry(read.country)
                setNumber(read.text)
                requestAnimationFrame(() => {
                  if (document.activeElement === input && input.value === read.text) input.setSelectionRange(at, at)
                })
              }}
            />
          </Pair>
          {red('number')}
        </div>
      ) : (
        <div className="m-field" data-invalid={error?.field === 'pin' || undefined}>
          <label className="m-label" htmlFor={`${id}-pin`}>
            {t`PIN`}
          </label>
          <p className="m-hint">
            <Trans>
              We sent a text message with 6 digits to <span style={{ whiteSpace: 'nowrap' }}>{sentTo.text}</span>.
            </Trans>
          </p>
          {/* Password managers use this to find the owner of the PIN. */}
          <input type="hidden" name="username" autoComplete="username" value={sentTo.mobile} readOnly />
          <input
            ref={pinInput}
            id={`${id}-pin`}
            className="m-input"
            name="pin"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d{6}"
            maxLength={6}
            value={pin}
            style={{ fontSize: 'var(--m-font-sizes-code)', letterSpacing: '0.4em', fontVariantNumeric: 'tabular-nums' }}
            {...invalid('pin')}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, 6)
              setPin(digits)
              if (digits.length === 6 && pin.length < 6) void enter(digits)
            }}
          />
          {red('pin')}
        </div>
      )}
      {question}
      {!question && (
        <Button type="submit" kind="primary" full busy={working}>
          {sentTo ? submitLabel : t`Send PIN`}
        </Button>
      )}
      {sentTo && (
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', marginBlock: '-0.5rem' }}>
          <Button kind="quiet" onClick={back}>
            {details ? t`Back` : t`Change number`}
          </Button>
          <Button kind={error?.newPin ? 'plain' : 'quiet'} disabled={waiting && !error?.newPin} onClick={sendPin}>
            {waiting && !error?.newPin ? t`Send a new PIN in ${wait} s` : t`Send a new PIN`}
          </Button>
        </div>
      )}
      {otherwise}
    </Form>
  )
}
