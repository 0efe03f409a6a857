import type { SentKind } from '../../../contract/rules/notices/pushNotice.ts'
import { addJob } from '../../storage/addJob.ts'
import type { Database, Transaction } from '../../storage/database.ts'

/** Kind of the job that finds the people of a notice. */
export const noticeJob = 'notice'

/** What a notice is about. Its people and its words are found when it is sent, with the rights that hold then. */
export interface NoticeSubject {
  readonly kind: SentKind
  /** Id of the execution (`review`), the project (`rollCall`) or the device; path of the sign-in of a visitor; `dueId` of a form. */
  readonly id: string
  /** uid of the person who caused it: they get none. */
  readonly by?: string | undefined
}

/** The key of the job of a notice. */
export const noticeKey = (key: string): string => `${noticeJob}:${key}`

/** Adds a notice in the caller's transaction. The same `key` twice is one notice. */
export const addNotice = (db: Database | Transaction, subject: NoticeSubject, key: string): Promise<void> =>
  addJob(db, { kind: noticeJob, key: noticeKey(key), payload: { ...subject } })
