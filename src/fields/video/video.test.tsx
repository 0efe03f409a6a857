import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { setShared } from '../../store/encryption/sharedDevice.ts'
import { MusterDb, anonymousOwner, SpillDb } from '../../store/db/MusterDb.ts'
import { noteProgress } from '../../store/media/noteProgress.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import example from './video.form.json'

type Setting = FieldSetting<'video'>

let count = 0
beforeAll(async () => {
  await Promise.all([import('./VideoField.tsx'), import('./FramePlayer.tsx'), import('./Document.tsx')])
})
beforeEach(() => {
  count++
  setStore(openStore({ db: new MusterDb({ name: `video-${count}` }), spill: new SpillDb({ name: `video-spill-${count}` }) }))
})
/** The product's timers: the test runs them and advances the clock. */
const looks = new Set<() => void>()
let passed = 0
const clockNow = performance.now.bind(performance)
const every = globalThis.setInterval
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clockNow() + passed)
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void, ms?: number) => {
    if (ms !== 250) return every(look, ms)
    looks.add(look)
    return look
  }) as never)
  vi.spyOn(globalThis, 'clearInterval').mockImplementation(((look: () => void) => void looks.delete(look)) as never)
})
function pass() {
  passed += 250
  for (const look of looks) look()
}
const open: Awaited<ReturnType<typeof drawForm>>[] = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.remove()
  vi.restoreAllMocks()
  looks.clear()
  setReach('unknown')
})

async function draw(setting: Partial<Setting>, options: Parameters<typeof drawForm>[1] = {}) {
  const page = await drawForm(
    [{ type: 'video', attribute: 'video', label: 'Training', uri: { link: '/media/a.webm' }, ...setting }],
    options,
  )
  open.push(page)
  await page.until(() => page.root.querySelector('.m-watched[aria-busy="false"], .m-controls-value'))
  return page
}
type Page = Awaited<ReturnType<typeof draw>>

/** jsdom cannot play: the test sets the video's position and advances the clock. */
function player(page: Page, duration = 10) {
  const video = page.root.querySelector('video') as HTMLVideoElement
  const state = { currentTime: 0, paused: true }
  Object.defineProperties(video, {
    duration: { get: () => duration },
    currentTime: {
      get: () => state.currentTime,
      set: (to: number) => {
        state.currentTime = to
      },
    },
    paused: { get: () => state.paused },
    seeking: { get: () => false },
    textTracks: { get: () => [] },
  })
  const tell = (type: string) => act(() => void video.dispatchEvent(new Event(type)))
  return {
    video,
    state,
    loaded: () => tell('loadedmetadata'),
    /** Plays for this many seconds of the clock. */
    async play(seconds: number, rate = 1) {
      state.paused = false
      await tell('play')
      await act(() => {
        for (let n = 0; n < seconds * 4; n++) {
          state.currentTime = Math.min(duration, state.currentTime + 0.25 * rate)
          pass()
        }
      })
      state.paused = true
      await tell('pause')
    },
  }
}
const answer = (page: Page) =>
  page.form.value('video') as
    | { watchedVideo?: string; watchedPercent?: number; hasWatchedVideo?: boolean; learningIndex?: number }
    | undefined
const rows = async () => (await getStore().db.progress.toArray()).map(({ owner, uri, value }) => [owner, uri, value])

describe('a training video', () => {
  it('the example form is a form that the product shows', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-012 FE-123 FE-148 FE-212 FE-432 FE-210 the field reads the watched seconds four times a second and stores them in the record', async () => {
    const page = await draw({})
    const video = player(page)
    await video.loaded()
    await video.play(5)
    await page.until(() => answer(page)?.watchedVideo === '1111100000')
    expect(answer(page)).toEqual({
      learningIndex: 0,
      link: '/media/a.webm',
      watchedVideo: '1111100000',
      watchedPercent: 0.5,
      hasWatchedVideo: false,
    })
    expect(page.text()).toContain('50% watched, 90% needed')
  })

  it('FE-148 FE-213 FE-433 it is complete at nine tenths when the setting names no target', async () => {
    const page = await draw({ required: true })
    const video = player(page)
    await video.loaded()
    await video.play(8)
    await page.until(() => answer(page)?.watchedPercent === 0.8)
    await act(() => void page.form.validate())
    expect(page.form.problems().map(({ message }) => message)).toEqual(['Training Required: 80% watched, 90% needed'])
    await video.play(1)
    await page.until(() => answer(page)?.hasWatchedVideo === true)
    expect(page.form.problems()).toEqual([])
    expect(page.text()).toContain('Watched')
  })

  it('FE-213 a target of its own completes it earlier', async () => {
    const page = await draw({ uri: { link: '/media/a.webm', target: 0.3 } })
    const video = player(page)
    await video.loaded()
    await video.play(3)
    await page.until(() => answer(page)?.hasWatchedVideo === true)
    expect(answer(page)?.watchedPercent).toBe(0.3)
  })

  it('FE-211 the seconds are on the device as they are watched, for the next time and the next form', async () => {
    const page = await draw({})
    const video = player(page)
    await video.loaded()
    await video.play(4)
    await page.until(async () => (await rows()).length === 1 && JSON.stringify(await rows()).includes('1111000000'))
    expect(await rows()).toEqual([['u:test', '/media/a.webm', { watchedVideo: '1111000000', watchedPercent: 0.4, hasWatchedVideo: false }]])
    await page.remove()
    open.length = 0
    const again = await draw({})
    await again.until(() => again.text().includes('40% watched'))
    const next = player(again)
    await next.loaded()
    // Continues at the first gap.
    expect(next.state.currentTime).toBe(4)
    await next.play(6)
    await again.until(() => answer(again)?.watchedPercent === 1)
  })

  it('FE-211 what another device watched is added to what this one did', async () => {
    await noteProgress('u:test', '/media/a.webm', { watchedVideo: '1100000000', watchedPercent: 0.2, hasWatchedVideo: false })
    const page = await draw({}, { model: { video: { watchedVideo: '0011110000', watchedPercent: 0.4, hasWatchedVideo: false } } })
    await page.until(() => answer(page)?.watchedVideo === '1111110000')
    expect(answer(page)?.watchedPercent).toBe(0.6)
    await page.until(async () => JSON.stringify(await rows()).includes('1111110000'))
  })

  it('on a shared device the next person without an account starts at nothing', async () => {
    const page = await draw({}, { host: { owner: anonymousOwner, recordPath: 'forms/test/A' } })
    const video = player(page)
    await video.loaded()
    await video.play(4)
    await page.until(async () => JSON.stringify(await rows()).includes('1111000000'))
    const next = await draw({}, { host: { owner: anonymousOwner, recordPath: 'forms/test/B' } })
    expect(next.text()).toContain('0% watched')
    const same = await draw({}, { host: { owner: anonymousOwner, recordPath: 'forms/test/A' } })
    await same.until(() => same.text().includes('40% watched'))
  })

  it('on a shared device with an own login the next person starts at nothing, too', async () => {
    setShared(true)
    const page = await draw({}, { host: { owner: 'u:test', recordPath: 'forms/test/A' } })
    const video = player(page)
    await video.loaded()
    await video.play(4)
    await page.until(async () => JSON.stringify(await rows()).includes('1111000000'))
    const next = await draw({ uri: { link: '/media/a.webm', percent: 0.6 } }, { host: { owner: 'u:test', recordPath: 'forms/test/B' } })
    expect(next.text()).toContain('0% watched')
    const same = await draw({}, { host: { owner: 'u:test', recordPath: 'forms/test/A' } })
    await same.until(() => same.text().includes('40% watched'))
    await same.until(() => answer(same)?.watchedPercent === 0.4)
    const saved = answer(same)
    expect(saved).toMatchObject({ ofRecord: true })
    setShared(false)
    // The same record at a phone of one's own keeps what was watched for it, and the phone learns nothing from it.
    const later = await draw({}, { host: { owner: 'u:test', recordPath: 'forms/test/A' }, model: { video: saved } })
    await later.until(() => later.text().includes('40% watched'))
    const own = await draw({}, { host: { owner: 'u:test', recordPath: 'forms/test/C' } })
    await own.until(() => own.text().includes('0% watched'))
    expect(own.text()).toContain('0% watched')
  })

  it('running faster is set back, and jumping ahead counts nothing', async () => {
    const page = await draw({})
    const video = player(page)
    await video.loaded()
    video.video.playbackRate = 2
    await act(() => void video.video.dispatchEvent(new Event('ratechange')))
    expect(video.video.playbackRate).toBe(1)
    video.state.currentTime = 8
    await act(() => void video.video.dispatchEvent(new Event('seeking')))
    await video.play(2)
    await page.until(() => answer(page)?.watchedVideo === '0000000011')
  })

  it('a page that is not looked at counts nothing', async () => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    const page = await draw({})
    const video = player(page)
    await video.loaded()
    await video.play(5)
    expect(answer(page)).toBeUndefined()
    Reflect.deleteProperty(document, 'visibilityState')
    video.state.currentTime = 0
    await video.play(2)
    await page.until(() => answer(page)?.watchedPercent === 0.2)
  })

  it('FE-417 the next button waits, says what is missing in the default words or in its own, and then runs', async () => {
    const page = await draw({ next: 'open:/frontend/rules', nextLabel: 'Go on', uri: { link: '/media/a.webm', target: 0.2 } })
    expect(page.button('Go on').disabled).toBe(true)
    expect(page.text()).toContain('Please watch the video to continue')
    const video = player(page)
    await video.loaded()
    await video.play(2)
    await page.until(() => !page.button('Go on').disabled)
    expect(page.text()).not.toContain('Please watch')
    await page.press(page.button('Go on'))
    expect(page.told.actions).toEqual(['open:/frontend/rules'])
    await page.remove()
    open.length = 0
    const own = await draw({ next: 'open:/frontend/rules', notReadyMessage: 'First the film, please', uri: { link: '/media/b.webm' } })
    expect(own.text()).toContain('First the film, please')
    expect(own.text()).not.toContain('Please watch')
  })

  it('FE-416 a link without a known player says so', async () => {
    const page = await draw({ uri: { link: 'https://example.com/watch/12' } })
    expect(page.text()).toContain('Unknown Video Provider')
    expect(page.root.querySelector('video, iframe')).toBeNull()
  })

  it('a video with an invalid caption link plays without that caption, and says so', async () => {
    const captions = [
      { link: 'https://[', lang: 'es' },
      { link: '/media/a.vtt', lang: 'en' },
    ]
    const page = await draw({ uri: { link: '/media/a.webm', captions } })
    await page.until(() => page.root.querySelector('video'))
    expect([...page.root.querySelectorAll('track')].map(({ srclang }) => srclang)).toEqual(['en'])
    expect(page.text()).toContain('The link to these captions is not valid: Spanish.')
  })

  it('FE-123 lessons are watched one after the other; the record knows how far', async () => {
    const page = await draw({
      notReadyMessage: 'First this one',
      uri: [
        { link: '/media/a.webm', title: 'Falls', target: 0.2 },
        { link: '/media/b.webm', title: 'Cranes', target: 0.2 },
      ],
    })
    const lesson = (name: string) => page.button(name)
    expect(lesson('Cranes').disabled).toBe(true)
    expect(page.button('Next lesson').disabled).toBe(true)
    expect(page.text()).toContain('First this one')
    const first = player(page)
    await first.loaded()
    await first.play(2)
    await page.until(() => !page.button('Next lesson').disabled)
    expect(answer(page)).toMatchObject({ learningIndex: 1, hasWatchedVideo: false })
    await page.press(page.button('Next lesson'))
    expect(page.root.querySelector('video')?.getAttribute('src')).toContain('/media/b.webm')
    expect(page.hasButton('Next lesson')).toBe(false)
    const second = player(page)
    await second.loaded()
    await second.play(3)
    await page.until(() => answer(page)?.hasWatchedVideo === true)
    expect(answer(page)).toMatchObject({
      learningIndex: 1,
      watchedPercent: 0.25,
      lessons: [
        { id: '/media/a.webm', watchedPercent: 0.2 },
        { id: '/media/b.webm', watchedPercent: 0.3 },
      ],
    })
  })

  it('FE-123 hidePlayBar takes the bar away, not the buttons', async () => {
    const page = await draw({})
    expect(page.root.querySelector('input[type=range]')).not.toBeNull()
    const bare = await draw({ uri: { link: '/media/a.webm', hidePlayBar: true } })
    expect(bare.root.querySelector('input[type=range]')).toBeNull()
    expect(bare.hasButton('Play')).toBe(true)
  })

  it('FE-123 the percent that the server knows counts', async () => {
    const page = await draw({ uri: { link: '/media/a.webm', percent: 0.95 } })
    await page.until(() => answer(page)?.hasWatchedVideo === true)
    // Nobody changed anything: going back asks nothing.
    expect(page.form.dirty()).toBe(false)
  })

  it('what was skipped is offered at the end', async () => {
    await noteProgress('u:test', '/media/a.webm', { watchedVideo: '1100111111', watchedPercent: 0.8, hasWatchedVideo: false })
    const page = await draw({})
    const video = player(page)
    await video.loaded()
    await page.until(() => page.text().includes('80% watched'))
    const play = vi.fn(() => Promise.resolve())
    Object.assign(video.video, { play })
    await act(() => void video.video.dispatchEvent(new Event('ended')))
    video.state.currentTime = 10
    await page.press(page.button('Play the missing parts'))
    expect([video.state.currentTime, play.mock.calls.length]).toEqual([2, 1])
  })

  it('without a connection and without a copy it says what to do', async () => {
    const page = await draw({})
    setReach('offline')
    await act(() => void page.root.querySelector('video')?.dispatchEvent(new Event('error')))
    expect(page.text()).toContain('This video is not on this device and there is no connection.')
    expect(page.hasButton('Try again')).toBe(true)
    expect(document.activeElement).toBe(document.body)
  })

  it('a person with a keyboard at the buttons of a video that fails continues from there, not from the top of the page', async () => {
    const page = await draw({})
    page.button('Play').focus()
    await act(() => void page.root.querySelector('video')?.dispatchEvent(new Event('error')))
    expect(document.activeElement).toBe(page.button('Try again'))
  })

  it('a read-only form says how much was watched', async () => {
    const page = await draw({}, { readOnly: true, model: { video: { watchedPercent: 0.4, hasWatchedVideo: false } } })
    await page.until(() => page.text().includes('40% watched'))
    expect(page.root.querySelector('video')).toBeNull()
  })
})

describe('a video of another site', () => {
  async function framed(link: string, site: string) {
    const page = await draw({ uri: { link, target: 0.4 } })
    const frame = await page.until(() => page.root.querySelector('iframe'))
    const said: Record<string, unknown>[] = []
    if (frame.contentWindow)
      frame.contentWindow.postMessage = ((text: string) => void said.push(JSON.parse(text) as Record<string, unknown>)) as never
    const hear = (message: unknown, origin = site) =>
      void dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message), origin, source: frame.contentWindow as Window }))
    const tell = (message: unknown, origin?: string) => act(() => hear(message, origin))
    /** Sends four messages a second, each a quarter of a second further. */
    const plays = (seconds: number, message: (at: number) => unknown) =>
      act(() => {
        for (let n = 0; n <= seconds * 4; n++) {
          hear(message(n * 0.25))
          pass()
        }
      })
    return { page, frame, said, tell, plays, pass: () => act(pass) }
  }

  it('FE-148 plays in the frame of YouTube, by its messages alone', async () => {
    const { page, frame, said, tell, plays, pass } = await framed('https://youtu.be/M7lc1UVf-VE', 'https://www.youtube-nocookie.com')
    expect(frame.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/M7lc1UVf-VE\?.*enablejsapi=1/)
    expect(document.querySelector('script[src*=youtube]')).toBeNull()
    await pass()
    expect(said).toContainEqual(expect.objectContaining({ event: 'listening' }))
    await tell({ event: 'initialDelivery', info: { duration: 10, currentTime: 0, playerState: 5 } })
    await page.press(page.button('Play'))
    expect(said).toContainEqual(expect.objectContaining({ event: 'command', func: 'playVideo' }))
    await plays(4, (currentTime) => ({ event: 'infoDelivery', info: { currentTime, playerState: 1 } }))
    await page.until(() => answer(page)?.hasWatchedVideo === true)
    expect(answer(page)?.watchedVideo).toBe('1111000000')
    // Messages of another page that pretends to be the player are ignored.
    await tell({ event: 'onError', info: 150 }, 'https://evil.example')
    expect(page.root.querySelector('iframe')).not.toBeNull()
  })

  it('FE-148 plays in the frame of Vimeo, by its messages alone', async () => {
    const { page, frame, said, tell, plays } = await framed('https://vimeo.com/76979871', 'https://player.vimeo.com')
    expect(frame.src).toMatch(/^https:\/\/player\.vimeo\.com\/video\/76979871\?/)
    await tell({ event: 'ready' })
    expect(said).toContainEqual({ method: 'addEventListener', value: 'timeupdate' })
    await tell({ method: 'getDuration', value: 10 })
    await tell({ event: 'play', data: { seconds: 0, duration: 10 } })
    await plays(4, (value) => ({ method: 'getCurrentTime', value }))
    await page.until(() => answer(page)?.hasWatchedVideo === true)
    expect(said).toContainEqual({ method: 'getCurrentTime' })
  })

  it('without a connection it says so, and what to do', async () => {
    setReach('offline')
    const page = await draw({ uri: { link: 'https://vimeo.com/76979871' } })
    await page.until(() => page.text().includes('This video needs a connection.'))
    expect(page.hasButton('Try again')).toBe(true)
  })
})
