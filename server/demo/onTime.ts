import { and, eq } from 'drizzle-orm'
import type { App } from '../domain/app.ts'
import { recordEdits } from '../storage/schema.ts'

/**
 * The demo's saves have dates before the server existed. Removes their late mark, so that visitors see no
 * late saves.
 */
export async function onTime(app: App, device: string): Promise<void> {
  await app.storage.db.delete(recordEdits).where(and(eq(recordEdits.device, device), eq(recordEdits.late, 'old')))
}
