import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listFileName, listsFolder } from '../../../contract/forms/lists/listFileName.ts'
import { listTrouble } from '../../../contract/forms/lists/listTrouble.ts'
import type { ListFinding } from '../../../contract/forms/lists/listOfTable.ts'
import { tableLimits } from '../../../contract/tables/FileTable.ts'
import { readListFile } from '../../adapters/table-reader/readListFile.ts'
import type { App } from '../app.ts'
import { forgetListFiles, noteListProblems } from './listProblems.ts'
import { storedSum, storeOwnList } from './ownListsOf.ts'

const words = { error: 'error', warning: 'check' } as const

export interface ListsFolder {
  readonly app: App
  /** The folder of the forms. */
  readonly place: string
  readonly team: string
  /** The state of each file at the last look, so that only changed files are read. */
  readonly seen: Map<string, string>
  readonly say: (line: string) => void
}

const lineOf = (file: string, { level, line, message }: ListFinding) => `${file}:${line}: ${words[level]}: ${message}`
const mistake = (message: string): ListFinding => ({ level: 'error', line: 1, message })

/** Reads the own lists beside the forms. A file with problems leaves its list as it was. */
export async function readListsFolder(folder: ListsFolder): Promise<void> {
  const place = join(folder.place, listsFolder)
  const files = (await readdir(place).catch(() => [])).sort()
  forgetListFiles(folder.app, new Set(files))
  const taken = new Map<string, string>()
  for (const file of files) {
    const named = listFileName(file)
    const state = await stat(join(place, file)).catch(() => undefined)
    if (named === undefined || !state?.isFile()) continue
    const twin = 'list' in named ? taken.get(named.list.toLowerCase()) : undefined
    if ('list' in named) taken.set(named.list.toLowerCase(), twin ?? file)
    const stamp = `${state.mtimeMs} ${state.size} ${twin ?? ''}`
    if (folder.seen.get(file) === stamp) continue
    folder.seen.set(file, stamp)
    const refuse = (list: string | undefined, problem: string) => {
      const findings = [mistake(problem)]
      noteListProblems(folder.app, file, { list, team: folder.team, findings })
      tell(folder, file, findings)
    }
    if ('problem' in named) refuse(undefined, named.problem)
    else if (twin !== undefined) refuse(named.list, `${twin} is the list ${named.list} already: remove one of the two files`)
    else if (state.size > tableLimits.bytes) refuse(named.list, listTrouble.tooLarge)
    else await readOne(folder, file, named.list)
  }
}

/** The lines about a file that is not a list, or that has doubtful places. */
function tell({ say }: ListsFolder, file: string, findings: readonly ListFinding[], about?: string): void {
  const path = `${listsFolder}/${file}`
  const first = about ?? `${path} has problems and was not read; the list stays as it was:`
  say([first, ...findings.map((finding) => lineOf(path, finding))].join('\n'))
}

async function readOne(folder: ListsFolder, file: string, name: string): Promise<void> {
  const { app, team } = folder
  const bytes = await readFile(join(folder.place, listsFolder, file)).catch(() => undefined)
  if (!bytes) return
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stored = await storedSum(app, { team, name })
  const about = (entries: number) =>
    `${listsFolder}/${file} is the list ${name} with ${entries} entries; whoever may open a form that uses it receives all of it`
  const note = (findings: readonly ListFinding[]) => noteListProblems(app, file, { list: name, team, findings })
  if (stored?.sha256 === sha256) {
    note([])
    return tell(folder, file, [], about(stored.entries))
  }
  const { list, findings } = await readListFile(bytes)
  note(list ? [] : findings.filter(({ level }) => level === 'error'))
  if (list) await storeOwnList(app, { team, name, sha256, list })
  tell(folder, file, findings, list && about(list.items.length))
}
