import type { FastifyInstance } from 'fastify'
import { formJsonSchema } from '../../../contract/forms/formJsonSchema.ts'
import type { App } from '../../domain/app.ts'

/** Health checks for monitoring, and the JSON schema with which editors check form settings. */
export function addState(fastify: FastifyInstance, app: App, stopping: () => boolean): void {
  fastify.get('/healthz', async () => ({ ok: true }))
  fastify.get('/readyz', async (_request, reply) => {
    const ready = !stopping() && (await app.storage.ready())
    return reply.status(ready ? 200 : 503).send({ ready })
  })
  let schema: string | undefined
  fastify.get('/schema/form.json', async (_request, reply) => {
    schema ??= JSON.stringify(formJsonSchema())
    return reply.type('application/schema+json; charset=utf-8').header('cache-control', 'no-cache').send(schema)
  })
}
