interface Waiting {
  run(): void
  steal: boolean
}

/**
 * A fake of Web Locks as in the standard: one holder per name, a queue, signals, `ifAvailable`, and `steal`,
 * which rejects the holder's promise.
 */
export function fakeLocks(): LockManager & { holders: Map<string, symbol> } {
  const holders = new Map<string, symbol>()
  const robbed = new Map<symbol, (reason: unknown) => void>()
  const queues = new Map<string, Waiting[]>()

  const next = (name: string) => {
    if (holders.has(name)) return
    queues.get(name)?.shift()?.run()
  }

  type Work = (lock: Lock | null) => Promise<unknown>
  const request = (name: string, given: LockOptions | Work, work?: Work) =>
    new Promise((resolve, reject) => {
      const options = typeof given === 'function' ? {} : given
      const callback = typeof given === 'function' ? given : (work as Work)
      const me = Symbol(name)
      const run = () => {
        holders.set(name, me)
        robbed.set(me, reject)
        const hold = async () => {
          try {
            resolve(await callback({ name, mode: 'exclusive' } as Lock))
          } catch (error) {
            reject(error)
          }
          if (holders.get(name) === me) holders.delete(name)
          next(name)
        }
        void hold()
      }
      const holder = holders.get(name)
      if (options.steal && holder) {
        robbed.get(holder)?.(new DOMException('stolen', 'AbortError'))
        holders.delete(name)
        return run()
      }
      if (options.ifAvailable && holder) return resolve(callback(null))
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      const waiting = { run, steal: false }
      queue.push(waiting)
      options.signal?.addEventListener('abort', () => {
        const place = queue.indexOf(waiting)
        if (place < 0) return
        queue.splice(place, 1)
        reject(new DOMException('aborted', 'AbortError'))
      })
      next(name)
    })

  return { request, holders, query: () => Promise.resolve({}) } as unknown as LockManager & { holders: Map<string, symbol> }
}
