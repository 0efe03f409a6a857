import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorBody, Refused } from '../../contract/Refused.ts'
import { grantHeader } from '../../contract/endpoints/grants.ts'
import { idPattern, writeHeaders } from '../../contract/endpoints/records.ts'
import { languageOf } from './languageOf.ts'
import { TooManyRequests } from '../domain/limits/limits.ts'
import { retryAfter as retryAfterSeconds } from '../domain/records/applyWrite.ts'
import { refusalOf } from '../storage/queryBudget.ts'
import { sqlState } from '../storage/sqlState.ts'
import { headerOf } from './identify.ts'
import { faultFields } from './faultFields.ts'
import { text } from '../i18n/text.ts'
import { translate } from '../i18n/translate.ts'

/** All refusals have the same body; for a fault the caller only learns that it happened. */
export function answerErrors(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const refused = refusedOf(error)
    if (!refused || !(error instanceof Refused)) logFault(request.log, error, refused)
    const wait = retryAfter(refused)
    if (wait !== undefined) reply.header('retry-after', String(wait))
    const opId = headerOf(request, writeHeaders.key)
    const body: ErrorBody = {
      error: refused ? bodyOf(request, refused) : { code: 'UNKNOWN', message: translate(languageOf(request), fault) },
      ...(opId !== undefined && idPattern.test(opId) && { opId }),
    }
    return reply
      .status(refused?.status ?? 500)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body)
  })
}

const fault = text('Something went wrong on the server. Please try again in a few minutes.')

/** The caller reads the refusal in their language. The holder of a grant learns no more than the reason. */
function bodyOf(request: FastifyRequest, refused: Refused): ErrorBody['error'] {
  const message = translate(languageOf(request), refused.words, refused.values)
  return headerOf(request, grantHeader) === undefined ? refused.bodyWith(message) : { code: refused.code, message }
}

/** If the database refuses a value, the sender is at fault, but our own checks should have found it first. */
function logFault(log: FastifyBaseLogger, error: Error, refused: Refused | undefined): void {
  if (!refused) log.error(faultFields(error), 'fault')
  else if (isBadValue(error)) log.warn(faultFields(error), 'the database refused a value')
}

/**
 * SQLSTATE class 22: a date, number or text outside the range of its column. Neither the statement nor its
 * transaction had an effect.
 */
const isBadValue = (error: unknown): boolean => sqlState(error)?.startsWith('22') === true

function refusedOf(error: Error & { statusCode?: number; code?: string }): Refused | undefined {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  if (isBadValue(error))
    return new Refused(400, 'INVALID', text('A date, a number or a text is too large to be stored. Please check what you entered.'))
  switch (error.statusCode) {
    case 413:
      return new Refused(413, 'TOO_LARGE', text('That is too large.'))
    case 415:
      return new Refused(415, 'INVALID', text('The body must be JSON.'))
    case 503:
      return new Refused(503, 'UNAVAILABLE', text('The server is restarting. Please try again.'))
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new Refused(400, 'INVALID', text('That could not be understood.'))
        : undefined
  }
}

function retryAfter(refused: Refused | undefined): number | undefined {
  if (refused instanceof TooManyRequests) return refused.retryAfterSeconds
  if (!refused) return undefined
  return refused.status === 503 ? 2 : retryAfterSeconds[refused.code]
}
