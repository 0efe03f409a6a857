import type { Due } from '../../forms/FormSettings.ts'

/** One entry of My Tasks as the server describes it. */
export interface Task {
  readonly title: string
  readonly subtitle?: string
  readonly url: string
  readonly icon?: string
  /**
   * Only for a form: its key, when it is due, and the records that this person has sent lately (ISO 8601).
   * `day`: the day that the record is about.
   */
  readonly form?: string
  readonly due?: Due
  readonly sent?: readonly { readonly path: string; readonly at: string; readonly day?: string }[]
  /** The time zone of the project. */
  readonly zone?: string
  /** Days off of the project: `[first, last]`, yyyy-MM-dd. */
  readonly daysOff?: readonly (readonly [string, string])[]
}

export function isTask(value: unknown): value is Task {
  const task = value as Partial<Task> | null
  return (
    typeof task === 'object' && task !== null && typeof task.title === 'string' && typeof task.url === 'string' && task.url.startsWith('/')
  )
}
