import type { FastifyInstance } from 'fastify'
import { answerDemoText, askDemoNow, askNow, demoPhones } from '../../../contract/endpoints/conversations.ts'
import { Refused } from '../../../contract/Refused.ts'
import { Mobile } from '../../../contract/endpoints/sign-in.ts'
import type { App } from '../../domain/app.ts'
import { handleSmsWebhook } from '../../domain/conversations/handleSmsWebhook.ts'
import { handleInbound } from '../../domain/conversations/handleInbound.ts'
import { phonesOfDemo } from '../../domain/conversations/phonesOfDemo.ts'
import { askNow as ask, askDemoNow as askDemo } from '../../domain/conversations/runSchedules.ts'
import { addressGroup, countAgainst, type Limit } from '../../domain/limits/limits.ts'
import { serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

const demoAnswers: Limit = { name: 'demo-answers', most: 600, withinSeconds: 3600 }

export const conversationRoutes = [serve(askNow, async ({ app, me, params }) => ({ begun: await ask(app, me, params.id) }))]

/** Registered only with the demo company and without an SMS provider: anyone may act as a vendor. */
export const demoPhoneRoutes = [
  serve(demoPhones, ({ app }) => phonesOfDemo(app)),
  serve(answerDemoText, async ({ app, body: { id, from, text: said }, address }) => {
    await countAgainst(app, demoAnswers, addressGroup(address))
    if (!Mobile.safeParse(from).success || said.trim() === '')
      throw new Refused(400, 'INVALID', text('An answer needs a number and a text.'))
    return { taken: await handleInbound(app, { key: `demo:${id}`, from, text: said }) }
  }),
  serve(askDemoNow, async ({ app, body, address }) => {
    await countAgainst(app, demoAnswers, addressGroup(address))
    return { begun: await askDemo(app, body.bot) }
  }),
]

/**
 * The text provider posts the answers of phones here. It may send a text twice, so texts are deduplicated
 * by the provider's id.
 */
export const inboundPath = '/api/sms/inbound'

export function addInboundTexts(fastify: FastifyInstance, app: App, { publicUrl }: { publicUrl: string | undefined }): void {
  fastify.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    })
    own.post(inboundPath, async (request, reply) => {
      const signature = request.headers['x-twilio-signature']
      await handleSmsWebhook(app, {
        url: `${publicUrl ?? `${request.protocol}://${request.host}`}${request.url}`,
        signature: typeof signature === 'string' ? signature : undefined,
        fields: (request.body ?? {}) as Record<string, string>,
      })
      return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
    })
  })
}
