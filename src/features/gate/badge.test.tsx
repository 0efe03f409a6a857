import { afterEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { BadgeCamera } from './BadgeCamera.tsx'

const camera = vi.hoisted(() => ({ sees: [] as (string | undefined)[] }))
vi.mock('../../ui/code-camera/readCode.ts', () => ({ makeReader: async () => async () => camera.sees.shift() }))

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
    await drawn.until(() => drawn.text().includes('This badge belongs to nobody who is known at this gate.'))
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
    await drawn.until(() => drawn.text().includes('Allow it for this site in the settings of your browser, or type the name.'))
    await drawn.press(drawn.button('Type a name instead'))
    expect(closed).toHaveBeenCalledOnce()
  })
})
