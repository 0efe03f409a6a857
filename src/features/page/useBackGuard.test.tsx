import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
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
})

function Form() {
  useBackGuard(true, ask)
  return <p>form</p>
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
  expect(drawn.text()).toBe('form')
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
