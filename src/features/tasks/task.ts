/** One entry of My Tasks as the server describes it. */
export interface Task {
  readonly title: string
  readonly subtitle?: string
  readonly url: string
  readonly icon?: string
}

export function isTask(value: unknown): value is Task {
  const task = value as Partial<Task> | null
  return (
    typeof task === 'object' && task !== null && typeof task.title === 'string' && typeof task.url === 'string' && task.url.startsWith('/')
  )
}
