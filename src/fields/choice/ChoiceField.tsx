import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import type { FieldProps } from '../defineField.ts'
import { FormHostContext } from '../useFormHost.ts'
import { useLazyOptions } from '../useLazyOptions.ts'
import { showErrorText } from '../showErrorText.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { filtered } from './filtered.tsx'
import { OptionButtons } from './OptionButtons.tsx'
import { RemoteOptions } from './RemoteOptions.tsx'
import { fallbackFor, mostInList, type Option, optionFor } from './rules.ts'
import { setChoice, statusOf } from './setChoice.ts'
import { useOptions, useOptionsPath } from './useOptions.ts'
import * as controls from '../../ui/controls/controls.module.css'

type Props = FieldProps<'enum' | 'valueenum'>
type Nearby = ReturnType<typeof useLazyOptions>

/** Single choice from options of the form, of a lookup or of the server. */
export function ChoiceField(props: Props) {
  const own = useOptions(props.form, props.setting)
  const optionsPath = useOptionsPath(props.form, props.setting)
  const draw = (options: readonly Option[], complete: boolean) =>
    filtered(props, options, (fitting) => <Choice {...props} options={fitting} complete={complete && fitting === options} />)
  if (!optionsPath) return draw(own, true)
  return (
    <RemoteOptions path={optionsPath}>{(remote, complete) => draw(own.length > 0 ? [...own, ...remote] : remote, complete)}</RemoteOptions>
  )
}

const textOf = (value: unknown) => String(value ?? '')

const other: Option = { name: 'Other', value: '\u0000other', fixed: true }
const mostButtons = 4
const mostNotes = 8

/** Too many options to scroll: uses the list picker, which is loaded with the first such list. */
const PickChoice = lazy(() => import('./PickChoice.tsx').then((module) => ({ default: module.PickChoice })))

/** Few choices fill in others; such a choice loads this when it is drawn. */
const loadFills = () => import('./fillOthers.ts')

interface ChoiceProps extends Props {
  readonly options: readonly Option[]
  /** All options are known, so a value outside of them is invalid. */
  readonly complete: boolean
}

function Choice(props: ChoiceProps) {
  const { form, node } = props
  const choice = useChoice(props)
  const { full, handlers } = useLazyOptions(form, choice.hasButtons ? 0 : choice.shown.length)
  // The error text belongs below the control that is rendered now.
  useLayoutEffect(() => showErrorText(form, node))

  return (
    <>
      {choiceControl(choice, full, handlers)}
      {choice.writesOther ? otherText(choice) : null}
    </>
  )
}

type ChoiceState = ReturnType<typeof useChoice>

/** The answer of a single choice, and what a press changes. */
function useChoice(props: ChoiceProps) {
  const { form, node, setting, options, complete, readOnly } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const value = useValue(form, path)
  const takesOther = setting.type === 'enum' && setting.other === true
  const filled = value != null && value !== ''
  /** The other text that the person types; undefined while they choose. */
  const [typed, setTyped] = useState<string>()
  // Another answer may have replaced it since.
  const openOther = typed === textOf(value)
  // A text stays a text while it is typed, even if an option has the same value.
  const found = openOther ? undefined : optionFor(options, value)
  const writesOther = takesOther && (openOther || (filled && !found && complete))
  const otherInput = useRef<HTMLInputElement>(null)
  const status = statusOf(path, setting)

  const host = useContext(FormHostContext)
  const choose = (option: Option | undefined) => {
    setChoice(form, path, setting, option)
    if (!option || !setting.fills) return
    const before = form.draft()
    // Without this part, on a device that lost its connection while the form opened, the person fills in the others.
    loadFills().then(
      ({ fillOthers }) => fillOthers(form, path, setting, option, before, host?.lists),
      () => undefined,
    )
  }
  useEffect(() => {
    if (setting.fills) loadFills().catch(() => undefined)
  }, [setting])

  // An unknown value becomes the fallback, so that the shown value is the saved one; a default option also
  // sets its status.
  useEffect(() => {
    if (readOnly || !complete) return
    const at = status ? form.value(status) : undefined
    if (filled && !found && !takesOther) {
      const fallback = fallbackFor(options, at)
      if (!fallback) return
      form.adopt(path, fallback.value)
      if (status) form.adopt(status, fallback.status ?? null)
    } else if (found?.status && status && at == null) form.adopt(status, found.status)
  }, [complete, filled, form, found, options, path, readOnly, status, takesOther, value])

  /** Chooses the option, the other text, or nothing. */
  const press = (option: Option | undefined) => {
    const isOther = option?.value === other.value
    const text = writesOther ? textOf(value) : ''
    setTyped(isOther ? text : undefined)
    if (!isOther) choose(option)
    else if (!writesOther) choose(undefined)
  }
  useEffect(() => {
    if (openOther) otherInput.current?.focus()
  }, [openOther])

  const shown = takesOther ? [...options, { ...other, name: t`Other` }] : options
  const mostShown = options.some((option) => option.description) ? mostNotes : mostButtons
  return {
    setting,
    field,
    readOnly,
    value,
    filled,
    found,
    shown,
    writesOther,
    otherInput,
    press,
    hasButtons: setting.display ? setting.display === 'buttons' : shown.length <= mostShown,
    /** The value of the pressed option; undefined for none and for an unknown value. */
    current: writesOther ? other.value : found?.value,
    writeOther: (text: string) => {
      setTyped(text)
      form.set(path, text || null)
    },
  }
}

// Plain functions, to save one component per field.

function choiceControl(choice: ChoiceState, full: boolean, handlers: Nearby['handlers']) {
  if (choice.hasButtons) return choiceButtons(choice)
  return choice.shown.length > mostInList ? choicePicker(choice) : choiceSelect(choice, full, handlers)
}

function choiceButtons({ field, readOnly, value, filled, found, shown, writesOther, current, press }: ChoiceState) {
  return (
    <>
      <OptionButtons
        field={field}
        options={filled && !found && !writesOther ? [...shown, { name: String(value), value: String(value) }] : shown}
        kind="radio"
        isChosen={(option) => option.value === (current ?? value)}
        onPress={press}
      />
      {(filled || writesOther) && !field.required && !readOnly ? (
        <div>
          <Button kind="quiet" size="site" icon="close" onClick={() => press(undefined)}>
            {t`Clear`}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function chosenText({ value, filled, found, writesOther }: ChoiceState): string {
  if (found) return found.name
  if (writesOther) return t`Other`
  return filled ? String(value) : ''
}

function choicePicker(choice: ChoiceState) {
  const { setting, field, shown, current, press } = choice
  return (
    <Suspense fallback={<div className={controls.input} />}>
      <PickChoice
        field={field}
        options={shown}
        chosen={current === undefined ? [] : [current]}
        text={chosenText(choice)}
        placeholder={setting.placeholder}
        list={setting.lookup}
        onPick={([option]) => press(option)}
      />
    </Suspense>
  )
}

/** The value of the entry for a stored value that is none of the options. */
const kept = '\u0000kept'

function choiceSelect(
  { setting, field, readOnly, value, filled, shown, current, press }: ChoiceState,
  full: boolean,
  handlers: Nearby['handlers'],
) {
  const keepsValue = current === undefined && filled
  const index = shown.findIndex((option) => option.value === current)
  const chosen = current === undefined ? '' : String(index)
  return (
    <select
      {...ariaOf(field)}
      {...handlers}
      aria-labelledby={`${field.id}-label`}
      className={controls.select}
      value={keepsValue ? kept : chosen}
      disabled={readOnly}
      onChange={(event) => press(event.target.value === '' ? undefined : shown[Number(event.target.value)])}
    >
      <option value="">{readOnly ? '–' : (setting.placeholder ?? t`Choose…`)}</option>
      {keepsValue ? <option value={kept}>{String(value)}</option> : null}
      {shown.map((option, index) =>
        full || option.value === current ? (
          <option key={String(option.value)} value={index}>
            {option.description ? `${option.name} – ${option.description}` : option.name}
          </option>
        ) : null,
      )}
    </select>
  )
}

function otherText({ field, readOnly, value, filled, found, otherInput, writeOther }: ChoiceState) {
  return (
    <input
      ref={otherInput}
      className={controls.input}
      type="text"
      name={field.id}
      aria-label={t`Other: ${field.label}`}
      aria-describedby={field.describedBy}
      value={filled && !found ? String(value) : ''}
      readOnly={readOnly}
      onChange={(event) => writeOther(event.target.value)}
    />
  )
}
