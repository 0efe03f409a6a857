import type { Theme } from '../store/preferences.ts'

const dark = () => window.matchMedia?.('(prefers-color-scheme: dark)')

/** Colour of the phone's own bar above the app. */
const barColors = { light: '#ffffff', dark: '#131c2e', sun: '#ffffff' } as const

let chosen: Theme = 'system'

function show(): void {
  const look = chosen === 'system' ? (dark()?.matches ? 'dark' : 'light') : chosen
  const root = document.documentElement
  root.dataset['theme'] = look
  root.style.colorScheme = look === 'dark' ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[look])
}

/** Wears the look that the person chose; `system` follows the device, also when it changes. */
export function wear(theme: Theme | undefined): void {
  chosen = theme ?? 'system'
  show()
}

/** Called once at the start. */
export function watchSystemTheme(): void {
  dark()?.addEventListener('change', show)
}

/**
 * A first visit fetches the typeface after the first screen: on a slow line it would come before half of the app. Answers what fetches it; whoever has
 * been here before has it on the device.
 */
export function fontsLater(): () => void {
  const root = document.documentElement
  if (!navigator.serviceWorker?.controller) root.dataset['fonts'] = 'later'
  return () => delete root.dataset['fonts']
}
