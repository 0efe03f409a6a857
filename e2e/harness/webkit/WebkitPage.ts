import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Element, idOf, type Session, WebDriverError } from './webDriver.ts'

/** From one look at the page to the next, ms. */
const pace = 50

/**
 * A visible part of the page: the first that matches `css` and, if given, has `text`: all of its text, or a pattern in it. `at`: not
 * the first, but this one, from 0.
 */
export interface Part {
  readonly css: string
  readonly text?: string | RegExp
  readonly at?: number
}

interface Picture {
  readonly name: string
  readonly buffer: Buffer
}

/** Runs in the page: the first element of this kind, visible unless `hidden`. */
function findPart(css: string, text: string | undefined, pattern: string | undefined, hidden: boolean, at: number): HTMLElement | null {
  const named = (element: HTMLElement) => (element.getAttribute('aria-label') ?? element.innerText).trim()
  const fits = (element: HTMLElement) =>
    (text === undefined || named(element) === text) && (pattern === undefined || new RegExp(pattern, 'i').test(named(element)))
  const all = [...document.querySelectorAll<HTMLElement>(css)]
  return all.filter((element) => (hidden || element.checkVisibility()) && fits(element))[at] ?? null
}

/** Runs in the page: sets a date as the calendar of the browser does. */
function setDate(element: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
  for (const kind of ['input', 'change']) element.dispatchEvent(new Event(kind, { bubbles: true }))
}

/**
 * Runs in the page: brings an element to the middle, waits until it has stopped moving, and watches for its next click. The driver
 * clicks a place: an element that moves between its look and its press gets nothing.
 */
function aim(element: HTMLElement, done: () => void) {
  // The bar of a form covers the bottom of the page.
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const note = (wasClicked: boolean) => Object.assign(window, { wasClicked })
  note(false)
  element.addEventListener('click', () => note(true), { once: true, capture: true })
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x, y, width, height].join()
  }
  let before = ''
  let same = 0
  const look = () => {
    const now = place()
    same = now === before ? same + 1 : 0
    before = now
    if (same === 3) done()
    else requestAnimationFrame(look)
  }
  look()
}

/**
 * Runs in the page: whether the element of `aim` got its click, and is gone or not. On a busy machine the click arrives some frames
 * after the driver has made it. A page that has opened meanwhile was opened by the click.
 */
function hit(done: (wasClicked: boolean) => void, frames = 30) {
  const { wasClicked } = window as { wasClicked?: boolean }
  if (wasClicked !== false || frames === 0) done(wasClicked !== false)
  else requestAnimationFrame(() => hit(done, frames - 1))
}

/** tsx wraps named functions with a helper that does not exist in the page. */
const names = 'const __name = (named) => named'

/** A page of WebKitGTK: the few acts of a person that the journeys need. Each waits until it is possible. */
export class WebkitPage {
  /** A wait that takes longer fails, ms. */
  patience = 45_000
  private readonly session: Session
  /** For files that the page reads after it was given them. */
  private readonly folder: string
  constructor(session: Session, folder: string) {
    this.session = session
    this.folder = folder
  }

  async goto(address: string): Promise<void> {
    await this.session.call('POST', 'url', { url: address })
  }

  async url(): Promise<string> {
    return String(await this.session.call('GET', 'url'))
  }

  /** Gives the page a window of this size. */
  async resize(size: Readonly<{ width: number; height: number }>): Promise<void> {
    await this.session.call('POST', 'window/rect', size)
    await this.until(
      async () => ((await this.evaluate(() => innerWidth)) === size.width ? true : undefined),
      `the window is not ${size.width} px`,
    )
  }

  /** Deletes all cookies of the page, as the end of a session does. */
  async clearCookies(): Promise<void> {
    await this.session.call('DELETE', 'cookie')
  }

  /** Runs a function in the page, and resolves to its JSON. */
  async evaluate<A, T>(act: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const script = `${names}
      const [argument, done] = [...arguments]
      Promise.resolve().then(() => (${String(act)})(argument)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await this.session.call('POST', 'execute/async', { script, args: [argument ?? null] })) as {
      value: T
      error?: string
    }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }

  /** Resolves when the part is on the page. */
  shown(part: Part): Promise<Element> {
    return this.until(() => this.look(part), `${part.css} ${part.text ?? ''} is not shown`)
  }

  /** Resolves when no such part is visible. */
  async gone(part: Part): Promise<void> {
    await this.until(async () => ((await this.look(part)) ? undefined : true), `${part.css} ${part.text ?? ''} is still shown`)
  }

  /** Resolves when the page has such an element, visible or not. */
  attached(css: string): Promise<Element> {
    return this.until(() => this.look({ css }, true), `${css} is not there`)
  }

  async isShown(part: Part): Promise<boolean> {
    return (await this.look(part)) !== undefined
  }

  async at(pattern: RegExp): Promise<void> {
    await this.until(async () => (pattern.test(await this.url()) ? true : undefined), `the address is not ${pattern}`)
  }

  /** Presses a part; again if the press has reached another place, never after the part got it. */
  async click(part: Part): Promise<void> {
    await this.act(part, async (id, element) => {
      await this.session.call('POST', 'execute/async', { script: `${names}; (${String(aim)})(...arguments)`, args: [element] })
      await this.session.call('POST', `element/${id}/click`)
      // A script that ends with its page ends because of the click.
      const script = `${names}; (${String(hit)})(...arguments)`
      const wasClicked = await this.session.call('POST', 'execute/async', { script, args: [] }).catch(() => true)
      if (wasClicked === false) throw new WebDriverError('element click intercepted', 'the click did not reach it')
    })
  }

  /** Replaces the text of a field by typing. */
  async fill(part: Part, text: string): Promise<void> {
    await this.act(part, async (id, element) => {
      if ((await this.property(id, 'type')) === 'date') return await this.run(setDate, element, text)
      await this.run((field: HTMLInputElement) => (field.focus(), field.select()), element)
      return await this.session.call('POST', `element/${id}/value`, { text })
    })
  }

  /** Chooses an option of a select box: by its text, or by its place, from 0. */
  async select(css: string, option: string | number): Promise<void> {
    const wanted = typeof option === 'string' ? { css: `${css} option`, text: option } : { css: `${css} option:nth-child(${option + 1})` }
    await this.act({ css }, async () => {
      const found = await this.look(wanted, true)
      if (!found) throw new WebDriverError('no such element', `has no option ${option}`)
      await this.session.call('POST', `element/${idOf(found)}/click`)
    })
  }

  /** Gives a file field pictures. */
  async upload(css: string, pictures: readonly Picture[]): Promise<void> {
    const files = pictures.map(({ name, buffer }) => {
      const file = path.join(this.folder, name)
      writeFileSync(file, buffer)
      return file
    })
    const field = await this.attached(css)
    await this.session.call('POST', `element/${idOf(field)}/value`, { text: files.join('\n') })
  }

  /** Draws a line across a part with the pressed pointer. */
  async draw(part: Part): Promise<void> {
    await this.act(part, async (_, origin) => {
      const move = (x: number, y: number) => ({ type: 'pointerMove', duration: 10, origin, x, y })
      const line = Array.from({ length: 12 }, (_none, step) => move(-90 + step * 15, (step % 3) * 8))
      const strokes = [move(-100, 0), { type: 'pointerDown', button: 0 }, ...line, { type: 'pointerUp', button: 0 }]
      const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: strokes }
      await this.session.call('POST', 'actions', { actions: [pointer] })
    })
  }

  /** Does something inside a frame of the page; the frame may be gone afterwards. */
  async inFrame<T>(css: string, act: () => Promise<T>): Promise<T> {
    const frame = await this.shown({ css })
    await this.session.call('POST', 'frame', { id: frame })
    try {
      return await act()
    } finally {
      await this.session.call('POST', 'frame', { id: null })
    }
  }

  /** A picture of the page, PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.session.call('GET', 'screenshot')), 'base64')
  }

  private property(id: string, name: string) {
    return this.session.call('GET', `element/${id}/property/${name}`)
  }

  /** Runs a function in the page with an element and JSON. */
  private run(act: (...args: never[]) => unknown, ...args: unknown[]) {
    return this.session.call('POST', 'execute/sync', { script: `${names}; return (${String(act)})(...arguments)`, args })
  }

  private async look({ css, text, at = 0 }: Part, hidden = false): Promise<Element | undefined> {
    const [exact, pattern] = text instanceof RegExp ? [null, text.source] : [text ?? null, null]
    const script = `${names}; return (${String(findPart)})(arguments[0], arguments[1] ?? undefined, arguments[2] ?? undefined, arguments[3], arguments[4])`
    const found = await this.session.call('POST', 'execute/sync', { script, args: [css, exact, pattern, hidden, at] }).catch((error) => {
      // It was redrawn in this moment.
      if (error instanceof WebDriverError && error.kind === 'stale element reference') return null
      throw error
    })
    return (found as Element | null) ?? undefined
  }

  /** Does something with a part; tries again while the part is redrawn or covered. */
  private async act(part: Part, act: (id: string, element: Element) => Promise<unknown>): Promise<void> {
    let reason = 'is not shown'
    await this.until(
      async () => {
        const element = await this.look(part)
        if (!element) return undefined
        try {
          // The bar of a form covers the bottom of the page.
          await this.run((found: HTMLElement) => found.scrollIntoView({ block: 'center' }), element)
          await act(idOf(element), element)
          return true
        } catch (error) {
          if (!(error instanceof WebDriverError) || !passing.has(error.kind)) throw error
          reason = error.message
          return undefined
        }
      },
      () => `${part.css} ${part.text ?? ''}: ${reason}`,
    )
  }

  private async until<T>(look: () => Promise<T | undefined>, failure: string | (() => string)): Promise<T> {
    const end = Date.now() + this.patience
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (Date.now() > end) throw new Error(`${typeof failure === 'string' ? failure : failure()} at ${await this.url()}`)
      await new Promise((resolve) => setTimeout(resolve, pace))
    }
  }
}

/** Errors of elements that are moving, covered or being replaced. */
const passing = new Set(['stale element reference', 'element not interactable', 'element click intercepted', 'no such element'])
