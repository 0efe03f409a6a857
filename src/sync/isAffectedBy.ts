import type { Change } from '../../contract/endpoints/changes.ts'

const plain = (url: string) => {
  const path = url.split('?', 1)[0] ?? ''
  return decodeURI(path.replace(/^\/api\//, '').replace(/\.json$/, ''))
}

/** Addresses of record data, and the prefix before the record's path. */
const prefixes = /^(?:data|feed|records|evidence)\/(.*)$/

/**
 * Whether a change may affect a cached answer. In doubt it returns true: an unchanged answer costs little
 * (304). `lists` names the lookups inside the answer.
 */
export function isAffectedBy(url: string, change: Change, lists: readonly string[] = []): boolean {
  if (change.kind === 'rights') return true
  const at = plain(url).replace(/^dialog\//, 'forms/')
  const [first = '', second = ''] = at.split('/')
  if (change.kind === 'list') return at === `lists/${change.team ?? ''}/${change.path}` || lists.includes(change.path)
  if (change.kind === 'form') return first === 'tasks' || first === 'studio' || (isOfForm(first) && second === change.path)
  return concernsRecord(at, change.path)
}

const isOfForm = (folder: string) => folder === 'forms' || folder === 'arrived'

function concernsRecord(at: string, path: string): boolean {
  const parent = path.replace(/\/[^/]*$/, '')
  const record = prefixes.exec(at)?.[1] ?? at
  if (record === path || record === parent) return record !== at || at === path
  // The received records of a form, and screens that show one of its records.
  return (at.startsWith('arrived/') && `forms/${at.slice('arrived/'.length)}` === parent) || at.startsWith(`${path}/`)
}
