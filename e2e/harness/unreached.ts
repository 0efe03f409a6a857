import type { Page } from '@playwright/test'

/** Marks every control that a person can reach, again at each call, and returns how many there are. A radio group is one stop. */
const markControls = (page: Page): Promise<number> =>
  page.evaluate(() => {
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
  })

/** Presses Tab through the whole page and returns the controls that it does not reach. */
export async function unreached(page: Page): Promise<string[]> {
  const count = await markControls(page)
  await page.evaluate(() => {
    const { body } = document
    body.tabIndex = -1
    body.focus()
    body.removeAttribute('tabindex')
    document.addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
  })
  const session = await page.context().newCDPSession(page)
  const press = () => session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 })
  // Without a wait for each: hundreds of answers would take most of the time.
  await Promise.all(Array.from({ length: count + 5 }, press))
  await session.detach()
  return await page.evaluate(() => {
    const reached = new Set([...document.querySelectorAll('[data-reached]')].map((part) => part.getAttribute('data-stop')))
    return [...document.querySelectorAll('[data-stop]')]
      .filter((part) => !reached.has(part.getAttribute('data-stop')))
      .map((part) => part.outerHTML.slice(0, 140))
  })
}
