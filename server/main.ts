import { createHmac } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type ProviderKey, systemKeys } from '../contract/endpoints/oauth.ts'
import { Mobile } from '../contract/endpoints/sign-in.ts'
import { isEmailAddress } from '../contract/rules/isEmailAddress.ts'
import { type HttpAssistantSettings, httpAssistant } from './adapters/assistant/http/httpAssistant.ts'
import type { DailyLog } from './adapters/daily-log/dailyLog.ts'
import { simulatedLog } from './adapters/daily-log/embedded/simulatedLog.ts'
import { restLog } from './adapters/daily-log/http/restLog.ts'
import { diskFiles, hasFiles } from './adapters/files/disk/diskFiles.ts'
import { objectFiles } from './adapters/files/s3/objectFiles.ts'
import type { S3Failure } from './adapters/files/s3/s3Bucket.ts'
import { type S3Settings, s3SettingsFrom } from './adapters/files/s3/s3Settings.ts'
import { withFormerFolder } from './adapters/files/withFormerFolder.ts'
import { certificateWarnings, type CompanyLogins, companyLoginsFrom } from './adapters/login-provider/companyLoginsFrom.ts'
import { embeddedLogins } from './adapters/login-provider/embedded/embeddedLogins.ts'
import { type HttpLoginSettings, httpLoginProvider } from './adapters/login-provider/http/httpLoginProvider.ts'
import type { LoginProvider } from './adapters/login-provider/loginProvider.ts'
import { embeddedMail } from './adapters/mail/embedded/embeddedMail.ts'
import type { SmtpSettings } from './adapters/mail/smtp/smtpMail.ts'
import { embeddedPayments } from './adapters/payments/embedded/embeddedPayments.ts'
import { noPayments } from './adapters/payments/none/noPayments.ts'
import type { Payments } from './adapters/payments/payments.ts'
import type { StripeSettings } from './adapters/payments/stripe/stripePayments.ts'
import { embeddedSms } from './adapters/sms/embedded/embeddedSms.ts'
import { type HttpSmsSettings, httpSms } from './adapters/sms/http/httpSms.ts'
import type { PushAdapter } from './adapters/push/PushAdapter.ts'
import { webPush } from './adapters/push/http/webPush.ts'
import type { SmsAdapter } from './adapters/sms/SmsAdapter.ts'
import { simulator } from './adapters/source-system/embedded/simulator.ts'
import { constructionPaths, designPaths, type RestSettings, restSystem } from './adapters/source-system/http/restSystem.ts'
import type { SourceSystem } from './adapters/source-system/sourceSystem.ts'
import { embeddedTextReader } from './adapters/text-reader/embedded/embeddedTextReader.ts'
import { type HttpTextReaderSettings, httpTextReader } from './adapters/text-reader/http/httpTextReader.ts'
import { runningWork } from './adapters/runningWork.ts'
import { noTextReader } from './adapters/text-reader/none/noTextReader.ts'
import type { TextReader } from './adapters/text-reader/textReader.ts'
import { embeddedTranslator } from './adapters/translator/embedded/embeddedTranslator.ts'
import { type HttpTranslatorSettings, httpTranslator } from './adapters/translator/http/httpTranslator.ts'
import { copyCommand, copyForBackup } from './backup/copyForBackup.ts'
import type { FilesBucket } from './backup/FilesBucket.ts'
import type { BackupCommandOptions } from './backup/runBackupCommand.ts'
import { demoAccounts } from './demo/demoAccounts.ts'
import { demoAttendance } from './demo/demoAttendance.ts'
import { people as demoPeople } from './demo/company.ts'
import { type DemoState, demoState, isEmpty, seedDemo } from './demo/seedDemo.ts'
import { runActionJob } from './domain/actions/callAction.ts'
import type { ActionEffects } from './domain/actions/namedActions.ts'
import { notifyManagers } from './domain/actions/notifyManagers.ts'
import type { App, Log } from './domain/app.ts'
import { watchArrivals } from './domain/attendance/findAnomalies.ts'
import { customerStore } from './domain/billing/customerStore.ts'
import { sendBillingMail } from './domain/billing/sendBillingMail.ts'
import { takeEvent } from './domain/billing/takeEvent.ts'
import { startPeriods } from './domain/billing/turnPeriods.ts'
import { endLeft } from './domain/billing/subscriptions.ts'
import { broadcast, sendBroadcast } from './domain/bots/broadcast.ts'
import { watchCertificates } from './domain/certifications/remindOfCertificates.ts'
import { revokeJob, revokeTokens } from './domain/sign-in/loginTokens.ts'
import { finishChat } from './domain/chat/finishChat.ts'
import { pollMissedMessages } from './domain/conversations/handleSmsWebhook.ts'
import { fillLists } from './domain/lists/refreshFromSystem.ts'
import { fillListsJob } from './domain/projects/writeProject.ts'
import { conversationJobs } from './domain/conversations/conversationJobs.ts'
import { runSchedules } from './domain/conversations/runSchedules.ts'
import { simulatedStore } from './domain/daily-log/simulatedStore.ts'
import { closeDemoForm } from './domain/demo-requests/beginDemo.ts'
import { watchOfflineDevices } from './domain/devices/watchOfflineDevices.ts'
import { folderTeam } from './domain/forms/folderTeam.ts'
import { watchForms } from './domain/forms/formsFolder.ts'
import { saveMessagesJob, sendSaveMessages } from './domain/forms/sendSaveMessages.ts'
import { watchHazards } from './domain/hazards/followUpHazards.ts'
import { startTidying } from './domain/housekeeping/tidyUp.ts'
import { watchDueForms } from './domain/notices/remindOfDueForms.ts'
import { noticeJobs } from './domain/notices/sendNotices.ts'
import { readPushKeys } from './domain/push/readPushKeys.ts'
import { mailJob, sendLetter } from './domain/devices/mailJob.ts'
import { messageJob, sendMessage, takeBackMessages } from './domain/texts/messageJob.ts'
import { keepMail } from './domain/texts/sendMail.ts'
import { hashStoredCodes } from './domain/kiosk/codeHash.ts'
import { renewPermitForms } from './domain/bots/editor/renewPermitForms.ts'
import { goesOn, stopMovingFiles } from './domain/files/moveFiles.ts'
import { type FilesOwner, filesOwner, foreignFiles } from './domain/files/filesOwner.ts'
import { standardQuotas, type StorageQuotas } from './domain/files/storageQuotas.ts'
import { readPepper } from './domain/readPepper.ts'
import { readSealKeys } from './domain/sealing/sealKeys.ts'
import { runCommand } from './domain/people/runCommand.ts'
import { type FirstOwner, makeFirstOwner } from './domain/sign-in/makeFirstOwner.ts'
import { personByUid } from './domain/sign-in/person.ts'
import { linkWords, makeSignInLink } from './domain/sign-in/makeSignInLink.ts'
import { pinWayOf } from './domain/sign-in/signInWithPin.ts'
import { resetPasskeysByNumber } from './domain/sign-in/passkeysOf.ts'
import { keepText } from './domain/texts/keepText.ts'
import { sendFeed } from './domain/texts/sendFeed.ts'
import { sendingOnce } from './domain/texts/sendingOnce.ts'
import { createLog } from './http/createLog.ts'
import { faultFields } from './http/faultFields.ts'
import { type ServerMetrics, serverMetrics } from './http/serverMetrics.ts'
import { startFailure } from './http/startFailure.ts'
import { trustProxyFrom } from './http/trustProxyFrom.ts'
import { type HttpSettings, httpServer } from './routes/httpServer.ts'
import { createDrain } from './start/createDrain.ts'
import { addressesOf, everyAddress, listenOnIpv6Loopback } from './start/listenOnIpv6Loopback.ts'
import { failurePrefix, listenForCommands } from './start/listenForCommands.ts'
import { sendCommand } from './start/sendCommand.ts'
import { terminalLog } from './start/terminalLog.ts'
import { startProblems } from './start/startProblems.ts'
import { checkPhotos, photosJob } from './domain/files/checkPhotos.ts'
import { type JobHandlers, type JobOptions, runJobs, takeBackJobs } from './storage/addJob.ts'
import { makePrivate } from './storage/makePrivate.ts'
import type { QueryBudgets } from './storage/queryBudget.ts'
import { openStorage, type Storage } from './storage/storage.ts'
import { tracedCalls, type Tracer } from './tracing/Span.ts'
import { type TraceSettings, traceSettingsFrom } from './tracing/traceSettings.ts'

export interface ServerConfig {
  readonly port: number
  /** `localhost`: 127.0.0.1 and ::1, which only this computer can reach. */
  readonly host: string
  /** Folder of the files, the secret and, without databaseUrl, the database. */
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** `postgres://…` of a streaming replica of databaseUrl, for lists, exports and reports. */
  readonly databaseReadUrl?: string | undefined
  /** The bucket of the files; absent: they are in the data folder. */
  readonly filesBucket?: S3Settings | undefined
  readonly snapshot?: string | undefined
  /** How long one database statement may run (default: 10 s for requests, 2 minutes for jobs). */
  readonly budgets?: QueryBudgets | undefined
  /** At least 32 characters; several servers share one. */
  readonly secret?: string | undefined
  /** Phone number of a person: their passkeys are removed at the start. */
  readonly resetPasskeys?: string | undefined
  /** Set if an empty database gets the demo company. */
  readonly demo: boolean
  /** The demo was not requested: it runs because no owner is set. */
  readonly demoByDefault?: boolean | undefined
  readonly owner?: FirstOwner | undefined
  /**
   * Folder of `*.form.json` files to publish and watch; videos and documents in it are served at
   * `/media/<name>`.
   */
  readonly forms?: string | undefined
  /** Absent: texts are stored in the database and not sent. */
  readonly sms?: HttpSmsSettings | undefined
  /** Push services besides those of the browsers' makers: origins. */
  readonly pushServices?: readonly string[] | undefined
  /** Absent: e-mail is stored in the database, where a product administrator reads it. */
  readonly mail?: SmtpSettings | undefined
  /**
   * Absent: card payment is off, except in the demo, which has a built-in provider that only accepts test
   * cards.
   */
  readonly payments?: StripeSettings | undefined
  /** The built-in provider's clock, ms. */
  readonly paymentsClock?: (() => number) | undefined
  /** Systems to import projects from; in the demo, missing ones are simulated. */
  readonly sourceSystems?: Partial<Record<'construction' | 'construction-sandbox' | 'design', RestSettings>> | undefined
  /** Absent: texts outside the built-in dictionary stay untranslated. */
  readonly translator?: HttpTranslatorSettings | undefined
  /** Absent: the built-in reader. `off`: photos are not read. */
  readonly textReader?: HttpTextReaderSettings | 'off' | undefined
  /** Absent: no language model is used. */
  readonly assistant?: HttpAssistantSettings | undefined
  /** Other systems for log-in. Absent: the demo uses simulated systems. */
  readonly logins?: readonly HttpLoginSettings[] | undefined
  /** Log-in by the providers of a company. */
  readonly companyLogins?: CompanyLogins | undefined
  /** Storage quotas of people and companies, bytes; missing values come from standardQuotas. */
  readonly quotas?: Partial<StorageQuotas> | undefined
  readonly publicUrl?: string | undefined
  /** The bearer token of `GET /metrics`, at least 32 characters; absent: there is no such page. */
  readonly metricsToken?: string | undefined
  /**
   * How long a server that stops still takes requests, in ms. `/readyz` says so meanwhile, and a balancer chooses another
   * server. Absent: it takes no more requests at once.
   */
  readonly drainMs?: number | undefined
  /** The collector of traces; absent: there are none, and OpenTelemetry is not loaded. */
  readonly traces?: TraceSettings | undefined
  /** The operator's help pages; absent: those of the product. */
  readonly supportUrl?: string | undefined
  /**
   * Mail domains of the operator, in lower case: their people see the live demo inside the partner's pages.
   */
  readonly internalMailDomains?: readonly string[] | undefined
  /**
   * Rows of the database and answers of endpoints are checked against their shapes; one that does not fit is
   * an error. For tests and development: it takes time.
   */
  readonly checkShapes?: boolean | undefined
  readonly http: Omit<HttpSettings, 'demoTexts' | 'demoLogin' | 'logger' | 'media' | 'checkAnswers' | 'isDraining'>
  /** Receives one line of JSON per entry. */
  readonly log: (line: string) => void
  /** Messages for the person who started the server; they are never written to the log. */
  readonly say: (line: string) => void
  /** Messages about the files of the forms folder; absent: `say`. */
  readonly sayForms?: ((line: string) => void) | undefined
  /** Called when the disk refuses a write: no write is safe from then on. */
  readonly onBroken: (error: Error) => void
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly storage: Storage
  readonly app: App
  /** Resolves when no job is due. */
  idle(): Promise<void>
  /** Finishes running work and closes; nothing is lost. A repeated call returns the same promise. */
  close(): Promise<void>
  /** Lets other servers go on with the jobs that still run. For a process that ends now. */
  handBack(): Promise<void>
}

const standard: ServerConfig = {
  port: 8080,
  host: 'localhost',
  dataDir: './data',
  demo: true,
  http: { appFolder: resolve('dist/app'), trustProxy: false, framedBy: "'self'", secureCookie: 'never' },
  log: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stdout.write(`${line}\n`),
  onBroken: () => process.exit(70),
}

const actionEffects: ActionEffects = { broadcast, 'notify-managers': notifyManagers }

export async function startServer(given: Partial<ServerConfig> = {}): Promise<RunningServer> {
  const config: ServerConfig = { ...standard, ...given }
  const { say } = config
  const log = createLog(config.log)
  const dataDir = await privateFolder(config.dataDir, log)
  const metrics = config.metricsToken === undefined ? undefined : serverMetrics()
  const tracer = await tracerOf(config, log)
  const storage = await storageOf(config, { dataDir, log, metrics, tracer })
  const closers: Close[] = [async () => tracer?.close(), () => storage.close()]
  // Jobs and requests do not wait for a photo that is being read, or for all files that are moved; both go on after the next start.
  let stopLongWork = () => {}
  let stopClaiming = () => {}
  const drain = createDrain(config.drainMs)
  const closeAll = async () => {
    await drain.run()
    void tracer?.flush()
    stopLongWork()
    stopClaiming()
    for (const close of closers.reverse()) await close()
  }
  try {
    const known = await demoState({ storage })
    const demo = config.demo && (known !== 'none' || (await isEmpty({ storage })))
    const problems = startProblems({ ...config, demo })
    if (problems.length > 0) throw new UnsafeSettings(problems)
    const work = pendingWork(log)
    const made = await makeApp(config, { storage, demo, dataDir, log, metrics, tracer, later: work.later })
    const { app } = made
    stopLongWork = () => {
      app.textReader.close()
      stopMovingFiles(app)
    }
    closers.push(work.finish)

    const firstOwner = await fillDatabase(app, config, known)
    const demoSignIn = openDemoSignIn(made, config)

    await hashStoredCodes(app)
    await renewPermitForms(app)
    if (config.resetPasskeys !== undefined) say(await resetPasskeysByNumber(app, config.resetPasskeys))
    // Only this server uses the embedded database.
    if (storage.kind === 'embedded') {
      await takeBackJobs(storage)
      await takeBackMessages(storage)
    }
    const jobs = startJobs(app, metrics, tracer)
    closers.push(() => jobs.stop())
    stopClaiming = () => jobs.stopClaiming()
    for (const start of watchers) closers.push(start(app))
    const printFormMessages = await startForms(app, config, closers)

    const inbound = config.sms && { publicUrl: config.publicUrl }
    const media = mediaFolders(config, demo)
    const server = httpServer(app, {
      ...config.http,
      logger: log,
      checkAnswers: config.checkShapes,
      isDraining: drain.isRunning,
      ...demoSignIn,
      inboundTexts: inbound,
      media,
      tracer,
      ...(metrics && { monitoring: { metrics, token: config.metricsToken ?? '', folder: dataDir } }),
    })
    const port = await listen(server, config, closers)
    const url = `http://${hostInUrl(config.host)}:${port}`
    const stopCommands = await listenForCommands(dataDir, (words, signal) =>
      words[0] === copyCommand ? copyForBackup(storage, dataDir, signal) : runCommand(app, words, url),
    )
    if (stopCommands) closers.push(stopCommands)
    else log.warn({}, 'commands such as npm run sign-in-link do not work: no socket could be made')
    greet(config, { url, port, app })
    if (firstOwner !== undefined) await greetOwner(app, config, { uid: firstOwner, url })
    printFormMessages()
    drain.enable()
    let closing: Promise<void> | undefined
    return { url, port, storage, app, idle: () => jobs.idle(), close: () => (closing ??= closeAll()), handBack: () => jobs.handBack() }
  } catch (error) {
    await closeAll()
    throw error
  }
}

type Close = () => Promise<unknown>

/**
 * Creates the data folder, and returns its path. No other account of this machine may access the server's
 * files; PGlite alone would make them writable for all accounts.
 */
async function privateFolder(folder: string, log: Log): Promise<string> {
  const dataDir = resolve(folder)
  process.umask(0o077)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const repaired = await makePrivate(dataDir)
  if (repaired > 0) log.warn({ repaired }, 'files of the data folder could be read by other accounts of this machine; that is put right')
  return dataDir
}

/** What the parts of a start share. */
interface Start {
  readonly dataDir: string
  readonly log: Log
  readonly metrics: ServerMetrics | undefined
  readonly tracer: Tracer | undefined
}

/** OpenTelemetry takes time and memory: it is only loaded where a collector is configured. */
async function tracerOf({ traces }: ServerConfig, log: Log): Promise<Tracer | undefined> {
  if (!traces) return undefined
  const { openTelemetry } = await import('./tracing/openTelemetry.ts')
  return openTelemetry(traces, { onUnsent: (reason) => log.warn({ reason }, 'the collector does not take the traces; they are dropped') })
}

const storageOf = (config: ServerConfig, { dataDir, log, metrics }: Start): Promise<Storage> =>
  openStorage({
    dataDir,
    databaseUrl: config.databaseUrl,
    readUrl: config.databaseReadUrl,
    onReplica: ({ isUsed, reason, lagSeconds }) =>
      isUsed
        ? log.info({ lagSeconds }, 'the read replica is used')
        : log.warn({ reason, lagSeconds }, 'the read replica is not used: the database answers all reads'),
    snapshot: config.snapshot,
    budgets: config.budgets,
    checkRows: config.checkShapes,
    onReopen: (why) => {
      metrics?.databaseReopened()
      log.warn({ why }, 'the database was ended and opened again')
    },
    onBroken: (error) => {
      log.error(faultFields(error), 'the disk refused to store')
      config.onBroken(error)
    },
  })

/** Work that continues after its request. `finish` waits for it. */
function pendingWork(log: Log): { later: App['later']; finish: Close } {
  const running = runningWork()
  return {
    later(work) {
      const logged = work.catch((error: unknown) => log.error(faultFields(error), 'fault'))
      void running.add('', logged)
    },
    finish: () => running.idle(),
  }
}

/** The app, and the parts of it that the start still adds to. */
interface MadeApp {
  readonly app: App
  readonly openNumbers: Set<string>
  readonly loginProviders: LoginProvider[]
  /** Whether the simulated construction system accepts a token: any, unless the logins are simulated too. */
  acceptsToken(key: ProviderKey, token: string): boolean
}

function textReaderOf({ textReader }: ServerConfig): TextReader {
  if (textReader === 'off') return noTextReader
  return textReader ? httpTextReader(textReader) : embeddedTextReader()
}

async function makeApp(
  config: ServerConfig,
  { storage, demo, dataDir, log, metrics, tracer, later }: Pick<App, 'storage' | 'demo' | 'later'> & Start,
): Promise<MadeApp> {
  const pepper = await readPepper(dataDir, config.secret)
  const openNumbers = new Set<string>()
  const loginProviders = [...(config.logins ?? []).map(httpLoginProvider), ...(await companyProvidersOf(config))]
  const made = { openNumbers, loginProviders, acceptsToken: (_key: ProviderKey, _token: string) => true }
  const calls = callsOf(tracer)
  const filesPlace = await filesOf(config, { dataDir, log, metrics, tracer })
  const app: App = {
    storage,
    demo,
    ...filesPlace,
    filesOwner: await filesOwnerOf(config, { files: filesPlace.files, storage, log }),
    quotas: { ...standardQuotas, ...config.quotas },
    sms: countedTexts(
      config.sms
        ? sendingOnce(storage, calls('text', httpSms(config.sms)))
        : calls(
            'text',
            embeddedSms((message) => keepText(storage, message)),
          ),
      metrics,
    ),
    push: calls('push', await pushOf(config, { storage, pepper, log })),
    mail: calls('mail', config.mail ? await smtpMailOf(config.mail) : embeddedMail((mail) => keepMail(storage, mail))),
    payments: calls(
      'payments',
      await paymentsOf(config, { storage, demo, pepper, deliver: (body, signature) => takeEvent(app, body, signature) }),
    ),
    sourceSystems: eachOf(calls, 'sourceSystem', sourceSystemsOf(config, demo)),
    dailyLogs: eachOf(calls, 'dailyLog', dailyLogsOf(config, { demo, storage, accepts: (key, token) => made.acceptsToken(key, token) })),
    textReader: calls('textReader', textReaderOf(config)),
    translator: calls('translator', config.translator ? httpTranslator(config.translator) : embeddedTranslator),
    assistant: config.assistant && calls('assistant', httpAssistant(config.assistant)),
    loginProviders,
    pepper,
    seals: await readSealKeys(dataDir, pepper, config.secret !== undefined),
    publicUrl: config.publicUrl,
    supportUrl: config.supportUrl,
    localUrl: `http://localhost:${config.port}`,
    internalMailDomains: new Set(demo ? config.internalMailDomains : []),
    openNumbers,
    log,
    later,
  }
  return Object.assign(made, { app })
}

type Calls = <Adapter extends object>(name: string, adapter: Adapter) => Adapter

/** Makes the calls of an adapter spans, if there are traces. */
const callsOf =
  (tracer: Tracer | undefined): Calls =>
  (name, adapter) =>
    tracer ? tracedCalls(name, adapter) : adapter

const eachOf = <Adapters extends object>(calls: Calls, name: string, adapters: Adapters): Adapters =>
  Object.fromEntries(Object.entries(adapters).map(([key, adapter]) => [key, calls(name, adapter as object)])) as Adapters

/** The address at which push services reach the operator. Some refuse a sender that names none. */
function contactOf({ supportUrl, publicUrl, mail }: ServerConfig): string | undefined {
  // `Muster <muster@example.com>`, or the address alone.
  const [sender = ''] = (mail?.from.split('<').at(-1) ?? '').split('>')
  const known = [supportUrl, publicUrl, sender.includes('@') ? `mailto:${sender.trim()}` : undefined]
  return known.find((address) => address !== undefined && /^(?:https|mailto):/.test(address))
}

const pushOf = async (config: ServerConfig, app: Pick<App, 'storage' | 'pepper' | 'log'>): Promise<PushAdapter> =>
  webPush({ keys: await readPushKeys(app), contact: contactOf(config), services: config.pushServices })

/** The files in the data folder, or in a bucket. What is still in the folder stays readable until it is moved. */
async function filesOf(
  { filesBucket, say }: ServerConfig,
  { dataDir, log, metrics, tracer }: Start,
): Promise<Pick<App, 'files' | 'filesToMove'>> {
  const folder = join(dataDir, 'files')
  const disk = await diskFiles(folder)
  if (!filesBucket) return { files: disk }
  let reason = ''
  const store = objectFiles(filesBucket, {
    spool: disk.spool,
    onFailure(failure) {
      ;({ reason } = failure)
      metrics?.filesFailed()
      log.warn({ ...failure }, 'the store of the files did not do a call')
    },
  })
  const bucket = callsOf(tracer)('files', store)
  if (!(await bucket.ready()))
    say(
      `The bucket ${filesBucket.bucket} at ${filesBucket.endpoint} does not work: ${reason}. Check the store, FILES_URL and its keys. Devices keep their files and send them later.`,
    )
  if (!(await hasFiles(folder))) return { files: bucket }
  say('The data folder still has files: npm run files:move moves them into the bucket while the server runs.')
  return { files: withFormerFolder(bucket, disk), filesToMove: { from: disk, to: bucket } }
}

/** A store that does not answer is asked again later. Until then this server deletes no file. */
async function filesOwnerOf({ say }: ServerConfig, owned: Pick<App, 'files' | 'storage' | 'log'>): Promise<FilesOwner> {
  const owner = filesOwner(owned)
  if ((await owned.files.ready()) && !(await owner.isOurs().catch(() => true))) say(foreignFiles)
  return owner
}

/** Nodemailer is only loaded where a mail server is configured. */
const smtpMailOf = async (settings: SmtpSettings) => (await import('./adapters/mail/smtp/smtpMail.ts')).smtpMail(settings)

/** The XML libraries of SAML are only loaded where it is set. */
async function companyProvidersOf({ companyLogins = {}, say }: ServerConfig): Promise<LoginProvider[]> {
  const { oidc, saml } = companyLogins
  for (const line of certificateWarnings(companyLogins, new Date())) say(line)
  const bySaml = saml && (await import('./adapters/login-provider/saml/samlLoginProvider.ts')).samlLoginProvider(saml)
  return [oidc && httpLoginProvider(oidc), bySaml].filter((provider) => provider !== undefined)
}

/** Card payment with Stripe when it is configured; in the demo, the built-in provider that only accepts test cards. */
async function paymentsOf(
  { payments, paymentsClock: clock }: ServerConfig,
  {
    storage,
    demo,
    pepper,
    deliver,
  }: Pick<App, 'storage' | 'demo' | 'pepper'> & { deliver: (body: string, signature: string) => Promise<void> },
): Promise<Payments> {
  // The client has 3 MB: only import it if card payment is on.
  if (payments) return (await import('./adapters/payments/stripe/stripePayments.ts')).stripePayments(payments)
  if (!demo) return noPayments
  const secret = createHmac('sha256', pepper).update('payment events').digest('hex')
  return embeddedPayments({ store: customerStore(storage), secret, clock, deliver })
}

/**
 * Gives an empty database the demo company or its first owner, and brings an older one up to date. Returns the uid
 * of a new owner.
 */
async function fillDatabase(app: App, { owner }: ServerConfig, known: DemoState): Promise<string | undefined> {
  if (known === 'begun' || (app.demo && known === 'none')) await seedDemo(app)
  const first = owner && (await makeFirstOwner(app, owner))
  if (!app.demo) await closeDemoForm(app)
  // A demo database of an earlier day has no people on site.
  if (app.demo) await demoAttendance(app)
  return first
}

/** In a demo with public texts: no limit for the PINs of its people, and logins without a password. */
function openDemoSignIn(made: MadeApp, { logins }: ServerConfig): Pick<HttpSettings, 'demoTexts' | 'demoLogin'> {
  const { app, openNumbers, loginProviders } = made
  const demoTexts = app.demo && app.sms.kind === 'embedded'
  if (!demoTexts) return { demoTexts, demoLogin: undefined }
  for (const { mobile } of demoPeople) openNumbers.add(mobile)
  // These logins need no password, so they are only offered where everyone may read the PINs as well.
  const demoLogins = logins === undefined ? embeddedLogins(systemKeys, demoAccounts, tokenKey(app)) : undefined
  if (demoLogins) {
    loginProviders.push(...demoLogins.providers)
    made.acceptsToken = (key, token) => demoLogins.accepts(key, token)
  }
  return { demoTexts, demoLogin: demoLogins?.answer }
}

/** The same after a restart, so that the logins of the demo stay linked. */
const tokenKey = ({ pepper }: App) => createHmac('sha256', pepper).update('demo login tokens').digest()

/** Counts the texts that the provider accepted, and those that failed. */
function countedTexts(sms: SmsAdapter, metrics: ServerMetrics | undefined): SmsAdapter {
  if (!metrics) return sms
  return {
    ...sms,
    send: async (message) => {
      try {
        const sent = await sms.send(message)
        metrics.text('sent')
        return sent
      } catch (error) {
        metrics.text('failed')
        throw error
      }
    },
  }
}

function startJobs(app: App, metrics: ServerMetrics | undefined, tracer: Tracer | undefined): ReturnType<typeof runJobs> {
  const onFailure: JobOptions['onFailure'] = ({ kind, id, attempt, dead, error }) => {
    metrics?.jobFailed({ kind, dead })
    app.log.warn({ kind, job: id, attempt, dead, ...faultFields(error) }, dead ? 'a job was given up' : 'a job failed and is tried again')
  }
  const handlers: JobHandlers = {
    feed: (job) => sendFeed(app, job),
    broadcast: (job) => sendBroadcast(app, job),
    rpc: (job) => runActionJob(app, job, actionEffects),
    chat: (job) => finishChat(app, job),
    ...conversationJobs(app),
    ...noticeJobs(app),
    [saveMessagesJob]: (job) => sendSaveMessages(app, job),
    [revokeJob]: (job) => revokeTokens(app, job),
    [fillListsJob]: (job) => fillLists(app, job),
    [mailJob]: (job) => sendLetter(app, job),
    [messageJob]: (job) => sendMessage(app, job),
    'billing-mail': (job) => sendBillingMail(app, job),
    'billing-end': (job) => endLeft(app, job),
  }
  metrics?.expectJobs([...Object.keys(handlers), photosJob])
  const jobs = runJobs(app.storage, handlers, {
    // The built-in SMS adapter writes texts to the database, many at a time; a provider accepts one per
    // request.
    lanes: app.sms.kind === 'embedded' ? 128 : 16,
    narrow: { rpc: 16 },
    onFailure,
    tracer,
  })
  // A text reader needs a whole core for seconds: one record at a time, beside all other jobs, and with a lease that
  // is long enough for all its photos. Nobody waits for a verdict.
  const photos = runJobs(
    app.storage,
    { [photosJob]: (job) => checkPhotos(app, job) },
    { lanes: 1, leaseMs: 10 * 60_000, pauseMs: 1000, onFailure, tracer },
  )
  const both = [jobs, photos]
  return {
    idle: async () => void (await Promise.all(both.map((runner) => runner.idle()))),
    stop: async () => void (await Promise.all(both.map((runner) => runner.stop()))),
    stopClaiming: () => {
      for (const runner of both) runner.stopClaiming()
    },
    handBack: async () => void (await Promise.all(both.map((runner) => runner.handBack()))),
  }
}

/** Work that runs by the clock. Each start returns how to stop it. */
const watchers: readonly ((app: App) => Close)[] = [
  startTidying,
  watchOfflineDevices,
  runSchedules,
  pollMissedMessages,
  watchHazards,
  watchArrivals,
  watchCertificates,
  watchDueForms,
  startPeriods,
]

/** Publishes and watches the folder of forms. Messages of the first scan wait until the returned function prints them. */
async function startForms(app: App, { forms, say, sayForms = say }: ServerConfig, closers: Close[]): Promise<() => void> {
  const early: string[] = []
  let isPrinting = false
  const print = () => {
    isPrinting = true
    for (const line of early) sayForms(line)
  }
  if (!forms) return print
  const folder = await watchForms(app, {
    folder: forms,
    team: await folderTeam(app),
    say: (line) => (isPrinting ? sayForms(line) : early.push(line)),
  })
  closers.push(() => folder.close())
  return print
}

/** Folders of videos and documents to serve. */
const mediaFolders = ({ forms }: ServerConfig, demo: boolean): string[] => [
  ...(forms ? [resolve(forms)] : []),
  ...(demo ? [resolve(demoMedia)] : []),
]

/** Listens on the address of the settings, adds how to stop it to `closers`, and returns the port. */
async function listen(server: ReturnType<typeof httpServer>, { host, port: wanted }: ServerConfig, closers: Close[]): Promise<number> {
  let ipv6: Server | undefined
  closers.push(() => stopListening(server, ipv6))
  await server.listen({ port: wanted, host: host === 'localhost' ? '127.0.0.1' : host })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : wanted
  if (host === 'localhost') ipv6 = await listenOnIpv6Loopback(server.server, port)
  return port
}

function hostInUrl(host: string): string {
  if (everyAddress.has(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The demo's video and documents, in the checkout that runs. */
const demoMedia = 'server/demo/media'

/** Long enough for a save and for a piece of an upload; a device sends unfinished requests again. */
const lastRequestsWithinMs = 6000

/**
 * Waits for open requests. A connection is closed when its last request has ended, not after its keep-alive
 * timeout.
 */
async function stopListening(server: ReturnType<typeof httpServer>, ipv6: Server | undefined): Promise<void> {
  // Connections to ::1 belong to the HTTP server, but this listener counts them: both must have closed.
  const ipv6Closed = ipv6 && new Promise((resolve) => void ipv6.close(resolve))
  const sweep = setInterval(() => server.server.closeIdleConnections(), 50)
  const enough = setTimeout(() => server.server.closeAllConnections(), lastRequestsWithinMs)
  try {
    await server.close()
    await ipv6Closed
  } finally {
    clearInterval(sweep)
    clearTimeout(enough)
  }
}

/** Settings that would put people or their data at risk. */
export class UnsafeSettings extends Error {
  constructor(problems: readonly string[]) {
    super(['these settings are not safe:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

function greet({ say, host, publicUrl, http }: ServerConfig, { url, port, app }: { url: string; port: number; app: App }): void {
  const { demo } = app
  const sms = app.sms.kind
  say(`Muster is running at ${url}`)
  const others = addressesOf(host, port)
  if (others.length > 0) {
    say('Everybody in the networks of this computer can reach it, at:')
    for (const address of others) say(`  ${address}${address.startsWith('http:') ? ' (offline use on phones needs https)' : ''}`)
    if (demo && sms === 'embedded')
      say('They can read the PINs of the demo and sign in as any of its people: do not put anything real into it.')
  } else if (publicUrl === undefined) say('Only this computer can reach it. For phones in your network: npm start -- --lan')
  if (publicUrl !== undefined) say(`People open it at ${publicUrl}`)
  else if (http.trustProxy !== false)
    say(`TRUST_PROXY is set and PUBLIC_URL is not: links in texts and mails lead to ${url}. Set PUBLIC_URL=https://site.example.com.`)
  if (demo) {
    say(`Demo company: sign in with one of these numbers${sms === 'embedded' ? `; the PIN is then at ${url}/texts` : ''}`)
    const widest = Math.max(...demoPeople.map(({ name }) => name.length))
    for (const { name, mobile, part } of demoPeople) say(`  ${mobile}  ${name.padEnd(widest)}  ${part}`)
  } else if (sms === 'embedded') for (const line of withoutTexts(app)) say(line)
}

/** What works and what does not while no text provider is set. */
const withoutTexts = (app: App): readonly string[] => [
  'No text provider is set (SMS_ACCOUNT, SMS_TOKEN, SMS_FROM).',
  '  Works: forms, bots with a QR code, records, exports, and everything offline.',
  pinWayOf(app) === 'mail'
    ? '  Signing in: PINs go by e-mail to people with an address in their account; passkeys and sign-in links work too.'
    : '  Signing in: only with a passkey, another system, or a link (npm run sign-in-link -- NUMBER). PINs cannot be sent.',
  '  Does not work: new accounts by phone number, pairing a kiosk by PIN, bots that ask by text, and texts to managers.',
]

/** The link with which the owner of a new server signs in. It is printed once and never written to the log. */
async function greetOwner(app: App, { say }: ServerConfig, { uid, url }: { uid: string; url: string }): Promise<void> {
  const owner = await personByUid(app.storage, uid)
  if (!owner) return
  say(linkWords(owner, await makeSignInLink(app, owner, { by: 'command', origin: url })))
  say(`A new link, when this one is used up: npm run sign-in-link -- ${owner.mobile}`)
}

const flag = (value: string | undefined): boolean | undefined =>
  value === undefined || value === '' ? undefined : !/^(?:0|false|no|off)$/i.test(value)

/** The trimmed value of a setting; undefined when it is absent or empty. */
type ReadText = (name: string) => string | undefined

/** Options of `npm start --`; true: the option takes the next argument. */
const options: Readonly<Record<string, boolean>> = { '--forms': true, '--lan': false, '--reset-passkeys': true }

/** Reads the settings of `npm start`: environment, `--forms DIR`, and `--lan` for `HOST=0.0.0.0`. */
export function configFrom(env: Readonly<Record<string, string | undefined>>, args: readonly string[] = []): Partial<ServerConfig> {
  const text: ReadText = (name) => env[name]?.trim() || undefined
  const { forms = text('FORMS'), resetPasskeys } = optionsFrom(args)
  const port = portFrom(text)
  const sms = smsFrom(text)
  const translator = translatorFrom(text)
  const assistant = assistantFrom(text)
  const owner = ownerFrom(text)
  const logins = systemKeys.flatMap((key) => loginFrom(key, text))
  const rateFactor = rateFactorFrom(text)
  const publicUrl = publicUrlFrom(text)
  const demo = flag(text('DEMO'))
  return {
    port,
    host: args.includes('--lan') ? '0.0.0.0' : (text('HOST') ?? standard.host),
    dataDir: text('DATA_DIR') ?? standard.dataDir,
    databaseUrl: text('DATABASE_URL'),
    databaseReadUrl: readUrlFrom(text),
    filesBucket: s3SettingsFrom(text),
    secret: text('SECRET'),
    resetPasskeys,
    demo: demo ?? owner === undefined,
    demoByDefault: demo === undefined,
    checkShapes: flag(text('CHECK_SHAPES')),
    forms,
    publicUrl,
    metricsToken: metricsTokenFrom(text),
    drainMs: drainMsFrom(text),
    traces: traceSettingsFrom(text),
    supportUrl: supportUrlFrom(text),
    quotas: quotasFrom(text),
    internalMailDomains: mailDomainsFrom(text),
    ...(owner && { owner }),
    ...(sms && { sms }),
    ...mailFrom(text),
    pushServices: pushServicesFrom(text),
    ...paymentsFrom(text),
    sourceSystems: Object.fromEntries(sourceKeys.flatMap((key) => sourceSystemFrom(key, text))),
    ...(logins.length > 0 && { logins }),
    companyLogins: companyLoginsFrom(text),
    ...(assistant && { assistant }),
    ...(translator && { translator }),
    ...textReaderFrom(text),
    http: httpFrom(text, rateFactor),
  }
}

function optionsFrom(args: readonly string[]): Pick<ServerConfig, 'forms' | 'resetPasskeys'> {
  const unknown = args.find((arg, n) => !Object.hasOwn(options, arg) && options[args[n - 1] ?? ''] !== true)
  if (unknown !== undefined) throw new Error(`there is no option ${unknown}; there are --forms DIR, --lan and --reset-passkeys NUMBER`)
  const argument = args.indexOf('--forms')
  const forms = argument >= 0 ? args[argument + 1] : undefined
  if (argument >= 0 && forms === undefined) throw new Error('--forms needs the folder of *.form.json files')
  const reset = args.indexOf('--reset-passkeys')
  const resetPasskeys = reset >= 0 ? (args[reset + 1] ?? '') : undefined
  if (resetPasskeys !== undefined && !Mobile.safeParse(resetPasskeys).success)
    throw new Error('--reset-passkeys needs the number of the person, such as +12025550123')
  return { forms, resetPasskeys }
}

function portFrom(text: ReadText): number {
  const port = Number(text('PORT') ?? standard.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT has to be a number up to 65535')
  return port
}

function metricsTokenFrom(text: ReadText): string | undefined {
  const token = text('METRICS_TOKEN')
  if (token !== undefined && token.length < 32) throw new Error('METRICS_TOKEN needs at least 32 characters (openssl rand -hex 32)')
  return token
}

function drainMsFrom(text: ReadText): number | undefined {
  const given = text('DRAIN_SECONDS')
  if (given === undefined) return undefined
  const seconds = Number(given)
  if (!(seconds >= 0 && seconds <= 60)) throw new Error('DRAIN_SECONDS has to be a number from 0 to 60; a balancer needs about 3')
  return seconds * 1000
}

function smsFrom(text: ReadText): HttpSmsSettings | undefined {
  const [account, token, from] = [text('SMS_ACCOUNT'), text('SMS_TOKEN'), text('SMS_FROM')]
  if (!account && !token && !from) return undefined
  if (!account || !token || !from) throw new Error('texts need all of SMS_ACCOUNT, SMS_TOKEN and SMS_FROM')
  return { baseUrl: text('SMS_URL') ?? 'https://api.twilio.com', account, token, from }
}

function readUrlFrom(text: ReadText): string | undefined {
  const url = text('DATABASE_READ_URL')
  if (url === undefined) return undefined
  if (text('DATABASE_URL') === undefined)
    throw new Error('DATABASE_READ_URL is a replica of the database in DATABASE_URL: set both, or neither')
  if (url === text('DATABASE_URL')) throw new Error('DATABASE_READ_URL has to be a replica, not the database in DATABASE_URL itself')
  return url
}

function mailFrom(text: ReadText): { mail?: SmtpSettings } {
  const url = text('MAIL_URL')
  return url === undefined ? {} : { mail: { url, from: text('MAIL_FROM') ?? 'Muster <muster@localhost>' } }
}

function pushServicesFrom(text: ReadText): readonly string[] {
  const services = (text('PUSH_SERVICES') ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = services.find((service) => !URL.canParse(service) || new URL(service).origin !== service)
  if (wrong !== undefined) throw new Error('PUSH_SERVICES has to be origins such as https://push.example.com, separated by commas')
  return services
}

const mailDomainsFrom = (text: ReadText): readonly string[] =>
  (text('INTERNAL_MAIL_DOMAINS') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

function translatorFrom(text: ReadText): HttpTranslatorSettings | undefined {
  const url = text('TRANSLATE_URL')
  if (url === undefined) return undefined
  if (!URL.canParse(url))
    throw new Error('TRANSLATE_URL has to be the address of a translator, such as https://translate.example.com/translate')
  return { url, key: text('TRANSLATE_KEY') }
}

function textReaderFrom(text: ReadText): Pick<ServerConfig, 'textReader'> {
  const url = text('TEXT_READER_URL')
  const key = text('TEXT_READER_KEY')
  if (flag(text('TEXT_READER')) === false) return { textReader: 'off' }
  if (url === undefined) return {}
  if (!isHttp(url)) throw new Error('TEXT_READER_URL has to be the address of a text reader, such as https://reader.example.com/read')
  return { textReader: { url, key } }
}

function ownerFrom(text: ReadText): ServerConfig['owner'] {
  const mobile = text('OWNER_MOBILE')
  if (mobile === undefined) return undefined
  if (!Mobile.safeParse(mobile).success) throw new Error('OWNER_MOBILE has to be a number such as +12025550123')
  const email = text('OWNER_EMAIL')
  if (email !== undefined && !isEmailAddress(email)) throw new Error('OWNER_EMAIL has to be an address such as ana@example.com')
  return { mobile, name: text('OWNER_NAME') ?? 'Owner', project: text('OWNER_PROJECT') ?? 'My Project', email }
}

function rateFactorFrom(text: ReadText): number | undefined {
  const given = text('RATE_FACTOR')
  if (given === undefined) return undefined
  const factor = Number(given)
  if (!(factor >= 0.1 && factor <= 1000))
    throw new Error('RATE_FACTOR has to be a number from 0.1 to 1000; 10 allows ten times as many requests from one address')
  return factor
}

function publicUrlFrom(text: ReadText): string | undefined {
  const url = text('PUBLIC_URL')?.replace(/(?<!\/)\/+$/, '')
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\/[^/?#]+$/.test(url)))
    throw new Error('PUBLIC_URL has to be an address such as https://site.example.com')
  return url
}

function supportUrlFrom(text: ReadText): string | undefined {
  const url = text('SUPPORT_URL')
  if (url !== undefined && !isHttp(url) && !url.startsWith('mailto:'))
    throw new Error('SUPPORT_URL has to be an address such as https://help.example.com, or mailto:help@example.com')
  return url
}

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

function kioskHostFrom(text: ReadText): string | undefined {
  const host = text('KIOSK_HOST')?.toLowerCase()
  if (host !== undefined && !/^[\w-]+(?:\.[\w-]+)*$/.test(host))
    throw new Error('KIOSK_HOST has to be a host name such as kiosk.example.com, without https:// and without a port')
  return host
}

function httpFrom(text: ReadText, rateFactor: number | undefined): ServerConfig['http'] {
  const kioskHost = kioskHostFrom(text)
  return {
    appFolder: resolve(text('APP_DIR') ?? 'dist/app'),
    trustProxy: trustProxyFrom(text('TRUST_PROXY')),
    ...(rateFactor !== undefined && { limits: { rateFactor } }),
    framedBy: text('FRAME_ANCESTORS') ?? "'self'",
    videoOrigins: videoOriginsFrom(text('VIDEO_ORIGINS')),
    ...(kioskHost !== undefined && { startPages: { [kioskHost]: '/kiosk' } }),
    secureCookie: secureCookieFrom(flag(text('COOKIE_SECURE'))),
  }
}

function secureCookieFrom(secure: boolean | undefined): HttpSettings['secureCookie'] {
  if (secure === undefined) return 'when-https'
  return secure ? 'always' : 'never'
}

/**
 * Reads `https://videos.example.com https://*.cdn.example.com`, or `none`: only this server serves videos.
 */
function videoOriginsFrom(said: string | undefined): readonly string[] | undefined {
  if (said === undefined) return undefined
  const origins = said === 'none' ? [] : said.split(/\s+/)
  const wrong = origins.find((origin) => !/^https:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/i.test(origin))
  if (wrong !== undefined)
    throw new Error(`VIDEO_ORIGINS has to name origins such as https://videos.example.com, or none: ${wrong} is neither`)
  return origins
}

/**
 * Reads the storage quotas `QUOTA_PERSON_DAY_GB`, `QUOTA_PERSON_TOTAL_GB`, `QUOTA_COMPANY_DAY_GB`,
 * `QUOTA_COMPANY_TOTAL_GB`; 0 means no limit.
 */
function quotasFrom(text: ReadText): Partial<StorageQuotas> {
  const names = {
    personDay: 'QUOTA_PERSON_DAY_GB',
    personTotal: 'QUOTA_PERSON_TOTAL_GB',
    companyDay: 'QUOTA_COMPANY_DAY_GB',
    companyTotal: 'QUOTA_COMPANY_TOTAL_GB',
  } as const
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => {
      const said = text(name)
      if (said === undefined) return []
      const gigabytes = Number(said)
      if (!(gigabytes >= 0)) throw new Error(`${name} has to be a number of gigabytes; 0 is without a limit`)
      return [[key, gigabytes === 0 ? Number.POSITIVE_INFINITY : gigabytes * 1024 ** 3]]
    }),
  )
}

/**
 * Reads `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY` and `STRIPE_WEBHOOK_SECRET`: the card provider, which
 * sends its events to `/api/payments/events`.
 */
function paymentsFrom(text: ReadText): { payments?: StripeSettings } {
  const [secretKey, publishableKey, webhookSecret] = ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'].map((name) =>
    text(`STRIPE_${name}`),
  )
  if (!secretKey && !publishableKey && !webhookSecret) return {}
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new Error('cards need all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET')
  return { payments: { secretKey, publishableKey, webhookSecret, ...(text('STRIPE_URL') && { url: text('STRIPE_URL') }) } }
}

const sourceKeys = ['construction', 'construction-sandbox', 'design'] as const

/**
 * The configured systems; in the demo the missing ones are simulated, so that every workflow can be tried.
 */
function sourceSystemsOf({ sourceSystems = {} }: ServerConfig, demo: boolean): Partial<Record<(typeof sourceKeys)[number], SourceSystem>> {
  return Object.fromEntries(
    sourceKeys.flatMap((key) => {
      const settings = sourceSystems[key]
      if (settings) return [[key, restSystem(settings)]]
      return demo ? [[key, simulator(key)]] : []
    }),
  )
}

/**
 * Daily logs are written with the login of the bot's owner, never with the account that reads the construction
 * system (decision 0079); in the demo they are simulated.
 */
function dailyLogsOf(
  { sourceSystems = {} }: ServerConfig,
  { demo, storage, accepts }: { demo: boolean; storage: Storage; accepts: (key: ProviderKey, token: string) => boolean },
): Partial<Record<'construction' | 'construction-sandbox', DailyLog>> {
  return Object.fromEntries(
    (['construction', 'construction-sandbox'] as const).flatMap((key) => {
      const settings = sourceSystems[key]
      if (settings) return [[key, restLog(settings)]]
      return demo ? [[key, simulatedLog(simulatedStore(storage), (token) => accepts(key, token))]] : []
    }),
  )
}

/**
 * Reads `CONSTRUCTION_API_URL`, `…_API_TOKEN_URL`, `…_API_CLIENT_ID`, `…_API_CLIENT_SECRET`,
 * `…_API_ACCOUNT`: the service account that reads a system.
 */
function sourceSystemFrom(key: (typeof sourceKeys)[number], text: ReadText): readonly (readonly [string, RestSettings])[] {
  const prefix = `${key.toUpperCase().replaceAll('-', '_')}_API`
  const [baseUrl, tokenUrl, clientId, clientSecret, account] = ['URL', 'TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'ACCOUNT'].map((name) =>
    text(`${prefix}_${name}`),
  )
  if (!baseUrl && !clientId) return []
  if (!baseUrl || !tokenUrl || !clientId || !clientSecret || !account || !URL.canParse(baseUrl) || !URL.canParse(tokenUrl))
    throw new Error(`${prefix}_URL, _TOKEN_URL, _CLIENT_ID, _CLIENT_SECRET and _ACCOUNT belong together; the first two are addresses`)
  const paths = key === 'design' ? designPaths : constructionPaths
  return [[key, { baseUrl, tokenUrl, clientId, clientSecret, account, scope: text(`${prefix}_SCOPE`), paths }]]
}

/**
 * Reads `ASSISTANT_URL` (up to and including /v1), `ASSISTANT_MODEL` and, if the model needs it,
 * `ASSISTANT_KEY`: a language model with the OpenAI API.
 */
function assistantFrom(text: ReadText): HttpAssistantSettings | undefined {
  const [url, model] = [text('ASSISTANT_URL'), text('ASSISTANT_MODEL')]
  if (url === undefined && model === undefined) return undefined
  if (url === undefined || model === undefined || !URL.canParse(url))
    throw new Error('ASSISTANT_URL (an address such as https://models.example.com/v1) and ASSISTANT_MODEL belong together')
  return { url, model, key: text('ASSISTANT_KEY') }
}

/**
 * Reads `CONSTRUCTION_CLIENT_ID`, `CONSTRUCTION_SANDBOX_ISSUER` …: a system for log-in, by OpenID Connect
 * or by the three URLs of plain OAuth 2.
 */
function loginFrom(key: ProviderKey, text: ReadText): HttpLoginSettings[] {
  const prefix = key.toUpperCase().replaceAll('-', '_')
  const setting = (name: string) => text(`${prefix}_${name}`)
  const clientId = setting('CLIENT_ID')
  if (clientId === undefined) return []
  const address = (name: string) => {
    const url = setting(name)
    if (url !== undefined && !URL.canParse(url)) throw new Error(`${prefix}_${name} has to be an address such as https://login.example.com`)
    return url
  }
  const [issuer, authorizeUrl, tokenUrl, userUrl, revokeUrl] = ['ISSUER', 'AUTHORIZE_URL', 'TOKEN_URL', 'USER_URL', 'REVOKE_URL'].map(
    address,
  )
  if (issuer === undefined && !(authorizeUrl && tokenUrl && userUrl))
    throw new Error(`a login with ${prefix}_CLIENT_ID needs ${prefix}_ISSUER, or all of ${prefix}_AUTHORIZE_URL, _TOKEN_URL and _USER_URL`)
  return [
    {
      key,
      clientId,
      issuer,
      authorizeUrl,
      tokenUrl,
      userUrl,
      revokeUrl,
      name: setting('NAME'),
      clientSecret: setting('CLIENT_SECRET'),
      scope: setting('SCOPE'),
      trustEmail: flag(setting('TRUST_EMAIL')),
    },
  ]
}

/**
 * Maximum duration of a stop, after the drain, before the process exits anyway; acknowledged data is on disk in both cases. Then it ends
 * the leases of the jobs that still run, for 1 s at most.
 */
const stopWithinMs = 9000
const handBackWithinMs = 1000

async function run(): Promise<void> {
  const [first, ...words] = process.argv.slice(2)
  if (first === 'command') return await command(words)
  const config = configFrom(process.env, process.argv.slice(2))
  const server = await startServer({ ...config, ...terminalLog(process.env['LOG'], process) })
  // Node prints the error, too, with places in the bundle.
  process.on('uncaughtExceptionMonitor', (error) => server.app.log.error(faultFields(error), 'crash'))
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // The terminal sends Ctrl-C to this process, and the start script forwards it again.
      if (stopping) return
      stopping = true
      setTimeout(
        () => {
          setTimeout(() => process.exit(1), handBackWithinMs)
          void server
            .handBack()
            .catch(() => {})
            .finally(() => process.exit(1))
        },
        (config.drainMs ?? 0) + stopWithinMs,
      ).unref()
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** What a shell reports for a command that a signal has ended. */
const signalStatus = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/** Makes or restores a backup, or sends another command to the server that runs on the data folder. */
async function command(words: readonly string[]): Promise<void> {
  const dataDir = process.env['DATA_DIR']?.trim() || standard.dataDir
  const stopping = new AbortController()
  let status = 1
  for (const [signal, ended] of signalStatus)
    process.on(signal, () => {
      status = ended
      stopping.abort()
    })
  // Only loaded for a command: it brings both databases.
  const backups = await import('./backup/runBackupCommand.ts')
  const work = backups.isBackupCommand(words[0]) ? backups.runBackupCommand : undefined
  try {
    const done = work ? await work(words, backupOptions(dataDir, stopping.signal)) : await commandForServer(words, dataDir, stopping.signal)
    if (!done) process.exitCode = 1
  } catch (error) {
    const problem = startFailure(error)
    const line = problem.startsWith(failurePrefix) ? problem : `${failurePrefix}${problem}`
    process.stderr.write(`${stopping.signal.aborted ? 'Stopped.' : line}\n`)
    process.exitCode = status
  }
}

/** Asks again while the work of the command goes on. */
async function commandForServer(words: readonly string[], dataDir: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const answer = await sendCommand(dataDir, words, signal)
    standard.say(answer ?? `No server is running on the data in ${resolve(dataDir)}. Start it, then repeat the command.`)
    if (!answer?.endsWith(goesOn)) return answer !== undefined
    await pause(1000, undefined, { signal })
  }
}

/** The bucket for a command: a call that fails says why. */
function filesBucketOf(settings: S3Settings | undefined): FilesBucket | undefined {
  if (!settings) return undefined
  const name = `s3://${settings.bucket}/${settings.prefix}`
  const onFailure = ({ reason }: S3Failure): never => {
    throw new Error(
      `${name} at ${settings.endpoint} does not work: ${reason}. Check the store, FILES_URL and its keys, then repeat the command.`,
    )
  }
  return { name, store: objectFiles(settings, { spool: '', onFailure }) }
}

function backupOptions(dataDir: string, signal: AbortSignal): BackupCommandOptions {
  const setting = (name: string) => process.env[name]?.trim() || undefined
  return {
    dataDir,
    databaseUrl: setting('DATABASE_URL'),
    bucket: filesBucketOf(s3SettingsFrom(setting)),
    secretIsGiven: setting('SECRET') !== undefined,
    version: setting('npm_package_version') ?? 'unknown',
    // npm runs scripts in the folder of its package.
    folder: setting('INIT_CWD') ?? process.cwd(),
    askServer: (asked) => sendCommand(dataDir, asked, signal),
    say: standard.say,
    signal,
  }
}

const entry = process.argv[1]
if (entry !== undefined && import.meta.url === pathToFileURL(realpathSync(entry)).href) {
  run().catch((error: unknown) => {
    process.stderr.write(`Muster could not start: ${startFailure(error)}\n`)
    process.exit(1)
  })
}
