import { type FSWatcher, watch } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { OwnLists } from '../../../contract/forms/check/doubtsAboutLists.ts'
import { checkFormFile, type FileFinding, findingLine } from '../../../contract/forms/check/checkFormFile.ts'
import { listsFolder } from '../../../contract/forms/lists/listFileName.ts'
import { rows } from '../../storage/database.ts'
import { unknownActions } from '../actions/unknownActions.ts'
import type { App } from '../app.ts'
import { noteProblems } from './formProblems.ts'
import { ownListsOf } from './ownListsOf.ts'
import { publishForm, saidBefore } from './publishForm.ts'
import { readListsFolder } from './readListsFolder.ts'

const ending = '.form.json'
/** Lines about one file in the terminal. */
const mostLines = 50

export interface FormsFolder {
  close(): Promise<void>
}

/**
 * Publishes every `*.form.json` of a folder at /frontend/forms/{name}, and again when a file changes. Only
 * `"public": true` in the file opens a form to people without a login. A file with problems leaves the published form:
 * the problems go to `say` and onto the page. An unchanged file does not overwrite a newer version from the studio.
 * Files of its folder `lists` are lists that the forms use.
 */
export async function watchForms(
  app: App,
  { folder, team, say }: { folder: string; team: string; say: (line: string) => void },
): Promise<FormsFolder> {
  const seen = new Map<string, string>()
  const place = resolve(folder)
  const lists = { app, place, team, say, seen: new Map<string, string>() }

  async function look(): Promise<void> {
    await readListsFolder(lists)
    const own = (await ownListsOf(app, [team])).get(team)
    for (const file of (await readdir(place)).filter((name) => name.endsWith(ending)).sort()) {
      const text = await readFile(join(place, file), 'utf8').catch(() => undefined)
      if (text === undefined || seen.get(file) === text) continue
      seen.set(file, text)
      await publish(file, text, own)
    }
  }

  async function publish(file: string, text: string, own: OwnLists | undefined): Promise<void> {
    const key = file.slice(0, -ending.length)
    const { value, form, findings } = checkFormFile(text, unknownActions, { key, lists: own })
    const refused = form && !(await saidBefore(app, key, value)) ? await problemsOfPublishing(key, value) : []
    const errors = [...findings.filter(({ level }) => level === 'error'), ...refused]
    const told = [...errors, ...findings.filter(({ level }) => level !== 'error')]
    const lines = told.slice(0, mostLines).map((finding) => findingLine(file, finding))
    if (told.length > mostLines) lines.push(`${file}: and ${told.length - mostLines} more`)
    noteProblems(app, key, errors.length > 0 ? { file, findings: errors } : undefined)
    const first = errors.length > 0 ? `${file} has problems and was not published:` : await publicationOf(app, file, key)
    say([first, ...lines].join('\n'))
  }

  async function problemsOfPublishing(key: string, settings: unknown): Promise<FileFinding[]> {
    const outcome = await publishForm(app, { key, team, settings })
    return outcome.ok
      ? []
      : outcome.problems.map(({ path, message }) => ({ level: 'error', line: 1, column: 1, label: undefined, place: path, message }))
  }

  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const inner = watchInner(join(place, listsFolder), later)
  await inner.follow()
  round = look()
  await round.catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Error(`the forms folder ${place} is not there`) : error
  })
  function later(): void {
    clearTimeout(timer)
    // Debounce: editors write a file in several steps.
    timer = setTimeout(() => {
      round = round
        .then(inner.follow)
        .then(look)
        .catch(() => {
          app.log.warn({}, 'the forms folder could not be read')
        })
    }, 150)
  }
  const watcher: FSWatcher = watch(place, later)
  watcher.on('error', () => app.log.warn({}, 'the forms folder is no longer watched'))
  return {
    async close() {
      clearTimeout(timer)
      watcher.close()
      inner.close()
      await round
    },
  }
}

/** Watches a folder that may appear later, and be replaced by another one of the same name. */
function watchInner(place: string, changed: () => void) {
  let watched: { readonly inode: number; readonly watcher: FSWatcher } | undefined
  const close = () => {
    watched?.watcher.close()
    watched = undefined
  }
  return {
    close,
    async follow(): Promise<void> {
      const now = await stat(place).catch(() => undefined)
      if (now?.ino === watched?.inode) return
      close()
      if (!now?.isDirectory()) return
      const watcher = watch(place, changed)
      watcher.on('error', close)
      watched = { inode: now.ino, watcher }
    },
  }
}

const PublicationRow = z.object({ public: z.boolean(), project: z.nullable(z.string()) })

/** The line about a published form: its address, its project, and who may open it. */
async function publicationOf(app: App, file: string, key: string): Promise<string> {
  const [form] = await rows(
    app.storage.db,
    PublicationRow,
    sql`select f.public, coalesce(t.model ->> 'name', t.name) as project from forms f left join teams t on t.id = f.team where f.key = ${key}`,
  )
  const project = form?.project ?? undefined
  const members = project === undefined ? 'its owner' : 'people of the project'
  const who = form?.public
    ? 'anybody with the link may open it, without signing in'
    : `${members} may open it after signing in ("public": true in the file opens it to everybody)`
  return `${file} is published at /frontend/forms/${key}, ${project === undefined ? 'in no project' : `in the project ${project}`}: ${who}`
}
