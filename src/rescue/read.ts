/** How long a database may take to open before it is given up, ms. */
const openLimit = 15_000

/** What could not be read, by what the browser said. */
export class Unreadable extends Error {}

/** The database as it is on the disk, whatever version wrote it; undefined when there is none. Nothing is made, upgraded or written. */
export function openRaw(factory: IDBFactory, name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Unreadable(String((cause as Error | null)?.message ?? cause), { cause }))
    const timer = setTimeout(fail, openLimit, 'The database does not answer')
    let absent = false
    let request: IDBOpenDBRequest
    try {
      request = factory.open(name)
    } catch (error) {
      clearTimeout(timer)
      return fail(error)
    }
    request.onupgradeneeded = () => {
      absent = true
      request.transaction?.abort()
    }
    request.onsuccess = () => {
      clearTimeout(timer)
      // Never in the way of the app, should another tab upgrade it.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => {
      clearTimeout(timer)
      if (absent) resolve(undefined)
      else fail(request.error)
    }
  })
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database can’t be read'))
  })

/** Every row that can be read; `lost` is told of each that can't. */
export async function rowsOf<T>(db: IDBDatabase, table: string, lost: (reason: unknown) => void): Promise<T[]> {
  if (!db.objectStoreNames.contains(table)) return []
  try {
    return (await result(db.transaction(table).objectStore(table).getAll())) as T[]
  } catch {
    // One damaged row spoils the whole answer: each by itself then.
  }
  const rows: T[] = []
  try {
    for (const key of await result(db.transaction(table).objectStore(table).getAllKeys())) {
      const row = await rowOf<T>(db, table, key, lost)
      if (row !== undefined) rows.push(row)
    }
  } catch (error) {
    lost(error)
  }
  return rows
}

export async function rowOf<T>(db: IDBDatabase, table: string, key: IDBValidKey, lost: (reason: unknown) => void): Promise<T | undefined> {
  if (!db.objectStoreNames.contains(table)) return undefined
  try {
    return (await result(db.transaction(table).objectStore(table).get(key))) as T | undefined
  } catch (error) {
    lost(error)
    return undefined
  }
}
