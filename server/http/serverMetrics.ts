import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { OperatingFigures } from '../domain/housekeeping/operatingFigures.ts'
import type { ReplicaState } from '../storage/ReadReplica.ts'

/** The outcome of a text that was given to its provider. */
export type TextOutcome = 'sent' | 'failed'

/** The metrics of one process in the text format of Prometheus. No label holds data of people or companies. */
export interface ServerMetrics {
  /** `route` is the pattern of the address. */
  request(of: { method: string; route: string; status: number; seconds: number }): void
  /** Shows these kinds of jobs before their first failure. */
  expectJobs(kinds: readonly string[]): void
  jobFailed(of: { kind: string; dead: boolean }): void
  text(outcome: TextOutcome): void
  /** A call that the store of the files did not answer, or refused. */
  filesFailed(): void
  /** The embedded database was ended and opened again. */
  databaseReopened(): void
  /** `figures` is undefined if the database did not answer; `seconds` is the time of its answer. */
  print(now: {
    figures: OperatingFigures | undefined
    seconds: number
    listeners: number
    freeBytes: number
    files: boolean
    /** The files belong to another site. */
    foreignFiles: boolean
    /** Absent without a replica. */
    replica?: ReplicaState | undefined
  }): Promise<string>
  readonly contentType: string
}

/** From a save, which takes milliseconds, to an export. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function serverMetrics(): ServerMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers })
  const counter = (name: string, help: string, labelNames: string[] = []) => new Counter({ name, help, labelNames, registers })

  const requests = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time until a request was answered, by method, pattern of the address and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const databaseUp = gauge('muster_database_up', '1 if the database answered, 0 if not.')
  const databaseSeconds = gauge('muster_database_answer_seconds', 'Time in which the database answered the questions of this page.')
  const reopened = counter('muster_database_reopened_total', 'How often the embedded database was ended and opened again.')
  const due = gauge('muster_jobs_due', 'Jobs that should run now, by kind.', ['kind'])
  const planned = gauge('muster_jobs_planned', 'Jobs that are planned for later, or repeated later, by kind.', ['kind'])
  const oldest = gauge('muster_jobs_oldest_due_seconds', 'For how long the oldest due job has waited, by kind.', ['kind'])
  const failures = counter('muster_job_failures_total', 'Failed runs of jobs, by kind; given_up: the job is not repeated.', [
    'kind',
    'given_up',
  ])
  const texts = counter('muster_texts_total', 'Texts given to the provider, by outcome.', ['outcome'])
  const devices = gauge('muster_devices', 'Registered devices.')
  const silent = gauge('muster_devices_silent', 'Registered devices without a report for an hour.')
  const unsent = gauge('muster_devices_unsent_saves', 'Saves that devices reported as not sent yet.')
  const oldestUnsent = gauge('muster_devices_oldest_unsent_seconds', 'Age of the oldest save that a device reported as not sent yet.')
  const listeners = gauge('muster_change_stream_clients', 'Devices that listen to changes at this process.')
  const free = gauge('muster_disk_free_bytes', 'Free bytes on the disk of the data folder.')

  const filesUp = gauge('muster_files_up', '1 if the store of the files answered, 0 if not.')
  const foreignFiles = gauge('muster_files_foreign', '1 if the files belong to another site, so that this server deletes none.')
  const filesFailures = counter('muster_files_failures_total', 'Calls that the store of the files did not answer, or refused.')

  const replica = replicaGauges(registers)

  // A rate needs the zero before the first one.
  for (const outcome of ['sent', 'failed'] satisfies TextOutcome[]) texts.inc({ outcome }, 0)

  return {
    contentType: registry.contentType,
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    expectJobs(kinds) {
      for (const kind of kinds) for (const given_up of ['true', 'false']) failures.inc({ kind, given_up }, 0)
    },
    jobFailed: ({ kind, dead }) => failures.inc({ kind, given_up: String(dead) }),
    text: (outcome) => texts.inc({ outcome }),
    filesFailed: () => filesFailures.inc(),
    databaseReopened: () => reopened.inc(),
    async print(now) {
      const { figures } = now
      databaseUp.set(figures ? 1 : 0)
      databaseSeconds.set(now.seconds)
      listeners.set(now.listeners)
      free.set(now.freeBytes)
      filesUp.set(now.files ? 1 : 0)
      foreignFiles.set(now.foreignFiles ? 1 : 0)
      if (now.replica) replica(now.replica)
      for (const one of [due, planned, oldest]) one.reset()
      for (const queue of figures?.queues ?? []) {
        due.set({ kind: queue.kind }, queue.due)
        planned.set({ kind: queue.kind }, queue.planned)
        oldest.set({ kind: queue.kind }, queue.oldestSeconds)
      }
      if (figures) {
        devices.set(figures.devices.registered)
        silent.set(figures.devices.silent)
        unsent.set(figures.devices.unsent)
        oldestUnsent.set(figures.devices.oldestUnsentSeconds)
      }
      return await registry.metrics()
    },
  }
}

/** Returns how to show the state of a read replica. The metrics exist from the first time. */
function replicaGauges(registers: Registry[]): (state: ReplicaState) => void {
  const gauges = () => ({
    up: new Gauge({ name: 'muster_read_replica_up', help: '1 if reads go to the replica, 0 if the database answers them all.', registers }),
    lag: new Gauge({
      name: 'muster_read_replica_lag_seconds',
      help: 'The replica has everything that was saved before that.',
      registers,
    }),
    statements: new Gauge({
      name: 'muster_read_replica_statements',
      help: 'Statements of lists, exports and reports since the start, by the server that answered.',
      labelNames: ['server'],
      registers,
    }),
  })
  let made: ReturnType<typeof gauges> | undefined
  return ({ isUsed, lagSeconds, queries }) => {
    made ??= gauges()
    made.up.set(isUsed ? 1 : 0)
    made.lag.set(lagSeconds)
    for (const [server, count] of Object.entries(queries)) made.statements.set({ server }, count)
  }
}
