import type { FramedPlayer } from './FramedPlayer.ts'

/**
 * YouTube's player in a frame, controlled by the messages of its iframe API; none of its scripts run here.
 */
export function youtube(id: string, { bar, language, origin }: { bar: boolean; language: string; origin: string }): FramedPlayer {
  const site = 'https://www.youtube-nocookie.com'
  const query = new URLSearchParams({
    enablejsapi: '1',
    origin,
    playsinline: '1',
    rel: '0',
    controls: bar ? '1' : '0',
    disablekb: bar ? '0' : '1',
    hl: language,
    cc_lang_pref: language,
    cc_load_policy: '1',
  })
  const command = (func: string, ...args: unknown[]) => JSON.stringify({ event: 'command', func, args, id: 1, channel: 'widget' })
  return {
    src: `${site}/embed/${id}?${query}`,
    origin: site,
    // The player answers once it is ready, and then sends updates by itself.
    hello: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })],
    poll: [],
    play: command('playVideo'),
    pause: command('pauseVideo'),
    seek: (to) => command('seekTo', to, true),
    normalSpeed: command('setPlaybackRate', 1),
    read(message) {
      const { event, info } = message as { event?: unknown; info?: unknown }
      if (event === 'onError') return { failed: true }
      if (typeof info !== 'object' || info === null) return event === 'onReady' ? { ready: true } : undefined
      const { currentTime, duration, playerState, playbackRate } = info as Record<string, unknown>
      return {
        ready: true,
        ...(typeof currentTime === 'number' && { at: currentTime }),
        ...(typeof duration === 'number' && duration > 0 && { duration }),
        ...(typeof playerState === 'number' && { playing: playerState === 1, ended: playerState === 0 }),
        ...(typeof playbackRate === 'number' && { rate: playbackRate }),
      }
    },
  }
}
