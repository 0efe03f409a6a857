import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'

export type Level = 'info' | 'success' | 'warning' | 'error'

export interface ToastItem {
  readonly id: number
  readonly text: string
  readonly level: Level
}

/** How long a toast stays, ms (spec/1 §9). */
export const toastTime = 6000

let items: readonly ToastItem[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly ToastItem[]) {
  items = next
  for (const listener of listeners) listener()
}

export const dismissToast = (id: number) => change(items.filter((item) => item.id !== id))

/** Called when the person changes: messages for one person are not for the next. */
export const dismissToasts = () => change([])

/** Shows a short message. Anything that a person must act on belongs on the screen instead. */
export function toast(text: string, level: Level = 'info'): void {
  last += 1
  const id = last
  change([...items.filter((item) => item.text !== text), { id, text, level }].slice(-3))
  setTimeout(() => dismissToast(id), toastTime)
}

const words = (shown: readonly ToastItem[]) => shown.map((item) => item.text).join(' ')

/** Shows plain text while the toast list is not loaded. */
const PlainToasts = ({ items }: { readonly items: readonly ToastItem[] }) => words(items)

const ToastList = lazy<ComponentType<{ readonly items: readonly ToastItem[] }>>(() =>
  import('./ToastList.tsx').then(
    (module) => ({ default: module.ToastList }),
    () => ({ default: PlainToasts }),
  ),
)

/** Shows the toasts and reads them out. Used once in the app. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => items,
  )
  return (
    <div role="status" aria-live="polite">
      <Suspense fallback={words(shown)}>{last > 0 && <ToastList items={shown} />}</Suspense>
    </div>
  )
}
