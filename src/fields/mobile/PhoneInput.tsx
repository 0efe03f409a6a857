import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { callingCodes, type PhoneCountry, phoneCountries } from '../../lib/phoneCountries.ts'
import { caretAfter, movePhone, readPhone, showPhone, type TypedPhone } from '../../lib/readPhone.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Flag } from './Flag.tsx'
import * as styles from './mobile.module.css'
import * as controls from '../../ui/controls/controls.module.css'

interface PhoneInputProps {
  readonly id: string
  /** E.164, or the beginning of it. */
  readonly value: string
  onChange(value: string): void
  readonly disabled?: boolean
  readonly readOnly?: boolean
  readonly required?: boolean
  readonly invalid?: boolean
  readonly placeholder?: string | undefined
  readonly describedBy?: string | undefined
  onEnter?(): void
}

const digitsOf = (text: string) => text.replace(/[^\d+]/g, '')

/**
 * Backspace on a bracket or space deletes the digit before it, Delete the digit after it: otherwise
 * formatting would restore the character at once.
 */
function withoutDigit(text: string, caret: number, forward: boolean): [text: string, caret: number] {
  for (let at = forward ? caret : caret - 1; at >= 0 && at < text.length; at += forward ? 1 : -1) {
    if (/[\d+]/.test(text[at] as string)) return [text.slice(0, at) + text.slice(at + 1), forward ? caret : at]
  }
  return [text, caret]
}

/** Country and number; the number is formatted as usual in the country while the user types. */
export function PhoneInput({
  id,
  value,
  onChange,
  disabled,
  readOnly,
  required,
  invalid,
  placeholder,
  describedBy,
  onEnter,
}: PhoneInputProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const [typed, setTyped] = useState<TypedPhone>(() => showPhone(value))
  if (value !== typed.value) setTyped(showPhone(value, typed.country))

  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  const take = (next: TypedPhone) => {
    setTyped(next)
    if (next.value !== value) onChange(next.value)
  }

  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const how = (nativeEvent as InputEvent).inputType ?? ''
    let text = target.value
    let at = target.selectionStart ?? text.length
    const signOnly = how.startsWith('delete') && text.length < typed.text.length && digitsOf(text) === digitsOf(typed.text)
    if (signOnly) [text, at] = withoutDigit(text, at, how === 'deleteContentForward')
    const next = readPhone(text, typed.country, /^insertFrom|^insertReplacement/.test(how))
    caret.current = caretAfter(text, at, next.text)
    take(next)
  }

  const locked = disabled || readOnly
  return (
    <div className={styles.phone} data-disabled={disabled || undefined} data-readonly={readOnly || undefined}>
      {countryChoice({
        country: typed.country,
        label: t`Country of the number`,
        names: countryNames(),
        locked,
        onPick: (country) => {
          take(movePhone(typed.text, country))
          input.current?.focus()
        },
      })}
      <input
        ref={input}
        id={id}
        className={controls.input}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={typed.text}
        placeholder={placeholder}
        disabled={disabled}
        readOnly={readOnly}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={type}
        onBlur={() => take(readPhone(typed.text, typed.country, true))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.()
        }}
      />
      {typed.valid && !disabled ? (
        <span className={styles.phoneGood}>
          <Icon name="check" size={18} />
        </span>
      ) : null}
    </div>
  )
}

const countryNames = (): Record<PhoneCountry, string> => ({
  us: t`United States`,
  ca: t`Canada`,
  au: t`Australia`,
  gb: t`United Kingdom`,
})

interface CountryChoiceParts {
  readonly country: PhoneCountry
  readonly label: string
  readonly names: Readonly<Record<PhoneCountry, string>>
  readonly locked: boolean | undefined
  onPick(country: PhoneCountry): void
}

/** A flag with the calling code above a native select. A plain function, to save one component per field. */
function countryChoice({ country, label, names, locked, onPick }: CountryChoiceParts) {
  return (
    <div className={styles.phoneCountry}>
      <span className={styles.phoneChosen} aria-hidden="true">
        <Flag country={country} />
        <span>+{callingCodes[country]}</span>
        {locked ? null : <Icon name="chevronDown" size={16} />}
      </span>
      <select
        className={styles.phoneSelect}
        aria-label={label}
        value={country}
        disabled={locked}
        onChange={(event) => onPick(event.target.value as PhoneCountry)}
      >
        {phoneCountries.map((one) => (
          <option key={one} value={one}>
            {`${names[one]} (+${callingCodes[one]})`}
          </option>
        ))}
      </select>
    </div>
  )
}
