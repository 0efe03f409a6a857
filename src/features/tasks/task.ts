import type { Due } from '../../../contract/forms/FormSettings.ts'

/** One entry of My Tasks as the server describes it. */
export interface Task {
  readonly title: string
  readonly subtitle?: string
  readonly url: string
  readonly icon?: string
  /**
   * Only for a form: its key, when it is due, and the records that this person has sent lately (ISO 8601).
   */
  readonly form?: string
  readonly due?: Due
  readonly sent?: readonly { readonly path: string; readonly at: string }[]
}

export function isTask(value: unknown): value is Task {
  const task = value as Partial<Task> | null
  return (
    typeof task === 'object' && task !== null && typeof task.title === 'string' && typeof task.url === 'string' && task.url.startsWith('/')
  )
}
