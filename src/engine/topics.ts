type Listener = () => void

/** Listeners by topic. Most topics have one listener, so a single one is stored without a list. */
export class Topics {
  private readonly listeners = new Map<string, Listener | readonly Listener[]>()

  /** A listener that subscribes twice is called twice. */
  subscribe(topic: string, listener: Listener): () => void {
    const held = this.listeners.get(topic)
    const others = typeof held === 'function' ? [held] : held
    this.listeners.set(topic, others === undefined ? listener : [...others, listener])
    let subscribed = true
    return () => {
      if (subscribed) this.leave(topic, listener)
      subscribed = false
    }
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

  private leave(topic: string, listener: Listener): void {
    const held = this.listeners.get(topic)
    if (held === listener) this.listeners.delete(topic)
    if (!Array.isArray(held)) return
    const at = held.indexOf(listener)
    const rest = held.filter((_, index) => index !== at)
    this.listeners.set(topic, rest.length === 1 ? (rest[0] as Listener) : rest)
  }
}
