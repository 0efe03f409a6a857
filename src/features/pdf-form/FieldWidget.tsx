import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isDate, isTime } from '../../lib/dates.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { exportValuesOf, type FormField, isFilled, isSigned, type Value } from './rules.ts'
import type { Filling } from './filling.ts'
import { useMarks, useShown, useValue } from './useFilling.ts'

export interface WidgetProps {
  readonly field: FormField
  /** Index of this box in the field's boxes. */
  readonly at: number
  readonly filling: Filling
  /** Its position on the page, in pixels. */
  readonly style: CSSProperties
  readonly disabled: boolean
  readonly demanded: boolean
  /** Submit found it empty. */
  readonly missing: boolean
  readonly clearSignatures: boolean
  /** The box is too small on the page: it only shows the value, and a press opens the large control. */
  readonly small: boolean
  /** This field takes the focus. The number changes with each request. */
  readonly wanted: number | undefined
  onOpen(): void
  onSign(): void
  /** Tab and Shift+Tab: returns true if there is another field to move to. */
  onStep(step: 1 | -1): boolean
  onFocus(): void
}

export const textOf = (value: Value | undefined): string =>
  typeof value === 'string' ? value : value === undefined || typeof value === 'boolean' ? '' : value.join(', ')

const inputTypes: Partial<Record<FormField['fieldType'], string>> = { number: 'text', mobile: 'tel', email: 'email' }
const inputModes: Partial<Record<FormField['fieldType'], 'decimal' | 'tel' | 'email'>> = {
  number: 'decimal',
  mobile: 'tel',
  email: 'email',
}

/**
 * Returns the input type of a field. A date control shows only valid dates; any other value is shown as plain
 * text.
 */
export function inputTypeOf({ fieldType, password }: FormField, text: string): string {
  if (password) return 'password'
  if (fieldType === 'date') return text === '' || isDate(text) ? 'date' : 'text'
  if (fieldType === 'time') return text === '' || isTime(text) ? 'time' : 'text'
  return inputTypes[fieldType] ?? 'text'
}

export const inputModeOf = ({ fieldType }: FormField) => inputModes[fieldType]

/** Returns the label of an option, if the file has one for the stored value. */
export const shownText = ({ options }: FormField, value: Value | undefined): string =>
  typeof value === 'string'
    ? (options.find((option) => option.value === value)?.label ?? value)
    : Array.isArray(value)
      ? value.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ')
      : ''

/** One box of a field, over the image of its page. */
export function FieldWidget(props: WidgetProps) {
  const { field, at, filling, style, disabled, demanded, missing, small, wanted, onOpen, onSign, onStep, onFocus } = props
  const { t } = useLingui()
  const value = useValue(filling, field.name)
  const marks = useMarks(filling)
  const look = useShown(filling, field.name)
  const [focused, setFocused] = useState(false)
  const group = useId()
  const control = useRef<HTMLElement>(null)
  const box = field.boxes[at]

  useEffect(() => {
    if (wanted === undefined) return
    control.current?.focus({ preventScroll: true })
    if (small && control.current instanceof HTMLButtonElement && field.fieldType !== 'signature') onOpen()
    // Opens only on navigation to the field, not on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted])

  if (!box) return null
  const { fieldType, label } = field
  const set = (next: Value) => filling.set(field.name, next)
  const name = `${label}${demanded ? ` (${t`required`})` : ''}`
  const locked = disabled || field.readOnly
  const height = Number.parseFloat(String(style.height))
  const shared = {
    ref: control as never,
    className: 'm-pdff-widget',
    style,
    'data-field': field.name,
    'data-kind': fieldType,
    'data-demanded': (demanded && !locked && !isFilled(field, value, marks, props.clearSignatures)) || undefined,
    'data-missing': missing || undefined,
    'aria-label': name,
    'aria-required': demanded || undefined,
    'aria-invalid': missing || undefined,
    title: label,
    onFocus() {
      setFocused(true)
      onFocus()
    },
    onBlur: () => setFocused(false),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && onStep(event.shiftKey ? -1 : 1)) event.preventDefault()
    },
  }
  const text = textOf(value)
  const fontSize = Math.max(6, Math.min(height * 0.7, 22))

  if (fieldType === 'signature') {
    const signed = isSigned(field, marks, props.clearSignatures)
    return (
      <button
        type="button"
        {...shared}
        aria-invalid={undefined}
        aria-required={undefined}
        disabled={locked}
        data-signed={signed || undefined}
        aria-label={signed ? t`${name}: signed` : t`${name}: sign here`}
        onClick={onSign}
      >
        {signed ? null : (
          <span className="m-pdff-sign" style={{ fontSize: Math.max(8, Math.min(height * 0.5, 16)) }}>
            <Icon name="pen" size="1.1em" />
            {t`Sign here`}
          </span>
        )}
      </button>
    )
  }
  if (fieldType === 'checkbox' || fieldType === 'radio') {
    const values = exportValuesOf(field)
    const own = box.exportValue ?? values[0] ?? 'Yes'
    const choice = fieldType === 'radio' || values.length > 1
    const checked = choice ? value === own : value === true || value === own
    const option = choice ? (field.options.find((one) => one.value === own)?.label ?? own) : undefined
    return (
      <input
        {...shared}
        type={fieldType}
        name={fieldType === 'radio' ? `${group.replace(/\d+/, '')}${field.name}` : undefined}
        aria-label={option === undefined || option === label ? name : `${name}: ${option}`}
        checked={checked}
        disabled={locked}
        onChange={(event) => set(choice ? (event.target.checked ? own : '') : event.target.checked)}
        onClick={() => {
          // A second press clears a choice, like an eraser on paper.
          if (fieldType === 'radio' && checked && !demanded) set('')
        }}
      />
    )
  }
  const shown = look ?? (fieldType === 'combo' || fieldType === 'list' ? shownText(field, value) : text)
  if (small) {
    return (
      <button
        type="button"
        {...shared}
        aria-required={undefined}
        aria-invalid={undefined}
        disabled={locked}
        aria-label={shown ? `${name}: ${field.password ? '•••' : shown}` : name}
        onClick={onOpen}
      >
        <span className="m-pdff-value" style={fieldType === 'multiline' ? { fontSize: 8, whiteSpace: 'pre-wrap' } : { fontSize }}>
          {field.password ? '•'.repeat(text.length) : shown}
        </span>
      </button>
    )
  }
  if (fieldType === 'multiline')
    return (
      <textarea
        {...shared}
        style={{ ...style, fontSize: Math.min(15, Math.max(9, height / 3)) }}
        value={text}
        readOnly={locked}
        maxLength={field.maxLength}
        onChange={(event) => set(event.target.value)}
      />
    )
  if (fieldType === 'list')
    return (
      <select
        {...shared}
        style={{ ...style, fontSize: 13 }}
        multiple={field.multiSelect}
        size={2}
        disabled={locked}
        value={field.multiSelect ? (Array.isArray(value) ? [...(value as string[])] : []) : Array.isArray(value) ? (value[0] ?? '') : text}
        onChange={(event) => set([...event.target.selectedOptions].map((option) => option.value))}
      >
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  if (fieldType === 'combo' && !field.editable)
    return (
      <select
        {...shared}
        style={{ ...style, fontSize: Math.min(fontSize, 14) }}
        value={text}
        disabled={locked}
        onChange={(event) => set(event.target.value)}
      >
        {field.options.some((option) => option.value === text) ? null : <option value={text}>{text}</option>}
        {text !== '' && !field.options.some((option) => option.value === '') ? <option value="">{''}</option> : null}
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  const list = fieldType === 'combo' ? `${group}-list` : undefined
  const width = Number.parseFloat(String(style.width))
  const comb =
    field.comb && field.maxLength
      ? {
          letterSpacing: `calc(${width / field.maxLength}px - 1ch)`,
          fontFamily: 'monospace',
          paddingInline: `calc(${width / field.maxLength / 2}px - 0.5ch)`,
        }
      : {}
  return (
    <>
      <input
        {...shared}
        style={{ ...style, fontSize, ...comb }}
        type={inputTypeOf(field, text)}
        inputMode={inputModeOf(field)}
        autoComplete="off"
        list={list}
        maxLength={field.maxLength}
        value={!focused && look !== undefined && inputTypeOf(field, text) === 'text' ? look : text}
        readOnly={locked}
        onChange={(event) => set(event.target.value)}
      />
      {list ? (
        <datalist id={list}>
          {field.options.map((option) => (
            <option key={option.value} value={option.label} aria-label={option.label} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}
