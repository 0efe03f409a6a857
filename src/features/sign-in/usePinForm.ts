import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PinWay, SignInAnswer } from '../../../contract/endpoints/sign-in.ts'
import { callingCodes } from '../../lib/phoneCountries.ts'
import type { readPhone } from '../../lib/readPhone.ts'
import { type SignedIn, takeAnswer } from './signedIn.ts'
import { codeWords, failureWords, needsNewPin } from './failureWords.ts'
import { usePasskeyStep } from './usePasskeyStep.ts'
import { usePhoneNumber } from './usePhoneNumber.ts'
import { useResendWait } from './useResendWait.ts'

export interface PinFormProps<A extends SignInAnswer> {
  readonly send: (mobile: string) => Promise<{ success: boolean; code?: string | undefined; way?: PinWay | undefined }>
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
}

export interface PinFormError {
  readonly field: 'number' | 'pin' | 'form'
  readonly text: string
  /** True if the person must request another PIN. */
  readonly newPin?: boolean
}

/** The number that got the PIN, also as a text for the person, and the time, ms. */
export interface SentTo {
  readonly mobile: string
  readonly text: string
  readonly at: number
  /** How it came; undefined: as a text message. */
  readonly way?: PinWay | undefined
}

function mistakeOfNumber({ value, valid }: ReturnType<typeof readPhone>, required: string): string | undefined {
  if (value === '') return required
  return valid ? undefined : t`This is not a complete mobile number of the chosen country.`
}

function mistakeOfPin(typed: string, required: string): string | undefined {
  if (typed === '') return required
  return /^\d{6}$/.test(typed) ? undefined : t`The PIN has 6 digits.`
}

/** The state of the form, and its two requests: `sendPin` and `enter`. */
export function usePinForm<A extends SignInAnswer>(props: PinFormProps<A>) {
  const { send, enter: enterPin, onSignedIn, onDisabled, required, check, after } = props
  const phone = usePhoneNumber()
  const [sentTo, setSentTo] = useState<SentTo>()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<PinFormError>()
  const [working, setWorking] = useState(false)
  const [asked, setAsked] = useState<{ answer: A; pin: string }>()
  const { wait, restart } = useResendWait(sentTo?.at)
  const numberInput = useRef<HTMLInputElement>(null)
  const pinInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (sentTo) pinInput.current?.focus()
  }, [sentTo])

  const refuse = (field: 'number' | 'pin', text: string) => {
    setError({ field, text })
    const input = field === 'number' ? numberInput : pinInput
    input.current?.focus()
  }

  const request = async (work: () => Promise<void>) => {
    setWorking(true)
    try {
      await work()
    } catch (failure) {
      setError({ field: 'form', text: failureWords(failure) })
    } finally {
      setWorking(false)
    }
  }

  const sendPin = async () => {
    setError(undefined)
    setAsked(undefined)
    const missing = check?.()
    if (missing !== undefined) return setError({ field: 'form', text: missing })
    const read = phone.read()
    const mistake = mistakeOfNumber(read, required.mobile)
    if (mistake !== undefined) return refuse('number', mistake)
    await request(async () => {
      const answer = await send(read.value)
      if (!answer.success) return setError({ field: check ? 'form' : 'number', text: codeWords(answer.code ?? '') })
      phone.remember(read)
      setPin('')
      const at = Date.now()
      restart(at)
      setSentTo({ mobile: read.value, text: `+${callingCodes[read.country]} ${read.text}`, at, way: answer.way })
    })
  }

  const handleAnswer = async (answer: A, typed: string) => {
    if (passkey.begin(answer)) return
    const signedIn = await takeAnswer(answer)
    if (signedIn) return onSignedIn(signedIn)
    setPin('')
    if (after?.(answer, () => undefined)) return setAsked({ answer, pin: typed })
    const code = answer.code ?? ''
    if (code === 'ACCOUNT_DISABLED' && onDisabled) return onDisabled()
    setAsked(undefined)
    setError({ field: 'pin', text: codeWords(code), newPin: needsNewPin(code) })
    pinInput.current?.focus()
  }

  const enter = async (typed: string, choice?: string) => {
    setError(undefined)
    const mistake = mistakeOfPin(typed, required.pin)
    if (mistake !== undefined) return refuse('pin', mistake)
    if (!sentTo) return
    await request(async () => handleAnswer(await enterPin(sentTo.mobile, typed, choice), typed))
  }

  const back = () => {
    setSentTo(undefined)
    setAsked(undefined)
    setError(undefined)
  }
  const passkey = usePasskeyStep(onSignedIn, () => {
    setPin('')
    back()
  })
  const question = asked && after?.(asked.answer, (choice) => void enter(asked.pin, choice))
  return { phone, sentTo, pin, setPin, error, working, passkey: passkey.step, wait, numberInput, pinInput, question, sendPin, enter, back }
}
