import type { FramedPlayer } from './FramedPlayer.ts'

/** The position and the length in an event. */
function whereOf(data: unknown) {
  const { seconds, duration } = (data ?? {}) as Record<string, unknown>
  return {
    ready: true,
    ...(typeof seconds === 'number' && { at: seconds }),
    ...(typeof duration === 'number' && duration > 0 && { duration }),
  }
}

/** The answer to a question; undefined for other messages. */
function reportOf(question: unknown, value: number) {
  if (question === 'getCurrentTime') return { ready: true, at: value }
  return question === 'getDuration' && value > 0 ? { ready: true, duration: value } : undefined
}

/** Vimeo's player in a frame, controlled by the messages of its player API; none of its scripts run here. */
export function vimeo(id: string, { bar, language, hash }: { bar: boolean; language: string; hash: string | undefined }): FramedPlayer {
  const site = 'https://player.vimeo.com'
  const query = new URLSearchParams({
    ...(hash && { h: hash }),
    dnt: '1',
    playsinline: '1',
    controls: bar ? '1' : '0',
    speed: '0',
    texttrack: language.split('-')[0] ?? 'en',
  })
  const method = (name: string, value?: unknown) => JSON.stringify({ method: name, ...(value !== undefined && { value }) })
  const events = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'playbackratechange', 'error']
  return {
    src: `${site}/video/${id}?${query}`,
    origin: site,
    hello: [...events.map((event) => method('addEventListener', event)), method('getDuration'), method('getCurrentTime')],
    poll: [method('getCurrentTime')],
    play: method('play'),
    pause: method('pause'),
    seek: (to) => method('setCurrentTime', to),
    normalSpeed: method('setPlaybackRate', 1),
    read(message) {
      const { event, method: answered, value, data } = message as Record<string, unknown>
      const { playbackRate } = (data ?? {}) as Record<string, unknown>
      const where = whereOf(data)
      const reported = typeof value === 'number' ? reportOf(answered, value) : undefined
      if (reported) return reported
      switch (event) {
        case 'ready':
          return { hello: true }
        case 'play':
          return { ...where, playing: true, ended: false }
        case 'pause':
          return { ...where, playing: false }
        case 'seeked':
        case 'timeupdate':
          return where
        case 'ended':
          return { ...where, playing: false, ended: true }
        case 'playbackratechange':
          return typeof playbackRate === 'number' ? { ...where, rate: playbackRate } : where
        case 'error':
          return { failed: true }
        default:
          return undefined
      }
    },
  }
}
