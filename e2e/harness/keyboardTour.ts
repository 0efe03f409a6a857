import type { Page } from '@playwright/test'

/** What a person with a keyboard alone meets on a page; each list is empty if all is well. */
export interface Tour {
  /** Controls that Tab does not reach. */
  readonly unreached: string[]
  /** Controls that look the same with the focus and without. */
  readonly unmarked: string[]
  /** Controls after which the focus was on the page itself, before the last control. */
  readonly fallen: string[]
  /** Controls that are above or before the one that Tab leaves. */
  readonly backwards: string[]
}

/** What the page keeps during the tour. */
interface Kept {
  unmarked: Set<string>
  fallen: Set<string>
  end(): void
}

declare global {
  var keyboardTour: Kept
  var focusMarks: (part: Element) => string[]
}

/** Runs in the page: makes `focusMarks`, what marks the focus of a control: outlines and shadows that a person sees. */
function makeMarks() {
  const isClear = (color: string) => /^(?:transparent|rgba\(.*, 0\))$/.test(color)
  globalThis.focusMarks = (part) =>
    // A choice card has the mark around its radio button, a menu button on its row, and an item of a tree on its first line.
    [
      part,
      part.parentElement ?? part,
      part.closest('label, tr, li') ?? part,
      (part.matches('[role=treeitem]') && part.firstElementChild) || part,
    ].map((one) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one)
      const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px' && !isClear(outlineColor)
      return `${isOutlined ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : ''} ${one === part ? `${boxShadow} ${borderColor}` : ''}`
    })
}

/** Runs in the page: marks every control that a person can reach, again at each call, and returns how many there are. A radio group is one stop. */
function markStops(): number {
  for (const name of ['data-stop', 'data-reached']) for (const part of document.querySelectorAll(`[${name}]`)) part.removeAttribute(name)
  const seen = new Set<string>()
  const parts = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter(
    (part) => {
      if (!part.checkVisibility({ visibilityProperty: true }) || part.matches(':disabled, [tabindex="-1"], [type=hidden]')) return false
      if (!(part instanceof HTMLInputElement) || part.type !== 'radio') return true
      const group = `radio ${part.name}`
      const isFirst = !seen.has(group)
      seen.add(group)
      return isFirst
    },
  )
  for (const part of parts) {
    const group = part instanceof HTMLInputElement && part.type === 'radio' ? document.getElementsByName(part.name) : [part]
    for (const one of group) one.setAttribute('data-stop', String(parts.indexOf(part)))
  }
  return parts.length
}

/** Runs in the page: how many stops are in its frames, at most. */
const countFramed = (): number =>
  [...document.querySelectorAll('iframe')]
    .map(({ contentDocument }) => contentDocument?.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
    .reduce((sum, stops) => sum + (stops?.length ?? 0) + 1, 0)

/** Runs in the page: places the focus before the first control, and notes what happens at each Tab. */
function beginTour(last: number) {
  const { body } = document
  body.tabIndex = -1
  body.focus()
  body.removeAttribute('tabindex')
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  const unmarked = new Set<string>()
  const fallen = new Set<string>()
  let former: { part: Element; marks: string[] } | undefined
  /** An outline or a shadow that the control has at rest, too, is no mark. */
  const compare = () => {
    if (former?.part.isConnected && document.activeElement !== former.part) {
      const resting = focusMarks(former.part)
      if (former.marks.every((mark, at) => mark === resting[at])) unmarked.add(former.part.outerHTML.slice(0, 140))
    }
  }
  const arrive = ({ target }: Event) => {
    compare()
    const part = target as Element
    part.setAttribute('data-reached', '')
    former = { part, marks: focusMarks(part) }
  }
  const press = () => {
    if (document.activeElement === body && former && former.part.getAttribute('data-stop') !== String(last))
      fallen.add(former.part.outerHTML.slice(0, 140))
  }
  document.addEventListener('focusin', arrive)
  document.addEventListener('keydown', press, true)
  globalThis.keyboardTour = {
    unmarked,
    fallen,
    end() {
      document.removeEventListener('focusin', arrive)
      document.removeEventListener('keydown', press, true)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== still)
      const active = document.activeElement
      if (active instanceof HTMLElement) active.blur()
      compare()
    },
  }
}

/** Runs in the page: the stops that are above, or in the same line before, the stop that Tab leaves; in each landmark of its own. */
function findBackwards(): string[] {
  const found: string[] = []
  const landmark = 'main, nav, header, [role=dialog], dialog, [role=toolbar], aside, footer, table, thead, [data-app-bar], [data-foot]'
  const stops = new Map<string, Element>()
  for (const part of document.querySelectorAll('[data-stop]')) {
    const stop = part.getAttribute('data-stop') ?? ''
    if (!stops.has(stop)) stops.set(stop, part)
  }
  let before: Element | undefined
  for (const part of stops.values()) {
    if (before && before.closest(landmark) === part.closest(landmark) && !part.closest('[role=toolbar]')) {
      const [from, to] = [before.getBoundingClientRect(), part.getBoundingClientRect()]
      const isSmall = [from, to].some(({ width, height }) => width <= 2 || height <= 2)
      const isAbove = to.bottom <= from.top + 1 && to.left < from.right
      const isLeft = to.right <= from.left + 1 && to.top < from.bottom - 1 && to.bottom > from.top + 1
      const isBack = isAbove || (isLeft && to.bottom <= from.bottom + 1)
      if (!isSmall && isBack) found.push(`${part.outerHTML.slice(0, 100)} after ${before.outerHTML.slice(0, 100)}`)
    }
    before = part
  }
  return found
}

/** Presses Tab through the whole page. */
export async function keyboardTour(page: Page): Promise<Tour> {
  await page.evaluate(makeMarks)
  const count = await page.evaluate(markStops)
  const framed = await page.evaluate(countFramed)
  await page.evaluate(beginTour, count - 1)
  const session = await page.context().newCDPSession(page)
  const press = () => session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 })
  // Without a wait for each: hundreds of answers would take most of the time.
  await Promise.all(Array.from({ length: count + framed + 5 }, press))
  await session.detach()
  const backwards = await page.evaluate(findBackwards)
  const seen = await page.evaluate(() => {
    globalThis.keyboardTour.end()
    const { unmarked, fallen } = globalThis.keyboardTour
    const reached = new Set([...document.querySelectorAll('[data-reached]')].map((part) => part.getAttribute('data-stop')))
    const unreached = [...document.querySelectorAll('[data-stop]')]
      .filter((part) => !reached.has(part.getAttribute('data-stop')))
      .map((part) => part.outerHTML.slice(0, 140))
    return { unreached, unmarked: [...unmarked], fallen: [...fallen] }
  })
  return { ...seen, backwards }
}

/** Runs in the page after a tour: the controls that look the same with the focus and without. It moves the focus itself. */
export const findUnmarked = (): string[] => {
  const found: string[] = []
  // A transition, however short, would still show the look before.
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  for (const part of document.querySelectorAll<HTMLElement>('[data-stop]')) {
    part.focus({ preventScroll: true })
    if (document.activeElement !== part) continue
    const marks = focusMarks(part)
    part.blur()
    const resting = focusMarks(part)
    if (marks.every((mark, at) => mark === resting[at])) found.push(`${marks[0]?.trim()} ${part.outerHTML.slice(0, 140)}`)
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== still)
  return found
}

/** Nothing that a keyboard cannot do. */
export const wholeTour: Tour = { unreached: [], unmarked: [], fallen: [], backwards: [] }
