import type { FastifyInstance } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { botPoster } from '../../../contract/endpoints/posters.ts'
import type { App } from '../../domain/app.ts'
import { contentOfPoster } from '../../domain/posters/contentOfPoster.ts'
import { papers, posterPdf } from '../../domain/posters/posterPdf.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { serve } from '../../http/serve.ts'
import { disposition } from './addFiles.ts'
import { text } from '../../i18n/text.ts'

export const posterRoutes = [
  serve(botPoster, async ({ app, me, params, origin }) => {
    const { name, project, address, short } = await contentOfPoster(app, { id: params.id, me, origin })
    return { name, project, address, short }
  }),
]

/** `GET /api/automation/{id}/poster.pdf?paper=a4|letter`: a poster with the code of a bot. */
export function addPosters(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.get<{ Params: { id: string }; Querystring: { paper?: string } }>('/api/automation/:id/poster.pdf', async (request, reply) => {
    const { person } = await identify(app, settings, request, reply)
    if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
    const { paper = 'a4' } = request.query
    if (paper !== 'a4' && paper !== 'letter')
      throw new Refused(400, 'INVALID', text('A poster is printed on a4 or letter.'), {
        details: [{ path: 'query.paper', message: `expected ${Object.keys(papers).join(' or ')}` }],
      })
    const origin = `${request.protocol}://${request.host}`
    const content = await contentOfPoster(app, { id: request.params.id, me: person, origin })
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(true, `${content.name}.pdf`))
      .type('application/pdf')
      .send(Buffer.from(await posterPdf(content, paper)))
  })
}
