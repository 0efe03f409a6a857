import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { goToNode } from '../reveal.ts'

type Drawn = Awaited<ReturnType<typeof drawForm>>
let drawn: Drawn | undefined
const { children: example } = JSON.parse(readFileSync('src/fields/pages/pages.form.json', 'utf8')) as { children: NodeSetting[] }

async function draw(children: readonly NodeSetting[] = example, options: Parameters<typeof drawForm>[1] = {}) {
  drawn = await drawForm(children, options)
  return drawn
}

// Lazy chunks in the product; here they are loaded in advance.
beforeAll(async () => void (await import('./PagedBody.tsx')))
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})

const pages = () => [...document.querySelectorAll<HTMLElement>('section[role=group]')].filter((page) => page.querySelector('h2'))
const open = () => pages().filter((page) => !page.hidden)
const heading = () => open().map((page) => page.querySelector('h2')?.textContent)

describe('a form on pages', () => {
  it('shows one page, how far the person is, and no Back on the first', async () => {
    const page = await draw()
    expect(heading()).toEqual(['Page 1 of 2 Boiler room'])
    expect(page.hasButton('Back')).toBe(false)
    expect(page.text()).not.toContain('Inspector')
  })

  it('stops at the first wrong field of the page, and complains about no other page', async () => {
    const page = await draw()
    await page.press(page.button('Next'))
    expect(heading()).toEqual(['Page 1 of 2 Boiler room'])
    expect(document.activeElement).toBe(page.control('Room'))
    expect(page.form.problems().map(({ label }) => label)).toEqual(['Room', 'Do you see a leak?'])
    expect(page.control('Room').getAttribute('aria-invalid')).toBe('true')
    expect(page.text(document.getElementById(page.control('Room').getAttribute('aria-describedby') ?? ''))).toBe('Room Required')
    expect(page.form.validating()).toBe(false)
  })

  it('turns a page when it is right; the heading of the new page has the focus', async () => {
    const page = await draw()
    await page.type(page.control('Room'), 'B1')
    await act(() => page.form.set('leaks', 'no'))
    await page.press(page.button('Next'))
    expect(heading()).toEqual(['Page 2 of 2 Sign'])
    expect(document.activeElement?.textContent).toBe('Page 2 of 2 Sign')
    expect(page.form.problems()).toEqual([])
    expect(page.hasButton('Next')).toBe(false)
    expect(page.text()).toContain('Send the check')
  })

  it('counts a page as soon as an answer shows it, and goes back without a check', async () => {
    const page = await draw()
    await page.type(page.control('Room'), 'B1')
    await act(() => page.form.set('leaks', 'yes'))
    expect(heading()).toEqual(['Page 1 of 3 Boiler room'])
    await page.press(page.button('Next'))
    expect(heading()).toEqual(['Page 2 of 3 Leak'])
    await page.press(page.button('Back'))
    expect(heading()).toEqual(['Page 1 of 3 Boiler room'])
    expect(page.form.problems()).toEqual([])
    expect(document.activeElement?.textContent).toBe('Page 1 of 3 Boiler room')
  })

  it('opens the page of a field that something leads to', async () => {
    const page = await draw()
    const [problem] = page.form.validate().filter(({ label }) => label === 'Inspector')
    if (!problem) throw new Error('Inspector is required')
    await act(() => goToNode(page.form, problem.node))
    expect(heading()).toEqual(['Page 2 of 2 Sign'])
    expect(document.activeElement).toBe(page.control('Inspector'))
  })

  it('shows all pages to people who only read, and on paper', async () => {
    const page = await draw(example, { readOnly: true, model: { room: 'B1', leaks: 'yes', place: 'Valve' } })
    expect([...document.querySelectorAll('h2')].map((one) => one.textContent)).toEqual(['Boiler room', 'Leak', 'Sign'])
    expect(page.text()).not.toContain('Next')
    await page.remove()
    await draw()
    await act(() => void dispatchEvent(new Event('beforeprint')))
    expect(pages().map((one) => one.querySelector('h2')?.textContent)).toEqual(['Page 1 of 2 Boiler room', 'Page 2 of 2 Sign'])
  })

  it('keeps the save button when an answer hides the last page', async () => {
    const last = (visible: string): NodeSetting[] => [
      { type: 'group', label: 'One', style: 'page', children: [{ type: 'toggle', attribute: 'more', label: 'More' }] },
      { type: 'group', label: 'Two', style: 'page', children: [{ type: 'text', attribute: 'two', label: 'Second' }] },
      { type: 'group', label: 'Three', style: 'page', visible, children: [{ type: 'text', attribute: 'three', label: 'Third' }] },
      { type: 'save', label: 'Send' },
    ]
    const page = await draw(last('more'))
    await page.press(page.button('Next'))
    expect(heading()).toEqual(['Page 2 of 2 Two'])
    expect(page.text()).toContain('Send')
  })

  it('draws one page alone as a section', async () => {
    const page = await draw(example.slice(0, 1))
    expect(page.text()).not.toContain('Page 1')
    expect(page.text()).toContain('Boiler room')
  })
})
