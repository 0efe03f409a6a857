import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

type Child = Parameters<FastifyBaseLogger['child']>

/** The log of a request. Few requests write to it, so that it is made for the first line. */
class RequestLog {
  private readonly log: FastifyBaseLogger
  private readonly bindings: Child[0]
  private readonly options: Child[1]
  private made: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, bindings: Child[0], options: Child[1]) {
    this.log = log
    this.bindings = bindings
    this.options = options
  }

  private get own(): FastifyBaseLogger {
    return (this.made ??= this.log.child(this.bindings, this.options))
  }

  get level(): string {
    return this.log.level
  }

  child(...args: Child): FastifyBaseLogger {
    return this.own.child(...args)
  }

  silent(): void {}
}

const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

for (const method of methods)
  Object.defineProperty(RequestLog.prototype, method, {
    value(this: RequestLog, ...said: unknown[]) {
      Reflect.apply(this['own'][method], this['own'], said)
    },
  })

export const logOnDemand: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options) =>
  new RequestLog(log, bindings, options) as unknown as FastifyBaseLogger
