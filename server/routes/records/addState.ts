import type { FastifyInstance } from 'fastify'
import { formJsonSchema } from '../../../contract/forms/formJsonSchema.ts'
import type { App } from '../../domain/app.ts'

/**
 * Health checks for monitoring, and the JSON schema with which editors check form settings. `/readyz` names why the
 * server takes no requests (`reasons`: `stopping`, `database`), and what fails beside them (`failing`: `files`,
 * `files-of-another-site`, `read-replica`).
 */
export function addState(fastify: FastifyInstance, app: App, stopping: () => boolean): void {
  fastify.get('/healthz', async () => ({ ok: true }))
  fastify.get('/readyz', async (_request, reply) => {
    // Both at once: each takes up to 2 s, and a balancer waits for 3.
    const [hasDatabase, hasFiles] = await Promise.all([app.storage.ready(), app.files.ready()])
    const reasons = [...(stopping() ? ['stopping'] : []), ...(hasDatabase ? [] : ['database'])]
    if (reasons.length > 0) return reply.status(503).send({ ready: false, reasons })
    // Saves without files still work, so a balancer has to keep the server.
    const failing = [
      ...(hasFiles ? [] : ['files']),
      ...(hasFiles && app.filesOwner.isKnownForeign() ? ['files-of-another-site'] : []),
      ...(app.storage.replica?.state().isUsed === false ? ['read-replica'] : []),
    ]
    return reply.send({ ready: true, ...(failing.length > 0 && { failing }) })
  })
  let schema: string | undefined
  fastify.get('/schema/form.json', async (_request, reply) => {
    schema ??= JSON.stringify(formJsonSchema())
    return reply.type('application/schema+json; charset=utf-8').header('cache-control', 'no-cache').send(schema)
  })
}
