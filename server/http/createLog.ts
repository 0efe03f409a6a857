import { type Logger, pino, stdTimeFunctions } from 'pino'
import { faultFields } from './faultFields.ts'

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
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), remove: true },
    },
    { write: (line: string) => write(line.trimEnd()) },
  )
