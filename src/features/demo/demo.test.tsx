import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { AskFailed } from '../../sync/ask.ts'
import { EmbeddedDemoScreen } from './EmbeddedDemoScreen.tsx'
import { GroundbreakScreen } from './GroundbreakScreen.tsx'

const asked = vi.hoisted(() => ({
  calls: [] as { path: string; body: Record<string, string> }[],
  answer: {} as object,
  runs: true,
  went: [] as string[],
}))
vi.mock('../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: async (endpoint: { method: string; path: string }, _params: unknown, body: Record<string, string>) => {
    if (endpoint.method === 'GET') {
      if (asked.runs) return { texts: true }
      throw new AskFailed('refused', 'NOT_FOUND', 'Not Found', 404)
    }
    asked.calls.push({ path: endpoint.path, body })
    return asked.answer
  },
}))
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/automation/embedded/construction/4711/demo' }),
  useRouter: () => ({ navigate: async ({ href }: { href: string }) => void asked.went.push(href) }),
}))

let drawn: DrawnPage
beforeEach(() => {
  Object.assign(asked, { calls: [], went: [], runs: true })
})
afterEach(() => drawn.remove())

const fill = async () => {
  await drawn.type(drawn.control('Email'), 'vera@example.com')
  await drawn.type(drawn.control('Name'), 'Vera')
  await drawn.type(drawn.control('Company'), 'Vera & Sons')
}

describe('the public demo pages', () => {
  it('say that there is no demo on a server for real work, and ask for nothing', async () => {
    asked.runs = false
    for (const screen of [<GroundbreakScreen key="g" />, <EmbeddedDemoScreen key="e" />]) {
      drawn = await drawPage(screen)
      await drawn.until(() => drawn.text().includes('Not a demo'))
      expect(drawn.text()).toContain('This server has no demo')
      expect(drawn.root.querySelector('input')).toBeNull()
      await drawn.remove()
    }
    drawn = await drawPage(<GroundbreakScreen />)
  })

  it('Manpower Bot Demo collects email, name, company and cell number, and opens the conversation (CO-192, CO-342)', async () => {
    asked.answer = { automation: 'bot', execution: 'one', url: '/frontend/automation/bot/execution/one' }
    drawn = await drawPage(<GroundbreakScreen />)
    expect(drawn.text()).toContain('Manpower Bot Demo')
    await fill()
    await drawn.press(drawn.button('Start the demo'))
    expect([drawn.text().includes('* all fields required *'), asked.calls.length]).toEqual([true, 0])
    await drawn.type(drawn.control('Cell number'), '(202) 555-0177')
    await drawn.press(drawn.button('Start the demo'))
    await drawn.until(() => drawn.text().includes('The bot has started'))
    expect(asked.calls).toEqual([
      {
        path: '/api/groundbreak',
        body: {
          email: 'vera@example.com',
          name: 'Vera',
          company: 'Vera & Sons',
          number: '+12025550177',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      },
    ])
    expect(drawn.root.querySelector('a')?.getAttribute('href')).toBe('/frontend/automation/bot/execution/one')
  })

  it('Manpower Demo Bot also asks for the project and goes on to the created conversation; the page shows the limit and keeps what is typed (CO-193, CO-194)', async () => {
    drawn = await drawPage(<EmbeddedDemoScreen />)
    expect(drawn.text()).toContain('Manpower Demo Bot')
    expect(drawn.control('Project').value).toBe('4711')
    await fill()
    await drawn.press(drawn.button('Start the demo'))
    expect(drawn.text()).toContain('All fields required')
    await drawn.type(drawn.control('Cell number'), '+44 7700 900123')
    asked.answer = { automation: 'bot', error: 'The demo limit is reached: a demo bot has at most 5 conversations.' }
    await drawn.press(drawn.button('Start the demo'))
    await drawn.until(() => drawn.text().includes('The demo limit is reached'))
    expect([drawn.control('Company').value, asked.went]).toEqual(['Vera & Sons', []])
    asked.answer = { automation: 'bot', execution: 'one', url: '/frontend/automation/bot/execution/one' }
    await drawn.press(drawn.button('Start the demo'))
    await drawn.until(() => asked.went.length > 0)
    expect(asked.went).toEqual(['/frontend/automation/bot/execution/one'])
    expect(asked.calls.at(-1)).toMatchObject({
      path: '/api/demo',
      body: { project: '4711', system: 'construction', number: '+447700900123' },
    })
    expect(drawn.text()).toContain('your project in Procore')
  })
})
