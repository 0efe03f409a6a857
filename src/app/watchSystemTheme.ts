import type { Theme } from '../store/preferences/preferences.ts'

const dark = () => window.matchMedia?.('(prefers-color-scheme: dark)')

/** Color of the phone's own bar above the app. */
const barColors = { light: '#ffffff', dark: '#131c2e', sun: '#ffffff' } as const

let chosen: Theme = 'system'

function shownTheme(): keyof typeof barColors {
  if (chosen !== 'system') return chosen
  return dark()?.matches ? 'dark' : 'light'
}

function show(): void {
  const look = shownTheme()
  const root = document.documentElement
  root.dataset['theme'] = look
  root.style.colorScheme = look === 'dark' ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[look])
}

/** Applies the chosen theme; `system` follows the device, also when it changes. */
export function wear(theme: Theme | undefined): void {
  chosen = theme ?? 'system'
  show()
}

/** Follows changes of the system theme. Called once at the start. */
export function watchSystemTheme(): void {
  dark()?.addEventListener('change', show)
}

/**
 * A first visit loads the font after the first screen: on a slow connection it would arrive before half of
 * the app. Returns the function that starts the load. A device that was here before has the font cached.
 */
export function fontsLater(): () => void {
  const root = document.documentElement
  if (!navigator.serviceWorker?.controller) root.dataset['fonts'] = 'later'
  return () => delete root.dataset['fonts']
}
