import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageTurn } from '../../engine/PageHost.ts'
import { useMemo, useState } from 'react'
import { useBackGuard } from './useBackGuard.ts'

let drawn: DrawnPage
let leave: () => void
/** jsdom has no layout. */
vi.stubGlobal('scrollTo', () => undefined)
const ask = vi.fn<() => Promise<boolean>>()

afterEach(async () => {
  await drawn.remove()
  leave()
  ask.mockReset()
  pages = undefined
})

/** Undefined: a form with changes and without pages. */
let pages: { first: number; dirty: boolean } | undefined

function Form() {
  const [page, setPage] = useState(pages?.first ?? 0)
  const turn: PageTurn | undefined = useMemo(() => pages && { page, back: page > 0 ? () => setPage(page - 1) : undefined }, [page])
  useBackGuard(pages?.dirty ?? true, ask, turn)
  return (
    <p>
      {pages ? `form, page ${page}` : 'form'}
      <button type="button" onClick={() => setPage(page + 1)}>
        Next
      </button>
    </p>
  )
}

/** Opens a form with changes at this address, as the newest page of the tab. */
async function openForm(address: string) {
  history.pushState(null, '', address)
  await draw()
}

async function draw() {
  const root = createRootRoute({ component: Outlet })
  const routes = ['/', '/tasks', '/form'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path === '/form' ? Form : () => <p>{path}</p> }),
  )
  const router = createRouter({ routeTree: root.addChildren(routes) })
  leave = () => router.history.destroy()
  await router.load()
  drawn = await drawPage(<RouterProvider router={router as never} />)
  await drawn.until(() => drawn.text().includes('form'))
}

const back = () => act(() => history.back())
const shown = (text: string) => drawn.until(() => drawn.text().includes(text))

it('Back from a form that is the first page of its tab leads to the home page', async () => {
  // The window of the tests has one entry until here.
  expect(history.length).toBe(1)
  history.replaceState(null, '', '/form')
  await draw()
  await vi.waitFor(() => expect(history.length).toBe(2))
  ask.mockResolvedValue(true)
  await back()
  await shown('/')
  expect([location.pathname, ask.mock.calls.length]).toEqual(['/', 1])
})

it('Back from a form leads to the page before it, with one question', async () => {
  history.pushState(null, '', '/tasks')
  await openForm('/form')
  ask.mockResolvedValue(true)
  await back()
  await shown('/tasks')
  expect([location.pathname, ask.mock.calls.length]).toEqual(['/tasks', 1])
})

it('a refused Back stays on the form, and the next one asks again', async () => {
  await openForm('/form')
  ask.mockResolvedValueOnce(false)
  await back()
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(history.state).toMatchObject({ guard: true }))
  expect(drawn.text()).toContain('form')
  ask.mockResolvedValueOnce(true)
  await back()
  await vi.waitFor(() => expect(location.pathname).not.toBe('/form'))
  expect(ask).toHaveBeenCalledTimes(2)
})

it('a reload keeps the second entry of a form', async () => {
  await openForm('/form')
  await vi.waitFor(() => expect(history.state).toMatchObject({ guard: true }))
  const { length } = history
  await drawn.remove()
  leave()
  await draw()
  await act(() => Promise.resolve())
  expect([history.length, history.state]).toMatchObject([length, { guard: true }])
})

it('Back shows the pages before one by one, and then leaves a form without changes at once', async () => {
  pages = { first: 0, dirty: false }
  history.pushState(null, '', '/tasks')
  await openForm('/form')
  await drawn.press(drawn.button('Next'))
  await drawn.press(drawn.button('Next'))
  await vi.waitFor(() => expect(history.state).toMatchObject({ guard: true, formPage: 2 }))
  const { length } = history
  for (const page of [1, 0]) {
    await back()
    await shown(`page ${page}`)
    await vi.waitFor(() => expect(history.state).toMatchObject({ guard: true, formPage: page }))
  }
  expect([location.pathname, history.length]).toEqual(['/form', length])
  await back()
  await shown('/tasks')
  expect([location.pathname, ask.mock.calls.length]).toEqual(['/tasks', 0])
})

it('Back from the first page of a form with changes asks', async () => {
  pages = { first: 1, dirty: true }
  history.pushState(null, '', '/tasks')
  await openForm('/form')
  await back()
  await shown('page 0')
  expect(ask).not.toHaveBeenCalled()
  ask.mockResolvedValue(true)
  await vi.waitFor(() => expect(history.state).toMatchObject({ guard: true }))
  await back()
  await shown('/tasks')
  expect(ask).toHaveBeenCalledTimes(1)
})

it('Back closes a dialog before it turns a page', async () => {
  pages = { first: 1, dirty: true }
  await openForm('/form')
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  dialog.addEventListener('cancel', () => dialog.remove())
  document.body.append(dialog)
  await back()
  await vi.waitFor(() => expect(dialog.isConnected).toBe(false))
  await vi.waitFor(() => expect(history.state).toMatchObject({ guard: true }))
  expect(drawn.text()).toContain('page 1')
})
