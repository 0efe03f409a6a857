type Listener = () => void

/** Who listens to what. Most topics have one listener, so that one is held without a list around it. */
export class Topics {
  private readonly listeners = new Map<string, Listener | readonly Listener[]>()

  subscribe(topic: string, listener: Listener): () => void {
    // Each subscription is its own, so that the same function may subscribe twice.
    const own = () => listener()
    const held = this.listeners.get(topic)
    this.listeners.set(topic, held === undefined ? own : typeof held === 'function' ? [held, own] : [...held, own])
    return () => {
      const now = this.listeners.get(topic)
      if (now === own) this.listeners.delete(topic)
      else if (Array.isArray(now)) {
        const rest = now.filter((other) => other !== own)
        if (rest.length === 0) this.listeners.delete(topic)
        else this.listeners.set(topic, rest.length === 1 ? (rest[0] as Listener) : rest)
      }
    }
  }

  has(topic: string): boolean {
    return this.listeners.has(topic)
  }

  notify(topic: string): void {
    const held = this.listeners.get(topic)
    if (held === undefined) return
    if (typeof held === 'function') held()
    else for (const listener of held) listener()
  }

  topics(): string[] {
    return [...this.listeners.keys()]
  }
}
