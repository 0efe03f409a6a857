import { type ComponentType, createElement, lazy, useState } from 'react'

/** A control in its own file. */
export interface ControlWithForm<Props> {
  (props: Props): ReturnType<typeof createElement>
  /** Loads the file. Never rejects: a missing file is an error of the field, when it is drawn. */
  readonly bring: () => Promise<void>
  readonly isHere: () => boolean
}

/**
 * Loads a control before the first form that has it is drawn, so that nothing below it moves when it arrives.
 * For tall controls; the others are `lazy` and leave room for one line.
 */
export function controlWithForm<Props extends object>(load: () => Promise<ComponentType<Props>>): ControlWithForm<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchControl = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later = lazy(fetchControl)
  function Control(props: Props) {
    // A drawn control stays the same component.
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? (Later as unknown as ComponentType<Props>))
    return createElement(Drawn, props)
  }
  return Object.assign(Control, {
    bring: () =>
      fetchControl().then(
        () => undefined,
        () => undefined,
      ),
    isHere: () => loaded !== undefined,
  })
}
