import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import type { FieldProps } from '../defineField.ts'
import { useOptionsNearby } from '../nearby.ts'
import { showLine } from '../redLine.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { OptionButtons } from './OptionButtons.tsx'
import { RemoteOptions } from './RemoteOptions.tsx'
import { fallbackFor, mostInList, type Option, optionFor, statusPath } from './rules.ts'
import { useOptions, useOptionsPath } from './useOptions.ts'

type Props = FieldProps<'enum' | 'valueenum'>

/** Single choice from options of the form, of a lookup or of the server. */
export function ChoiceField(props: Props) {
  const own = useOptions(props.form, props.setting)
  const optionsPath = useOptionsPath(props.form, props.setting)
  if (!optionsPath) return <Choice {...props} options={own} complete />
  return (
    <RemoteOptions path={optionsPath}>
      {(remote, complete) => <Choice {...props} options={own.length > 0 ? [...own, ...remote] : remote} complete={complete} />}
    </RemoteOptions>
  )
}

const other: Option = { name: 'Other', value: '\u0000other' }
const mostButtons = 4
const mostNotes = 8

/** Too many options to scroll: uses the list picker, which is loaded with the first such list. */
const PickChoice = lazy(() => import('./PickChoice.tsx').then((module) => ({ default: module.PickChoice })))

/** `complete`: all options are known, so a value outside of them is invalid. */
function Choice(props: Props & { readonly options: readonly Option[]; readonly complete: boolean }) {
  const { form, node, setting, options, complete, readOnly } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const value = useValue(form, path)
  const takesOther = setting.type === 'enum' && setting.other === true
  const found = optionFor(options, value)
  const filled = value != null && value !== ''
  const [openOther, setOpenOther] = useState(false)
  const writesOther = takesOther && (openOther || (filled && !found && complete))
  const otherText = useRef<HTMLInputElement>(null)
  const status = setting.statusAttribute && node.path ? statusPath(node.path, setting.statusAttribute) : undefined

  const choose = (option: Option | undefined) => {
    form.set(path, option?.value ?? null)
    if (status) form.set(status, option?.status ?? null)
  }

  // An unknown value becomes the fallback, so that the shown value is the saved one; a default option also
  // sets its status.
  useEffect(() => {
    if (readOnly || !complete) return
    const at = status ? form.value(status) : undefined
    if (filled && !found && !takesOther) {
      const fallback = fallbackFor(options, at)
      if (!fallback) return
      form.set(path, fallback.value)
      if (status) form.set(status, fallback.status ?? null)
    } else if (found?.status && status && at == null) form.set(status, found.status)
  }, [complete, filled, form, found, options, path, readOnly, status, takesOther])

  const press = (option: Option | undefined) => {
    setOpenOther(option === other)
    if (option === other) {
      if (!writesOther) choose(undefined)
    } else choose(option)
  }
  useEffect(() => {
    if (openOther) otherText.current?.focus()
  }, [openOther])

  const shown = takesOther ? [...options, { ...other, name: t`Other` }] : options
  const isOther = (option: Option) => option.value === other.value
  const pressed = (option: Option) => press(isOther(option) ? other : option)
  const notes = options.some((option) => option.description)
  const buttons = setting.display ? setting.display === 'buttons' : shown.length <= (notes ? mostNotes : mostButtons)
  const current = writesOther ? other.value : found?.value
  const { full, handlers } = useOptionsNearby(form, buttons ? 0 : shown.length)
  // The error text belongs below the control that is rendered now.
  useLayoutEffect(() => showLine(form, node))

  return (
    <>
      {buttons ? (
        <>
          <OptionButtons
            field={field}
            options={filled && !found && !writesOther ? [...shown, { name: String(value), value: String(value) }] : shown}
            kind="radio"
            isChosen={(option) => option.value === (current ?? value)}
            onPress={pressed}
          />
          {(filled || writesOther) && !field.required && !readOnly ? (
            <div>
              <Button kind="quiet" size="site" icon="close" onClick={() => press(undefined)}>
                {t`Clear`}
              </Button>
            </div>
          ) : null}
        </>
      ) : shown.length > mostInList ? (
        <Suspense fallback={<div className="m-input" />}>
          <PickChoice
            field={field}
            options={shown}
            chosen={current === undefined ? [] : [current]}
            text={found?.name ?? (writesOther ? t`Other` : filled ? String(value) : '')}
            placeholder={setting.placeholder}
            list={setting.lookup}
            onPick={([option]) => (option ? pressed(option) : press(undefined))}
          />
        </Suspense>
      ) : (
        <select
          {...ariaOf(field)}
          {...handlers}
          aria-labelledby={`${field.id}-label`}
          className="m-select"
          value={current === undefined ? (filled ? '\u0000kept' : '') : String(shown.findIndex((option) => option.value === current))}
          disabled={readOnly}
          onChange={(event) => {
            const option = event.target.value === '' ? undefined : shown[Number(event.target.value)]
            if (option) pressed(option)
            else press(undefined)
          }}
        >
          <option value="">{readOnly ? '–' : (setting.placeholder ?? t`Choose…`)}</option>
          {current === undefined && filled ? <option value={'\u0000kept'}>{String(value)}</option> : null}
          {shown.map((option, index) =>
            full || option.value === current ? (
              <option key={String(option.value)} value={index}>
                {option.description ? `${option.name} – ${option.description}` : option.name}
              </option>
            ) : null,
          )}
        </select>
      )}
      {writesOther ? (
        <input
          ref={otherText}
          className="m-input"
          type="text"
          name={field.id}
          aria-label={t`Other: ${field.label}`}
          aria-describedby={field.describedBy}
          value={filled && !found ? String(value) : ''}
          readOnly={readOnly}
          onChange={(event) => {
            setOpenOther(true)
            form.set(path, event.target.value || null)
          }}
        />
      ) : null}
    </>
  )
}
