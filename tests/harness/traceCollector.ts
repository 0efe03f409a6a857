import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

/** A span as it arrives in OTLP, in JSON. */
export interface ArrivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code: number; readonly message?: string }
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly ArrivedSpan[] }[]
  }[]
}

/** A collector of OpenTelemetry on a port of this computer. */
export async function traceCollector() {
  const spans: ArrivedSpan[] = []
  const bodies: string[] = []
  const calls: string[] = []
  const services = new Set<string>()
  const instances = new Map<string, string | undefined>()
  let status = 200
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
      if (status === 200) {
        const body = Buffer.concat(parts).toString()
        bodies.push(body)
        for (const { resource, scopeSpans } of (JSON.parse(body) as Batch).resourceSpans) {
          const told = (name: string) => resource.attributes.find(({ key }) => key === name)?.value.stringValue
          services.add(told('service.name') ?? '')
          for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
            spans.push(span)
            instances.set(span.spanId, told('service.instance.id'))
          }
        }
      }
      answer.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** All that has arrived, as text. */
    bodies,
    calls,
    services,
    /** The process that sent a span. */
    instanceOf: ({ spanId }: ArrivedSpan) => instances.get(spanId),
    /** From now on it answers with this status. */
    answerWith(next: number) {
      status = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
