import { SearchIndex } from './searchIndex.ts'

/** Messages to the worker: lines (each ends with a newline), or words to search for. */
export type SearchQuestion =
  | { readonly lines: string; readonly first: boolean; readonly last: boolean }
  | { readonly words: readonly string[]; readonly n: number }

export interface SearchAnswer {
  readonly n: number
  readonly hits: Uint32Array
}

export interface Finder {
  /**
   * Calls `tell` with the indexes of the matching lines: at once for a short list, else when the worker
   * answers. Only the last search gets an answer.
   */
  find(words: readonly string[], tell: (hits: Uint32Array) => void): void
  /** Cancels the current search. */
  rest(): void
  /** Terminates the worker; do not use the finder afterwards. */
  close(): void
}

/** Lists with more lines are searched in a worker. */
const longest = 1500
/** Number of lines to send at once: about one millisecond of work. */
const portion = 2000

/**
 * Makes a list searchable. `line` returns a line in the format of `lineOf`; a long list is indexed in
 * portions, after it is drawn.
 */
export function createFinder(count: number, line: (index: number) => string): Finder {
  return count > longest && typeof Worker === 'function' ? farFinder(count, line) : nearFinder(count, line)
}

function nearFinder(count: number, line: (index: number) => string): Finder {
  let index: SearchIndex | undefined
  return {
    find(words, tell) {
      if (!index) {
        index = new SearchIndex()
        index.add(Array.from({ length: count }, (_, at) => line(at)))
      }
      tell(index.find(words))
    },
    rest: () => undefined,
    close: () => undefined,
  }
}

/** Runs `work` after the list is drawn, so that drawing never waits for the index. */
function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}

function farFinder(count: number, line: (index: number) => string): Finder {
  const worker = new Worker(new URL('./searchWorker.ts', import.meta.url), { type: 'module' })
  let near: Finder | undefined
  let asked = 0
  let last: { words: readonly string[]; tell: (hits: Uint32Array) => void } | undefined
  let closed = false
  let sent = 0

  const say = (question: SearchQuestion) => worker.postMessage(question)
  const hand = () => {
    if (closed || near) return
    const first = sent === 0
    let lines = ''
    for (const end = Math.min(count, sent + portion); sent < end; sent++) lines += `${line(sent)}\n`
    say({ lines, first, last: sent === count })
    if (sent < count) setTimeout(hand)
    else if (last) say({ words: last.words, n: asked })
  }
  worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
    if (data.n === asked) last?.tell(data.hits)
  })
  // Without support for such workers, search on the main thread.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    worker.terminate()
    near = nearFinder(count, line)
    if (last) near.find(last.words, last.tell)
  })
  afterPaint(hand)
  return {
    find(words, tell) {
      asked++
      last = { words, tell }
      if (near) near.find(words, tell)
      else if (sent === count) say({ words, n: asked })
    },
    rest() {
      asked++
      last = undefined
    },
    close() {
      closed = true
      worker.terminate()
    },
  }
}
