/** The text of a form file with its history: every change can be undone and redone. */
export interface TextHistory {
  text(): string
  /**
   * `typing` merges with the previous change if both belong to the same burst of typing. `at`: the position
   * of the cursor afterwards.
   */
  write(text: string, how?: 'typing' | 'step'): void
  /** Opens another file and clears the history. */
  open(text: string): void
  undo(): boolean
  redo(): boolean
  canUndo(): boolean
  canRedo(): boolean
  subscribe(listener: () => void): () => void
}

/** After this pause, further typing is a separate change, ms. */
const pause = 700
const mostKept = 500

export function textHistory(start: string, now: () => number = () => performance.now()): TextHistory {
  let text = start
  let done: string[] = []
  let undone: string[] = []
  let last = { at: Number.NEGATIVE_INFINITY, typing: false }
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    text: () => text,
    write(next, how = 'step') {
      if (next === text) return
      const at = now()
      const joins = how === 'typing' && last.typing && at - last.at < pause
      last = { at, typing: how === 'typing' }
      if (!joins) {
        done.push(text)
        if (done.length > mostKept) done.shift()
      }
      undone = []
      text = next
      tell()
    },
    open(next) {
      done = []
      undone = []
      last = { at: Number.NEGATIVE_INFINITY, typing: false }
      text = next
      tell()
    },
    undo() {
      const before = done.pop()
      if (before === undefined) return false
      undone.push(text)
      text = before
      last = { at: Number.NEGATIVE_INFINITY, typing: false }
      tell()
      return true
    },
    redo() {
      const after = undone.pop()
      if (after === undefined) return false
      done.push(text)
      text = after
      last = { at: Number.NEGATIVE_INFINITY, typing: false }
      tell()
      return true
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the single range in which two texts differ. */
export function differenceOf(before: string, after: string): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
