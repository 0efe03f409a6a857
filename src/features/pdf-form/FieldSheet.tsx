import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { inputModeOf, inputTypeOf, textOf } from './FieldWidget.tsx'
import type { Filling } from './filling.ts'
import { exportValuesOf, type FormField, isSigned, type Value } from './formFields.ts'
import { useMarks, useValue } from './useValues.ts'

interface FieldSheetProps {
  readonly field: FormField
  readonly filling: Filling
  readonly demanded: boolean
  readonly missing: boolean
  readonly clearSignatures: boolean
  /** Position from 1, and the number of fields. */
  readonly place: number
  readonly count: number
  onSign(): void
  /** Signs with the same person's earlier drawing; undefined if there is none. */
  readonly onReuse?: (() => void) | undefined
  onStep(step: 1 | -1): boolean
  onClose(): void
}

/**
 * One field at a time in readable letters, above the keyboard of a phone; the page stays visible above it.
 */
export function FieldSheet(props: FieldSheetProps) {
  const { field, filling, demanded, missing, clearSignatures, place, count, onSign, onReuse, onStep, onClose } = props
  const { t } = useLingui()
  const id = useId()
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input, textarea, select, [data-sign]')?.focus({ preventScroll: true })
  }, [field.name])

  return (
    // The control inside handles Enter and Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="m-pdff-sheet"
      aria-label={field.label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onStep(1)
        else return
        event.preventDefault()
      }}
    >
      <div className="m-pdff-sheet-head">
        <span className="m-hint">
          <Trans>
            Field {place} of {count}
          </Trans>
        </span>
        <IconButton icon="back" label={t`Previous field`} disabled={place <= 1} onClick={() => void onStep(-1)} />
        <IconButton icon="chevronRight" label={t`Next field`} disabled={place >= count} onClick={() => void onStep(1)} />
        <IconButton icon="check" kind="primary" label={t`Done`} onClick={onClose} />
      </div>
      <div ref={body} key={field.name} className="m-field" data-invalid={missing || undefined}>
        <Control
          id={id}
          field={field}
          filling={filling}
          demanded={demanded}
          clearSignatures={clearSignatures}
          onSign={onSign}
          onReuse={onReuse}
        />
      </div>
    </section>
  )
}

type ControlProps = Pick<FieldSheetProps, 'field' | 'filling' | 'demanded' | 'clearSignatures' | 'onSign' | 'onReuse'> & {
  readonly id: string
}

/** A control for a value: where it is drawn, what it shows, and how it changes the value. */
interface ValueControlProps {
  readonly id: string
  readonly field: FormField
  readonly value: Value | undefined
  readonly demanded: boolean
  onSet(next: Value): void
}

function Control({ id, field, filling, demanded, clearSignatures, onSign, onReuse }: ControlProps) {
  const value = useValue(filling, field.name)
  const marks = useMarks(filling)
  const { fieldType } = field
  if (fieldType === 'signature') {
    const signed = isSigned(field, marks, clearSignatures)
    return <SignatureControl field={field} demanded={demanded} signed={signed} onSign={onSign} onReuse={onReuse} />
  }
  const control = { id, field, value, demanded, onSet: (next: Value) => filling.set(field.name, next) }
  if (fieldType === 'checkbox' && exportValuesOf(field).length <= 1) return <CheckControl {...control} />
  if (fieldType === 'checkbox' || fieldType === 'radio' || fieldType === 'list') return <ChoicesControl {...control} />
  return <TextControl {...control} />
}

function FieldLabel({ field, demanded }: { readonly field: FormField; readonly demanded: boolean }) {
  return (
    <>
      {field.label}
      {demanded ? (
        <span className="m-required" aria-hidden="true">
          *
        </span>
      ) : null}
    </>
  )
}

interface SignatureControlProps extends Pick<FieldSheetProps, 'field' | 'demanded' | 'onSign' | 'onReuse'> {
  readonly signed: boolean
}

function SignatureControl({ field, demanded, signed, onSign, onReuse }: SignatureControlProps) {
  const { t } = useLingui()
  return (
    <>
      <span className="m-label">
        <FieldLabel field={field} demanded={demanded} />
      </span>
      <Button data-sign full icon="pen" kind="primary" onClick={onSign}>
        {signed ? t`Sign again` : t`Sign here`}
      </Button>
      {onReuse && (
        <Button full icon="check" onClick={onReuse}>
          {t`Use my signature`}
        </Button>
      )}
    </>
  )
}

function CheckControl({ field, value, demanded, onSet }: ValueControlProps) {
  const [own] = exportValuesOf(field)
  return (
    <label className="m-check">
      <input
        type="checkbox"
        checked={value === true || (own !== undefined && value === own)}
        onChange={(event) => onSet(event.target.checked)}
      />
      <span>
        <FieldLabel field={field} demanded={demanded} />
      </span>
    </label>
  )
}

/** A group of boxes with different values, or a list that is always open. */
function ChoicesControl({ id, field, value, demanded, onSet }: ValueControlProps) {
  const { t } = useLingui()
  const isList = field.fieldType === 'list'
  const many = isList && field.multiSelect
  const options = isList
    ? field.options
    : exportValuesOf(field).map((one) => field.options.find((option) => option.value === one) ?? { value: one, label: one })
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [textOf(value)]
  const chosenAfter = (pressed: string, checked: boolean): Value => {
    if (!isList) return pressed
    if (!many) return [pressed]
    return options.map((one) => one.value).filter((one) => (one === pressed ? checked : chosen.includes(one)))
  }
  return (
    <fieldset className="m-field">
      <legend className="m-label">
        <FieldLabel field={field} demanded={demanded} />
      </legend>
      <div className="m-choices m-pdff-choices">
        {options.map((option) => (
          <label key={option.value} className="m-choice">
            <input
              type={many ? 'checkbox' : 'radio'}
              name={id}
              checked={chosen.includes(option.value)}
              onChange={(event) => onSet(chosenAfter(option.value, event.target.checked))}
            />
            <span className="m-choice-text">{option.label}</span>
          </label>
        ))}
      </div>
      {demanded || chosen.filter(Boolean).length === 0 ? null : (
        <Button kind="quiet" onClick={() => onSet(isList ? [] : '')}>
          {t`Clear`}
        </Button>
      )}
    </fieldset>
  )
}

/** Text in one or more lines, or a list that opens. */
function TextControl(props: ValueControlProps) {
  const { id, field, value, demanded } = props
  const { fieldType } = field
  const text = textOf(value)
  const list = fieldType === 'combo' && field.editable ? `${id}-list` : undefined
  return (
    <>
      <label className="m-label" htmlFor={id}>
        <FieldLabel field={field} demanded={demanded} />
      </label>
      <TextEntry {...props} text={text} list={list} />
      {field.maxLength && fieldType !== 'combo' ? (
        <p className="m-hint">
          <Trans>
            {text.length} of {field.maxLength} characters
          </Trans>
        </p>
      ) : null}
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

interface TextEntryProps extends Omit<ValueControlProps, 'value'> {
  readonly text: string
  /** Id of the suggestions. */
  readonly list: string | undefined
}

function TextEntry({ id, field, demanded, text, list, onSet }: TextEntryProps) {
  const shared = {
    id,
    'aria-required': demanded || undefined,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => onSet(event.target.value),
  }
  if (field.fieldType === 'multiline') return <textarea {...shared} className="m-textarea" rows={3} maxLength={field.maxLength} />
  if (field.fieldType === 'combo' && !field.editable)
    return (
      <select {...shared} className="m-select">
        <ComboOptions field={field} text={text} />
      </select>
    )
  return (
    <input
      {...shared}
      className="m-input"
      type={inputTypeOf(field, text)}
      inputMode={inputModeOf(field)}
      autoComplete="off"
      list={list}
      maxLength={field.maxLength}
    />
  )
}

/** The options of a combo box, with the current text and an empty one if the file has none for them. */
function ComboOptions({ field, text }: { readonly field: FormField; readonly text: string }) {
  const { t } = useLingui()
  const has = (value: string) => field.options.some((option) => option.value === value)
  return (
    <>
      {has(text) ? null : <option value={text}>{text}</option>}
      {text !== '' && !has('') ? <option value="">{t`Nothing`}</option> : null}
      {field.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </>
  )
}
