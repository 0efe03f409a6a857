import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type FileStore, restoringMark } from '../../adapters/files/FileStore.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Log } from '../app.ts'
import { newId } from '../newId.ts'

/** Whether the place of the files belongs to the site of this database. Another site may know files that this one does not. */
export interface FilesOwner {
  /** Only then may this server delete a complete file. Rejects if the store does not answer. */
  isOurs(): Promise<boolean>
  /** The last answer. It does not wait for the store: an old answer is renewed afterwards. */
  isKnownForeign(): boolean
  /** Makes this site the owner. Returns what that means, in words for the operator. */
  adopt(): Promise<string>
}

/** Age of an answer in ms after which the mark is read again. */
const freshMs = 60_000

const SiteRow = z.object({ id: z.string(), restored: z.boolean(), home: z.nullable(z.string()) })
type SiteRow = z.infer<typeof SiteRow>
type Owned = { readonly files: FileStore; readonly storage: Storage; readonly log: Log }

/** What an operator does when the files belong to another site. */
export const foreignFiles =
  'The files belong to another site, so this server deletes none of them. If this database replaces that of the site, run: npm run files:adopt. If it is a copy for a trial, set FILES_URL or DATA_DIR to another folder.'

export function filesOwner(owned: Owned): FilesOwner {
  let known: { readonly ours: boolean; readonly at: number } | undefined
  let asking: Promise<boolean> | undefined
  const isFresh = () => known !== undefined && performance.now() - known.at < freshMs
  async function ask(): Promise<boolean> {
    const ours = await ownsFiles(owned)
    if (!ours && known?.ours !== false) owned.log.warn({}, foreignFiles)
    known = { ours, at: performance.now() }
    return ours
  }
  async function isOurs(): Promise<boolean> {
    if (known && isFresh()) return known.ours
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return await asking
  }
  return {
    isOurs,
    isKnownForeign() {
      if (!isFresh()) void isOurs().catch(() => undefined)
      return known?.ours === false
    },
    async adopt() {
      const site = await siteOf(owned.storage)
      if ((await owned.files.readMark()) === site.id) return 'The files belong to this database already.'
      await owned.files.writeMark(site.id)
      await owned.storage.db.execute(sql`update site set restored = false`)
      known = undefined
      await isOurs()
      return 'The files belong to this database now. A server with another database stops deleting there within a minute.'
    },
  }
}

/** Claims files without a mark, unless they may belong to the server that the database was copied from. */
async function ownsFiles({ files, storage }: Owned): Promise<boolean> {
  const site = await siteOf(storage)
  const mark = await files.readMark()
  if (mark === site.id) {
    // From now on the mark says what belongs to this site, also if its files move to another place.
    if (site.restored) await storage.db.execute(sql`update site set restored = false where id = ${site.id}`)
    return true
  }
  const isFree = mark === restoringMark || (mark === undefined && (!site.restored || (await isEmpty(files))))
  if (!isFree) return false
  await files.writeMark(site.id)
  // Another database may have claimed it at the same moment.
  return (await files.readMark()) === site.id
}

async function isEmpty(files: FileStore): Promise<boolean> {
  for await (const _ of files.ids()) return false
  return true
}

/** The site of the database. A database that was copied with the tools of PostgreSQL becomes a site of its own. */
async function siteOf(storage: Storage): Promise<SiteRow> {
  const home = await homeOf(storage)
  const read = async () => (await rows(storage.db, SiteRow, sql`select id, restored, home from site`))[0]
  let site = await read()
  if (!site) {
    await storage.db.execute(sql`insert into site (id, home) values (${newId()}, ${home}) on conflict do nothing`)
    site = await read()
  }
  if (!site) throw new Error('the database has no site')
  if (site.home === home || isPartOf(home, site.home)) return site
  // Moved between the two kinds of databases, or restored: the row says already what it is.
  if (site.home === null || home === null || isPartOf(site.home, home))
    await storage.db.execute(sql`update site set home = ${home} where id = ${site.id}`)
  else await storage.db.execute(sql`update site set id = ${newId()}, restored = true, home = ${home} where home = ${site.home}`)
  return (await read()) ?? site
}

/** The number of a database without the identifier of its server, which an operator may have withheld at one time. */
const isPartOf = (number: string | null, home: string | null) => number !== null && home !== null && home.endsWith(` ${number}`)

const HomeRow = z.object({ home: z.string(), system: z.boolean() })

/**
 * The identifier of the database server, if its users may know it, and the number of the database. A standby that takes
 * over has the same one. Null in the embedded database.
 */
async function homeOf(storage: Storage): Promise<string | null> {
  if (storage.kind === 'embedded') return null
  const [database] = await rows(
    storage.db,
    HomeRow,
    sql`select oid::text as home, has_function_privilege('pg_control_system()', 'execute') as system from pg_database where datname = current_database()`,
  )
  if (!database?.system) return database?.home ?? null
  const system = await systemOf(storage)
  return system === undefined ? database.home : `${system} ${database.home}`
}

/** Undefined if the database has none: what is like PostgreSQL need not have its control file. */
async function systemOf(storage: Storage): Promise<string | undefined> {
  try {
    const [system] = await rows(
      storage.db,
      z.object({ id: z.string() }),
      sql`select system_identifier::text as id from pg_control_system()`,
    )
    return system?.id
  } catch (error) {
    const { code } = (error as { cause?: { code?: unknown } }).cause ?? {}
    // Not supported, no access, or its file can't be read.
    if (typeof code === 'string' && /^(?:0A|42|58|XX)/.test(code)) return undefined
    throw error
  }
}
