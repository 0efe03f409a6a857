import { AsyncLocalStorage } from 'node:async_hooks'

/** What spans say about their work. No attribute holds data of people or companies, parameters or addresses. */
export type Attributes = Partial<
  Readonly<{
    'http.request.method': string
    /** The pattern of the address. */
    'http.route': string
    'http.response.status_code': number
    'db.system.name': 'postgresql'
    /** The verb of a statement and its table or function, without parameters. */
    'db.query.summary': string
    'muster.job.kind': string
    'muster.job.attempt': number
    /** How many callers share an answer. */
    'muster.batch.size': number
    'error.type': string
  }>
>

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export interface SpanOptions {
  readonly kind?: SpanKind | undefined
  readonly attributes?: Attributes | undefined
  readonly links?: readonly Span[] | undefined
}

/** A piece of work in a trace (https://opentelemetry.io/docs/concepts/signals/traces/). */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** The span in the form of the header `traceparent` (W3C Trace Context). */
  readonly traceparent: string
  /** False: the sampler left the trace out. */
  readonly isRecording: boolean
  child(name: string, options?: SpanOptions): Span
  rename(name: string): void
  set(attributes: Attributes): void
  link(to: Span): void
  /** Whether a call to this address may carry the trace. */
  mayReach(address: string): boolean
  /** Ends the work; `error` is why it failed. Only the name and code of an error are recorded. A repeated call does nothing. */
  end(error?: unknown): void
}

/** Where a new span belongs: it continues a trace, or begins one that links to another. Both are `traceparent` headers. */
export interface Origin {
  readonly parent?: string | undefined
  readonly link?: string | undefined
}

/** Begins traces. The implementation is loaded only if an operator has set a collector. */
export interface Tracer {
  begin(name: string, options: SpanOptions, origin: Origin): Span
  /** Sends the spans that have ended. */
  flush(): Promise<void>
  /** Sends the last spans, and gives up after 2 s. */
  close(): Promise<void>
}

const active = new AsyncLocalStorage<Span | undefined>()

/** The span of the running code. */
export const activeSpan = (): Span | undefined => active.getStore()

/** Runs `work` as a part of this span. Without a tracer the store is never used: it would cost every promise. */
export const runIn = <T>(span: Span | undefined, work: () => T): T => (span === active.getStore() ? work() : active.run(span, work))

/** Runs `work` as a part of this span, and ends the span with it. */
export async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await runIn(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Runs `work` in a new part of the span of the running code; without a recorded trace it only runs it. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = activeSpan()
  return parent?.isRecording ? endAfter(parent.child(name, options), work) : work()
}

/**
 * Runs work that several callers wait for. For one caller it is a part of their span. For several it is a span
 * `batch` of the first recorded one, which links to the others, and they link to it.
 */
export function inBatch<T>(callers: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = new Set(callers.filter((span) => span?.isRecording))
  // The running code may be that of any caller.
  if (!first) return runIn(undefined, work)
  if (others.length === 0) return runIn(first, work)
  const links = others.filter((span) => span !== undefined)
  const batch = first.child('batch', { links, attributes: { 'muster.batch.size': callers.length } })
  for (const span of links) span.link(batch)
  return endAfter(batch, work)
}

/** The fields with which a line of the log names its span. */
export function traceFields(span: Span | undefined = activeSpan()): { trace_id?: string; span_id?: string } {
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

/** The header that lets the system at this address continue the trace, if the operator has named it. */
export function traceHeaders(address: string): { traceparent?: string } {
  const span = activeSpan()
  return span?.mayReach(address) ? { traceparent: span.traceparent } : {}
}

/** The same adapter; each of its calls that returns a promise is a span `<name>.<method>`. */
export const tracedCalls = <Adapter extends object>(name: string, adapter: Adapter): Adapter =>
  new Proxy(adapter, {
    get(target, method, receiver) {
      const value: unknown = Reflect.get(target, method, receiver)
      if (typeof value !== 'function' || typeof method !== 'string') return value
      return (...args: unknown[]) => {
        const parent = activeSpan()
        if (!parent?.isRecording) return value.apply(target, args) as unknown
        const span = parent.child(`${name}.${method}`, { kind: 'client' })
        const answer = runIn(span, () => value.apply(target, args) as unknown)
        // A span that is not ended is never sent: only calls of other systems are of interest.
        return answer instanceof Promise ? endAfter(span, () => answer) : answer
      }
    },
  })
