import { act, useRef } from 'react'
import { createPortal } from 'react-dom'
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
  // jsdom has neither Web Animations nor popovers.
  HTMLElement.prototype.animate = vi.fn()
  HTMLElement.prototype.showPopover = vi.fn()
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  vi.doUnmock('./closeDialog.ts')
})

/** Opens a dialog from a button; returns a function that closes it. */
async function openDialog(content = <input id="name" name="name" aria-label="Name" defaultValue="Ana" />) {
  const { Dialog } = await import('../overlays/Dialog.tsx')
  const screen = (open: boolean) => (
    <>
      <button type="button">Open</button>
      {open && (
        <Dialog open title="Crew" onClose={() => undefined}>
          {content}
        </Dialog>
      )}
    </>
  )
  act(() => root.render(screen(false)))
  place.querySelector('button')?.focus()
  act(() => root.render(screen(true)))
  await act(async () => void (await import('./closeDialog.ts').catch(() => undefined)))
  return () => act(async () => root.render(screen(false)))
}

const pictures = () => [...document.querySelectorAll<HTMLElement>('[data-leaving]')]

it('a closed dialog leaves as a picture of what the person saw', async () => {
  const close = await openDialog()
  const input = place.querySelector('input')
  await close()
  expect(document.querySelector('dialog')).toBe(null)
  const [picture] = pictures()
  expect(picture?.querySelector('input')).toBe(input)
  expect(running.map(({ element, frames }) => [element, frames['opacity']])).toEqual([[picture, [1, 0]]])
  await act(async () => running[0]?.end())
  expect(pictures()).toEqual([])
})

it('the picture takes no press and no focus, is not read out, and has no id, name and label', async () => {
  const close = await openDialog()
  await close()
  const [picture] = pictures()
  const input = picture?.querySelector('input')
  expect([picture?.hasAttribute('inert'), picture?.getAttribute('aria-hidden'), picture?.style.pointerEvents]).toEqual([
    true,
    'true',
    'none',
  ])
  expect(['id', 'name', 'aria-label'].map((name) => input?.getAttribute(name))).toEqual([null, null, null])
  expect(document.activeElement?.textContent).toBe('Open')
})

it('a dialog that opens in a dialog leaves alone', async () => {
  const { Dialog } = await import('../overlays/Dialog.tsx')
  const close = await openDialog(
    <Dialog open title="Sure?" onClose={() => undefined}>
      Yes
    </Dialog>,
  )
  await close()
  expect(pictures().map(({ textContent }) => textContent)).toEqual(['Crew', 'Sure?Yes'])
})

it('the list of messages stays where React removes it', async () => {
  const close = await openDialog()
  const dialog = document.querySelector('dialog')
  if (!dialog) throw new Error('no dialog')
  const aside = document.createElement('div')
  const messages = createRoot(aside)
  act(() => messages.render(createPortal(<p data-toasts>Saved</p>, dialog)))
  await close()
  expect(pictures().map(({ textContent }) => textContent)).toEqual(['Crew'])
  act(() => messages.render(null))
  expect(dialog.textContent).toBe('')
})

it('a dialog with a frame or a film closes at once, because both would start again', async () => {
  const close = await openDialog(<iframe title="Sub-form" />)
  await close()
  expect(pictures()).toEqual([])
})

it('nothing moves for a person who prefers reduced motion', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  const close = await openDialog()
  await close()
  expect([document.querySelector('dialog'), pictures(), running]).toEqual([null, [], []])
})

it('without the animation code a dialog closes at once', async () => {
  vi.doMock('./closeDialog.ts', () => {
    throw new Error('The chunk is missing.')
  })
  const close = await openDialog()
  await close()
  expect([document.querySelector('dialog'), pictures()]).toEqual([null, []])
})

it('a step comes from the side of its direction, and not at the start', async () => {
  const { useStepMotion } = await import('./useStepMotion.ts')
  function Wizard({ step }: { readonly step: number }) {
    const content = useRef<HTMLElement>(null)
    useStepMotion(content, step)
    return <section ref={content}>{step}</section>
  }
  act(() => root.render(<Wizard step={1} />))
  await act(async () => void (await import('./moveStep.ts')))
  act(() => root.render(<Wizard key="opened again" step={1} />))
  expect(running).toEqual([])
  for (const step of [2, 2, 1]) act(() => root.render(<Wizard key="opened again" step={step} />))
  expect(running.map(({ frames }) => frames['transform'])).toEqual([
    ['translateX(0.75rem)', 'none'],
    ['translateX(-0.75rem)', 'none'],
  ])
})
