import { type RefObject, useLayoutEffect, useRef } from 'react'

const focusable = 'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The controls in `around` that can take the place of `gone`: removers first, and what follows before what precedes. */
function substitutes(around: Element, gone: Element): HTMLElement[] {
  const found = [...around.querySelectorAll<HTMLElement>(focusable)].filter((one) => one !== gone)
  const follows = (one: Element) => (gone.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const near = [...found.filter(follows), ...found.filter((one) => !follows(one)).reverse()]
  return [...near.filter((one) => one.matches('[data-remove]')), ...near.filter((one) => !one.matches('[data-remove]'))]
}

/**
 * Keeps the focus in a list when the row of this button is removed: the next row has it then, else the row before,
 * else the control that adds rows. Without it a person with a keyboard starts at the top of the page again.
 */
export function useFocusAfterRemoval(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (!own || document.activeElement !== own) return
      const levels: HTMLElement[][] = []
      for (let around = own.parentElement; around && around !== document.body; around = around.parentElement)
        levels.push(substitutes(around, own))
      // React removes the row right after this.
      queueMicrotask(() =>
        levels
          .flat()
          .find((one) => one.isConnected)
          ?.focus(),
      )
    }
  }, [])
  return button
}
