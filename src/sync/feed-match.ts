import type { Change } from '../../contract/changes.ts'

const plain = (url: string) => {
  const path = url.split('?', 1)[0] ?? ''
  return decodeURI(path.replace(/^\/api\//, '').replace(/\.json$/, ''))
}

/** Addresses that hold records, and what stands before the record's path in them. */
const prefixes = /^(?:data|feed|records|evidence)\/(.*)$/

/**
 * Whether an answer that the device keeps may be another after this change. Rather once too often: an answer that is as it was costs a line (304).
 * `lists` names the lookups that travel inside the answer.
 */
export function concerns(url: string, change: Change, lists: readonly string[] = []): boolean {
  if (change.kind === 'rights') return true
  const at = plain(url).replace(/^dialog\//, 'forms/')
  const [first = '', second = ''] = at.split('/')
  if (change.kind === 'list') return at === `lists/${change.team ?? ''}/${change.path}` || lists.includes(change.path)
  if (change.kind === 'form') {
    if (first === 'tasks' || first === 'studio') return true
    return (first === 'forms' || first === 'arrived') && second === change.path
  }
  const { path } = change
  const parent = path.replace(/\/[^/]*$/, '')
  const record = prefixes.exec(at)?.[1] ?? at
  if (record === path || record === parent) return record !== at || at === path
  // What has arrived of a form, and screens that show one of its records.
  return (first === 'arrived' && `forms/${at.slice('arrived/'.length)}` === parent) || at.startsWith(`${path}/`)
}
