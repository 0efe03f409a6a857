/** Returns a signal that aborts with the first of `signals`, and with its reason. Lets go of the others then. */
function anyOf(signals: Iterable<AbortSignal>): AbortSignal {
  const any = new AbortController()
  const { signal } = any
  for (const one of signals) {
    if (one.aborted) any.abort(one.reason)
    if (signal.aborted) break
    one.addEventListener('abort', () => any.abort(one.reason), { signal })
  }
  return signal
}

function canParse(url: string | URL, base?: string | URL): boolean {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}

const ofLists = {
  toReversed(this: unknown[]) {
    return [...this].reverse()
  },
  toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare)
  },
  toSpliced(this: unknown[], ...change: [number, number, ...unknown[]]) {
    const copy = [...this]
    copy.splice(...change)
    return copy
  },
  with(this: unknown[], index: number, value: unknown) {
    const copy = [...this]
    const at = index < 0 ? index + copy.length : index
    if (!(at in copy)) throw new RangeError(`A list of ${copy.length} has no item ${index}`)
    copy[at] = value
    return copy
  },
}

function add(target: object, parts: object): void {
  for (const [name, value] of Object.entries(parts))
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

/**
 * Adds what the app and its packages use and the oldest supported browsers lack: Chromium 109, Safari 16.4,
 * Firefox 115. A page and a worker import this module first. tests/architecture/browserFloor.test.ts finds
 * what else is too new.
 */
export function addMissing(): void {
  add(AbortSignal, { any: anyOf })
  add(URL, { canParse })
  add(Array.prototype, ofLists)
}

addMissing()
