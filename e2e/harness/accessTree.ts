import type { Page } from '@playwright/test'

/** A node of the browser's accessibility tree: what a screen reader gets. */
export interface AccessNode {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly invalid: boolean
  /** What a live region says is read out: `polite` or `assertive`. */
  readonly live: string
}

/** All nodes that assistive technology sees, in the order of the page. */
export async function accessTree(page: Page): Promise<AccessNode[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => {
      const value = (key: string) => properties.find((one) => one.name === key)?.value.value as unknown
      const invalid = value('invalid')
      return {
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        description: String(description?.value ?? ''),
        required: value('required') === true,
        invalid: invalid !== undefined && invalid !== 'false',
        live: String(value('live') ?? ''),
      }
    })
}

const controls = new Set(
  'button link textbox searchbox combobox checkbox radio switch slider spinbutton tab menuitem option listbox radiogroup'.split(' '),
)
/** A person tells parts of these roles apart by their names alone. */
const parts = new Set('navigation region dialog alertdialog image table grid'.split(' '))

/** What a screen reader says of the page without a name, and landmarks of one role and name. */
export async function nameless(page: Page): Promise<string[]> {
  const tree = await accessTree(page)
  const bare = tree.filter(({ role, name }) => (controls.has(role) || parts.has(role)) && name.trim() === '').map(({ role }) => role)
  const marks = tree
    .filter(({ role }) => role === 'navigation' || role === 'main' || role === 'banner')
    .map(({ role, name }) => `${role} ${name}`)
  return [...bare, ...marks.filter((mark, at) => marks.indexOf(mark) !== at)]
}

/** The live regions of the page, empty ones too: `status polite`. */
export const liveRegions = async (page: Page): Promise<string[]> =>
  (await accessTree(page)).filter(({ live }) => live !== '' && live !== 'off').map(({ role, live }) => `${role} ${live}`)

/** The element with the focus, in short: its role or tag, and its text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement
    const words = active?.getAttribute('aria-label') ?? active?.textContent ?? ''
    return `${active?.tagName.toLowerCase()} ${words.trim().slice(0, 60)}`
  })

/**
 * Records everything that live regions of the page say from now on; `told` in the page. An alert also speaks when it is
 * added with its text; other regions have to be there before.
 */
export const recordAnnouncements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    const region = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    new MutationObserver((changes) => {
      const say = (words = '') => {
        if (words !== '' && told.at(-1) !== words) told.push(words)
      }
      for (const { target, addedNodes } of changes) {
        const part = target instanceof Element ? target : target.parentElement
        say(part?.closest(region)?.textContent?.trim())
        for (const added of addedNodes)
          if (added instanceof Element)
            for (const alert of [added, ...added.querySelectorAll('*')])
              if (alert.getAttribute('role') === 'alert') say(alert.textContent?.trim())
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

export const announced = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
