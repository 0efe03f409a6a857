import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Doubt } from '../../../contract/endpoints/attendance.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { ask } from '../../sync/ask.ts'
import { BadgeCamera } from './BadgeCamera.tsx'
import { Doubts } from './Doubts.tsx'
import { withBadge } from './findPeople.ts'
import { PersonField } from './PersonField.tsx'

const camera = vi.hoisted(() => ({ sees: [] as (string | undefined)[] }))
vi.mock('../../ui/code-camera/makeReader.ts', () => ({ makeReader: async () => async () => camera.sees.shift() }))

vi.mock('../../sync/ask.ts', async (original) => ({ ...(await original<object>()), ask: vi.fn<() => Promise<unknown>>(async () => ({})) }))

const people = [{ name: 'José García', company: 'Acme', person: 'E-0815' }]
let drawn: DrawnPage
afterEach(async () => {
  await drawn?.remove()
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.restoreAllMocks()
})

function hasCamera(stopped: () => void) {
  const stream = { getVideoTracks: () => [{}], getTracks: () => [{ stop: stopped }] }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => stream }, configurable: true })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
}

describe('badges before the camera of a gate', () => {
  it('let in whom the gate knows, say so of a strange one and go on looking, and leave the camera off afterwards', async () => {
    const stopped = vi.fn()
    const came: string[] = []
    hasCamera(stopped)
    camera.sees = [undefined, 'https://badges.example.com/p/E-9999', undefined]
    drawn = await drawPage(<BadgeCamera people={people} onPerson={({ name }) => came.push(name)} onClose={() => undefined} />)
    await drawn.until(() => drawn.text().includes('This badge is not known at this gate.'))
    expect(came).toEqual([])
    await act(async () => void camera.sees.push('badge:E-0815'))
    await drawn.until(() => came.length > 0)
    expect(came).toEqual(['José García'])
    await drawn.remove()
    expect(stopped).toHaveBeenCalled()
  })

  it('say what to do where the camera is not allowed, and lead back to typing', async () => {
    const closed = vi.fn()
    const devices = { getUserMedia: async () => Promise.reject(new DOMException('no', 'NotAllowedError')) }
    Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
    drawn = await drawPage(<BadgeCamera people={people} onPerson={() => undefined} onClose={closed} />)
    await drawn.until(() =>
      drawn.text().includes('Allow it for this site in the settings of your browser, or type the name or the code of the badge.'),
    )
    await drawn.press(drawn.button('Type a name or code instead'))
    expect(closed).toHaveBeenCalledOnce()
  })
})

describe('typing at a gate', () => {
  it('takes the badge that a scanner types, or the only one that is found, at Enter; never one of several', async () => {
    const came: string[] = []
    const field = (typed: string, found: typeof people) => (
      <PersonField
        label="Name"
        typed={typed}
        onType={() => undefined}
        people={people}
        found={found}
        onPick={({ name }) => came.push(name)}
      />
    )
    const enter = () => act(() => void drawn.control('Name').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    drawn = await drawPage(field('E-0815', []))
    await enter()
    await drawn.draw(field('jos', people))
    await enter()
    expect(came).toEqual(['José García', 'José García'])
    await drawn.draw(field('a', [...people, { name: 'Ana', company: 'Bolt', person: 'E-2' }]))
    await enter()
    expect(came).toHaveLength(2)
  })
})

describe('sign-ins that can’t be right', () => {
  const noon = Date.parse('2026-05-10T12:00:00Z')
  const doubt: Doubt = {
    path: 'forms/gate/a1',
    direction: 'in',
    name: 'Ana Lima',
    at: noon + 7_200_000,
    received: noon,
    reasons: ['future', 'unknown'],
  }

  it('say what is odd and how it counts, until a person has checked them', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => undefined)
    drawn = await drawPage(<Doubts team="t1" doubts={[doubt]} now={noon} refresh={refresh} />)
    for (const words of [
      'Please check',
      'It counts from its arrival. Check the clock of the device.',
      "not, or no longer, on the project's list",
    ])
      expect(drawn.text()).toContain(words)
    expect(drawn.root.querySelector('a')?.getAttribute('href')).toBe('/frontend/forms/gate/a1')
    await drawn.press(drawn.button('Checked'))
    expect(vi.mocked(ask).mock.calls[0]?.slice(1)).toEqual([{ team: 't1' }, { path: 'forms/gate/a1' }])
    expect(refresh).toHaveBeenCalledOnce()
    await drawn.draw(<Doubts team="t1" doubts={[]} now={noon} refresh={refresh} />)
    expect(drawn.text()).toBe('')
  })
})

it('a badge code that a person types is offered to press, also with digits', () => {
  expect(withBadge(people, 'e-0815', [])).toEqual(people)
  expect(withBadge(people, 'E-0815', people)).toEqual(people)
  expect(withBadge(people, 'E-08', [])).toEqual([])
})
