import { plainName } from '../../../contract/rules/presence.ts'

/**
 * Returns whom a visitor means who typed `host`: the people with exactly this name, else those with all its
 * words in the name.
 */
export function hostsAmong<P extends { readonly name: string }>(host: string, people: readonly P[]): P[] {
  const whole = plainName(host)
  if (whole === '') return []
  const exact = people.filter(({ name }) => plainName(name) === whole)
  if (exact.length > 0) return exact
  return people.filter(({ name }) => {
    const own = new Set(plainName(name).split(' '))
    return whole.split(' ').every((word) => own.has(word))
  })
}
