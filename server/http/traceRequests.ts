import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runIn, type Span, type Tracer } from '../tracing/Span.ts'
import { headerOf } from './identify.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The span of a request; undefined without traces. */
export const spanOf = (request: FastifyRequest): Span | undefined => spans.get(request)

/** Names the span of a request by the endpoint that answers it: several endpoints can share a pattern of the router. */
export function nameSpan(request: FastifyRequest, { method, path }: { readonly method: string; readonly path: string }): void {
  const span = spans.get(request)
  span?.rename(`${method} ${path}`)
  span?.set({ 'http.route': path })
}

/**
 * Makes each request a span, which continues the trace of its caller (`traceparent`). The address itself may contain
 * names and numbers, so the span has the pattern of the route. `untraced` are patterns.
 */
export function traceRequests(fastify: FastifyInstance, tracer: Tracer, untraced: ReadonlySet<string>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions
    if (route !== undefined && untraced.has(route)) return done()
    const { method } = request
    const attributes = { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) }
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracer.begin(name, { kind: 'server', attributes }, { parent: headerOf(request, 'traceparent') })
    spans.set(request, span)
    reply.raw.once('close', () => {
      const { statusCode: status, writableFinished } = reply.raw
      if (writableFinished) span.set({ 'http.response.status_code': status })
      if (writableFinished && status < 500) span.end()
      else span.end({ name: writableFinished ? String(status) : 'left' })
    })
    runIn(span, done)
  })
  // A body arrives outside of the context of the first hook.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) runIn(span, done)
    else done()
  })
}
