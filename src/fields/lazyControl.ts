import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

interface Module<Props> {
  readonly default: ComponentType<Props>
}

/**
 * `lazy` of React for a control, with `load`: a control that is loaded before its first render is drawn at once, without a
 * place holder. React shows the content of a place holder at the earliest 300 ms after it.
 */
export function lazyControl<Props>(
  load: () => Promise<Module<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { readonly load: () => Promise<void> } {
  let loaded: Module<Props> | undefined
  // oxlint-disable-next-line unicorn/no-thenable -- React reads a thenable that settles at once without waiting
  const atOnce = { then: (settle: (module?: Module<Props>) => void) => settle(loaded) }
  const Control = lazy<ComponentType<Props>>(() => (loaded ? (atOnce as never) : load()))
  return Object.assign(Control, {
    load: async () => {
      loaded = await load()
    },
  })
}
