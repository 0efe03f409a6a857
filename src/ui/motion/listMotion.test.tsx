import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Animations that run until the test ends them. */
let running: { element: HTMLElement; frames: Record<string, unknown>; end: () => void }[] = []

vi.mock('framer-motion/dom/mini', () => ({
  animate: (element: HTMLElement, frames: Record<string, unknown>) => ({
    finished: new Promise<void>((end) => running.push({ element, frames, end })),
  }),
}))

let root: ReturnType<typeof createRoot>
let place: HTMLElement

beforeEach(() => {
  vi.resetModules()
  running = []
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  // jsdom has no Web Animations.
  HTMLElement.prototype.animate = vi.fn()
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  vi.doUnmock('./moveRow.ts')
})

/** Renders a list of these rows, each 40 pixels high; returns a function that renders other ones. */
async function listOf(names: readonly string[]): Promise<(names: readonly string[]) => void> {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 40
  })
  const { useListMotion } = await import('./useListMotion.ts')
  function List({ rows }: { readonly rows: readonly string[] }) {
    const list = useRef<HTMLUListElement>(null)
    useListMotion(list)
    return (
      <ul ref={list}>
        {rows.map((name) => (
          <li key={name} id={name} data-leaves="right">
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
    )
  }
  const show = (rows: readonly string[]) => act(() => root.render(<List rows={rows} />))
  show(names)
  await act(async () => void (await import('./moveRow.ts').catch(() => undefined)))
  return show
}

const rows = () => [...place.querySelectorAll('li:not([inert])')].map(({ textContent }) => textContent)
const copies = () => [...place.querySelectorAll<HTMLElement>('li[inert]')]

it('a row that leaves fades to its side, and the rows below move up to their places', async () => {
  const show = await listOf(['Ana', 'Ben', 'Cem'])
  show(['Ana', 'Cem'])
  expect(rows()).toEqual(['Ana', 'Cem'])
  const [copy] = copies()
  expect([copy?.textContent, copy?.style.position, copy?.style.top]).toEqual(['Ben', 'absolute', '40px'])
  expect(running.map(({ element, frames }) => [element.textContent, frames['transform']])).toEqual([
    ['Ben', ['none', 'translateX(0.75rem)']],
    ['Cem', ['translateY(40px)', 'none']],
  ])
  await act(async () => running[0]?.end())
  expect(copies()).toEqual([])
})

it('the copy of a row takes no focus, is not read out and has no id', async () => {
  const show = await listOf(['Ana', 'Ben'])
  const ana = place.querySelector<HTMLElement>('#Ana button')
  ana?.focus()
  show(['Ana'])
  expect(document.activeElement).toBe(ana)
  const [copy] = copies()
  expect([copy?.hasAttribute('inert'), copy?.getAttribute('aria-hidden'), copy?.id]).toEqual([true, 'true', ''])
})

it('a row that was taken back comes in again', async () => {
  const show = await listOf(['Ana', 'Ben'])
  show(['Ana'])
  running = []
  show(['Ana', 'Ben'])
  expect(running.map(({ element, frames }) => [element.textContent, frames])).toEqual([['Ben', { opacity: [0, 1] }]])
})

it('nothing moves for a person who prefers reduced motion', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  const show = await listOf(['Ana', 'Ben'])
  show(['Ben'])
  expect([rows(), copies(), running]).toEqual([['Ben'], [], []])
})

it('without the animation code the list works, and rows leave at once', async () => {
  vi.doMock('./moveRow.ts', () => {
    throw new Error('The chunk is missing.')
  })
  const show = await listOf(['Ana', 'Ben'])
  show(['Ben'])
  expect([rows(), copies(), running]).toEqual([['Ben'], [], []])
})

it('rows leave at once where the browser has no Web Animations', async () => {
  const show = await listOf(['Ana', 'Ben'])
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  show(['Ben'])
  expect([rows(), copies(), running]).toEqual([['Ben'], [], []])
})

it('a list of hundreds of rows does not move', async () => {
  const many = Array.from({ length: 200 }, (_, n) => `row ${n}`)
  const show = await listOf(many)
  show(many.slice(1))
  expect([copies(), running]).toEqual([[], []])
})
