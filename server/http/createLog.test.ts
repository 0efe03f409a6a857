import fastify, { LogController } from 'fastify'
import { expect, it } from 'vitest'
import { createLog } from './createLog.ts'

function logged() {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

it('writes one line for each message, at once, with time, level, message and fields', () => {
  const { log, lines, entries } = logged()
  log.warn({ repaired: 2, why: undefined }, 'that is put right')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\n')
  const [{ time, ...rest } = {}] = entries()
  expect(rest).toEqual({ level: 'warn', message: 'that is put right', repaired: 2 })
  expect(new Date(String(time)).toISOString()).toBe(time)
})

it('keeps the message of a fault as its detail', () => {
  const { log, lines, entries } = logged()
  log.error({ fault: 'TypeError', message: 'x is not a function' }, 'fault')
  expect(entries()[0]).toMatchObject({ level: 'error', message: 'fault', detail: 'x is not a function' })
  expect(lines[0]?.match(/"message"/g)).toHaveLength(1)
})

it('leaves out PINs, tokens and personal data, also one level deeper', () => {
  const { log, lines } = logged()
  log.info({ pin: '012345', job: 'a', cause: { token: 'abc', email: 'me@example.com', code: 'E1' } }, 'sent')
  expect(lines[0]).toContain('"job":"a"')
  expect(lines[0]).toContain('"cause":{"code":"E1"}')
  expect(lines[0]).not.toMatch(/012345|abc|me@example\.com/)
})

it('names the request, but neither its address nor the text of an error', async () => {
  const { log, entries, lines } = logged()
  const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'req' })
  const server = fastify({ loggerInstance: log, logController, genReqId: () => 'r1' })
  server.get('/x/:pin', (request) => {
    request.log.warn({ kind: 'a' }, 'odd')
    const error = new Error(`no row for "Grace" +12025550103`)
    request.log.error({ req: request, err: error }, 'fault')
    // Fastify itself logs errors like this.
    request.log.error({ err: error })
    request.log.error(error)
    request.log.warn({ err: error }, error.message)
    request.log.warn(error.message)
    return {}
  })
  await server.inject('/x/9182?t=9182')
  expect(entries()[0]).toMatchObject({ req: 'r1', kind: 'a', message: 'odd' })
  expect(entries()[1]).toMatchObject({ err: { fault: 'Error' }, message: 'fault' })
  expect(lines).toHaveLength(6)
  expect(lines.join()).not.toMatch(/Grace|2025550103|9182/)
  await server.close()
})
