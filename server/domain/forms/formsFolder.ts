import { type FSWatcher, watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { checkFormFile, type FileFinding, findingLine } from '../../../contract/forms/check/checkFormFile.ts'
import { rows } from '../../storage/database.ts'
import { unknownActions } from '../actions/unknownActions.ts'
import type { App } from '../app.ts'
import { noteProblems } from './formProblems.ts'
import { publishForm, saidBefore } from './publishForm.ts'

const ending = '.form.json'
/** Lines about one file in the terminal. */
const mostLines = 50

export interface FormsFolder {
  close(): Promise<void>
}

/**
 * Publishes every `*.form.json` of a folder at /frontend/forms/{name}, and again when a file changes. Only
 * `"public": true` in the file opens a form to people without a login. A file with problems leaves the published form: the problems go to `say` and onto the page. An unchanged file does
 * not overwrite a newer version from the studio.
 */
export async function watchForms(
  app: App,
  { folder, team, say }: { folder: string; team: string; say: (line: string) => void },
): Promise<FormsFolder> {
  const seen = new Map<string, string>()
  const place = resolve(folder)

  async function look(): Promise<void> {
    for (const file of (await readdir(place)).filter((name) => name.endsWith(ending)).sort()) {
      const text = await readFile(join(place, file), 'utf8').catch(() => undefined)
      if (text === undefined || seen.get(file) === text) continue
      seen.set(file, text)
      await publish(file, text)
    }
  }

  async function publish(file: string, text: string): Promise<void> {
    const key = file.slice(0, -ending.length)
    const { value, form, findings } = checkFormFile(text, unknownActions)
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

  let round = look()
  await round.catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Error(`the forms folder ${place} is not there`) : error
  })
  let timer: NodeJS.Timeout | undefined
  const later = () => {
    clearTimeout(timer)
    // Debounce: editors write a file in several steps.
    timer = setTimeout(() => {
      round = round.then(look).catch(() => {
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
      await round
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
