/**
 * A step computes from names and changes what other names read: a calculated attribute, or a node with a
 * visibility that withdraws attributes.
 */
export interface Step {
  /** Names that its expression reads. */
  readonly reads: readonly string[]
  /** Attributes with a value that it determines. */
  readonly writes: readonly string[]
}

/**
 * An index of dependents by name. A change of `model.hours` affects dependents of `model`, and a change of
 * `site` those of `site.name`.
 */
export class ByName<T> {
  private readonly exact = new Map<string, T[]>()
  private readonly below = new Map<string, T[]>()

  add(name: string, dependent: T): void {
    put(this.exact, name, dependent)
    for (const above of namesAbove(name)) put(this.below, above, dependent)
  }

  /**
   * Calls `call` for each dependent of a name; more than once for a dependent that reads several related
   * names.
   */
  each(name: string, call: (dependent: T) => void): void {
    this.exact.get(name)?.forEach(call)
    this.below.get(name)?.forEach(call)
    if (name.includes('.')) for (const above of namesAbove(name)) this.exact.get(above)?.forEach(call)
  }
}

function put<T>(index: Map<string, T[]>, name: string, dependent: T): void {
  const held = index.get(name)
  if (held) held.push(dependent)
  else index.set(name, [dependent])
}

/** `a.b.c` → `a.b`, `a`. */
export function namesAbove(name: string): string[] {
  const above: string[] = []
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) above.push(name.slice(0, dot))
  return above
}

/**
 * An order with every step after those that write the attributes it reads, and the cycles without such an
 * order (each as the indexes of its steps). Steps of a cycle are in `order` too, at the position of the
 * cycle, in their own order. A step may read what it writes.
 */
export function evaluationOrder(steps: readonly Step[]): { order: number[]; circles: number[][] } {
  const readers = new ByName<number>()
  steps.forEach(({ reads }, step) => {
    for (const name of reads) readers.add(name, step)
  })
  const after = steps.map(({ writes }, step) => {
    const next = new Set<number>()
    for (const name of writes) readers.each(name, (reader) => next.add(reader))
    next.delete(step)
    return [...next].sort((a, b) => a - b)
  })
  return stronglyConnected(after)
}

/** Tarjan's algorithm without recursion. It finds components in reverse order. */
function stronglyConnected(after: readonly (readonly number[])[]): { order: number[]; circles: number[][] } {
  const number = after.map(() => -1)
  const low = after.map(() => 0)
  const onStack = after.map(() => false)
  const stack: number[] = []
  const components: number[][] = []
  let count = 0
  const enter = (step: number) => {
    number[step] = low[step] = count++
    stack.push(step)
    onStack[step] = true
  }
  for (let root = after.length - 1; root >= 0; root--) {
    if (number[root] !== -1) continue
    const path: { step: number; next: number }[] = [{ step: root, next: 0 }]
    enter(root)
    while (path.length > 0) {
      const here = path[path.length - 1] as { step: number; next: number }
      const { step } = here
      const next = after[step]?.[here.next++]
      if (next !== undefined) {
        if (number[next] === -1) {
          enter(next)
          path.push({ step: next, next: 0 })
        } else if (onStack[next]) low[step] = Math.min(low[step] as number, number[next] as number)
        continue
      }
      path.pop()
      const above = path[path.length - 1]
      if (above) low[above.step] = Math.min(low[above.step] as number, low[step] as number)
      if (low[step] !== number[step]) continue
      const component: number[] = []
      for (let member = -1; member !== step; ) {
        member = stack.pop() as number
        onStack[member] = false
        component.push(member)
      }
      components.push(component.sort((a, b) => a - b))
    }
  }
  components.reverse()
  return { order: components.flat(), circles: components.filter((component) => component.length > 1) }
}
