/** Time limit to open a database, ms. */
const openLimit = 15_000

/** A read failure, with the message of the browser. */
export class Unreadable extends Error {}

/**
 * Opens the existing database, of any version; undefined when there is none. Never creates, upgrades or
 * writes.
 */
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
      // Close when another tab upgrades the database, so that the app is never blocked.
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

/** Returns all readable rows of a table; calls `lost` for each unreadable one. */
export async function rowsOf<T>(db: IDBDatabase, table: string, lost: (reason: unknown) => void): Promise<T[]> {
  if (!db.objectStoreNames.contains(table)) return []
  try {
    return (await result(db.transaction(table).objectStore(table).getAll())) as T[]
  } catch {
    // One damaged row makes the whole request fail: read each row separately.
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
