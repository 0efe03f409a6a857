import type { FileFinding } from '../../../contract/forms/check/checkFormFile.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import type { App } from '../app.ts'

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
  const lines = findings
    .slice(0, mostShown)
    .map(({ line, label, message }) => `- **line ${line}${label === undefined ? '' : `, ${label}`}**: ${message}`)
  const more = findings.length > mostShown ? [`- and ${findings.length - mostShown} more`] : []
  const text = [`**${file} has problems${form ? ', so you still see the form as it was' : ''}.**`, '', ...lines, ...more].join('\n')
  const notice = { type: 'info' as const, level: 'error' as const, text: text.replaceAll('{{', '\\{{') }
  return form ? { ...form, children: [notice, ...form.children] } : { name: key, children: [notice] }
}
