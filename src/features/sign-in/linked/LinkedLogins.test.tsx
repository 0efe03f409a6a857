import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../../tests/harness/page.tsx'
import { LinkedLogins } from './LinkedLogins.tsx'

const asked = vi.hoisted(() => [] as { path: string; body: unknown }[])
const confirmed = vi.hoisted(() => [] as string[])
const systems = vi.hoisted(() => [] as { provider: string; email?: string; linkedAt?: string }[])

vi.mock('../../../store/queries/cached.ts', () => ({
  useCached: () => ({
    data: { systems: [...systems] },
    state: 'ready',
    refresh: () => Promise.resolve(),
  }),
}))
vi.mock('../../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: ({ path }: { path: string }, _params: unknown, body: { provider: string } | undefined) => {
    if (path === '/api/login/providers')
      return Promise.resolve({ providers: ['construction', 'construction-sandbox', 'design'].map((key) => ({ key })) })
    asked.push({ path, body })
    systems.splice(0, systems.length, ...systems.filter(({ provider }) => provider !== body?.provider))
    return Promise.resolve({})
  },
}))
vi.mock('../../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: ({ text }: { text: string }) => Promise.resolve(confirmed.push(text) > 0),
}))

let drawn: DrawnPage
beforeEach(() => {
  i18n.activate('en')
  asked.length = 0
  confirmed.length = 0
  systems.splice(
    0,
    systems.length,
    { provider: 'construction', email: 'ana@example.com', linkedAt: '2026-06-01T12:00:00.000Z' },
    { provider: 'construction-sandbox' },
    { provider: 'design' },
  )
})
const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
afterEach(() => drawn.remove())

describe('linked logins', () => {
  it('says since when a login is linked, offers to link an ended one again, and unlinks one', async () => {
    drawn = await drawPage(<LinkedLogins />)
    expect(drawn.text()).toContain('Procore: ana@example.com')
    expect(drawn.text()).toContain('Linked since Jun 1, 2026')
    expect(drawn.text()).toContain('Ended. Without a service account, the entries of your bots wait until you link it again.')
    expect(links()).toEqual(['/login?link=construction-sandbox'])
    await drawn.press(drawn.button('Unlink Procore'))
    await drawn.until(() => asked.length > 0)
    expect(asked).toEqual([{ path: '/api/logins:unlink', body: { provider: 'construction' } }])
    expect(confirmed[0]).toContain('write with the service account')
  })

  it('offers to link a system again after it was unlinked, also a sandbox', async () => {
    drawn = await drawPage(<LinkedLogins />)
    for (const name of ['Procore', 'Procore Sandbox']) {
      await drawn.press(drawn.button(`Unlink ${name}`))
      await drawn.until(() => drawn.text().includes(`Link with ${name}`))
    }
    expect(links()).toEqual(['/login?link=construction', '/login?link=construction-sandbox'])
  })

  it('does not speak of bots for a system that bots do not write to', async () => {
    systems.splice(0, 2)
    drawn = await drawPage(<LinkedLogins />)
    expect(drawn.text()).toContain('You can sign in with this account.')
    expect(drawn.text()).not.toContain('bots')
    await drawn.press(drawn.button('Unlink Autodesk'))
    await drawn.until(() => asked.length > 0)
    expect(confirmed[0]).toBe('Unlink Autodesk? You can no longer sign in with that account.')
  })
})
