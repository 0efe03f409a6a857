import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Launcher } from '../../../contract/endpoints/launchers.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner } from '../../store/identity/getOwner.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { HelpLaunchers } from './HelpLaunchers.tsx'

let drawn: DrawnPage
const place = document.createElement('div')
const launcher = (id: string, more: Partial<Launcher> = {}): Launcher => ({
  id,
  icon: 'info',
  showAtElement: '#here',
  title: `About ${id}`,
  content: `Words about ${id}`,
  ...more,
})

beforeEach(async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana')
  const launchers = [
    launcher('one'),
    launcher('two', { showIfElement: '#bots' }),
    launcher('three', { showAtElement: '#elsewhere' }),
    launcher('broken', { showAtElement: '[[' }),
  ]
  await getStore().db.screens.put({
    owner: 'u:ana',
    url: '/api/helpLaunchers?lang=en',
    v: 1,
    data: { launchers },
    version: 1,
    fetchedAt: 1,
    etag: undefined,
  })
  place.id = 'here'
  document.body.append(place)
  drawn = await drawPage(<HelpLaunchers />)
})
afterEach(async () => {
  await drawn.remove()
  place.remove()
  setStore(undefined)
  forgetOwner()
})

describe('help launchers', () => {
  it('CO-039 CO-503 stand at their element while their condition is on the page, and open a box of 350 pixels', async () => {
    await drawn.until(() => place.querySelector('button'))
    expect(drawn.hasButton('Help: About two')).toBe(false)
    expect(drawn.hasButton('Help: About three')).toBe(false)
    const bots = document.createElement('div')
    bots.id = 'bots'
    await act(() => document.body.append(bots))
    await drawn.until(() => drawn.hasButton('Help: About two'))
    await act(() => bots.remove())
    await drawn.until(() => !drawn.hasButton('Help: About two'))

    await drawn.press(drawn.button('Help: About one'))
    const box = document.querySelector<HTMLElement>('[role=dialog]')
    expect(box?.style.width).toBe('350px')
    expect(drawn.text(box)).toContain('Words about one')
    await act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(document.activeElement).toBe(drawn.button('Help: About one'))
  })
})
