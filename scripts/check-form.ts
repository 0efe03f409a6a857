// npm run check-form -- FILE…: checks form files as the server does. --json prints the findings as JSON.
// Exit code: 0 without errors, 1 with errors, 2 when a file cannot be read.
import { readFileSync } from 'node:fs'
import { checkFormFile, findingLine } from '../contract/forms/check/checkFormFile.ts'

const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isJson = process.argv.includes('--json')

if (files.length === 0) {
  process.stderr.write('npm run check-form -- FILE… [--json]\n')
  process.exit(2)
}

let code = 0
const all = files.map((file) => {
  try {
    const { findings } = checkFormFile(readFileSync(file, 'utf8'))
    if (findings.some(({ level }) => level === 'error')) code = Math.max(code, 1)
    return { file, findings }
  } catch (error) {
    code = 2
    const message = `the file cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`
    return { file, findings: [{ level: 'error' as const, line: 1, column: 1, label: undefined, place: '', message }] }
  }
})

if (isJson) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
else
  for (const { file, findings } of all)
    process.stdout.write(
      findings.length === 0 ? `${file}: all is well\n` : `${findings.map((finding) => findingLine(file, finding)).join('\n')}\n`,
    )
process.exitCode = code
