/** Resolves after the pause in ms, or at once when the page is online or visible again. */
export const nextChance = (pause: number): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, pause)
    addEventListener('online', end, { signal: ended.signal })
    const onVisible = () => document.visibilityState === 'visible' && end()
    document.addEventListener('visibilitychange', onVisible, { signal: ended.signal })
  })
