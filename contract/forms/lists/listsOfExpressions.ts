const named = /\blookup\(\s*['"](\w[\w-]{0,60})['"]/g

/** Names of the lists that expressions and templates anywhere in a value read: `lookup('machines', …)`. */
export function listsOfExpressions(value: unknown): string[] {
  const found = new Set<string>()
  const open: unknown[] = [value]
  for (let one = open.pop(); open.length > 0 || one !== undefined; one = open.pop()) {
    if (typeof one === 'string' && one.includes('lookup(')) for (const [, name = ''] of one.matchAll(named)) found.add(name)
    else if (typeof one === 'object' && one !== null) open.push(...Object.values(one))
  }
  return [...found].sort()
}
