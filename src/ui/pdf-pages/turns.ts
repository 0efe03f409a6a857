interface Turn {
  readonly page: number
  draw(): Promise<unknown>
}

/** One drawing at a time, that of the page nearest to what is looked at: of several at once, each would be there only when all are. */
export class Turns {
  private readonly waiting = new Set<Turn>()
  private readonly looked: () => number
  private drawing = false
  /** `looked` tells which page is looked at. */
  constructor(looked: () => number) {
    this.looked = looked
  }

  /** Draws when it is this page's turn. What it gives back takes the page out again, as long as it waits. */
  take(page: number, draw: Turn['draw']): () => void {
    const turn = { page, draw }
    this.waiting.add(turn)
    // Whoever asks in the same breath is chosen from as well.
    queueMicrotask(() => this.next())
    return () => void this.waiting.delete(turn)
  }

  private next(): void {
    if (this.drawing) return
    const looked = this.looked()
    // Most people read on: the page after comes before the page before.
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
