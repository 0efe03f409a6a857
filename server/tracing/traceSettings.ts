const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof samplerNames)[number]

export interface TraceSettings {
  /** The address that takes traces: that of the collector, and `/v1/traces`. */
  readonly url: string
  /** Sent with each batch, such as the key of a collector. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly service: string
  readonly sampler: SamplerName
  /** The part of all traces that a `traceidratio` sampler keeps, 0 to 1. */
  readonly ratio: number
  /** Origins of the operator's own systems: calls to them carry `traceparent`. */
  readonly origins: readonly string[]
}

/** Reads the standard settings of OpenTelemetry, and `TRACE_ORIGINS`; undefined: there are no traces. */
export function traceSettingsFrom(text: (name: string) => string | undefined): TraceSettings | undefined {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT has to be the address of a collector, such as http://localhost:4318')
  if (text('OTEL_EXPORTER_OTLP_PROTOCOL') === 'grpc')
    throw new Error('OTEL_EXPORTER_OTLP_PROTOCOL cannot be grpc: traces are sent over HTTP, usually to port 4318')
  const sampler = text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  if (!isSampler(sampler)) throw new Error(`OTEL_TRACES_SAMPLER has to be one of ${samplerNames.join(', ')}`)
  const headers = text('OTEL_EXPORTER_OTLP_HEADERS')
  return {
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: headers === undefined ? undefined : headersFrom(headers),
    service: text('OTEL_SERVICE_NAME') ?? 'muster',
    sampler,
    ratio: ratioFrom(text('OTEL_TRACES_SAMPLER_ARG')),
    origins: originsFrom(text('TRACE_ORIGINS')),
  }
}

const isSampler = (name: string): name is SamplerName => (samplerNames as readonly string[]).includes(name)

function ratioFrom(given = '1'): number {
  const ratio = Number(given)
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error('OTEL_TRACES_SAMPLER_ARG has to be a number from 0 to 1; 0.1 keeps a tenth of all traces')
  return ratio
}

/** Reads `key=value,key=value` with encoded values. */
function headersFrom(given: string): Record<string, string> {
  const wrong = 'OTEL_EXPORTER_OTLP_HEADERS has to be pairs such as authorization=Bearer%20key, separated by commas'
  return Object.fromEntries(
    given.split(',').map((pair) => {
      const at = pair.indexOf('=')
      if (at <= 0) throw new Error(wrong)
      try {
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
      } catch {
        throw new Error(wrong)
      }
    }),
  )
}

function originsFrom(given = ''): string[] {
  const origins = given.split(/[\s,]+/).filter(Boolean)
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong !== undefined) throw new Error('TRACE_ORIGINS has to be origins such as https://reader.example.com, separated by commas')
  return origins
}
