import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act as reactAct, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** User actions on a screen, by the texts that the user reads. */
export interface DrawnPage {
  readonly root: HTMLElement
  /** All text on the screen, or in one part of it. */
  text(within?: Element | null): string
  /** The control with this label (a part of the label is enough). */
  control<E extends HTMLElement = HTMLInputElement>(label: string): E
  button(name: string): HTMLButtonElement
  hasButton(name: string): boolean
  /** Sets the text of a control, with one change event like a browser's. */
  type(control: HTMLElement, text: string): Promise<void>
  choose(select: HTMLElement, optionName: string): Promise<void>
  press(element: Element): Promise<void>
  leave(control: HTMLElement): Promise<void>
  /** Waits until the condition holds; on a timeout it fails with the text of the screen. */
  until<T>(what: () => T | undefined | null | false | Promise<T | undefined | null | false>): Promise<T>
  draw(next: ReactNode): Promise<void>
  remove(): Promise<void>
}

/** Store events between two steps of a test are no errors, so React checks `act` only during steps. */
const watched = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
watched.IS_REACT_ACT_ENVIRONMENT = false

/** jsdom has no layout. The attribute shows tests which element was scrolled into view. */
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  this.setAttribute('data-scrolled', '')
}

/** Runs a step that changes the screen, and waits until it is rendered. */
export async function act(step: () => Promise<void> | void): Promise<void> {
  watched.IS_REACT_ACT_ENVIRONMENT = true
  try {
    await reactAct(async () => {
      await step()
    })
  } finally {
    watched.IS_REACT_ACT_ENVIRONMENT = false
  }
}

const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''

function setValue(control: HTMLElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(control, value)
}

export async function drawPage(content: ReactNode): Promise<DrawnPage> {
  const root = document.createElement('div')
  document.body.append(root)
  const app = createRoot(root)
  const draw = (next: ReactNode) =>
    act(async () => {
      app.render(<I18nProvider i18n={i18n}>{next}</I18nProvider>)
    })
  await draw(content)

  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('button')]
  const find = (name: string) => buttons().find((button) => words(button).startsWith(name) || button.ariaLabel === name)
  const page: DrawnPage = {
    root,
    text: (within = document.body) => words(within),
    control<E extends HTMLElement>(label: string) {
      const found = [...document.querySelectorAll('label, .m-controls-label')].find((each) => words(each).includes(label))
      const id = found?.getAttribute('for') ?? found?.id.replace(/-label$/, '')
      const control =
        found?.querySelector('input') ?? (id ? document.getElementById(id) : undefined) ?? document.querySelector(`[aria-label="${label}"]`)
      if (!control) throw new Error(`No control named ${label}; the screen says: ${words(document.body)}`)
      return control as unknown as E
    },
    button(name) {
      const found = find(name)
      if (!found) throw new Error(`No button ${name}; there are: ${buttons().map(words).join(', ')}`)
      return found
    },
    hasButton: (name) => find(name) !== undefined,
    type: (control, text) =>
      act(async () => {
        setValue(control, text)
        control.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    choose: (select, optionName) =>
      act(async () => {
        const option = [...(select as HTMLSelectElement).options].find((each) => words(each).startsWith(optionName))
        if (!option) throw new Error(`No option ${optionName} in: ${words(select)}`)
        setValue(select, option.value)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    press: (element) => act(async () => (element as HTMLElement).click()),
    leave: (control) => act(async () => void control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
    async until(what) {
      for (let round = 0; round < 2500; round++) {
        const found = await what()
        if (found) return found
        await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))
      }
      throw new Error(`It did not come about; the screen says: ${words(document.body)}`)
    },
    draw,
    async remove() {
      await act(async () => app.unmount())
      root.remove()
    },
  }
  return page
}
