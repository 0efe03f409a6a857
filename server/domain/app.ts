import type { DailyLog } from '../adapters/daily-log/dailyLog.ts'
import type { Assistant } from '../adapters/assistant/assistant.ts'
import type { DiskFiles } from '../adapters/files/disk/diskFiles.ts'
import type { LoginProvider } from '../adapters/login-provider/loginProvider.ts'
import type { MailAdapter } from '../adapters/mail/mail.ts'
import type { Payments } from '../adapters/payments/payments.ts'
import type { SourceSystem } from '../adapters/source-system/sourceSystem.ts'
import type { SmsAdapter } from '../adapters/sms/sms.ts'
import type { TextReader } from '../adapters/text-reader/textReader.ts'
import type { Translator } from '../adapters/translator/translator.ts'
import type { SealKeys } from './sealing/sealKeys.ts'
import type { Storage } from '../storage/storage.ts'
import type { StorageQuotas } from './files/storageQuota.ts'
import { isOwnOrigin } from './ownAddress.ts'

/** Structured lines without personal data: codes, counts, patterns and times, never names, numbers, PINs or tokens. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** What the rules work with; made once by startServer. */
export interface App {
  readonly storage: Storage
  /** The demo company runs here: its texts, test cards and simulated systems exist only then. */
  readonly demo: boolean
  readonly files: DiskFiles
  readonly quotas: StorageQuotas
  readonly sms: SmsAdapter
  readonly mail: MailAdapter
  /** The systems that projects may come from. */
  readonly sourceSystems: Partial<Record<'construction' | 'construction-sandbox' | 'design', SourceSystem>>
  /** The daily logs of projects that come from there; every other project has its log here. */
  readonly dailyLogs: Partial<Record<'construction' | 'construction-sandbox', DailyLog>>
  /** Takes cards. */
  readonly payments: Payments
  readonly textReader: TextReader
  readonly translator: Translator
  /** A language model that helps; undefined where none is set. */
  readonly assistant?: Assistant | undefined
  /** Other systems that people may log in with. */
  readonly loginProviders: readonly LoginProvider[]
  /** Key for hashing PINs and rate-limit keys. Never stored in the database. */
  readonly pepper: Buffer
  /** What shared devices seal for. Never stored in the database. */
  readonly seals: SealKeys
  /** The address people open, e.g. `https://site.example.com`; undefined where nobody has set it. */
  readonly publicUrl: string | undefined
  /** This computer's own address of the server: for mails that no request brings about, where nobody has set another one. */
  readonly localUrl: string
  /** Mail domains of the house, in small letters; empty without the demo, which their people are shown. */
  readonly internalMailDomains: ReadonlySet<string>
  /** Numbers of the demo company while its texts are public: a limit on their PINs would only stop visitors. */
  readonly openNumbers: ReadonlySet<string>
  readonly log: Log
  /** Work that outlives its request; a graceful stop waits for it. */
  later(work: Promise<unknown>): void
}

/**
 * Where people reach this server: its public address (PUBLIC_URL). Without one, the origin of the request, but only where that names this computer:
 * the caller chooses it, and a link in a mail must not lead to a host of their choice. Else the address on this computer.
 */
export const addressOf = ({ publicUrl, localUrl }: Pick<App, 'publicUrl' | 'localUrl'>, origin?: string): string =>
  publicUrl ?? (origin !== undefined && isOwnOrigin(origin) ? origin : localUrl)
