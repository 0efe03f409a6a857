import type { DailyLog } from '../adapters/daily-log/dailyLog.ts'
import type { Assistant } from '../adapters/assistant/assistant.ts'
import type { FileStore } from '../adapters/files/FileStore.ts'
import type { LoginProvider } from '../adapters/login-provider/loginProvider.ts'
import type { MailAdapter } from '../adapters/mail/mail.ts'
import type { Payments } from '../adapters/payments/payments.ts'
import type { PushAdapter } from '../adapters/push/PushAdapter.ts'
import type { SourceSystem } from '../adapters/source-system/sourceSystem.ts'
import type { SmsAdapter } from '../adapters/sms/SmsAdapter.ts'
import type { TextReader } from '../adapters/text-reader/textReader.ts'
import type { Translator } from '../adapters/translator/translator.ts'
import type { SealKeys } from './sealing/sealKeys.ts'
import type { Storage } from '../storage/storage.ts'
import type { FilesOwner } from './files/filesOwner.ts'
import type { StorageQuotas } from './files/storageQuotas.ts'
import { isOwnOrigin } from './isOwnOrigin.ts'

/**
 * Structured log without personal data: codes, counts, patterns and times, never names, numbers, PINs or
 * tokens.
 */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** A folder, and the bucket that its files are moved into. */
export interface FilesToMove {
  readonly from: FileStore
  readonly to: FileStore
}

/** The dependencies of all rules. startServer creates it once. */
export interface App {
  readonly storage: Storage
  /** The demo company runs on this server. Its texts, test cards and simulated systems exist only then. */
  readonly demo: boolean
  readonly files: FileStore
  /** Set if the folder of the files still has some although they belong into a bucket. `files` reads both. */
  readonly filesToMove?: FilesToMove | undefined
  /** Whether this server may delete files. */
  readonly filesOwner: FilesOwner
  readonly quotas: StorageQuotas
  readonly sms: SmsAdapter
  readonly mail: MailAdapter
  /** Notices to browsers. */
  readonly push: PushAdapter
  /** External systems that projects may be linked to. */
  readonly sourceSystems: Partial<Record<'construction' | 'construction-sandbox' | 'design', SourceSystem>>
  /** The daily logs of projects from external systems; all other projects have their log here. */
  readonly dailyLogs: Partial<Record<'construction' | 'construction-sandbox', DailyLog>>
  /** Card payments. */
  readonly payments: Payments
  readonly textReader: TextReader
  readonly translator: Translator
  /** A language model; undefined if none is configured. */
  readonly assistant?: Assistant | undefined
  /** Other systems that people may log in with. */
  readonly loginProviders: readonly LoginProvider[]
  /** Key for hashing PINs and rate-limit keys. Never stored in the database. */
  readonly pepper: Buffer
  /** Keys for the encryption of shared devices. Never stored in the database. */
  readonly seals: SealKeys
  /** The public address, e.g. `https://site.example.com`; undefined if it is not configured. */
  readonly publicUrl: string | undefined
  /**
   * The address of the server on this computer: for mails without a request, if no public address is
   * configured.
   */
  readonly localUrl: string
  /** Internal mail domains in lower case; empty without the demo, because their people are shown the demo. */
  readonly internalMailDomains: ReadonlySet<string>
  /**
   * Numbers of the demo company while its texts are public: a limit on their PINs would only block visitors.
   */
  readonly openNumbers: ReadonlySet<string>
  /** The operator's help pages; undefined: those of the product. */
  readonly supportUrl?: string | undefined
  readonly log: Log
  /** Registers work that continues after its request. A graceful shutdown waits for it. */
  later(work: Promise<unknown>): void
}

/**
 * Returns the address of this server for links: PUBLIC_URL, else the origin of the request if it names this
 * computer, else the local address. The caller chooses the origin, and a link in a mail must not lead to a
 * host of their choice.
 */
export const addressOf = ({ publicUrl, localUrl }: Pick<App, 'publicUrl' | 'localUrl'>, origin?: string): string =>
  publicUrl ?? (origin !== undefined && isOwnOrigin(origin) ? origin : localUrl)
