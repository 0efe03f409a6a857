import { type Logger, pino, stdTimeFunctions } from 'pino'
import { traceFields } from '../tracing/Span.ts'
import { faultFields, withoutData } from './faultFields.ts'

/** Fields that would hold personal data or secrets. No call of ours logs one; a new call must not leak one either. */
const secret = ['pin', 'token', 'cookie', 'authorization', 'password', 'mobile', 'number', 'email', 'address', 'url', 'body', 'headers']

/**
 * A log of JSON lines: time, level, message and the fields of the call. Each line is written at once, so that a
 * crash loses none. A field `message`, such as that of a fault, becomes `detail`.
 */
export const createLog = (write: (line: string) => void): Logger =>
  pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      mixin: () => traceFields(),
      formatters: {
        level: (level) => ({ level }),
        log: ({ message, ...fields }) => (message === undefined ? fields : { ...fields, detail: message }),
      },
      // What Fastify logs by itself has no addresses and no texts of errors.
      serializers: {
        req: (req: unknown) => (typeof req === 'string' ? req : (req as { id?: unknown }).id),
        res: (res: { statusCode?: number }) => ({ statusCode: res.statusCode }),
        err: faultFields,
      },
      hooks: {
        // Pino takes the text of an error as the message of a line without one, and some calls of Fastify pass it.
        logMethod(args, method) {
          const [first, said, ...rest] = args as [unknown, unknown, ...unknown[]]
          if (typeof first === 'string') return method.apply(this, [withoutData(first)])
          const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
          const isOwn = typeof said === 'string' && !(error instanceof Error && said === error.message)
          method.apply(this, [first instanceof Error ? { err: first } : first, isOwn ? said : 'fault', ...rest] as never)
        },
      },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), remove: true },
    },
    { write: (line: string) => write(line.trimEnd()) },
  )
