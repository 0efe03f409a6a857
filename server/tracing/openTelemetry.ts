import { randomUUID } from 'node:crypto'
import {
  isSpanContextValid,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind as OtelKind,
  SpanStatusCode,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Tracer as OtelTracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { SamplerName, TraceSettings } from './traceSettings.ts'
import type { Span, SpanKind, Tracer } from './Span.ts'

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
}

const samplers: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/** How long a stop waits for the collector, ms. */
const lastSpansWithinMs = 2000

/** Spans in memory while the collector is away; later ones are dropped. */
const longestQueue = 2048

interface Options {
  /** Called once when the collector stops answering, and again only after it has answered. */
  readonly onUnsent: (reason: string) => void
}

/** Sends traces to an OpenTelemetry collector as OTLP over HTTP, in JSON. */
export function openTelemetry(settings: TraceSettings, { onUnsent }: Options): Tracer {
  const exporter = new OTLPTraceExporter({ url: settings.url, ...(settings.headers && { headers: { ...settings.headers } }) })
  const processor = new BatchSpanProcessor(reporting(exporter, onUnsent), { maxQueueSize: longestQueue })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.service, 'service.instance.id': randomUUID() })),
    sampler: samplers[settings.sampler](settings.ratio),
    spanProcessors: [processor],
  })
  const known: Known = { tracer: provider.getTracer('muster'), origins: new Set(settings.origins) }
  return {
    begin(name, { kind = 'internal', attributes, links = [] }, { parent, link }) {
      const continued = parent === undefined ? undefined : readTraceparent(parent)
      const linked = link === undefined ? undefined : readTraceparent(link)
      const context = continued ? trace.setSpanContext(ROOT_CONTEXT, continued) : ROOT_CONTEXT
      const all = [...links.map(contextOf), ...(linked ? [linked] : [])].map((other) => ({ context: other }))
      return spanOf(known, known.tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, links: all }, context))
    },
    flush: () => provider.forceFlush().catch(() => {}),
    async close() {
      const enough = new Promise<void>((resolve) => void setTimeout(resolve, lastSpansWithinMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), enough])
    },
  }
}

/** What all spans of a tracer share. */
interface Known {
  readonly tracer: OtelTracer
  /** Systems of the operator, which may learn the ids of a trace. */
  readonly origins: ReadonlySet<string>
}

function spanOf(known: Known, otel: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = otel.spanContext()
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    isRecording: otel.isRecording(),
    child(name, { kind = 'internal', attributes, links = [] } = {}) {
      const options = { kind: kinds[kind], attributes: { ...attributes }, links: links.map((to) => ({ context: contextOf(to) })) }
      return spanOf(known, known.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, otel)))
    },
    rename: (name) => void otel.updateName(name),
    set: (attributes) => void otel.setAttributes({ ...attributes }),
    link: (to) => void otel.addLink({ context: contextOf(to) }),
    mayReach: (address) => known.origins.size > 0 && URL.canParse(address) && known.origins.has(new URL(address).origin),
    end(error) {
      if (!otel.isRecording()) return
      if (error !== undefined) {
        otel.setAttribute('error.type', typeOf(error))
        otel.setStatus({ code: SpanStatusCode.ERROR })
      }
      otel.end()
    },
  }
}

/** `isRecording` turns false when a span ends, so links go by the header. */
const contextOf = ({ traceparent }: Span): SpanContext => readTraceparent(traceparent) as SpanContext

/** The context of a header `traceparent`; undefined if it is not valid. */
function readTraceparent(header: string): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(header) ?? []
  if (version === undefined || version === 'ff') return undefined
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

/** The code or name of an error. Its message may hold a number or a text. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' || typeof code === 'number') return String(code)
  return typeof name === 'string' ? name : 'unknown'
}

/** The same exporter; `onUnsent` learns of the first batch that it could not send. */
function reporting(exporter: SpanExporter, onUnsent: Options['onUnsent']): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === 0) isAway = false
        else if (!isAway) {
          isAway = true
          onUnsent(result.error ? typeOf(result.error) : 'unknown')
        }
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
