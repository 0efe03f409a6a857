import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isDate, isTime } from '../../lib/formatDate.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import type { PdfWidget } from '../../pdf/PdfContent.ts'
import { exportValuesOf, type FormField, isFilled, isSigned, type Value } from './formFields.ts'
import type { Filling } from './filling.ts'
import { useMarks, useShown, useValue } from './useValues.ts'
import * as styles from './pdfForm.module.css'

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
  /** Its control is open below the page. */
  readonly isEdited: boolean
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

export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value
  return value === undefined || typeof value === 'boolean' ? '' : value.join(', ')
}

const inputTypes: Partial<Record<FormField['fieldType'], string>> = { number: 'text', mobile: 'tel', email: 'email' }
type InputMode = 'decimal' | 'numeric' | 'tel' | 'email'
const inputModes: Partial<Record<FormField['fieldType'], InputMode>> = { number: 'decimal', mobile: 'tel', email: 'email' }
/** Keyboards by what the scripts of the file accept. Times need letters: 4:30 pm. */
const formatModes: Partial<Record<NonNullable<FormField['format']>, InputMode>> = {
  number: 'decimal',
  date: 'tel',
  phone: 'tel',
  digits: 'tel',
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

export const inputModeOf = ({ fieldType, format }: FormField): InputMode | undefined =>
  inputModes[fieldType] ?? (format && formatModes[format])

/** Returns the label of an option, if the file has one for the stored value. */
export function shownText({ options }: FormField, value: Value | undefined): string {
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  if (typeof value === 'string') return labelOf(value)
  return Array.isArray(value) ? value.map(labelOf).join(', ') : ''
}

/**
 * The text of a combo box that accepts any text: people see and type the label of an option, and the file has its
 * value. What they type stays as it is until they leave the control.
 */
export function useComboText(field: FormField, value: Value | undefined, onSet: (next: string) => void) {
  const [typed, setTyped] = useState<string>()
  const storedOf = (text: string) => field.options.find(({ label }) => label === text)?.value ?? text
  const isTyped = typed !== undefined && storedOf(typed) === textOf(value)
  const set = (text: string) => {
    setTyped(text)
    onSet(storedOf(text))
  }
  return { text: isTyped ? typed : shownText(field, value), set }
}

interface SharedAttributes {
  readonly ref: never
  readonly className: string
  readonly style: CSSProperties
  readonly title: string
  readonly 'aria-label': string
  readonly 'aria-required': true | undefined
  readonly 'aria-invalid': true | undefined
  readonly [data: `data-${string}`]: string | true | undefined
  onFocus(): void
  onBlur(): void
  onKeyDown(event: KeyboardEvent): void
}

/** What every kind of control needs to show and to change a field. */
interface ControlProps {
  readonly field: FormField
  readonly box: PdfWidget
  readonly value: Value | undefined
  /** The value in the format of the file. */
  readonly look: string | undefined
  readonly locked: boolean
  readonly demanded: boolean
  readonly focused: boolean
  /** The label, with a note if the field is required. */
  readonly name: string
  /** Part of ids and names that is the same for all renders. */
  readonly group: string
  readonly shared: SharedAttributes
  onSet(next: Value): void
}

const heightOf = ({ height }: CSSProperties) => Number.parseFloat(String(height))
const widthOf = ({ width }: CSSProperties) => Number.parseFloat(String(width))
/** Width of a letter, as a share of the font size. */
const letter = 0.53
/** The largest size that fits the box, with the text in it if that can be read. */
const fontSizeOf = (style: CSSProperties, text = '') =>
  Math.max(6, Math.min(heightOf(style) * 0.7, 22, text === '' ? 22 : Math.max(7, (widthOf(style) - 6) / (text.length * letter))))

/** The largest size in which a text of several lines fits the box, if it can be read. */
function blockFontSize(style: CSSProperties, text: string): number {
  const [width, height] = [widthOf(style), heightOf(style)]
  const inArea = Math.sqrt((width * height) / (Math.max(text.length, 30) * letter * 1.6))
  // Short lines use little of the area, but each needs its height.
  return Math.max(8, Math.min(14, inArea, height / (text.split('\n').length * 1.1)))
}

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
  const name = `${label}${demanded ? ` (${t`required`})` : ''}`
  const locked = disabled || field.readOnly
  const isOpen = demanded && !locked && !isFilled(field, value, marks, props.clearSignatures)
  const shared: SharedAttributes = {
    ref: control as never,
    className: styles.widget,
    style,
    'data-field': field.name,
    'data-kind': fieldType,
    'data-demanded': isOpen || undefined,
    'data-missing': missing || undefined,
    'data-edited': props.isEdited || undefined,
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
  if (fieldType === 'signature') {
    const signed = isSigned(field, marks, props.clearSignatures)
    return <SignatureButton name={name} locked={locked} signed={signed} shared={shared} onSign={onSign} />
  }
  const onSet = (next: Value) => filling.set(field.name, next)
  const controlProps: ControlProps = { field, box, value, look, locked, demanded, focused, name, group, shared, onSet }
  if (fieldType === 'checkbox' || fieldType === 'radio') return <ChoiceInput {...controlProps} type={fieldType} />
  if (small) return <ShownValue {...controlProps} onOpen={onOpen} />
  const Input = inputFor(field)
  return <Input {...controlProps} />
}

function inputFor({ fieldType, editable }: FormField) {
  if (fieldType === 'multiline') return MultilineInput
  if (fieldType === 'list') return ListSelect
  return fieldType === 'combo' && !editable ? ComboSelect : LineInput
}

interface SignatureButtonProps extends Pick<ControlProps, 'name' | 'locked' | 'shared'> {
  readonly signed: boolean
  onSign(): void
}

function SignatureButton({ name, locked, signed, shared, onSign }: SignatureButtonProps) {
  const { t } = useLingui()
  const [height, width] = [heightOf(shared.style), widthOf(shared.style)]
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
        <span className={styles.sign} style={{ fontSize: Math.max(6, Math.min(height * 0.5, 16, width / 6)) }}>
          <Icon name="pen" size="1.1em" />
          {t`Sign here`}
        </span>
      )}
    </button>
  )
}

interface ChoiceInputProps extends ControlProps {
  readonly type: 'checkbox' | 'radio'
}

/** A check box, or one box of several with different values. */
function ChoiceInput({ type, field, box, value, locked, demanded, name, group, shared, onSet }: ChoiceInputProps) {
  const values = exportValuesOf(field)
  const own = box.exportValue ?? values[0] ?? 'Yes'
  const isOneOfSeveral = type === 'radio' || values.length > 1
  const checked = value === own || (!isOneOfSeveral && value === true)
  const option = isOneOfSeveral ? (field.options.find((one) => one.value === own)?.label ?? own) : undefined
  const valueAfter = (isChecked: boolean): Value => {
    if (!isOneOfSeveral) return isChecked
    return isChecked ? own : ''
  }
  return (
    <input
      {...shared}
      type={type}
      name={type === 'radio' ? `${group.replace(/\d+/, '')}${field.name}` : undefined}
      aria-label={option === undefined || option === field.label ? name : `${name}: ${option}`}
      checked={checked}
      disabled={locked}
      onChange={(event) => onSet(valueAfter(event.target.checked))}
      onClick={() => {
        // A second press clears a choice, like an eraser on paper.
        if (type === 'radio' && checked && !demanded) onSet('')
      }}
    />
  )
}

interface ShownValueProps extends ControlProps {
  onOpen(): void
}

/** The value in a box that is too small to type in. */
function ShownValue({ field, value, look, locked, name, shared, onOpen }: ShownValueProps) {
  const { fieldType, password } = field
  const text = textOf(value)
  const shown = look ?? (fieldType === 'combo' || fieldType === 'list' ? shownText(field, value) : text)
  return (
    <button
      type="button"
      {...shared}
      aria-required={undefined}
      aria-invalid={undefined}
      disabled={locked}
      aria-label={shown ? `${name}: ${password ? '•••' : shown}` : name}
      onClick={onOpen}
    >
      <span
        className={styles.value}
        style={
          fieldType === 'multiline' || fieldType === 'list'
            ? { fontSize: blockFontSize(shared.style, shown), whiteSpace: 'pre-wrap' }
            : { fontSize: fontSizeOf(shared.style, shown), ...combStyle(field, shared.style) }
        }
      >
        {password ? '•'.repeat(text.length) : shown}
      </span>
    </button>
  )
}

function MultilineInput({ field, value, locked, shared, onSet }: ControlProps) {
  return (
    <textarea
      {...shared}
      style={{ ...shared.style, fontSize: Math.min(15, Math.max(9, heightOf(shared.style) / 3)) }}
      value={textOf(value)}
      readOnly={locked}
      maxLength={field.maxLength}
      onChange={(event) => onSet(event.target.value)}
    />
  )
}

/** The value of a list in the form that the select element takes. */
function selectedIn({ multiSelect }: FormField, value: Value | undefined): string | string[] {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : undefined
  if (multiSelect) return chosen ? [...chosen] : []
  return chosen ? (chosen[0] ?? '') : textOf(value)
}

function ListSelect({ field, value, locked, shared, onSet }: ControlProps) {
  return (
    <select
      {...shared}
      style={{ ...shared.style, fontSize: 13 }}
      multiple={field.multiSelect}
      size={2}
      disabled={locked}
      value={selectedIn(field, value)}
      onChange={(event) => onSet([...event.target.selectedOptions].map((option) => option.value))}
    >
      {field.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

function ComboSelect({ field, value, locked, shared, onSet }: ControlProps) {
  const text = textOf(value)
  const has = (one: string) => field.options.some((option) => option.value === one)
  return (
    <select
      {...shared}
      style={{ ...shared.style, fontSize: Math.min(fontSizeOf(shared.style), 14) }}
      value={text}
      disabled={locked}
      onChange={(event) => onSet(event.target.value)}
    >
      {has(text) ? null : <option value={text}>{text}</option>}
      {text !== '' && !has('') ? <option value="">{''}</option> : null}
      {field.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Places each letter in the middle of its cell. */
function combStyle({ comb, maxLength }: FormField, { width }: CSSProperties): CSSProperties {
  if (!comb || !maxLength) return {}
  const cell = Number.parseFloat(String(width)) / maxLength
  return { letterSpacing: `calc(${cell}px - 1ch)`, fontFamily: 'monospace', paddingInline: `calc(${cell / 2}px - 0.5ch)` }
}

function LineInput({ field, value, look, locked, focused, group, shared, onSet }: ControlProps) {
  const combo = useComboText(field, value, onSet)
  const text = field.fieldType === 'combo' ? combo.text : textOf(value)
  const type = inputTypeOf(field, text)
  const list = field.fieldType === 'combo' ? `${group}-list` : undefined
  return (
    <>
      <input
        {...shared}
        style={{ ...shared.style, fontSize: fontSizeOf(shared.style, focused ? '' : (look ?? text)), ...combStyle(field, shared.style) }}
        type={type}
        inputMode={inputModeOf(field)}
        autoComplete="off"
        list={list}
        maxLength={field.maxLength}
        value={!focused && look !== undefined && type === 'text' ? look : text}
        readOnly={locked}
        onChange={(event) => (list ? combo.set(event.target.value) : onSet(event.target.value))}
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
