import type { PushNotice } from '../../../contract/rules/notices/pushNotice.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

/** A notice for one person. */
export interface Notice extends Pick<PushNotice, 'title' | 'body' | 'path' | 'tag'> {
  /** An alarm comes also in quiet hours, and stays until it was seen. */
  readonly isAlarm: boolean
  /** How long it is worth something, seconds. */
  readonly ttl: number
}

/** One kind of notices. */
export interface Noticed {
  /** uids of all people whom the subject may concern. */
  audience(app: App, id: string): Promise<string[]>
  /**
   * The notice as it is now; undefined when the person may not see the subject, or nothing is left to do. `details`:
   * with names.
   */
  noticeFor(app: App, person: Person, id: string, details: boolean): Promise<Notice | undefined>
}
