import type { Table } from 'dexie'
import type { MetaRow } from './MusterDb.ts'

/** One kind of row; `of(rest, value)` makes the row of its table, `rest` is the key without the prefix. */
export interface Kind {
  readonly prefix: string
  readonly table: string
  readonly of: (rest: string, value: unknown) => Record<string, unknown>
}

const split = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)]

const typedOf = (kind: string) => (rest: string, value: unknown) => {
  const [owner, place] = split(rest, rest.indexOf(' '))
  return { owner, kind, place, value }
}

/** Kinds of rows that schema version 1 kept in `meta`. A grant comes before the marks of the log-out after it. */
export const metaKinds: readonly Kind[] = [
  { prefix: 'grant:', table: 'grants', of: (owner, token) => ({ owner, token }) },
  { prefix: 'left:', table: 'grants', of: (owner, left) => ({ owner, left }) },
  { prefix: 'gone:', table: 'grants', of: (owner, gone) => ({ owner, gone }) },
  { prefix: 'unlock:', table: 'unlockKeys', of: (owner, value) => ({ ...(value as object), owner }) },
  { prefix: 'leader:', table: 'heartbeats', of: (owner, at) => ({ owner, at }) },
  { prefix: 'feed:', table: 'cursors', of: (owner, id) => ({ owner, id }) },
  { prefix: 'ready:', table: 'readiness', of: (owner, value) => ({ ...(value as object), owner }) },
  { prefix: 'kept:', table: 'keptMedia', of: (url, value) => ({ ...(value as object), url }) },
  {
    prefix: 'translations:',
    table: 'translations',
    of(rest, texts) {
      const [owner, lang] = split(rest, rest.lastIndexOf(':'))
      return { owner, lang, texts }
    },
  },
  {
    prefix: 'authored ',
    table: 'authored',
    of(rest, value) {
      const [owner, form] = split(rest, rest.indexOf(' '))
      return { ...(value as object), owner, form }
    },
  },
  { prefix: 'review ', table: 'typed', of: typedOf('review') },
  { prefix: 'chat ', table: 'typed', of: typedOf('chat') },
]

/** Moves rows of `meta` to tables of their own. Runs in the upgrade transaction: all rows move, or none. */
export async function moveMetaRows(db: { table(name: string): Table }): Promise<void> {
  const meta = db.table('meta') as Table<MetaRow, string>
  for (const { prefix, table, of } of metaKinds)
    for (const { key, value } of await meta.where('key').startsWith(prefix).toArray()) {
      const row = of(key.slice(prefix.length), value)
      const target = db.table(table)
      const moved = target.put(table === 'grants' ? { ...(await target.get(row['owner'])), ...row } : row)
      // The browser may be unable to store a key again: the app then makes a new one, and the server opens the older envelopes.
      await (table === 'unlockKeys' ? moved.catch(() => undefined) : moved)
      await meta.delete(key)
    }
}
