interface Turn {
  readonly page: number
  draw(): Promise<unknown>
}

/**
 * Queues drawings and runs one at a time, the page nearest to the current one first: several at once would
 * all be ready only at the end.
 */
export class Turns {
  private readonly waiting = new Set<Turn>()
  private readonly looked: () => number
  private drawing = false
  /** `looked` returns the current page. */
  constructor(looked: () => number) {
    this.looked = looked
  }

  /**
   * Draws when it is this page's turn. The returned function removes the page from the queue if it still
   * waits.
   */
  take(page: number, draw: Turn['draw']): () => void {
    const turn = { page, draw }
    this.waiting.add(turn)
    // Wait for other requests of the same tick before choosing.
    queueMicrotask(() => this.next())
    return () => void this.waiting.delete(turn)
  }

  private next(): void {
    if (this.drawing) return
    const looked = this.looked()
    // Most people read on: the next page is drawn before the previous one.
    const away = ({ page }: Turn) => (page >= looked ? page - looked : looked - page + 0.5)
    let best: Turn | undefined
    for (const turn of this.waiting) if (!best || away(turn) < away(best)) best = turn
    if (!best) return
    this.waiting.delete(best)
    this.drawing = true
    const ended = () => {
      this.drawing = false
      this.next()
    }
    best.draw().then(ended, ended)
  }
}
