import { useRef, useState } from 'react'

type Change<T> = (state: T) => T

/**
 * Saves the changes of a person one after the other. `state` is what the server had last, with all changes that still
 * wait. `save` applies a change to the newest state, and resolves to what is stored then. `change` rejects as `save`
 * does; that change is then dropped, and the others stay.
 */
export function useChangeQueue<T>(stored: T, save: (change: Change<T>) => Promise<T>) {
  const [state, setState] = useState(stored)
  const queue = useRef({ stored, waiting: new Set<Change<T>>(), last: Promise.resolve() })
  const change = (one: Change<T>): Promise<void> => {
    const own = queue.current
    const show = () => setState([...own.waiting].reduce((before, next) => next(before), own.stored))
    const saveOne = async () => {
      try {
        own.stored = await save(one)
      } finally {
        own.waiting.delete(one)
        show()
      }
    }
    own.waiting.add(one)
    show()
    const saved = own.last.then(saveOne)
    own.last = saved.catch(() => undefined)
    return saved
  }
  return { state, change }
}
