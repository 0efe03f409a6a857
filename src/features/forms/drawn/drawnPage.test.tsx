import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { freshDevice } from '../../../../tests/harness/device.tsx'
import { drawForm as drawWhole } from '../../../../tests/harness/drawForm.tsx'
import { act } from '../../../../tests/harness/page.tsx'
import { screenRoutes } from '../../../../tests/harness/screenRoutes.tsx'
import { setOwner } from '../../../store/identity/getOwner.ts'
import { getStore } from '../../../store/db/store.ts'
import { setShared } from '../../../store/encryption/sharedDevice.ts'
import { setPreference } from '../../../store/preferences/preferences.ts'
import { drawnPrefix, forgetDrawn, forgetTasks } from '../../../store/session/forgetDrawn.ts'
import { PhoneInput } from '../../../fields/mobile/PhoneInput.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { Session } from '../openForm.ts'
import { type DrawnPage, followForm, followTasks, replaceDrawn } from './drawnPage.tsx'
import * as fields from '../../../fields/fields.module.css'
import * as styles from '../forms.module.css'

const session = { path: 'forms/talk/:new', isNew: false, data: { formVersion: '1' } } as unknown as Session
const kept = { path: session.path, version: '1', words: ['Wait', 'Check:', 'No longer fit:', 'Close', 'Not in the form:'] }

let leave: (() => void) | undefined
const roots: Root[] = []

function render(place: HTMLElement, content: ReactNode) {
  const root = createRoot(place)
  roots.push(root)
  return act(() => root.render(content))
}

const draw = (place: HTMLElement, content: ReactNode) =>
  render(
    place,
    <I18nProvider i18n={i18n}>
      <form className={styles.screen}>{content}</form>
    </I18nProvider>,
  )

/** Draws a form and types into it. Returns the drawn page, and the root of the app. */
async function drawForm(drawn: ReactNode, typed: Readonly<Record<string, string>>): Promise<{ page: DrawnPage; root: HTMLElement }> {
  const root = document.createElement('div')
  const page = Object.assign(document.createElement('div'), { id: 'drawn', kept, root }) as Element as DrawnPage
  document.body.append(page)
  await draw(page, drawn)
  for (const [id, text] of Object.entries(typed)) (page.querySelector(`#${id}`) as HTMLInputElement).value = text
  return { page, root }
}

/**
 * Draws a form, types into it, starts the app beside it, and puts the app in its place. Returns the root of the app. The
 * field with the id `focused` has the caret at its end.
 */
async function start(drawn: ReactNode, typed: Readonly<Record<string, string>>, app: ReactNode, focused?: string): Promise<HTMLElement> {
  const { page, root } = await drawForm(drawn, typed)
  if (focused) page.querySelector<HTMLInputElement>(`#${focused}`)?.focus()
  leave = followForm(session)
  await draw(root, app)
  await replaceDrawn()
  return root
}

const valueOf = (root: HTMLElement, id: string) => root.querySelector<HTMLInputElement>(`#${id}`)?.value
const message = () => document.querySelector('[role=alert]')?.textContent ?? ''

beforeEach(() => {
  for (const name of ['scrollTo', 'scrollBy']) vi.stubGlobal(name, () => undefined)
})

afterEach(async () => {
  leave?.()
  leave = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await act(() => {
    for (const root of roots.splice(0)) root.unmount()
  })
  document.body.replaceChildren()
})

it('a comment is in its own row, though all rows have a question of this name', async () => {
  const rows = (first: number) => [0, 1, 2].map((row) => <textarea key={row} id={`f${first + row}-comment`} defaultValue="" />)
  const root = await start(rows(2), { 'f3-comment': 'Loose board' }, rows(7))
  expect([7, 8, 9].map((row) => valueOf(root, `f${row}-comment`))).toEqual(['', 'Loose board', ''])
  expect(message()).toBe('')
})

const people = [['0', 'Ana Diaz'] as const, ['1', 'Ana Diaz'] as const, ['2', 'Bo Lee'] as const]
const optionsOf = (all: typeof people) =>
  all.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

/** As in a large form: the options are rendered when the list gets the focus. */
function LongList() {
  const [isFull, setFull] = useState(false)
  const [value, setValue] = useState('')
  return (
    <select id="f1-person" value={value} onFocus={() => setFull(true)} onChange={({ target }) => setValue(target.value)}>
      <option value="">Choose…</option>
      {isFull ? optionsOf(people) : null}
    </select>
  )
}

it('a list that has not rendered its options takes the chosen one of two with the same name', async () => {
  const drawn = (
    <select id="f1-person" defaultValue="">
      <option value="">Choose…</option>
      {optionsOf(people)}
    </select>
  )
  const root = await start(drawn, { 'f1-person': '1' }, <LongList />)
  await vi.waitFor(() => expect(valueOf(root, 'f1-person')).toBe('1'))
  expect(message()).toBe('')
})

/** The first answer fills in the second one. */
function Filled() {
  const [kind, setKind] = useState('')
  const [place, setPlace] = useState('')
  const choose = (text: string) => {
    setKind(text)
    setPlace('Everywhere')
  }
  return (
    <>
      <input id="f1-kind" value={kind} onChange={({ target }) => choose(target.value)} />
      <input id="f1-place" value={place} onChange={({ target }) => setPlace(target.value)} />
    </>
  )
}

it('an answer that was typed is not replaced by one that another answer fills in', async () => {
  const drawn = (
    <>
      <input id="f1-kind" defaultValue="" />
      <input id="f1-place" defaultValue="" />
    </>
  )
  const root = await start(drawn, { 'f1-kind': 'Slip', 'f1-place': 'Gate 2' }, <Filled />)
  await vi.waitFor(() => expect([valueOf(root, 'f1-kind'), valueOf(root, 'f1-place')]).toEqual(['Slip', 'Gate 2']))
  expect(message()).toBe('')
})

function Phone() {
  const [number, setNumber] = useState('')
  return <PhoneInput id="f1-mobile" value={number} onChange={setNumber} />
}

it('the caret is after the last digit of a telephone number that the app formats', async () => {
  const drawn = <input id="f1-mobile" type="tel" defaultValue="" />
  const root = await start(drawn, { 'f1-mobile': '21255' }, <Phone />, 'f1-mobile')
  const input = root.querySelector<HTMLInputElement>('#f1-mobile')
  await vi.waitFor(() => expect(input?.value).toBe('(212) 55'))
  expect(document.activeElement).toBe(input)
  expect(input?.selectionStart).toBe('(212) 55'.length)
})

it('an answer beside a draft is shown until another person signs in, and does not say that the form has changed', async () => {
  await setOwner('u:ana')
  const field = (text: string) => <input id="f1-note" defaultValue={text} />
  const root = await start(field(''), { 'f1-note': 'Gate 2' }, field('Of the draft'))
  await vi.waitFor(() => expect(message()).toContain('Gate 2'))
  expect(message()).toContain('Not in the form:')
  expect(valueOf(root, 'f1-note')).toBe('Of the draft')
  await setOwner('u:bo')
  expect(message()).toBe('')
})

it('a dialog that the app opens before it is in the document is modal after it', async () => {
  const { prototype } = HTMLDialogElement
  const { showModal } = prototype
  const places: boolean[] = []
  prototype.showModal = function show(this: HTMLDialogElement) {
    places.push(this.isConnected)
    this.setAttribute('open', '')
  }
  try {
    const app = (
      <Dialog open title="Please sign in again" onClose={() => undefined}>
        Your login has expired.
      </Dialog>
    )
    const root = await start(<input id="f1-note" defaultValue="" />, {}, app)
    expect(places).toEqual([true])
    expect(root.querySelector('dialog')?.open).toBe(true)
  } finally {
    prototype.showModal = showModal
  }
})

const note = <input id="f1-note" defaultValue="" />

it('an untouched form is replaced when the app has drawn its own', async () => {
  const opened = { ...session }
  const { page, root } = await drawForm(note, {})
  await draw(root, note)
  vi.useFakeTimers()
  const replaced = replaceDrawn()
  page.offer?.(opened)
  await vi.advanceTimersByTimeAsync(0)
  expect([page.isConnected, root.isConnected]).toEqual([false, true])
  await replaced
  leave = followForm(opened)
})

it('a form that is being pressed is replaced after the click', async () => {
  const opened = { ...session }
  const { page, root } = await drawForm(note, {})
  await draw(root, note)
  vi.useFakeTimers()
  const replaced = replaceDrawn()
  page.querySelector('input')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  page.offer?.(opened)
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.isConnected).toBe(true)
  page.querySelector('input')?.dispatchEvent(new Event('pointerup', { bubbles: true }))
  // A touch screen sends the click a moment later.
  await vi.advanceTimersByTimeAsync(50)
  expect(page.isConnected).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(page.isConnected).toBe(false)
  await replaced
  leave = followForm(opened)
})

it('a form with an answer is replaced when the fields of the app follow their form', async () => {
  const opened = { ...session }
  const { page, root } = await drawForm(note, { 'f1-note': 'Gate 2' })
  await draw(root, note)
  vi.useFakeTimers()
  const replaced = replaceDrawn()
  page.offer?.(opened)
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.isConnected).toBe(true)
  leave = followForm(opened)
  await replaced
  expect([page.isConnected, valueOf(root, 'f1-note')]).toEqual([false, 'Gate 2'])
})

it('a form in which a person has gone on is replaced when the app has rendered it as far', async () => {
  const opened = { ...session }
  const rest = <div className={fields.rest} />
  for (const [scrolled, focused, isThere] of [[0, false, false] as const, [200, false, true] as const, [0, true, true] as const]) {
    const { page, root } = await drawForm(note, {})
    vi.stubGlobal('scrollY', scrolled)
    if (focused) page.querySelector('input')?.focus()
    await draw(
      root,
      <>
        {note}
        {rest}
      </>,
    )
    if (focused) leave = followForm(opened)
    const replaced = replaceDrawn()
    page.offer?.(opened)
    await Promise.resolve()
    expect(page.isConnected).toBe(isThere)
    root.querySelector(`.${fields.rest}`)?.remove()
    await replaced
    expect([page.isConnected, root.isConnected]).toEqual([false, true])
    leave ??= followForm(opened)
    leave()
    leave = undefined
    root.remove()
  }
})

it('a form is printed whole also while the app has rendered only its first screen', async () => {
  const idle = vi.fn<(work: () => void) => number>(() => 0)
  vi.stubGlobal('requestIdleCallback', idle)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const texts = Array.from(
    { length: 60 },
    (_, index): NodeSetting => ({ type: 'text', attribute: `a${index}`, label: `Question ${index}` }),
  )
  const parts = [texts.slice(0, 30), texts.slice(30)].map((children): NodeSetting => ({ type: 'group', label: 'Part', children }))
  const { form, root, remove } = await drawWhole(parts)
  leave = followForm({ ...session, form })
  expect(root.querySelectorAll('input')).toHaveLength(24)
  window.dispatchEvent(new Event('beforeprint'))
  expect(root.querySelectorAll('input')).toHaveLength(60)
  await remove()
})

it('the way back leads to where a page was scrolled before the app had started', async () => {
  const root = document.createElement('div')
  const drawn = { id: 'drawn', kept: { ...kept, said: 'My Tasks' }, root }
  const page = Object.assign(document.createElement('div'), drawn) as Element as DrawnPage
  document.body.append(page)
  const tree = createRootRoute()
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/'] }),
    routeTree: tree.addChildren(screenRoutes(tree, { '/': () => 'My Tasks', '/form': () => 'Talk' })),
    scrollRestoration: () => !document.querySelector('#drawn'),
  })
  await router.load()
  const places: unknown[] = []
  vi.stubGlobal('scrollTo', (...place: unknown[]) => places.push(place))
  vi.stubGlobal('scrollY', 300)
  await render(root, <RouterProvider router={router} />)
  await replaceDrawn()
  expect(places.splice(0)).toEqual([[0, 300]])
  await act(() => router.history.push('/form'))
  await vi.waitFor(() => expect(root.textContent).toBe('Talk'))
  vi.stubGlobal('scrollY', 0)
  await act(() => router.history.back())
  await vi.waitFor(() => expect(root.textContent).toBe('My Tasks'))
  expect(places.at(-1)).toEqual([expect.objectContaining({ top: 300 })])
})

/** An element that the browser skips outside of the window. `top`: in the document; absent: it has no box of its own. */
function skipped(id: string, top?: number): ReactNode {
  const box = (element: HTMLElement | null) => {
    const at = { top: (top ?? scrollY) - scrollY, height: top === undefined ? 0 : 300 }
    if (element) element.getBoundingClientRect = () => at as DOMRect
  }
  return (
    <section key={id} ref={box} style={{ contentVisibility: 'auto' }}>
      <input id={id} />
    </section>
  )
}

/** The app at this address of a device that keeps what it draws. Returns its root. */
async function openApp(address: string): Promise<HTMLElement> {
  await freshDevice()
  history.replaceState(null, '', address)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const root = document.createElement('div')
  root.id = 'root'
  const script = document.createElement('script')
  script.dataset['app'] = '/assets/app.js'
  document.body.append(root, script)
  return root
}

/** A new form that opens the same each time. */
const plain = {
  path: 'forms/talk/:new',
  isNew: true,
  leftovers: [],
  visit: {},
  data: {},
  settings: {},
  form: { nodes: [], subscribe: () => () => undefined, dirty: () => false },
} as never

it('a form is not kept before its rest is rendered', async () => {
  const root = await openApp('/frontend/forms/talk')
  await draw(root, <div className={fields.rest} />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  leave = followForm(plain)
  // A form is kept after its drafts are looked for.
  const drafts = vi.spyOn(getStore().db.drafts, 'where')
  await vi.advanceTimersByTimeAsync(2000)
  expect(drafts).not.toHaveBeenCalled()
  root.querySelector(`.${fields.rest}`)?.remove()
  await vi.advanceTimersByTimeAsync(2000)
  await vi.waitFor(() => expect(keptKeys()).toHaveLength(1))
})

it('of a kept form what is below the first screen waits, also when it is kept while the person has scrolled', async () => {
  const root = await openApp('/frontend/forms/talk')
  vi.stubGlobal('scrollY', 2 * innerHeight)
  await draw(root, [skipped('f1-first', 90), skipped('f1-columns'), skipped('f1-below', innerHeight + 90)])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  leave = followForm(plain)
  await vi.advanceTimersByTimeAsync(2000)
  const sections = await vi.waitFor(() => {
    const { parts } = JSON.parse(localStorage.getItem('muster:drawn:/frontend/forms/talk') ?? '') as { parts: [[...unknown[]]] }
    return parts[0].slice(2) as [string, object, unknown][]
  })
  expect(sections.map(([, , first]) => first)).toEqual([expect.any(Array), expect.any(Array), 300])
})

const tasks = '/frontend/tasks/ana'

/** A task at so many heights of the window. */
function task(name: string, screens: number): ReactNode {
  const box = (element: HTMLElement | null) => {
    if (element) element.getBoundingClientRect = () => ({ top: screens * innerHeight - scrollY, height: 76 }) as DOMRect
  }
  return (
    <li key={name} ref={box}>
      <a href={`/frontend/forms/${name}`}>{name}</a>
    </li>
  )
}

const list = (...items: ReactNode[]) => (
  <main>
    <input type="search" defaultValue="" />
    <ul>{items}</ul>
    <p data-passing>Everything here opens without a connection.</p>
  </main>
)

interface KeptList {
  readonly said: string
  readonly day: string
  readonly parts: unknown
}
const keptList = () => JSON.parse(localStorage.getItem(drawnPrefix + tasks) ?? 'null') as KeptList | null
const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(drawnPrefix))

/** The person leaves the app: the device keeps the list without a pause. */
async function hide(): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await Promise.resolve()
}

/** Follows the list until it is unchanged for a while. */
async function follow(start: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  leave = followTasks(start)
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
}

async function openTasks(): Promise<HTMLElement> {
  const root = await openApp(tasks)
  await draw(root, list(task('talk', 0.2), task('permit', 2), task('crane', 9)))
  await follow(tasks)
  return root
}

it('of My Tasks the device keeps working links: those below the first screen for later, and of a long list the heights', async () => {
  await openTasks()
  const link = (name: string) => ['a', { href: `/frontend/forms/${name}` }, name]
  const text = JSON.stringify(keptList()?.parts)
  for (const part of [
    ['li', {}, link('talk')],
    ['li', {}, 76, link('permit')],
    ['li', { style: 'min-height: 76px' }],
  ])
    expect(text).toContain(JSON.stringify(part))
  expect(text).not.toContain('without a connection')
  expect([keptList()?.said, keptList()?.day]).toEqual(['talkpermitcrane', new Date().toDateString()])
  expect(keptKeys().toSorted()).toEqual([`${drawnPrefix}/`, drawnPrefix + tasks])
})

it('My Tasks is kept when the app is left, without what the person searches', async () => {
  const root = await openTasks()
  const search = root.querySelector('input')
  if (search) search.value = 'crane'
  forgetDrawn(getStore())
  await hide()
  expect(keptKeys()).toEqual([])
  if (search) search.value = ''
  await hide()
  expect(keptList()?.said).toBe('talkpermitcrane')
})

it('My Tasks is not kept before it is known what is done', async () => {
  const root = await openApp(tasks)
  await draw(root, list(task('talk', 0)))
  leave = followTasks(tasks)
  await hide()
  expect(keptKeys()).toEqual([])
})

it('the start page no longer leads to My Tasks of a person who manages projects now', async () => {
  await openTasks()
  await hide()
  expect(localStorage.getItem(`${drawnPrefix}/`)).toBe(JSON.stringify({ to: tasks }))
  leave?.()
  await follow('/automations')
  expect(keptKeys()).toEqual([drawnPrefix + tasks])
})

it('a device with six kept forms has room for My Tasks', async () => {
  await openApp(tasks)
  for (const form of 'abcdef') localStorage.setItem(`${drawnPrefix}/frontend/forms/${form}`, '{}')
  await follow(tasks)
  await hide()
  expect(keptKeys()).toHaveLength(8)
})

it('My Tasks ends with a save and with its person, and is not kept on a shared device or while another person acts', async () => {
  await openTasks()
  await hide()
  forgetTasks(getStore())
  expect(keptList()).toBeNull()
  for (const [begin, end] of [
    [() => setShared(true), () => setShared(false)],
    [() => setPreference('x:acting-as', true), () => setPreference('x:acting-as', undefined)],
    [() => setOwner('u:bo'), () => setOwner('u:ana')],
    [() => localStorage.setItem('muster:owner', 'u:bo'), () => localStorage.setItem('muster:owner', 'u:ana')],
  ] as const) {
    await hide()
    expect(keptList()?.said).toContain('talkpermitcrane')
    await begin()
    forgetTasks(getStore())
    await hide()
    expect(keptList()).toBeNull()
    await end()
  }
  await hide()
  await setOwner('u:bo')
  expect(keptKeys()).toEqual([])
})

it('the app takes the place of My Tasks as soon as it shows the same', async () => {
  const root = document.createElement('div')
  const drawn = { id: 'drawn', kept: { ...kept, said: 'talkpermit' }, root }
  const page = Object.assign(document.createElement('div'), drawn) as Element as DrawnPage
  document.body.append(page)
  await draw(root, list(task('talk', 0)))
  vi.useFakeTimers()
  const replaced = replaceDrawn()
  await vi.advanceTimersByTimeAsync(100)
  expect(page.isConnected).toBe(true)
  root.querySelector('ul')?.append('permit')
  await vi.advanceTimersByTimeAsync(20)
  expect([page.isConnected, root.isConnected]).toEqual([false, true])
  await replaced
})
