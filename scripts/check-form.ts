// npm run check-form -- FILE…: checks form files, and lists of forms (.csv, .xlsx), as the server does. --json prints
// the findings as JSON. Exit code: 0 without errors, 1 with errors, 2 when a file cannot be read.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { OwnLists } from '../contract/forms/check/doubtsAboutLists.ts'
import { checkFormFile, type FileFinding, findingLine } from '../contract/forms/check/checkFormFile.ts'
import { listFileName, listsFolder } from '../contract/forms/lists/listFileName.ts'
import { type ListFinding, listOfTable } from '../contract/forms/lists/listOfTable.ts'
import { listTrouble } from '../contract/forms/lists/listTrouble.ts'
import { TableTrouble } from '../contract/tables/FileTable.ts'
import { readTable } from '../contract/tables/readTable.ts'
import { unknownActions } from '../server/domain/actions/unknownActions.ts'

const isJson = process.argv.includes('--json')
const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isList = (file: string) => /\.(?:csv|xlsx)$/i.test(file)
const mistake = (message: string): ListFinding => ({ level: 'error', line: 1, message })
const findingOf = (finding: ListFinding): FileFinding => ({ column: 1, label: undefined, place: '', ...finding })

if (files.length === 0) {
  process.stderr.write('npm run check-form -- FILE… [--json]\n')
  process.exit(2)
}

function readList(file: string): ReturnType<typeof listOfTable> {
  const named = listFileName(path.basename(file))
  if (named && 'problem' in named) return { findings: [mistake(named.problem)] }
  try {
    return listOfTable(readTable(readFileSync(file)))
  } catch (error) {
    if (!(error instanceof TableTrouble)) throw error
    return { findings: [mistake(listTrouble[error.code])] }
  }
}

/** The own lists in the folder `lists` beside a form. */
function listsBeside(file: string): OwnLists {
  const folder = path.join(path.dirname(file), listsFolder)
  const found = new Map<string, readonly string[]>()
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // A form needs no lists.
  }
  for (const name of names) {
    const named = isList(name) ? listFileName(name) : undefined
    if (named && 'list' in named) found.set(named.list, readList(path.join(folder, name)).list?.columns ?? [])
  }
  return found
}

function findingsOf(file: string): readonly FileFinding[] {
  if (isList(file)) return readList(file).findings.map(findingOf)
  const key = path.basename(file).replace(/\.form\.json$/, '')
  return checkFormFile(readFileSync(file, 'utf8'), unknownActions, { key, lists: listsBeside(file) }).findings
}

let code = 0
const all = files.map((file) => {
  try {
    const findings = findingsOf(file)
    if (findings.some(({ level }) => level === 'error')) code = Math.max(code, 1)
    return { file, findings }
  } catch (error) {
    code = 2
    return { file, findings: [findingOf(mistake(`the file cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`))] }
  }
})

if (isJson) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
else
  for (const { file, findings } of all)
    process.stdout.write(
      findings.length === 0 ? `${file}: all is well\n` : `${findings.map((finding) => findingLine(file, finding)).join('\n')}\n`,
    )
process.exitCode = code
