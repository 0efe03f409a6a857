import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type Postgres } from '../tests/harness/postgres.ts'
import { type Device, foreman, newId, useServer } from '../tests/harness/testServer.ts'
import { textProvider } from '../tests/harness/textProvider.ts'
import { type ArrivedSpan, traceCollector } from '../tests/harness/traceCollector.ts'
import { configFrom } from './main.ts'
import { summaryOf } from './storage/traceStatements.ts'

// The batches of spans leave soon.
process.env['OTEL_BSP_SCHEDULE_DELAY'] = '100'
const [collector, provider] = await Promise.all([traceCollector(), textProvider()])
afterAll(() => {
  delete process.env['OTEL_BSP_SCHEDULE_DELAY']
  collector.close()
  provider.close()
})

const settings = (env: Record<string, string> = {}) => configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }).traces
const texts = { sms: configFrom(provider.env).sms }

/** A form is saved; its text contains a name, and goes to the number of the foreman. */
const words = 'Hazard of Rosalind Quillfeather'
const feed = { type: 'message', sms: true, text: words }
const saveHazard = (by: Device, headers: Record<string, string> = {}) =>
  by.save(`forms/hazard-report/${newId()}`, { payload: { title: 'Open shaft near Quillfeather' }, feed }, headers)

const traceId = () => Array.from({ length: 32 }, (_, n) => ((n * 7 + Math.floor(Math.random() * 15) + 1) % 16).toString(16)).join('')
const headerOf = (trace: string, flags = '01') => ({ traceparent: `00-${trace}-00f067aa0ba902b7-${flags}` })

const inTrace = (trace: string) => collector.spans.filter((span) => span.traceId === trace)
const spanOf = async (trace: string, name: string): Promise<ArrivedSpan> => {
  const find = () => inTrace(trace).find((span) => span.name === name)
  await expect.poll(() => find()?.name ?? inTrace(trace).map((span) => span.name)).toBe(name)
  return find() as ArrivedSpan
}
const attributesOf = ({ attributes }: ArrivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const savedAt = 'POST /api/data/*'

describe('a server with a collector of traces', () => {
  const server = useServer({
    ...texts,
    traces: settings({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key', OTEL_SERVICE_NAME: 'site' }),
  })

  it('shows a save, its transaction, its job and its text in one trace that the caller has begun', async () => {
    const trace = traceId()
    const by = await server.person(foreman)
    expect((await saveHazard(by, headerOf(trace))).status).toBe(200)
    await expect.poll(() => provider.textsTo(foreman)).toContain(words)
    await server.running.idle()

    const text = await spanOf(trace, 'text.send')
    const request = inTrace(trace).find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7') as ArrivedSpan
    expect(request.name).toBe(savedAt)
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': savedAt.slice(5),
      'http.response.status_code': 200,
    })
    const save = await spanOf(trace, 'select save_record')
    expect([save.parentSpanId, attributesOf(save)]).toEqual([
      request.spanId,
      { 'db.system.name': 'postgresql', 'db.query.summary': 'select save_record' },
    ])
    const job = await spanOf(trace, 'job feed')
    expect([job.parentSpanId, attributesOf(job)]).toEqual([request.spanId, { 'muster.job.kind': 'feed', 'muster.job.attempt': 1 }])
    expect(text.parentSpanId).toBe(job.spanId)
    // The claim of the text, which keeps it from being sent twice.
    expect((await spanOf(trace, 'insert text_claims')).parentSpanId).toBe(job.spanId)
    expect(collector.calls).toContain('POST /v1/traces Bearer key')
    expect(collector.services).toContain('site')
  })

  it('names the trace in the log, beside the request', async () => {
    const trace = traceId()
    const by = await server.person(foreman)
    await saveHazard(by, headerOf(trace))
    const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['trace_id'] === trace)
    const request = await spanOf(trace, savedAt)
    expect(lines).toContainEqual(expect.objectContaining({ message: 'request', req: expect.any(String), span_id: request.spanId }))
  })

  it('links the traces of saves that share a transaction', async () => {
    const by = await server.person(foreman)
    const traces = Array.from({ length: 12 }, traceId)
    const answers = await Promise.all(traces.map((trace) => saveHazard(by, headerOf(trace))))
    expect(answers.map(({ status }) => status)).toEqual(traces.map(() => 200))
    const shared = () =>
      collector.spans.find(
        ({ spanId, traceId: trace, name }) =>
          name === 'batch' &&
          traces.includes(trace) &&
          collector.spans.some((child) => child.parentSpanId === spanId && child.name === 'select save_records'),
      )
    await expect.poll(() => shared()?.name).toBe('batch')
    const batch = shared() as ArrivedSpan
    const links = batch.links ?? []
    expect(links.length).toBeGreaterThan(0)
    expect(attributesOf(batch)['muster.batch.size']).toBe(links.length + 1)
    for (const link of links) {
      expect(traces).toContain(link.traceId)
      const other = await spanOf(link.traceId, savedAt)
      expect(other.links).toContainEqual(expect.objectContaining({ traceId: batch.traceId, spanId: batch.spanId }))
    }
  })

  it('tells the collector no names, numbers, texts, PINs, cookies, addresses or ids', async () => {
    const by = await server.person(foreman)
    const trace = traceId()
    const secret = newId()
    await saveHazard(by, headerOf(trace))
    await by.get(`/api/me?include=${secret}`, headerOf(trace))
    await by.get(`/frontend/people/${secret}`, headerOf(trace))
    await server.nobody().ask('POST', '/api/login/pin', { mobile: foreman, pin: '938471' }, headerOf(trace))
    await server.running.idle()
    await spanOf(trace, 'job feed')
    await expect.poll(() => inTrace(trace).filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7').length).toBe(4)
    const arrived = collector.bodies.join('\n')
    for (const word of [
      'Quillfeather',
      'shaft',
      foreman,
      foreman.slice(1),
      '938471',
      secret,
      by.uid,
      by.device,
      by.cookie.split('=')[1] ?? '',
    ])
      expect([word, arrived.includes(word)]).toEqual([word, false])
    const known =
      /^(?:GET|POST|PATCH|DELETE|PUT|HEAD)(?: \/\S*)?$|^(?:select|insert|update|delete|statement)(?: [a-z_]+)?$|^job [\w.-]+$|^\w+\.\w+$|^batch$|^transaction$/
    for (const { name, status } of collector.spans) expect([name, known.test(name), status.message]).toEqual([name, true, undefined])
  })

  it('tells no other system of the trace, unless the operator has named it', async () => {
    const by = await server.person(foreman)
    await saveHazard(by, headerOf(traceId()))
    await server.running.idle()
    expect(provider.traces.filter(Boolean)).toEqual([])
    await server.restart({ traces: settings({ TRACE_ORIGINS: provider.env.SMS_URL }) })
    const trace = traceId()
    await saveHazard(await server.person(foreman), headerOf(trace))
    const text = await spanOf(trace, 'text.send')
    expect(provider.traces).toContain(`00-${trace}-${text.spanId}-01`)
  })

  it('sends what it has not sent yet when it stops', async () => {
    const trace = traceId()
    await saveHazard(await server.person(foreman), headerOf(trace))
    await server.restart()
    expect(inTrace(trace).map(({ name }) => name)).toContain(savedAt)
  })

  it('keeps only the traces that the settings ask for', async () => {
    await server.restart({ traces: settings({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }) })
    const by = await server.person(foreman)
    const before = collector.spans.length
    const [kept, dropped] = [traceId(), traceId()]
    await by.get('/api/me')
    await by.get('/api/me', headerOf(dropped, '00'))
    await by.get('/api/me', headerOf(kept))
    await server.restart()
    expect(new Set(collector.spans.slice(before).map((span) => span.traceId))).toEqual(new Set([kept]))
  })

  it('goes on when the collector is away, and says so once', async () => {
    await server.restart({ traces: settings() })
    collector.answerWith(400)
    const said = () => server.log.filter((line) => line.includes('the collector does not take the traces'))
    try {
      const by = await server.person(foreman)
      for (let round = 0; round < 2; round++) {
        const answers = await Promise.all(Array.from({ length: 300 }, () => by.get('/api/me')))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
        const asked = collector.calls.length
        await expect.poll(() => collector.calls.length).toBeGreaterThan(asked)
      }
      expect(said()).toHaveLength(1)
    } finally {
      collector.answerWith(200)
    }
  })
})

describe('two servers with one database', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  const common = {
    ...texts,
    traces: settings(),
    get databaseUrl() {
      return postgres.url()
    },
    secret: 'the secret of both servers, 32 characters',
  }
  const [first, second] = [useServer(common), useServer(common)]

  it('continue a trace, whichever of them runs the job', async () => {
    const by = await first.person(foreman)
    const instances = new Set<string>()
    // The first server runs 16 jobs at once; the others are left to the second.
    const release = provider.hold()
    const before = provider.textsTo(foreman).length
    const traces = Array.from({ length: 24 }, traceId)
    for (const trace of traces) await saveHazard(by, headerOf(trace))
    await expect.poll(() => provider.textsTo(foreman).length - before).toBe(traces.length)
    release()
    await Promise.all([first.running.idle(), second.running.idle()])
    for (const trace of traces) {
      const job = await spanOf(trace, 'job feed')
      const request = await spanOf(trace, savedAt)
      expect(job.parentSpanId).toBe(request.spanId)
      instances.add(collector.instanceOf(job) ?? '')
    }
    expect(instances.size).toBe(2)
  })
})

describe('a server without a collector', () => {
  it('loads nothing of OpenTelemetry', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'muster-data-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const code = `import(${JSON.stringify(resolve('server/main.ts'))}).then(async ({ startServer }) => {
      const { createRequire } = await import('node:module')
      const loaded = () => Object.keys(createRequire('/x').cache).filter((file) => /@opentelemetry.(?!api)/.test(file)).length
      const server = await startServer({ port: 0, host: '127.0.0.1', dataDir: ${JSON.stringify(dataDir)}, demo: false, log: () => {}, say: () => {} })
      const without = loaded()
      await import(${JSON.stringify(resolve('server/tracing/openTelemetry.ts'))})
      process.send([without, loaded()])
      await server.close()
    })`
    const child = spawn(process.execPath, ['--import', 'tsx', '--eval', code], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [without, withCollector] = await new Promise<number[]>((done) => void child.once('message', (counts) => done(counts as number[])))
    expect(without).toBe(0)
    expect(withCollector).toBeGreaterThan(20)
    // A process that compiles the whole server: on a busy computer that takes a minute.
  }, 240_000)
})

describe('the settings of traces', () => {
  const read = (env: Record<string, string>) => configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/', ...env }).traces

  it('are the standard ones of OpenTelemetry', () => {
    expect(configFrom({}).traces).toBeUndefined()
    expect(read({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(read({})).toMatchObject({
      url: 'http://localhost:4318/v1/traces',
      service: 'muster',
      sampler: 'parentbased_always_on',
      origins: [],
    })
    expect(read({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toMatchObject({
      sampler: 'traceidratio',
      ratio: 0.1,
    })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT has to be the address'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL cannot be grpc'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS has to be pairs'],
    [{ OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER has to be one of always_on'],
    [{ OTEL_TRACES_SAMPLER_ARG: '10' }, 'OTEL_TRACES_SAMPLER_ARG has to be a number from 0 to 1'],
    [{ TRACE_ORIGINS: 'https://a.example/path' }, 'TRACE_ORIGINS has to be origins'],
  ])('that make no sense end the start: %o', (env, problem) => {
    expect(() => read(env as Record<string, string>)).toThrow(problem)
  })
})

describe('the name of a statement', () => {
  it.each([
    ['select save_record($1::jsonb) as seen', 'select save_record'],
    ['insert into jobs (kind) values ($1)', 'insert jobs'],
    ['update people set name = $1', 'update people'],
    ['with gone as (delete from jobs where x) select count(*) from gone', 'delete jobs'],
    ["select extract(epoch from now() - at) from text_claims where key = 'from x'", 'select text_claims'],
    ['select id from jobs where run_at <= now() for update skip locked', 'select jobs'],
    ['vacuum', 'statement'],
  ])('has a verb and a table or a function: %s', (text, name) => {
    expect(summaryOf(text)).toBe(name)
  })
})
