import type { FileFinding } from '../../../contract/forms/check/checkFormFile.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import type { App } from '../app.ts'
import type { ListProblems } from './listProblems.ts'

export interface FormProblems {
  readonly file: string
  readonly findings: readonly FileFinding[]
}

const noted = new WeakMap<App, Map<string, FormProblems>>()

/** Stores the problems of the newest file of a form in the folder; undefined clears them. */
export function noteProblems(app: App, key: string, problems: FormProblems | undefined): void {
  const all = noted.get(app) ?? new Map<string, FormProblems>()
  noted.set(app, all)
  if (problems) all.set(key, problems)
  else all.delete(key)
}

export const problemsOf = (app: App, key: string): FormProblems | undefined => noted.get(app)?.get(key)

const mostShown = 10

/**
 * Returns the last published form with a notice on top, or the notice alone if the form was never published.
 */
export function withNotice(form: FormSettings | undefined, key: string, { file, findings }: FormProblems): FormSettings {
  const notice = noticeOf(`${file} has problems${form ? ', so you still see the form as it was' : ''}.`, findings)
  return form ? { ...form, children: [notice, ...form.children] } : { name: key, children: [notice] }
}

/** The form with a notice for each of its lists whose file has problems. */
export function withListNotices(form: FormSettings, problems: readonly ListProblems[]): FormSettings {
  const notices = problems.map(({ file, findings }) => noticeOf(`${file} has problems, so the list is still as it was.`, findings))
  return notices.length > 0 ? { ...form, children: [...notices, ...form.children] } : form
}

interface Line {
  readonly line: number
  readonly label?: string | undefined
  readonly message: string
}

function noticeOf(title: string, findings: readonly Line[]) {
  const lines = findings
    .slice(0, mostShown)
    .map(({ line, label, message }) => `- **line ${line}${label === undefined ? '' : `, ${label}`}**: ${message}`)
  const more = findings.length > mostShown ? [`- and ${findings.length - mostShown} more`] : []
  const text = [`**${title}**`, '', ...lines, ...more].join('\n')
  return { type: 'info' as const, level: 'error' as const, text: text.replaceAll('{{', '\\{{') }
}
