import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { ChoiceList } from '../../ui/controls/ChoiceList.tsx'
import { FieldGroup } from '../../ui/controls/FieldGroup.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { inputModeOf, inputTypeOf, textOf, useComboText } from './FieldWidget.tsx'
import type { Filling } from './filling.ts'
import { exportValuesOf, type FormField, isSigned, type Value } from './formFields.ts'
import { mistakeIn, readDate, writeDate } from './mistakeIn.ts'
import { useMarks, useValue } from './useValues.ts'
import * as styles from './pdfForm.module.css'
import * as controls from '../../ui/controls/controls.module.css'

interface FieldSheetProps {
  readonly field: FormField
  readonly filling: Filling
  readonly demanded: boolean
  readonly missing: boolean
  /** What a script of the file says about its value. */
  readonly message: string | undefined
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
  const { field, filling, demanded, missing, message, clearSignatures, place, count, onSign, onReuse, onStep, onClose } = props
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
      className={styles.sheet}
      aria-label={field.label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onStep(1)
        else return
        event.preventDefault()
      }}
    >
      <div className={styles.sheetHead}>
        <span className={controls.hint}>
          <Trans>
            Field {place} of {count}
          </Trans>
        </span>
        <IconButton icon="back" label={t`Previous field`} disabled={place <= 1} onClick={() => void onStep(-1)} />
        <IconButton icon="chevronRight" label={t`Next field`} disabled={place >= count} onClick={() => void onStep(1)} />
        <IconButton icon="check" kind="primary" label={t`Done`} onClick={onClose} />
      </div>
      <div ref={body} key={field.name}>
        <Control
          id={id}
          field={field}
          filling={filling}
          demanded={demanded}
          missing={missing}
          message={message}
          clearSignatures={clearSignatures}
          onSign={onSign}
          onReuse={onReuse}
        />
      </div>
    </section>
  )
}

type ControlProps = Pick<
  FieldSheetProps,
  'field' | 'filling' | 'demanded' | 'missing' | 'message' | 'clearSignatures' | 'onSign' | 'onReuse'
> & {
  readonly id: string
}

/** A control for a value: where it is drawn, what it shows, and how it changes the value. */
interface ValueControlProps {
  readonly id: string
  readonly field: FormField
  readonly value: Value | undefined
  readonly demanded: boolean
  readonly missing: boolean
  readonly message: string | undefined
  onSet(next: Value): void
}

function Control({ id, field, filling, demanded, missing, message, clearSignatures, onSign, onReuse }: ControlProps) {
  const value = useValue(filling, field.name)
  const marks = useMarks(filling)
  const { fieldType } = field
  if (fieldType === 'signature') {
    const signed = isSigned(field, marks, clearSignatures)
    return <SignatureControl field={field} demanded={demanded} missing={missing} signed={signed} onSign={onSign} onReuse={onReuse} />
  }
  const control = { id, field, value, demanded, missing, message, onSet: (next: Value) => filling.set(field.name, next) }
  if (fieldType === 'checkbox' && exportValuesOf(field).length <= 1) return <CheckControl {...control} />
  if (fieldType === 'checkbox' || fieldType === 'radio' || fieldType === 'list') return <ChoicesControl {...control} />
  if (fieldType === 'combo' && field.editable) return <EditableComboControl {...control} />
  return <TextControl {...control} />
}

interface SignatureControlProps extends Pick<FieldSheetProps, 'field' | 'demanded' | 'missing' | 'onSign' | 'onReuse'> {
  readonly signed: boolean
}

function SignatureControl({ field, demanded, missing, signed, onSign, onReuse }: SignatureControlProps) {
  const { t } = useLingui()
  return (
    <FieldGroup label={field.label} required={demanded} invalid={missing}>
      <Button data-sign full icon="pen" kind="primary" onClick={onSign}>
        {signed ? t`Sign again` : t`Sign here`}
      </Button>
      {onReuse && (
        <Button full icon="check" onClick={onReuse}>
          {t`Use my signature`}
        </Button>
      )}
    </FieldGroup>
  )
}

function CheckControl({ field, value, demanded, missing, message, onSet }: ValueControlProps) {
  const [own] = exportValuesOf(field)
  return (
    <CheckField
      label={field.label}
      required={demanded}
      invalid={missing}
      error={message}
      checked={value === true || (own !== undefined && value === own)}
      onChange={(event) => onSet(event.target.checked)}
    />
  )
}

/** A group of boxes with different values, or a list that is always open. */
function ChoicesControl({ id, field, value, demanded, missing, message, onSet }: ValueControlProps) {
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
    <FieldGroup isRadio={!many} label={field.label} required={demanded} invalid={missing} error={message}>
      <div className={styles.choices}>
        <ChoiceList>
          {options.map((option) => (
            <CheckField
              key={option.value}
              isCard
              type={many ? 'checkbox' : 'radio'}
              name={id}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={(event) => onSet(chosenAfter(option.value, event.target.checked))}
            />
          ))}
        </ChoiceList>
      </div>
      {demanded || chosen.filter(Boolean).length === 0 ? null : (
        <Button kind="quiet" onClick={() => onSet(isList ? [] : '')}>
          {t`Clear`}
        </Button>
      )}
    </FieldGroup>
  )
}

/** Text in one or more lines, or a list that opens. */
function TextControl({ id, field, value, demanded, missing, message, onSet }: ValueControlProps) {
  const { fieldType, maxLength, dateFormat } = field
  const text = textOf(value)
  const mistake = message ?? mistakeIn(field, value)
  const shared = {
    id,
    label: field.label,
    required: demanded,
    invalid: missing || mistake !== undefined,
    error: mistake,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => onSet(event.target.value),
    note: maxLength && fieldType !== 'combo' && (
      <Trans>
        {text.length} of {field.maxLength} characters
      </Trans>
    ),
  }
  if (fieldType === 'multiline') return <TextArea {...shared} rows={3} maxLength={maxLength} />
  if (fieldType === 'combo')
    return (
      <Select {...shared}>
        <ComboOptions field={field} text={text} />
      </Select>
    )
  const iso = dateFormat === undefined || text === '' ? text : readDate(text, dateFormat)
  // A calendar, in place of a keyboard, for a date in the format of the file.
  if (dateFormat !== undefined && iso !== undefined && writeDate('2026-01-31', dateFormat) !== undefined)
    return (
      <TextField
        {...shared}
        type="date"
        value={iso}
        onChange={(event) => onSet(event.target.value === '' ? '' : (writeDate(event.target.value, dateFormat) ?? event.target.value))}
      />
    )
  return <TextField {...shared} type={inputTypeOf(field, text)} inputMode={inputModeOf(field)} autoComplete="off" maxLength={maxLength} />
}

/** A list that opens, and takes other texts. */
function EditableComboControl({ id, field, value, demanded, missing, message, onSet }: ValueControlProps) {
  const combo = useComboText(field, value, onSet)
  const list = `${id}-list`
  const mistake = message ?? mistakeIn(field, value)
  return (
    <>
      <TextField
        id={id}
        label={field.label}
        required={demanded}
        invalid={missing || mistake !== undefined}
        error={mistake}
        value={combo.text}
        onChange={(event) => combo.set(event.target.value)}
        inputMode={inputModeOf(field)}
        autoComplete="off"
        list={list}
        maxLength={field.maxLength}
      />
      <datalist id={list}>
        {field.options.map((option) => (
          <option key={option.value} value={option.label} aria-label={option.label} />
        ))}
      </datalist>
    </>
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
