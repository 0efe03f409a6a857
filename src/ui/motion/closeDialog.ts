import { animate } from 'framer-motion/dom/mini'
import { durations, easings } from './durations.ts'

/** Dialogs with more elements close at once: laying them out again would take longer than the motion. */
const mostElements = 1500

/** Loaded again, or stopped, when they move to another place of the page. */
const immovable = 'iframe, video, audio, object'

/** Where a dialog goes, by its `data-shape`. `m-rise`, `m-sheet` and `m-drawer` (theme/motion.css) are the ways in. */
const ends: Readonly<Record<string, string>> = { card: 'translateY(0.5rem)', sheet: 'translateY(4rem)', drawer: 'translateX(-2rem)' }

const px = (length: number) => `${length}px`

/** Creates the picture of a dialog: at its place, above the page, without focus, names and ids. */
function pictureOf(dialog: HTMLElement, { top, left, width, height }: Record<'top' | 'left' | 'width' | 'height', number>): HTMLElement {
  const picture = document.createElement('div')
  for (const { name, value } of dialog.attributes) if (name.startsWith('data-')) picture.setAttribute(name, value)
  picture.className = dialog.className
  picture.style.cssText = dialog.style.cssText
  Object.assign(picture.style, { position: 'fixed', inset: 'auto', margin: '0', boxSizing: 'border-box', animation: 'none' })
  Object.assign(picture.style, { top: px(top), left: px(left), width: px(width), height: px(height) })
  Object.assign(picture.style, { maxWidth: 'none', maxHeight: 'none', pointerEvents: 'none' })
  // React removes a list of messages in the dialog by itself, and must find it there (ToastList.tsx).
  picture.append(...[...dialog.childNodes].filter((node) => !(node instanceof HTMLElement && node.dataset['toasts'] !== undefined)))
  for (const inner of picture.querySelectorAll('dialog')) inner.remove()
  for (const name of ['id', 'name', 'aria-label', 'autofocus'])
    for (const element of picture.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  const states = { inert: '', 'aria-hidden': 'true', popover: 'manual', open: '', 'data-leaving': '' }
  for (const [name, value] of Object.entries(states)) picture.setAttribute(name, value)
  return picture
}

/**
 * Call it just before React removes an open dialog. Its content then leaves as a picture. The page below has
 * the focus and gets every press at once.
 */
export function closeDialog(dialog: HTMLElement): void {
  const inside = [...dialog.querySelectorAll('*')]
  if (inside.length > mostElements || dialog.querySelector(immovable) || typeof dialog.showPopover !== 'function') return
  const place = { top: dialog.offsetTop, left: dialog.offsetLeft, width: dialog.offsetWidth, height: dialog.offsetHeight }
  const scrolled = inside.filter(({ scrollTop }) => scrollTop > 0).map((element) => [element, element.scrollTop] as const)
  queueMicrotask(() => {
    // React hides a dialog that suspends, and shows it again.
    if (dialog.isConnected) return
    const picture = pictureOf(dialog, place)
    document.body.append(picture)
    picture.showPopover()
    for (const [element, top] of scrolled) element.scrollTop = top
    const frames = { opacity: [1, 0], transform: ['none', ends[dialog.dataset['shape'] ?? ''] ?? 'none'] }
    const remove = () => picture.remove()
    animate(picture, frames, { duration: durations.moderate / 1000, ease: easings.in }).finished.then(remove, remove)
  })
}
