import { describe, expect, it } from 'vitest'
import { shareOf } from '../../../contract/rules/progress.ts'
import { clock, firstGap, Meter } from './meter.ts'
import { providerOf } from './provider.ts'
import { rules } from './rules.ts'

const origin = 'https://site.example'
const empty = (value: unknown) => rules.empty(value, undefined as never, () => undefined)

describe('an answer of a video', () => {
  it('counts only once the video was watched: begun is not enough', () => {
    for (const value of [undefined, null, '', {}, { watchedPercent: 0.89, hasWatchedVideo: false }]) expect(empty(value)).toBe(true)
    expect(empty({ watchedPercent: 0.9, hasWatchedVideo: true })).toBe(false)
  })

  it('says how much is missing once it was begun', () => {
    const missing = (value: unknown, uri: unknown = { link: '/media/a.webm' }) => rules.missing?.(value, { uri } as never)
    expect(missing({ watchedPercent: 0.25 })).toBe('25% watched, 90% needed')
    expect(missing({ watchedPercent: 0.25 }, { link: '/media/a.webm', target: 0.5 })).toBe('25% watched, 50% needed')
    expect([missing(undefined), missing({ watchedPercent: 0 })]).toEqual([undefined, undefined])
  })
})

/** Plays from one second to another, sampled four times a second. */
function play(meter: Meter, from: number, to: number, { rate = 1, start = 100 } = {}): number {
  let when = start
  for (let at = from; at < to; at += 0.25 * rate, when += 0.25) meter.look({ at, when, playing: true })
  meter.look({ at: to, when, playing: false })
  return when
}

describe('seconds of a video', () => {
  it('FE-210 are counted when they were played, whole ones and the last piece', () => {
    const meter = new Meter(10.4)
    play(meter, 0, 10.4)
    expect(meter.bits).toBe('11111111111')
    expect(shareOf(meter.bits)).toBe(1)
  })
  it('FE-210 are not counted when a person jumps over them', () => {
    const meter = new Meter(60)
    const when = play(meter, 0, 4)
    meter.look({ at: 4, when, playing: true })
    meter.look({ at: 50, when: when + 0.25, playing: true })
    play(meter, 50, 53, { start: when + 0.25 })
    expect(meter.bits).toBe(`1111${'0'.repeat(46)}111${'0'.repeat(7)}`)
  })
  it('FE-210 are not counted by small jumps either, nor backwards, nor while the video is paused', () => {
    const meter = new Meter(60)
    for (let n = 0; n < 100; n++) {
      meter.look({ at: n * 0.6, when: n * 0.25, playing: true })
      meter.jumped()
    }
    expect(meter.bits).toBe('0'.repeat(60))
    for (let n = 0; n < 40; n++) meter.look({ at: 30 - n * 0.25, when: 50 + n * 0.25, playing: true })
    for (let n = 0; n < 40; n++) meter.look({ at: 20, when: 70 + n * 0.25, playing: true })
    for (let n = 0; n < 40; n++) meter.look({ at: 20 + n * 0.25, when: 90 + n * 0.25, playing: false })
    expect(meter.bits).toBe('0'.repeat(60))
  })
  it('FE-210 are not counted at twice the speed: the person saw them for too short a time', () => {
    const meter = new Meter(20)
    play(meter, 0, 20, { rate: 2 })
    expect(meter.bits).toBe('0'.repeat(20))
    play(meter, 0, 20, { rate: 16, start: 200 })
    expect(meter.bits).toBe('0'.repeat(20))
  })
  it('FE-210 are counted of a player that tells its place only now and then', () => {
    const meter = new Meter(4)
    let told = 0
    for (let n = 0; n <= 16; n++) {
      const when = 10 + n * 0.25
      if (n % 2 === 0) told = n * 0.25
      meter.look({ at: told, when, playing: true })
      meter.look({ at: told, when: when + 0.2, playing: true })
    }
    expect(meter.bits).toBe('1111')
  })
  it('FE-210 watched in two halves are whole, and what was watched before stays', () => {
    const meter = new Meter(6, '110000')
    play(meter, 2, 4)
    play(meter, 4, 6, { start: 500 })
    expect(meter.bits).toBe('111111')
  })
  it('go on where something is missing', () => {
    expect([firstGap('110100'), firstGap('111'), firstGap('')]).toEqual([2, undefined, undefined])
    expect([clock(0), clock(65.9), clock(600)]).toEqual(['0:00', '1:05', '10:00'])
  })
})

describe('who plays a link', () => {
  it.each([
    ['/media/fall.webm', { kind: 'file', src: `${origin}/media/fall.webm` }],
    ['https://cdn.example.com/a/Fall.MP4?v=2', { kind: 'file', src: 'https://cdn.example.com/a/Fall.MP4?v=2' }],
    ['/media/rules.pdf', { kind: 'pdf', src: `${origin}/media/rules.pdf` }],
    ['https://www.youtube.com/watch?v=M7lc1UVf-VE&t=10', { kind: 'youtube', id: 'M7lc1UVf-VE' }],
    ['https://youtu.be/M7lc1UVf-VE', { kind: 'youtube', id: 'M7lc1UVf-VE' }],
    ['https://m.youtube.com/shorts/M7lc1UVf-VE', { kind: 'youtube', id: 'M7lc1UVf-VE' }],
    ['https://www.youtube-nocookie.com/embed/M7lc1UVf-VE', { kind: 'youtube', id: 'M7lc1UVf-VE' }],
    ['https://vimeo.com/76979871', { kind: 'vimeo', id: '76979871', hash: undefined }],
    ['https://vimeo.com/76979871/8272103f6e', { kind: 'vimeo', id: '76979871', hash: '8272103f6e' }],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', { kind: 'vimeo', id: '76979871', hash: '8272103f6e' }],
  ])('%s', (link, provider) => {
    expect(providerOf({ link }, origin)).toEqual(provider)
  })
  it.each([
    '',
    'https://example.com/watch/12',
    'https://www.youtube.com/@channel',
    'https://vimeo.com/channels',
    'javascript:alert(1)',
    'http://cdn.example.com/a.mp4',
    'https://youtube.com.evil.example/watch?v=M7lc1UVf-VE',
  ])('no known player plays "%s"', (link) => {
    expect(providerOf({ link }, origin)).toBeUndefined()
  })
  it('the given type wins over what the link looks like', () => {
    expect(providerOf({ link: '/api/files/AAAAAAAAAAAAAAAAAAAA', type: 'video' }, origin)?.kind).toBe('file')
    expect(providerOf({ link: '/api/files/AAAAAAAAAAAAAAAAAAAA', type: 'pdf' }, origin)?.kind).toBe('pdf')
    expect(providerOf({ link: 'https://vimeo.com/76979871', type: 'youtube' }, origin)).toBeUndefined()
  })
})
