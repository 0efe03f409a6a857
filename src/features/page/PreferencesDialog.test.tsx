import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { setOwner } from '../../store/identity/useOwner.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { PreferencesDialog } from './PreferencesDialog.tsx'

const calls = vi.hoisted(() => ({
  queued: [] as { method: string; path: string; body: unknown }[],
  notSaved: undefined as string | undefined,
  kept: Promise.resolve(),
}))

vi.mock('../../store/outbox/queue.ts', () => ({
  useOutboxCounts: () => ({ saved: 0, sending: 0, needsYou: 0, percent: 0, otherPeople: 0 }),
  queue: (endpoint: { method: string; path: string }, params: Record<string, string>, body: unknown) => {
    if (calls.notSaved) return Promise.reject(new Error(calls.notSaved))
    calls.queued.push({ method: endpoint.method, path: endpoint.path.replace('*', params['*'] ?? ''), body })
    return calls.kept.then(() => ({ opId: 'x', path: '', duplicate: false }))
  },
}))

let drawn: DrawnPage
const closed = vi.fn<() => void>()
const loggingOut = vi.fn<() => void>()

async function open(personPath: string | undefined) {
  drawn = await drawPage(
    <>
      <PreferencesDialog open onClose={closed} personPath={personPath} onLogout={loggingOut} />
      <Toasts />
    </>,
  )
}

beforeEach(async () => {
  Object.assign(calls, { queued: [], notSaved: undefined, kept: Promise.resolve() })
  closed.mockClear()
  loggingOut.mockClear()
  setPreference('language', undefined)
  setPreference('theme', undefined)
  i18n.activate('en')
  await setOwner('u:maria')
})

afterEach(async () => {
  await drawn.remove()
  setPreference('language', undefined)
})

describe('User Preferences', () => {
  it('FE-048 FE-049 FE-050 FE-188 FE-455 offers the four languages, Logout, Cancel and OK', async () => {
    await open('people/maria')
    expect([...drawn.control<HTMLSelectElement>('Language').options].map((option) => [option.value, option.text])).toEqual([
      ['en', 'English'],
      ['en-au', 'English (Australia)'],
      ['es', 'Spanish'],
      ['pt', 'Portuguese'],
    ])
    for (const name of ['Logout', 'Cancel', 'OK']) expect(drawn.hasButton(name), name).toBe(true)
  })

  it('FE-340 FE-419 the language of a person goes to the server, and the page confirms it', async () => {
    await open('people/maria')
    await drawn.choose(drawn.control('Language'), 'Spanish')
    await drawn.press(drawn.button('OK'))
    await drawn.until(() => drawn.text().includes('User Preferences Updated'))
    expect(calls.queued).toEqual([{ method: 'PATCH', path: '/api/data/people/maria', body: { payload: { lang: 'es' }, feed: false } }])
    expect(getPreference('language')).toBe('es')
  })

  it('shows the new language once the device has kept the change: a page that is closed then loses nothing', async () => {
    let keep: () => void = () => undefined
    calls.kept = new Promise((resolve) => (keep = resolve))
    await open('people/maria')
    await drawn.choose(drawn.control('Language'), 'Spanish')
    await drawn.press(drawn.button('OK'))
    await drawn.until(() => calls.queued.length === 1)
    expect(getPreference('language')).toBeUndefined()
    keep()
    await drawn.until(() => getPreference('language') === 'es')
  })

  it('FE-349 without a person the language stays in local storage and nothing is patched', async () => {
    await open(undefined)
    await drawn.choose(drawn.control('Language'), 'Portuguese')
    await drawn.press(drawn.button('OK'))
    await drawn.until(() => getPreference('language') === 'pt')
    expect(Object.values({ ...localStorage })).toContain('"pt"')
    expect(calls.queued).toEqual([])
  })

  it('FE-420 says why the language could not be kept', async () => {
    calls.notSaved = 'this device has no room left'
    await open('people/maria')
    await drawn.choose(drawn.control('Language'), 'Spanish')
    await drawn.press(drawn.button('OK'))
    await drawn.until(() => drawn.text().includes('Error Updating User Preferences: this device has no room left'))
  })

  it('FE-050 Cancel changes nothing', async () => {
    await open('people/maria')
    await drawn.choose(drawn.control('Language'), 'Spanish')
    await drawn.press(drawn.button('Cancel'))
    expect(closed).toHaveBeenCalled()
    expect(getPreference('language')).toBeUndefined()
    expect(calls.queued).toEqual([])
  })

  it('FE-049 Logout closes the dialog and logs out', async () => {
    await open('people/maria')
    await drawn.press(drawn.button('Logout'))
    expect(loggingOut).toHaveBeenCalledOnce()
    expect(closed).toHaveBeenCalled()
  })
})
