import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import type { App } from '../../domain/app.ts'
import { operatingFigures } from '../../domain/housekeeping/operatingFigures.ts'
import type { ServerMetrics } from '../../http/serverMetrics.ts'
import { text } from '../../i18n/text.ts'

export interface MetricsSettings {
  readonly metrics: ServerMetrics
  /** What the monitoring sends as bearer token. */
  readonly token: string
  /** Folder whose disk is measured. */
  readonly folder: string
}

const digest = (value: string) => createHash('sha256').update(value).digest()

/** `GET /metrics`: the state of this process for Prometheus. Without the token it answers as if it were not there. */
export function addMetrics(fastify: FastifyInstance, app: App, settings: MetricsSettings, listeners: () => number): void {
  const { metrics, folder } = settings
  const expected = digest(`Bearer ${settings.token}`)
  fastify.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw new Refused(404, 'NOT_FOUND', text('Not Found'))
    const begun = performance.now()
    const figures = await operatingFigures(app.storage.db).catch(() => undefined)
    const seconds = (performance.now() - begun) / 1000
    const { bavail, bsize } = await statfs(folder)
    const page = await metrics.print({
      figures,
      seconds,
      listeners: listeners(),
      freeBytes: bavail * bsize,
      files: await app.files.ready(),
      foreignFiles: app.filesOwner.isKnownForeign(),
      replica: app.storage.replica?.state(),
    })
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(page)
  })
}
