/**
 * Simulates offline mode in this window: `true` blocks the network, `false` restores it. For previews in
 * their own frame.
 */
export function simulateOffline(cut: boolean): void {
  const window = globalThis as unknown as { fetch: typeof fetch; plainFetch?: typeof fetch }
  const plain = (window.plainFetch ??= fetch)
  window.fetch = cut ? () => Promise.reject(new TypeError('Failed to fetch')) : plain
  const before = navigator.onLine
  if (cut) Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  else Reflect.deleteProperty(navigator, 'onLine')
  if (before !== navigator.onLine) dispatchEvent(new Event(cut ? 'offline' : 'online'))
}
