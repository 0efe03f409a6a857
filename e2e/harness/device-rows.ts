/** A page of any browser. */
interface Evaluates {
  evaluate(act: () => Promise<DeviceRows>): Promise<DeviceRows>
}

export interface DeviceRows {
  /**
   * Waiting saves by id, with their state, their last error, and the time of the next try by the device's
   * clock.
   */
  readonly outbox: { opId: string; path: string; title: string | undefined; state: string; why: string | undefined; nextAt: number }[]
  /** Saves in the spill database and in Cache Storage. */
  readonly beside: number
  readonly receipts: { opId: string; path: string; title: string | undefined; outcome: string }[]
  readonly drafts: number
  readonly quarantine: number
  /** Saves that the app itself has noticed as lost. */
  readonly losses: number
  /**
   * The server's clock minus the device's as stored on the device, ms; the value in use differs by less
   * than a quarter of a second.
   */
  readonly skewMs: number
  /** SHA-256 (hex) of the bytes on the device, by file id. */
  readonly files: Record<string, string>
}

/** Reads the device's own database directly, without the app. */
export function deviceRows(page: Evaluates): Promise<DeviceRows> {
  return page.evaluate(async () => {
    const request = indexedDB.open('muster')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const all = <T>(table: string) =>
      new Promise<T[]>((resolve, reject) => {
        if (!db.objectStoreNames.contains(table)) return resolve([])
        const rows = db.transaction(table).objectStore(table).getAll()
        rows.onsuccess = () => resolve(rows.result as T[])
        rows.onerror = () => reject(rows.error)
      })
    const [outbox, receipts, drafts, quarantine, losses, bytes, meta] = await Promise.all([
      all<{ opId: string; path: string; title?: string; state: string; nextAt: number; lastError?: { kind: string } }>('outbox'),
      all<{ opId: string; path: string; title?: string; outcome: string }>('receipts'),
      all('drafts'),
      all('quarantine'),
      all<{ count: number }>('losses'),
      all<{ id: string; bytes: ArrayBuffer | Blob }>('bytes'),
      all<{ key: string; value: unknown }>('meta'),
    ])
    db.close()
    // Opening a database that is not there would make it.
    const isSpill = ({ name }: IDBDatabaseInfo) => name === 'muster-spill'
    const hasSpill = (await indexedDB.databases()).some(isSpill)
    const spilled = await new Promise<number>((resolve, reject) => {
      if (!hasSpill) return resolve(0)
      const opening = indexedDB.open('muster-spill')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const counted = opening.result.transaction('ops').objectStore('ops').count()
        counted.onsuccess = () => {
          opening.result.close()
          resolve(counted.result)
        }
        counted.onerror = () => reject(counted.error)
      }
    })
    const cached = (await caches.has('muster-spill')) ? (await (await caches.open('muster-spill')).keys()).length : 0
    const clock = meta.find(({ key }) => key === 'clock')?.value as { skewMs?: number } | undefined
    const files: Record<string, string> = {}
    for (const row of bytes) {
      const data = row.bytes instanceof Blob ? await row.bytes.arrayBuffer() : row.bytes
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
      files[row.id] = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    return {
      outbox: outbox.map(({ opId, path, title, state, nextAt, lastError }) => ({ opId, path, title, state, nextAt, why: lastError?.kind })),
      beside: spilled + cached,
      receipts: receipts.map(({ opId, path, title, outcome }) => ({ opId, path, title, outcome })),
      drafts: drafts.length,
      quarantine: quarantine.length,
      losses: losses.reduce((sum, { count }) => sum + count, 0),
      skewMs: clock?.skewMs ?? 0,
      files,
    }
  })
}
