import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/** Longer than the guard waits for the app, ms. */
const aWhile = 10_000

const add = (place: Element, name: string, attributes: Readonly<Record<string, string>> = {}) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  place.append(element)
  return element
}

/** The browser could not load the file of this element. */
function fail(element: Element) {
  element.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(aWhile)
}

const message = () => document.querySelector('[role=alert]')?.textContent ?? ''

/** Without the app, which a script here can not import. */
const startGuard = () => void runInThisContext(readFileSync('public/guard.js', 'utf8').replace('import(app)', '0'))

beforeAll(() => {
  vi.useFakeTimers()
  add(add(document.body, 'div', { id: 'root' }), 'div', { class: 'boot' })
  // The element of the guard itself, without the addresses that a build adds.
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  startGuard()
})

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('a picture that does not load does not end a slow start', () => {
  fail(add(document.body, 'img'))
  expect(message()).toBe('')
})

it('a script that does not load ends the start with a way to what was not sent', () => {
  fail(add(document.head, 'script'))
  expect(message()).toContain('See what was not sent')
})

it('the scripts before the app are read by browsers that are too old for the app', () => {
  for (const name of ['guard', 'start']) expect(readFileSync(`public/${name}.js`, 'utf8')).not.toMatch(/\?\.|\?\?/)
})

/** A form with one question on the first screen and one below it. */
const parts = [
  ['section', {}, ['input', { id: 'f1-place' }]],
  ['section', {}, 464, ['label', {}, 'Weather'], ['section', {}, 90, ['input', { id: 'f1-weather' }]]],
  ['div', { role: 'status' }],
]

type Seen = (parts: readonly { readonly isIntersecting: boolean }[]) => void
/** Called with what of the observed elements is in the window. */
let see: Seen = () => undefined
class Observer {
  constructor(seen: Seen) {
    see = seen
  }
  observe = () => undefined
}

const talk = '/frontend/forms/talk'

/** `address`: of the kept form; `at`: where the person starts. */
function keepForm(address: string, at: string, app?: string) {
  history.replaceState(null, '', at)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} }, languages: ['en'], language: 'en' })
  const state = JSON.stringify([app, ...Array.from({ length: 7 }, () => null), ['en'], false])
  const kept = { state, title: 'Talk', html: { lang: 'en' }, words: ['Ready in a moment'], files: ['/assets/form.js'], parts }
  localStorage.setItem(`muster:drawn:${address}`, JSON.stringify(kept))
}

/** Starts with the kept form. `app`: with the files of a built app. `ids`: those of its controls that are built. */
function begin({ address = talk, at = address, app }: { address?: string; at?: string; app?: string } = {}) {
  document.body.replaceChildren()
  const root = add(document.body, 'div', { id: 'root' }) as HTMLElement & { draw?: () => void }
  add(root, 'div', { class: 'boot' })
  keepForm(address, at, app)
  const { dataset } = document.currentScript as HTMLScriptElement
  if (app) Object.assign(dataset, { app, form: `${app} /assets/form.js` })
  else delete dataset['app']
  startGuard()
  const drawn = () => document.getElementById('drawn')
  return { root, drawn, ids: (page = drawn()) => [...(page?.querySelectorAll('input') ?? [])].map(({ id }) => id) }
}

it('of a drawn form only the first screen is built before a person goes on, and nothing is painted before it', () => {
  const { root, drawn, ids } = begin()
  expect([root.hidden, document.title]).toEqual([true, 'Talk'])
  root.draw?.()
  const page = drawn()
  const below = page?.querySelectorAll('section')[1]
  expect([root.hidden, root.isConnected, ids(), below?.style.minHeight]).toEqual([false, false, ['f1-place'], '464px'])
  for (const type of ['pointerdown', 'keydown']) page?.dispatchEvent(new Event(type, { bubbles: true }))
  expect([ids(), below?.style.minHeight, below?.textContent?.trim()]).toEqual([['f1-place', 'f1-weather'], '', 'Weather'])
})

it('the rest of a drawn form is built when it comes into the window, as in one that is larger now', () => {
  const { root, ids } = begin()
  root.draw?.()
  see([{ isIntersecting: false }])
  const before = ids()
  see([{ isIntersecting: false }, { isIntersecting: true }])
  expect([before, ids()]).toEqual([['f1-place'], ['f1-place', 'f1-weather']])
})

it('the rest of a drawn form is built at a slow start, and not when the app is in its place', () => {
  const slow = begin()
  slow.root.draw?.()
  vi.advanceTimersByTime(aWhile)
  expect(slow.ids()).toEqual(['f1-place', 'f1-weather'])
  const quick = begin()
  quick.root.draw?.()
  const page = quick.drawn()
  page?.replaceWith(quick.root)
  vi.advanceTimersByTime(aWhile)
  expect(quick.ids(page)).toEqual(['f1-place'])
})

it('a person who prints at a slow start has the whole form on paper', () => {
  const { root, ids } = begin()
  root.draw?.()
  window.dispatchEvent(new Event('beforeprint'))
  expect(ids()).toEqual(['f1-place', 'f1-weather'])
})

it('a form that cannot be drawn gives its place back, and the app starts at once', () => {
  const { root, drawn } = begin({ app: '/assets/app.js' })
  vi.stubGlobal('IntersectionObserver', undefined)
  expect(root.draw?.()).toBeFalsy()
  expect([root.isConnected, root.hidden, drawn()]).toEqual([true, false, null])
  const files = [...document.head.querySelectorAll('link[href$=".js"]')].map((link) => link.getAttribute('href'))
  expect(files).toEqual(['/assets/app.js', '/assets/form.js'])
})

it('the start page shows the kept page that it leads to, at the address of that page', () => {
  localStorage.setItem('muster:drawn:/', JSON.stringify({ to: '/frontend/tasks/ana' }))
  begin({ address: '/frontend/tasks/ana', at: '/' }).root.draw?.()
  expect([location.pathname, document.getElementById('drawn')?.isConnected]).toEqual(['/frontend/tasks/ana', true])
  // Not if that page is of another person, or is not kept any more.
  begin({ address: '/frontend/tasks/ana', at: '/' })
  for (const change of [
    () => localStorage.setItem('muster:owner', 'u:bo'),
    () => localStorage.removeItem('muster:drawn:/frontend/tasks/ana'),
  ]) {
    history.replaceState(null, '', '/')
    change()
    document.body.replaceChildren()
    const root = add(document.body, 'div', { id: 'root' })
    startGuard()
    expect([location.pathname, 'draw' in root]).toEqual(['/', false])
  }
})
