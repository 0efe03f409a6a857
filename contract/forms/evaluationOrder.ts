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

/** Characters of the name of an attribute, with those of the objects that it is in. */
export const longestAttribute = 200

/** `a.b.c` → `a.b`, `a`; those that are too long to be an attribute are left out. */
export function namesAbove(name: string): string[] {
  const above: string[] = []
  for (let dot = name.lastIndexOf('.', longestAttribute); dot > 0; dot = name.lastIndexOf('.', dot - 1)) above.push(name.slice(0, dot))
  return above
}

/**
 * An order with every step after those that write the attributes it reads, and the cycles without such an
 * order (each as the indexes of its steps). Steps of a cycle are in `order` too, at the position of the
 * cycle, in their own order. A step may read what it writes.
 */
export function evaluationOrder(steps: readonly Step[]): { order: number[]; circles: number[][] } {
  const components = stronglyConnected(dependenciesOf(steps), steps.length)
    .map((component) => component.filter((one) => one < steps.length))
    .filter(({ length }) => length > 0)
  return { order: components.flat(), circles: components.filter(({ length }) => length > 1) }
}

/**
 * What has to come after each step, and behind the steps after each name that is read: a step leads to the names that it writes and those to their
 * readers, so that many writers of one name and its many readers are not joined one by one. Exported for its test.
 */
export function dependenciesOf(steps: readonly Step[]): number[][] {
  const after: number[][] = steps.map(() => [])
  const exact = new Map<string, number>()
  const below = new Map<string, number>()
  const read = (names: Map<string, number>, name: string, step: number) => {
    const known = names.get(name)
    if (known !== undefined) after[known]?.push(step)
    else names.set(name, after.push([step]) - 1)
  }
  steps.forEach(({ reads }, step) => {
    for (const name of reads) {
      read(exact, name, step)
      for (const above of namesAbove(name)) read(below, above, step)
    }
  })
  steps.forEach(({ writes }, step) => {
    for (const name of writes) {
      const reached = [exact.get(name), below.get(name), ...namesAbove(name).map((above) => exact.get(above))]
      for (const one of reached) if (one !== undefined) after[step]?.push(one)
    }
  })
  return after
}

/**
 * Tarjan's algorithm without recursion, started from the first `roots` nodes. Returns the components in evaluation
 * order; components that do not depend on each other keep their order.
 */
function stronglyConnected(after: readonly (readonly number[])[], roots: number): number[][] {
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
  for (let root = roots - 1; root >= 0; root--) {
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
  return components.reverse()
}
