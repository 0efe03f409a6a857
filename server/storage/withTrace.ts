import { activeSpan, type Origin } from '../tracing/Span.ts'
import type { Job } from './addJob.ts'

type Payload = Readonly<Record<string, unknown>>

/**
 * Adds the span that writes a job to its payload, so that the run continues its trace, at any server. A job for later
 * (`runAt`) only links to it: a trace does not last for days.
 */
export function withTrace(payload: Payload, runAt?: Date): Payload {
  const span = activeSpan()
  if (!span) return payload
  return { ...payload, [runAt ? 'tracelink' : 'traceparent']: span.traceparent }
}

/** The trace of a run. A repeated run has a trace of its own that links to the first: it may be hours later. */
export function originOf({ payload, attempt }: Job): Origin {
  const [parent, link] = [payload['traceparent'], payload['tracelink']]
  if (typeof parent === 'string') return attempt === 1 ? { parent } : { link: parent }
  return typeof link === 'string' ? { link } : {}
}

/** The job as its handler knows it. */
export function withoutTrace(job: Job): Job {
  if (!('traceparent' in job.payload || 'tracelink' in job.payload)) return job
  const { traceparent: _parent, tracelink: _link, ...payload } = job.payload
  return { ...job, payload }
}
