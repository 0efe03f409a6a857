/** A page of any browser. */
interface Evaluates {
  evaluate(act: () => Promise<string>): Promise<string>
}

/** All readable data that the browser stores for the app, as text: databases, settings, cached screens. */
export const readableData = (page: Evaluates): Promise<string> =>
  page.evaluate(async () => {
    const parts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const request = indexedDB.open(name)
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const table of db.objectStoreNames) {
        const rows = db.transaction(table).objectStore(table).getAll()
        const found = await new Promise<unknown[]>((resolve) => {
          rows.onsuccess = () => resolve(rows.result)
        })
        for (const row of found) parts.push(`${table}: ${JSON.stringify(row)}`)
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      if (!name.startsWith('muster-screens')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) parts.push(`${name}: ${request.url} ${await (await cache.match(request))?.text()}`)
    }
    return parts.join('\n')
  })
