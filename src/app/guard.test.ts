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

beforeAll(() => {
  vi.useFakeTimers()
  add(add(document.body, 'div', { id: 'root' }), 'div', { class: 'boot' })
  // The element of the guard itself, without the addresses that a build adds.
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  runInThisContext(readFileSync('public/guard.js', 'utf8'))
})

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
