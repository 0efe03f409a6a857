import { type DailyLog, dayCompleted, LogAccessRefused, type LogEntry, type LogMessage, LogRefused } from '../dailyLog.ts'

export interface LogStore {
  isCompleted(project: string, day: string): Promise<boolean>
  /** The same key writes the same entry. */
  put(entry: LogEntry): Promise<string>
}

/**
 * The daily log of a simulated construction system, with the rules of a real one: no entry on a completed
 * day, without a vendor or with invalid numbers, and nothing without a valid login. Every service account is valid.
 */
export function simulatedLog(store: LogStore, accepts: (token: string) => boolean): DailyLog {
  return {
    kind: 'embedded',
    async write(entry, access) {
      if (access.kind === 'login' && !accepts(access.token)) throw new LogAccessRefused()
      const wrong = problems(entry)
      if (wrong.length > 0) throw new LogRefused(wrong)
      if (await store.isCompleted(entry.project, entry.day)) throw new LogRefused([dayCompleted(entry.day)])
      return { remote: await store.put(entry) }
    },
  }
}

/** The validation errors that every daily log reports. */
export function problems({ kind, vendor, worker_count: count, worker_hours: hours, notes }: LogEntry): LogMessage[] {
  const wrong: LogMessage[] = []
  const note = (message: string) => wrong.push({ type: 'validation', message })
  if (vendor.trim() === '') note('A vendor is needed.')
  if (kind === 'notes') {
    if ((notes ?? '').trim() === '') note('A note needs a comment.')
    return wrong
  }
  if (count === undefined || !Number.isInteger(count) || count < 0) note('The number of workers has to be a whole number.')
  if (hours === undefined || hours < 0 || hours > 24) note('The hours of a worker have to be between 0 and 24.')
  return wrong
}
