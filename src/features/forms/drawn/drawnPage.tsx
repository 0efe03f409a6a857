import { t } from '@lingui/core/macro'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { pagesOf } from '../../../fields/pages/pagesOf.ts'
import { revealAll } from '../../../fields/reveal.ts'
import { anonymousOwner } from '../../../store/db/MusterDb.ts'
import { getStore } from '../../../store/db/store.ts'
import { readPrefill } from '../../../store/drafts/savePrefill.ts'
import { sealsFor } from '../../../store/encryption/sharedDevice.ts'
import { getOwner, onOwnerChange, ownerKey } from '../../../store/identity/getOwner.ts'
import { pairedHere } from '../../../store/kiosk/findPairing.ts'
import { getPreference } from '../../../store/preferences/preferences.ts'
import { readMark } from '../../../store/session/deviceMark.ts'
import { drawnPrefix, forgetDrawn, forgetTasks } from '../../../store/session/forgetDrawn.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { withLazyTexts } from '../../../ui/withLazyTexts.ts'
import type { Session } from '../openForm.ts'
import * as controls from '../../../ui/controls/controls.module.css'
import * as fieldsStyles from '../../../fields/fields.module.css'
import * as styles from '../forms.module.css'

// Keeps how a new form opens, and My Tasks as it was last, for public/guard.js, and gives the app what was typed into the form
// (docs/decisions/0150, 0151, 0172).
/**
 * An element: name, attributes, children; before these its height in px if they are built later. Not HTML, because the pages'
 * policy forbids text that becomes HTML.
 */
type Part = string | [name: string, attributes: Record<string, string>, ...parts: readonly unknown[]]

interface Kept {
  readonly state: string
  readonly day: string | undefined
  /** Of a form. */
  readonly path?: string
  readonly version?: string
  /** Of My Tasks: its words and names. The app takes over when it has the same. */
  readonly said?: string
  /** The scripts that were loaded before the app took the place of this form; unknown until that has happened once. */
  readonly files?: readonly string[] | undefined
  /**
   * In the person's language: a press on what the app does; the form has changed; answers that the changed form does not
   * take; Close; answers that the form does not take.
   */
  readonly words: readonly [string, string, string, string, string]
}

/** What public/guard.js has drawn; `root` is the element of the app, which is not in the document yet. */
export type DrawnPage = HTMLElement & {
  readonly kept: Kept
  readonly root: HTMLElement
  readonly composing?: boolean
  /** Until when a press may still become a click: ms since the start of the page. */
  pressedUntil?: number
  /** Takes the form of the app (openEarly.ts); set when the app wants its place. */
  offer?: (session: Session) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Limits in localStorage: characters of one page; number of pages: six forms, My Tasks, and the way to it. More elements have more
 * characters: they are not read.
 */
const [mostCharacters, mostPages, mostElements] = [120_000, 8, 3000]
/** Of a long list so much is kept, in heights of the window; below it, and in a closed group, only the heights of the tasks. */
const mostScreens = 4
/** Times in ms: a screen is unchanged and is kept; a composed word or a late field is awaited; nothing loads; the app is shown. */
const [quiet, patience, settled, limit] = [2000, 4000, 400, 10_000]

const loading = '.boot,[data-skeleton],[aria-busy=true]'
/** Dates and numbers are not among them: a browser does not tell where the caret is in them. */
const typable = /^(?:text|search|tel|url|radio|checkbox|textarea|select-one)$/
const neverKept = `script,style,dialog,iframe,video,canvas,input[type=file],img[src^="blob:"],[data-passing],.${controls.offlineLine}`
/** States that change by themselves: their words are not kept. */
const passing = '[role=status],[role=alert],[aria-live],a[href^="/outbox"]'
const dropped = /^(?:on|href$|target$|autofocus$|tabindex$)/
const droppedOfList = /^(?:on|target$|autofocus$|tabindex$)/

const placeOf = () => location.pathname + location.search
const isControl = (element: Element): element is Control => element.matches('input,textarea,select')
const isTicked = (control: Control): control is HTMLInputElement => control.type === 'radio' || control.type === 'checkbox'

/** What a kept form depends on; public/guard.js computes the same. */
const kinds = 'owner shared kiosk device preference:language preference:theme preference:x:acting-as'
const stateOf = (app: string): string =>
  JSON.stringify([
    app,
    ...kinds.split(' ').map((name) => localStorage.getItem(`muster:${name}`)),
    navigator.languages,
    matchMedia('(prefers-color-scheme: dark)').matches,
  ])

/** A form of a described page may have no version; then its settings are the version. */
const versionOf = ({ data, settings }: Session): string => data.formVersion ?? JSON.stringify(settings)

/** The name of a control's answer: its id or name without the number of the form. */
const answerOf = (control: Control) => /^f\d+-(.+)/.exec(control.name || control.id)?.[1]

function isUsable(control: Control): boolean {
  if (!typable.test(control.type) || control.disabled || answerOf(control) === undefined) return false
  if (control instanceof HTMLSelectElement) return control.options.length > 2
  return !control.readOnly && !control.matches('[role=combobox],[aria-haspopup]')
}

/** Attributes of the drawn element; what needs the app says so. A link of a list does not need it. */
function attributesOf(element: Element, wait: string, isList: boolean): Record<string, string> {
  const kept: Record<string, string> = {}
  const left = isList ? droppedOfList : dropped
  for (const { name, value } of element.attributes) if (!left.test(name)) kept[name] = value
  const late = { 'aria-disabled': 'true', title: wait }
  if (!isList && element.matches('a[href]')) Object.assign(kept, late, { role: 'link', tabindex: '0' })
  if (element.matches('button,summary,[role=button]')) Object.assign(kept, late)
  if (element.matches('button')) kept['type'] = 'button'
  if (!isControl(element)) return kept
  if (isTicked(element)) {
    delete kept['checked']
    if (element.checked) kept['checked'] = ''
  } else if (element instanceof HTMLInputElement) kept['value'] = (element as HTMLInputElement).value
  if (isUsable(element) || element.disabled) return kept
  return Object.assign(kept, late, element instanceof HTMLSelectElement ? { disabled: '' } : { readonly: '' })
}

function partOf(node: Node, wait: string, isList: boolean): Part[] {
  if (node instanceof Text) return [node.data]
  if (!(node instanceof Element) || node.matches(neverKept)) return []
  const attributes = attributesOf(node, wait, isList)
  if (node.matches(passing)) return [['span', { class: attributes['class'] ?? '', style: attributes['style'] ?? '' }]]
  if (node instanceof HTMLTextAreaElement) return [['textarea', attributes, node.value]]
  if (node instanceof HTMLOptionElement) {
    delete attributes['selected']
    if (node.selected) attributes['selected'] = ''
  }
  const parts = partsIn(node, attributes, isList, () => [...node.childNodes].flatMap((child) => partOf(child, wait, isList)))
  return [[node.localName, attributes, ...parts]]
}

/**
 * What is kept of the inside of an element: only what a person sees is built before the first paint. It begins with the height
 * of a task, or of a group that the browser skips outside of the window (fields.module.css), below the first screen.
 */
function partsIn(element: Element, attributes: Record<string, string>, isList: boolean, inside: () => readonly Part[]): readonly unknown[] {
  if (isList ? !element.matches('main li') : getComputedStyle(element).contentVisibility !== 'auto') return inside()
  const { top, height } = element.getBoundingClientRect()
  // Without a box of its own it has no place, and no height to keep.
  const screens = height > 0 ? (top + window.scrollY) / window.innerHeight : 0
  if (isList && (height === 0 || screens > mostScreens)) {
    attributes['style'] = `min-height: ${height}px`
    return []
  }
  if (screens > 1) return [Math.round(height), ...inside()]
  // In the first screen it is laid out at once, instead of in a second round.
  if (!isList) attributes['style'] = `content-visibility: visible; ${attributes['style'] ?? ''}`
  return inside()
}

/** Whether one person uses the device, as themselves; another window may have signed in another one. */
function isPrivate(): boolean {
  if (!location.pathname.startsWith('/frontend/') || location.hash || window.parent !== window) return false
  const { storage } = getStore()
  if (!storage || (storage.getItem(ownerKey) ?? anonymousOwner) !== getOwner()) return false
  return !(sealsFor(getStore(), getOwner()) || pairedHere() || readMark()?.locked || getPreference('x:acting-as'))
}

/** Whether this form opens the same for this person each time. */
function opensPlain({ form, isNew, leftovers, path, readOnly, restoredAt, storeFailed, visit }: Session): boolean {
  if (!isNew || readOnly || storeFailed || !visit || visit.told || restoredAt !== undefined || leftovers.length > 0) return false
  return !pagesOf(form) && !readPrefill(path) && isPrivate()
}

let loaded: { readonly place: string; readonly files: readonly string[] } | undefined

/** Returns the scripts that this form needs, also if this visit has not begun with it. */
function filesOf(place: string, state: string): readonly string[] | undefined {
  if (loaded?.place === place) return loaded.files
  const former = JSON.parse(localStorage.getItem(drawnPrefix + place) ?? '{}') as Partial<Kept>
  return former.state === state ? former.files : undefined
}

/** `about`: the form, or the words of the list. */
function write(root: Element, about: Pick<Kept, 'path' | 'version' | 'said'>, isDated: boolean): void {
  const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app']
  if (!app) return
  const wait = t`Ready in a moment`
  const state = stateOf(app)
  const kept = {
    ...about,
    state,
    day: isDated ? new Date().toDateString() : undefined,
    files: filesOf(placeOf(), state),
    title: document.title,
    html: Object.fromEntries([...document.documentElement.attributes].map(({ name, value }) => [name, value])),
    words: [
      wait,
      t`The form has changed. Check what you typed:`,
      t`The form has changed. These answers no longer fit:`,
      t`Close`,
      t`These answers are not in the form:`,
    ],
    parts: [...[...root.childNodes].flatMap((node) => partOf(node, wait, about.said !== undefined)), ['div', { role: 'status' }]],
  } satisfies Kept & { parts: Part[]; title: string; html: Record<string, string> }
  const text = JSON.stringify(kept)
  const key = drawnPrefix + placeOf()
  if (Object.keys(localStorage).filter((name) => name.startsWith(drawnPrefix)).length > mostPages) forgetDrawn(getStore())
  if (text.length <= mostCharacters) localStorage.setItem(key, text)
  else localStorage.removeItem(key)
}

const appRoot = () => document.getElementById('root') ?? drawnPage()?.root

const isUnsettled = (root: Element) =>
  !root.isConnected || root.querySelector(`${loading},.${fieldsStyles.rest}`) !== null || document.querySelector('dialog[open]') !== null

/** Calls `keep` when the screen is unchanged for a while, each time. Returns the function that stops it. */
function whenQuiet(root: Element, keep: () => Promise<void> | void, forget: () => void): () => void {
  let timer = 0
  const look = async () => (isUnsettled(root) ? later() : await keep())
  const later = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void look().catch(forget), quiet)
  }
  const changes = new MutationObserver(later)
  changes.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter: ['open', 'hidden', 'aria-expanded'] })
  later()
  return () => {
    clearTimeout(timer)
    changes.disconnect()
  }
}

/** Keeps the form of this address until a person changes an answer. Returns the function that stops it. */
function keepForm(session: Session): () => void {
  const root = appRoot()
  const [store, place, { pathname }] = [getStore(), placeOf(), location]
  const forget = () => forgetDrawn(store, pathname)
  if (!root || !opensPlain(session)) {
    forget()
    return forget
  }
  let isOver = false
  const isDated = /date|time|day|now/i.test(JSON.stringify(session.settings))
  const keep = async () => {
    if (root.getElementsByTagName('*').length > mostElements) return forget()
    // The messages of a refused save are not part of a new form.
    if (root.querySelector('[data-invalid]')) return
    await withLazyTexts(() => Promise.resolve())
    // Another window may have a draft of this form by now.
    if ((await store.db.drafts.where('[owner+path]').equals([getOwner(), session.path]).count()) > 0) return forget()
    const isSame = !isOver && root.isConnected && !session.form.dirty() && placeOf() === place && opensPlain(session)
    if (isSame) write(root, { path: session.path, version: versionOf(session) }, isDated)
  }
  const stopWaiting = whenQuiet(root, keep, forget)
  const stop = () => {
    isOver = true
    stopWaiting()
    stopListening()
  }
  const stopListening = session.form.subscribe('any', () => {
    if (!session.form.dirty()) return
    stop()
    forget()
    // The draft is on My Tasks.
    forgetTasks(store)
  })
  return stop
}

/** What a person reads on the list, and the names of its buttons, without what changes by itself. */
function wordsOf(root: Element): string {
  const copy = root.cloneNode(true) as Element
  for (const element of copy.querySelectorAll(`${neverKept},${passing}`)) element.remove()
  const names = [...copy.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label'))
  return [copy.textContent, ...names].join(' ')
}

/**
 * Keeps My Tasks of this address, each time it changes and when the app is left. `start`: the address that `/` leads
 * to, if it is known. Returns the function that stops it.
 */
export function followTasks(start: string | undefined): () => void {
  const root = appRoot()
  const [store, place, owner] = [getStore(), placeOf(), getOwner()]
  const forget = () => forgetTasks(store)
  if (!root || !isPrivate()) {
    forget()
    return forget
  }
  const keep = () => {
    // What the person searches or has opened is not kept.
    const isTouched = root.querySelector('[aria-expanded=true]') || [...root.querySelectorAll('input')].some(({ value }) => value)
    if (isUnsettled(root) || isTouched || placeOf() !== place || getOwner() !== owner || !isPrivate()) return
    write(root, { said: wordsOf(root) }, true)
    const [key, text] = [`${drawnPrefix}/`, JSON.stringify({ to: place })]
    if (start === place) localStorage.setItem(key, text)
    else if (start !== undefined && localStorage.getItem(key) === text) localStorage.removeItem(key)
  }
  // At first the screen has not read yet what is done and what waits: all looks due.
  let isRead = false
  const keepRead = () => {
    isRead = true
    keep()
  }
  const stop = whenQuiet(root, keepRead, forget)
  const hide = () => isRead && document.visibilityState === 'hidden' && void Promise.resolve().then(keep).catch(forget)
  document.addEventListener('visibilitychange', hide)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', hide)
  }
}

const drawnPage = () => document.querySelector<DrawnPage>('#drawn')

const controlsIn = (page: Element) => [...page.querySelectorAll<Control>('input,textarea,select')].filter(answerOf)

/** The same for a control in both pages. A page may be of another version of the form: options are compared by their words. */
const nameOf = (control: Control): string =>
  `${control.localName} ${answerOf(control)} ${isTicked(control) ? `${control.type} ${control.closest('label')?.textContent}` : ''}`

/**
 * The control of the app that is in the place of a drawn one. Those with the same name, such as the comments of several rows,
 * are told apart by their order; undefined if one page has more of them.
 */
function likeIn(root: Element, drawn: Control): Control | undefined {
  const name = nameOf(drawn)
  const like = (page: Element | null) => (page ? controlsIn(page).filter((each) => nameOf(each) === name) : [])
  const [before, now] = [like(drawn.closest('#drawn')), like(root)]
  const control = before.length === now.length ? now[before.indexOf(drawn)] : undefined
  return control?.disabled === false ? control : undefined
}

/** The answer as words: of now, or as the page was drawn. Radio buttons are one answer. */
function answerIn(control: Control, isDrawn: boolean): string {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const chosen = options.find((option) => (isDrawn ? option.defaultSelected : option.selected))
    return (chosen ?? options[0])?.text ?? ''
  }
  if (!isTicked(control)) return isDrawn ? control.defaultValue : control.value
  const all = control.type === 'radio' ? [...(control.closest('form') ?? document).querySelectorAll<HTMLInputElement>('input')] : [control]
  const group = all.filter(({ name, type }) => name === control.name && type === control.type)
  const ticked = group.find((each) => (isDrawn ? each.defaultChecked : each.checked))
  return ticked?.closest('label')?.textContent ?? ''
}

function isTyped(control: Control): boolean {
  if (control.type === 'radio' && isTicked(control) && !control.checked) return false
  return answerIn(control, false) !== answerIn(control, true)
}

function takeCaret(from: Control, to: Control): void {
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement) return
  if (!isTicked(to) && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? undefined)
  to.scrollTop = from.scrollTop
}

function setValue(control: Control, value: string, caretOf?: Control): void {
  // The setter of the class: React sees the change as it sees typing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  // Before the event: a control that formats a telephone number moves the caret along.
  if (caretOf) takeCaret(caretOf, control)
  flushSync(() => control.dispatchEvent(new Event('input', { bubbles: true })))
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Whether the app has another answer than the drawn or the typed one, for example of a draft. */
function isAnswered(typed: Control, root: Element): boolean {
  const control = likeIn(root, typed)
  return control !== undefined && ![answerIn(typed, true), answerIn(typed, false)].includes(answerIn(control, false))
}

/** The option of the app that was chosen in a drawn list. Options with the same words are told apart by their values. */
function optionLike(list: HTMLSelectElement, drawn: Control): HTMLOptionElement | undefined {
  // A long list renders its options when it gets the focus (fields/useLazyOptions.ts).
  flushSync(() => list.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  const alike = [...list.options].filter(({ text }) => text === answerIn(drawn, false))
  return alike.find(({ value }) => value === drawn.value) ?? alike[0]
}

/** Gives the answer to the app. False if its form has no such question. */
function adopt(typed: Control, root: Element, isFocused: boolean): boolean {
  const control = likeIn(root, typed)
  if (!control) return false
  if (isTicked(control) && isTicked(typed)) {
    if (control.checked !== typed.checked) control.click()
    return control.checked === typed.checked
  }
  if (control instanceof HTMLSelectElement) {
    const option = optionLike(control, typed)
    if (!option) return false
    setValue(control, option.value)
    return true
  }
  setValue(control, typed.value, isFocused ? typed : undefined)
  // A field that the person has left is tidied, as after typing.
  if (!isFocused) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  return true
}

/** The element of the app that is in the place of this drawn one. */
function counterpart(root: Element, page: Element, element: Element): HTMLElement | undefined {
  if (isControl(element) && answerOf(element) !== undefined) return likeIn(root, element)
  const alike = (each: Element) => each.textContent === element.textContent && each.ariaLabel === element.ariaLabel
  const before = [...page.querySelectorAll(element.localName)].filter(alike).indexOf(element)
  return [...root.querySelectorAll<HTMLElement>(element.localName)].filter(alike)[before]
}

function scriptsSoFar(): readonly string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return [...new Set(names.filter((name) => /^\/assets\/[^/]+\.js$/.test(name)))]
}

/** The form of the app; `live` when the effects of its controls have run, without which they do not follow its answers. */
let [shown, live]: (Session | undefined)[] = []
let wake: (() => void) | undefined
let notice: (() => void) | undefined

/** Shows answers above the form, until the person closes the message or leaves the form. */
function showAnswers(root: Element, text: string, close: string, answers: readonly Control[]): void {
  const place = document.createElement('div')
  place.setAttribute('role', 'alert')
  root.before(place)
  const page = createRoot(place)
  const stop = onOwnerChange(() => notice?.())
  notice = () => {
    stop()
    page.unmount()
    place.remove()
    notice = undefined
  }
  const labelOf = (control: Control) => control.closest('[data-attribute]')?.querySelector('[id$="-label"]')?.textContent ?? ''
  page.render(
    <Notice level="warning">
      <p>{text}</p>
      <ul>
        {answers.map((control) => (
          <li key={control.id + nameOf(control)}>
            <strong>{labelOf(control)}</strong> {answerIn(control, false)}
          </li>
        ))}
      </ul>
      <Button onClick={() => notice?.()}>{close}</Button>
    </Notice>,
  )
}

/** Gives the app what was typed; what it does not take, or takes under another version of the form, is shown. */
function handOver({ kept, root }: DrawnPage, typed: readonly Control[], focused: Element | null): void {
  const [, changed, unfit, close, missed] = kept.words
  const form = shown?.path === kept.path ? shown : undefined
  const isNewer = form !== undefined && versionOf(form) !== kept.version
  // Found before the first answer is given, because an answer may change others.
  const refused = typed.filter((control) => !form || isAnswered(control, root))
  const lost = typed.filter((control) => refused.includes(control) || !adopt(control, root, control === focused))
  if (lost.length > 0) showAnswers(root, isNewer ? unfit : missed, close, lost)
  else if (typed.length > 0 && isNewer) showAnswers(root, changed, close, typed)
}

/** Replaces the drawn page by the app in one task: no key press may come between. */
function swap(page: DrawnPage): void {
  const focused = page.querySelector<HTMLElement>(':focus')
  const { scrollY } = window
  const top = focused?.getBoundingClientRect().top ?? 0
  // A word that is still composed becomes part of the answer.
  focused?.blur()
  const typed = controlsIn(page).filter(isTyped)
  // Those that the guard has loaded by this list are on it again.
  loaded = { place: placeOf(), files: page.kept.files ?? scriptsSoFar() }
  page.replaceWith(page.root)
  handOver(page, typed, focused)
  const next = focused && counterpart(page.root, page, focused)
  if (focused && next) {
    next.focus({ preventScroll: true })
    if (isControl(focused) && isControl(next) && next.value === focused.value) takeCaret(focused, next)
    scrollBy(0, next.getBoundingClientRect().top - top)
  } else scrollTo(0, scrollY)
  // The router keeps the place, for the way back, only of a page that was scrolled after it was drawn.
  if (scrollY > 0) document.dispatchEvent(new Event('scroll'))
}

/** A dialog of the app is modal only in the document (ui/overlays/Dialog.tsx). */
function openDialogs(root: Element): void {
  for (const dialog of root.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    if (typeof dialog.showModal !== 'function') return
    dialog.removeAttribute('open')
    dialog.showModal()
  }
}

/** Whether the person types or has typed here. */
const isUsed = (page: DrawnPage) => page.querySelector(':focus') !== null || controlsIn(page).some(isTyped)

/**
 * Follows presses until the click, which a touch screen sends some ms after the finger has left: a page that is replaced before it
 * would take the click with it. Returns the function that ends it.
 */
function followPresses(page: DrawnPage): () => void {
  const begin = () => (page.pressedUntil = Number.POSITIVE_INFINITY)
  const end = () => (page.pressedUntil = performance.now() + 100)
  const ends = ['pointerup', 'pointercancel']
  page.addEventListener('pointerdown', begin)
  for (const type of ends) addEventListener(type, end, true)
  return () => {
    for (const type of ends) removeEventListener(type, end, true)
  }
}

/** Whether the fields that the person uses are in the form of the app: the rest of a long form is drawn in idle slices. */
function isWhole(page: DrawnPage): boolean {
  if (page.composing === true) return false
  // Without the rest, a page that is scrolled would not stay where it is.
  if ((window.scrollY > 0 || isUsed(page)) && page.root.querySelector(`.${fieldsStyles.rest}`)) return false
  return controlsIn(page).every((control) => (!isTyped(control) && control !== document.activeElement) || likeIn(page.root, control))
}

const isPressed = ({ pressedUntil = 0 }: DrawnPage) => performance.now() < pressedUntil

/** Whether the form of the app may take over now: controls that are not live would not follow the answers. */
const mayReplace = (page: DrawnPage) => !isPressed(page) && (shown === live || !isUsed(page)) && isWhole(page)

/** Whether the app shows the list that is drawn. */
const isSame = ({ kept, root }: DrawnPage) => kept.said !== undefined && kept.said === wordsOf(root)

/** Time until the next look at the app, ms. */
const pauseOf = ({ kept }: DrawnPage) => (shown || kept.said !== undefined ? 16 : 100)

/** Waits for the form of the app, at most so many ms. */
const waitForForm = (most: number) =>
  new Promise<void>((resolve) => {
    wake = resolve
    setTimeout(resolve, most)
  })

/** Puts the app in the place of the drawn page as soon as it has the form, or another screen. */
export async function replaceDrawn(): Promise<void> {
  const page = drawnPage()
  if (!page) return
  page.offer = offerForm
  const unfollow = followPresses(page)
  const begun = performance.now()
  let [formAt, otherAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let now = begun; now - begun < limit; now = performance.now()) {
    if (shown) {
      formAt = Math.min(formAt, now)
      const isLoading = page.root.querySelector(loading) !== null && now - formAt < settled
      if ((!isLoading && mayReplace(page)) || now - formAt > patience) break
    }
    if (!isPressed(page) && isSame(page)) break
    const form = page.root.querySelector(`.${styles.screen}`)
    const isStarting = page.root.querySelector(loading) || (form && !form.closest('[data-layout=mini]'))
    otherAt = isStarting ? Number.POSITIVE_INFINITY : Math.min(otherAt, now)
    if (now - otherAt > settled) break
    await waitForForm(pauseOf(page))
  }
  unfollow()
  // Without the drawn page: the guard shows why the app did not start.
  if (!page.isConnected) return
  swap(page)
  openDialogs(page.root)
}

/** Called when the form is in the app's page, before its effects: a drawn page that is not used need not wait for them. */
function offerForm(session: Session): void {
  shown = session
  wake?.()
}

/** Follows the form on the screen. Returns the function that ends it. */
export function followForm(session: Session): () => void {
  live = session
  offerForm(session)
  const stop = keepForm(session)
  // Paper has the whole form.
  const drawAll = () => flushSync(() => revealAll(session.form))
  addEventListener('beforeprint', drawAll)
  return () => {
    removeEventListener('beforeprint', drawAll)
    stop()
    if (shown === session) shown = undefined
    // Newer data opens the same form again.
    setTimeout(() => shown?.path === session.path || notice?.())
  }
}
