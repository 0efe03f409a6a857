/** Inputs that accept text; elsewhere Backspace navigates back in some browsers. */
const writes = 'input:not([type=button],[type=checkbox],[type=radio],[type=range],[type=submit]), textarea, select, [contenteditable=true]'

/** Keys that leave, reload, print, save, open, search, zoom or show the source of the page. */
const leaving = new Set([
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'ContextMenu'],
  ...[
    'BrowserBack',
    'BrowserForward',
    'BrowserHome',
    'BrowserRefresh',
    'BrowserSearch',
    'BrowserFavorites',
    'LaunchMail',
    'Print',
    'PrintScreen',
  ],
])
/** Allowed with Ctrl or ⌘: select all, copy, cut, paste, undo, redo. */
const harmless = new Set([
  'a',
  'c',
  'x',
  'v',
  'z',
  'y',
  'backspace',
  'delete',
  'arrowleft',
  'arrowright',
  'arrowup',
  'arrowdown',
  'home',
  'end',
])

export function isWayOut(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event
  // AltGr sends Ctrl and Alt together; many people need it to type @.
  if (key.length === 1 && ctrlKey && altKey) return false
  if (leaving.has(key)) return true
  if (ctrlKey || metaKey) return !harmless.has(key.toLowerCase()) && key !== 'Control' && key !== 'Meta' && key !== 'Shift'
  if (altKey) return /^(?:Arrow(?:Left|Right)|Home|Enter|F\d+|[a-z])$/i.test(key)
  // The target may belong to another window's page: `instanceof` works only with the classes of this one.
  if (key === 'Backspace') return !(target as Partial<Element> | null)?.closest?.(writes)
  return false
}

export interface GuardOptions {
  /** Returns true if this window may navigate to the address. */
  readonly mayGo: (url: URL) => boolean
  /** Called when a person touches the device. */
  readonly onTouch: () => void
  /** A person tried a way out that the kiosk does not allow. */
  readonly onStopped?: (() => void) | undefined
}

/**
 * Returns true if the input accepts only camera images: every other file input would open the files of the
 * device.
 */
function onlyCamera(input: HTMLInputElement): boolean {
  if (!('capture' in input)) return false
  const kinds = input.accept.split(',').map((kind) => kind.trim())
  const kind = kinds.find((one) => /^(?:image|video|audio)\//.test(one)) ?? (input.accept === '' ? 'image/*' : undefined)
  if (kind === undefined) return false
  if (kind.startsWith('image/')) input.accept = 'image/*'
  input.multiple = false
  if (input.getAttribute('capture') === null) input.setAttribute('capture', 'environment')
  return true
}

const css = `
/* The second is a line of a form's list of what is missing. */
:root { --m-sizes-target: 3.5rem !important; --m-summary-line: 3.5rem !important; }
html, body { overscroll-behavior: none; touch-action: pan-x pan-y; -webkit-touch-callout: none; -webkit-tap-highlight-color: transparent; }
*:not(input, textarea, select, canvas) { -webkit-user-select: none; user-select: none; -webkit-user-drag: none; }
@media print { html { display: none !important; } }
`

/**
 * Closes the ways out of a window that a page can close: keys, menus, links, new windows, gestures,
 * selection, dragging, printing and the files of the device. Works on the kiosk's own window and on its
 * frame. Returns a function that removes the guard.
 */
export function guardWindow(win: Window & typeof globalThis, { mayGo, onTouch, onStopped }: GuardOptions): () => void {
  const { document: doc } = win
  const ends: (() => void)[] = []
  const on = (target: EventTarget, types: readonly string[], listener: (event: never) => void) => {
    for (const type of types) {
      target.addEventListener(type, listener as EventListener, { capture: true, passive: false })
      ends.push(() => target.removeEventListener(type, listener as EventListener, { capture: true }))
    }
  }
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    onStopped?.()
  }
  const isIn = (event: Event, selector: string): Element | null =>
    event.target !== null && 'closest' in event.target ? (event.target as Element).closest(selector) : null

  on(win, ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'input', 'wheel'], onTouch)
  on(win, ['keydown', 'keyup'], (event: KeyboardEvent) => isWayOut(event) && stop(event))
  on(win, ['contextmenu', 'dragstart', 'dragenter', 'dragover', 'drop', 'auxclick', 'gesturestart', 'gesturechange'], stop)
  on(win, ['wheel'], (event: WheelEvent) => event.ctrlKey && stop(event))
  // Two fingers zoom, and swipe in some browsers; a signature needs only one.
  on(win, ['touchmove'], (event: TouchEvent) => event.touches.length > 1 && event.preventDefault())
  on(win, ['selectstart'], (event: Event) => !isIn(event, writes) && event.preventDefault())
  // The middle button opens new windows; its scrolling is not needed.
  on(win, ['mousedown'], (event: MouseEvent) => event.button > 0 && stop(event))
  on(win, ['beforeprint'], () => onStopped?.())
  on(win, ['click'], (event: MouseEvent) => {
    const input = isIn(event, 'input[type=file]') as HTMLInputElement | null
    if (input && !onlyCamera(input)) return stop(event)
    const link = isIn(event, 'a[href], area[href]') as HTMLAnchorElement | null
    if (!link) return
    const url = URL.canParse(link.href, win.location.href) ? new URL(link.href, win.location.href) : undefined
    const isHere = url?.origin === win.location.origin && mayGo(url)
    if (!isHere || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return stop(event)
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) stop(event)
  })
  on(win, ['submit'], (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (form.target && form.target !== '_self') stop(event)
  })

  const style = doc.createElement('style')
  style.textContent = css
  doc.head.append(style)
  ends.push(() => style.remove())
  // The browser must not suggest the input of one person to the next.
  const quiet = () => {
    for (const input of doc.querySelectorAll('input:not([autocomplete=off]), textarea:not([autocomplete=off])')) {
      input.setAttribute('autocomplete', 'off')
      input.setAttribute('spellcheck', 'false')
    }
  }
  quiet()
  const watching = new win.MutationObserver(quiet)
  watching.observe(doc.documentElement, { childList: true, subtree: true })
  ends.push(() => watching.disconnect())
  return () => {
    for (const end of ends) end()
  }
}

/** Entries of the kiosk's own page that Back can reach: pressed twice at once, it is still this page. */
const spareEntries = 2

/**
 * Disables Back in the kiosk's own window: it goes forward again. It adds no entry then, because a new entry would
 * not know the pages that the frame had before, and Back inside the frame would be lost. Returns a function that
 * stops this.
 */
export function closeBack(win: Window): () => void {
  const { history } = win
  const place = () => (history.state as { kioskEntry?: number } | null)?.kioskEntry ?? 0
  for (let entry = place() + 1; entry <= spareEntries; entry += 1)
    history.pushState({ ...(history.state as object | null), kioskEntry: entry }, '')
  const hold = () => {
    const missing = spareEntries - place()
    if (missing > 0) history.go(missing)
  }
  win.addEventListener('popstate', hold)
  return () => win.removeEventListener('popstate', hold)
}
