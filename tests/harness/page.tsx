import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act as reactAct, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** What a person does on a screen, by the words that they read there. */
export interface DrawnPage {
  readonly root: HTMLElement
  /** All words on the screen, or of one part of it. */
  text(within?: Element | null): string
  /** The control that a label names (a part of its words is enough). */
  control<E extends HTMLElement = HTMLInputElement>(label: string): E
  button(name: string): HTMLButtonElement
  hasButton(name: string): boolean
  /** Types into a control, one change as the browser tells it. */
  type(control: HTMLElement, text: string): Promise<void>
  choose(select: HTMLElement, optionName: string): Promise<void>
  press(element: Element): Promise<void>
  leave(control: HTMLElement): Promise<void>
  /** Waits until something is so; fails with what the screen says instead. */
  until<T>(what: () => T | undefined | null | false | Promise<T | undefined | null | false>): Promise<T>
  draw(next: ReactNode): Promise<void>
  remove(): Promise<void>
}

/** What the store tells between two steps of a test is no fault, so only the steps themselves are watched. */
const watched = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
watched.IS_REACT_ACT_ENVIRONMENT = false

/** jsdom lays nothing out. Tests see by the mark what was scrolled to. */
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  this.setAttribute('data-scrolled', '')
}

/** Does something that changes the screen, and waits until it is drawn. */
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
      const found = [...document.querySelectorAll('label, .m-label')].find((each) => words(each).includes(label))
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
