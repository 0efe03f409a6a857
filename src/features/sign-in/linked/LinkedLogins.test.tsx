import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../../tests/harness/page.tsx'
import { LinkedLogins } from './LinkedLogins.tsx'

const asked = vi.hoisted(() => [] as { path: string; body: unknown }[])

vi.mock('../../../store/queries/cached.ts', () => ({
  useCached: () => ({
    data: {
      systems: [
        { provider: 'construction', email: 'ana@example.com', linkedAt: '2026-06-01T12:00:00.000Z' },
        { provider: 'construction-sandbox' },
      ],
    },
    state: 'ready',
    refresh: () => Promise.resolve(),
  }),
}))
vi.mock('../../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: ({ path }: { path: string }, _params: unknown, body: unknown) => Promise.resolve(asked.push({ path, body })),
}))
vi.mock('../../../ui/overlays/confirmDialog.tsx', () => ({ confirmDialog: () => Promise.resolve(true) }))

let drawn: DrawnPage
beforeEach(() => i18n.activate('en'))
afterEach(() => drawn.remove())

describe('linked logins', () => {
  it('says since when a login is linked, offers to link an ended one again, and unlinks one', async () => {
    drawn = await drawPage(<LinkedLogins />)
    expect(drawn.text()).toContain('Procore: ana@example.com')
    expect(drawn.text()).toContain('Linked since Jun 1, 2026')
    expect(drawn.text()).toContain('Ended. Your bots cannot write there until you link it again.')
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/login?link=construction-sandbox'])
    await drawn.press(drawn.button('Unlink Procore'))
    await drawn.until(() => asked.length > 0)
    expect(asked).toEqual([{ path: '/api/logins:unlink', body: { provider: 'construction' } }])
  })
})
