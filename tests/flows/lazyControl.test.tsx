import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { lazyControl } from '../../src/fields/lazyControl.ts'

const Box = ({ name }: { readonly name: string }) => <input name={name} />

/** Returns what the first render shows. */
async function firstRender(Control: ReturnType<typeof lazyControl<{ readonly name: string }>>): Promise<string> {
  const place = document.createElement('div')
  const root = createRoot(place)
  const shown: string[] = []
  new MutationObserver(() => shown.push(place.innerHTML)).observe(place, { childList: true, subtree: true })
  await act(async () =>
    root.render(
      <Suspense fallback="…">
        <Control name="a" />
      </Suspense>,
    ),
  )
  await act(async () => root.unmount())
  return shown[0] ?? ''
}

it('a control that is loaded before its first render is drawn without a place holder', async () => {
  const load = () => Promise.resolve({ default: Box })
  const [late, early] = [lazyControl(load), lazyControl(load)]
  await early.load()
  expect(await firstRender(early)).toContain('name="a"')
  expect(await firstRender(late)).toBe('…')
})
