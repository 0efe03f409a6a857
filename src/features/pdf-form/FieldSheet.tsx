import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { inputModeOf, inputTypeOf, textOf } from './FieldWidget.tsx'
import type { Filling } from './filling.ts'
import { exportValuesOf, type FormField, isSigned, type Value } from './rules.ts'
import { useMarks, useValue } from './useFilling.ts'

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

function Control({
  id,
  field,
  filling,
  demanded,
  clearSignatures,
  onSign,
  onReuse,
}: Pick<FieldSheetProps, 'field' | 'filling' | 'demanded' | 'clearSignatures' | 'onSign' | 'onReuse'> & { readonly id: string }) {
  const { t } = useLingui()
  const value = useValue(filling, field.name)
  const marks = useMarks(filling)
  const { fieldType, label } = field
  const set = (next: Value) => filling.set(field.name, next)
  const text = textOf(value)
  const sign = demanded ? (
    <span className="m-required" aria-hidden="true">
      *
    </span>
  ) : null

  if (fieldType === 'signature')
    return (
      <>
        <span className="m-label">
          {label}
          {sign}
        </span>
        <Button data-sign full icon="pen" kind="primary" onClick={onSign}>
          {isSigned(field, marks, clearSignatures) ? t`Sign again` : t`Sign here`}
        </Button>
        {onReuse && (
          <Button full icon="check" onClick={onReuse}>
            {t`Use my signature`}
          </Button>
        )}
      </>
    )
  const values = exportValuesOf(field)
  if (fieldType === 'checkbox' && values.length <= 1)
    return (
      <label className="m-check">
        <input
          type="checkbox"
          checked={value === true || (values[0] !== undefined && value === values[0])}
          onChange={(event) => set(event.target.checked)}
        />
        <span>
          {label}
          {sign}
        </span>
      </label>
    )
  if (fieldType === 'checkbox' || fieldType === 'radio' || fieldType === 'list') {
    const many = fieldType === 'list' && field.multiSelect
    const options =
      fieldType === 'list'
        ? field.options
        : values.map((one) => field.options.find((option) => option.value === one) ?? { value: one, label: one })
    const chosen = Array.isArray(value) ? (value as readonly string[]) : [text]
    return (
      <fieldset className="m-field">
        <legend className="m-label">
          {label}
          {sign}
        </legend>
        <div className="m-choices m-pdff-choices">
          {options.map((option) => (
            <label key={option.value} className="m-choice">
              <input
                type={many ? 'checkbox' : 'radio'}
                name={id}
                checked={chosen.includes(option.value)}
                onChange={(event) =>
                  set(
                    fieldType !== 'list'
                      ? option.value
                      : many
                        ? options
                            .map((one) => one.value)
                            .filter((one) => (one === option.value ? event.target.checked : chosen.includes(one)))
                        : [option.value],
                  )
                }
              />
              <span className="m-choice-text">{option.label}</span>
            </label>
          ))}
        </div>
        {demanded || chosen.filter(Boolean).length === 0 ? null : (
          <Button kind="quiet" onClick={() => set(fieldType === 'list' ? [] : '')}>
            {t`Clear`}
          </Button>
        )}
      </fieldset>
    )
  }
  const list = fieldType === 'combo' && field.editable ? `${id}-list` : undefined
  return (
    <>
      <label className="m-label" htmlFor={id}>
        {label}
        {sign}
      </label>
      {fieldType === 'multiline' ? (
        <textarea
          id={id}
          className="m-textarea"
          rows={3}
          aria-required={demanded || undefined}
          maxLength={field.maxLength}
          value={text}
          onChange={(event) => set(event.target.value)}
        />
      ) : fieldType === 'combo' && !field.editable ? (
        <select
          id={id}
          className="m-select"
          aria-required={demanded || undefined}
          value={text}
          onChange={(event) => set(event.target.value)}
        >
          {field.options.some((option) => option.value === text) ? null : <option value={text}>{text}</option>}
          {text !== '' && !field.options.some((option) => option.value === '') ? <option value="">{t`Nothing`}</option> : null}
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="m-input"
          type={inputTypeOf(field, text)}
          inputMode={inputModeOf(field)}
          autoComplete="off"
          list={list}
          aria-required={demanded || undefined}
          maxLength={field.maxLength}
          value={text}
          onChange={(event) => set(event.target.value)}
        />
      )}
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
