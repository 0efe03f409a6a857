import { lazy, Suspense, useLayoutEffect } from 'react'
import type { FieldProps } from '../defineField.ts'
import { controlOf, useValue } from '../useField.ts'
import { showErrorText } from '../showErrorText.ts'
import { filtered } from './filtered.tsx'
import { OptionButtons } from './OptionButtons.tsx'
import { RemoteOptions } from './RemoteOptions.tsx'
import { listAfter, listFrom, listOf, mostInList, type Option, optionFor } from './rules.ts'
import { useOptions, useOptionsPath } from './useOptions.ts'
import * as controls from '../../ui/controls/controls.module.css'

const PickChoice = lazy(() => import('./PickChoice.tsx').then((module) => ({ default: module.PickChoice })))

type Props = FieldProps<'listenum'>

/** Multiple choice from options. */
export function ListChoiceField(props: Props) {
  const own = useOptions(props.form, props.setting)
  const optionsPath = useOptionsPath(props.form, props.setting)
  const draw = (options: readonly Option[]) => filtered(props, options, (fitting) => <ListChoice {...props} options={fitting} />)
  if (!optionsPath) return draw(own)
  return <RemoteOptions path={optionsPath}>{(remote) => draw(own.length > 0 ? [...own, ...remote] : remote)}</RemoteOptions>
}

function ListChoice(props: Props & { readonly options: readonly Option[] }) {
  const { form, node, options } = props
  const path = node.path ?? ''
  const field = controlOf(props)
  const list = listOf(useValue(form, path))
  useLayoutEffect(() => showErrorText(form, node))
  // A chosen value that is no option any more stays visible, so that it is neither kept nor lost unnoticed.
  const kept = list.filter((each) => !optionFor(options, each)).map((each) => ({ name: String(each), value: String(each) }))
  const shown = kept.length > 0 ? [...options, ...kept] : options
  if (shown.length > mostInList) {
    const chosen = shown.filter((option) => list.some((each) => String(each) === String(option.value)))
    return (
      <Suspense fallback={<div className={controls.input} />}>
        <PickChoice
          field={field}
          options={shown}
          chosen={chosen.map(({ value }) => value)}
          text={chosen.map(({ name }) => name).join(', ')}
          placeholder={props.setting.placeholder}
          list={props.setting.lookup}
          many
          onPick={(picked) => form.set(path, listFrom(picked, options))}
        />
      </Suspense>
    )
  }
  return (
    <OptionButtons
      field={field}
      options={shown}
      kind="checkbox"
      isChosen={(option) => list.some((each) => String(each) === String(option.value))}
      onPress={(option, chosen) => form.set(path, listAfter(list, option, chosen, options))}
    />
  )
}
