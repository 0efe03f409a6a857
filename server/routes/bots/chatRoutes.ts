import { bringTalk as bring, cancelChat, chatThought, sendChatMessage } from '../../../contract/endpoints/chat.ts'
import { writeHeaders } from '../../../contract/endpoints/records.ts'
import { isFormRecord } from '../../../contract/rules/mayGrantBring.ts'
import { answerMessage, leaveChat, thoughtOf } from '../../domain/chat/answerMessage.ts'
import { bringTalk } from '../../domain/chat/bringTalk.ts'
import { serve } from '../../http/serve.ts'

export const chatRoutes = [
  serve(sendChatMessage, ({ app, me, params, body }) => answerMessage(app, me, { ...body, chat: params.chat })),
  serve(chatThought, ({ app, me, params }) => thoughtOf(app, me, params.chat)),
  serve(cancelChat, async ({ app, me, params }) => {
    await leaveChat(app, me, params.chat)
    return { success: true }
  }),
  serve(
    bring,
    async ({ app, me, params, body, write: headers, replyHeader }) => {
      const done = await bringTalk(app, { path: params['*'], body, me, headers })
      if (done.replayed) replyHeader(writeHeaders.replayed, 'true')
      return done.body
    },
    { byGrant: (params) => isFormRecord(params['*'] ?? '') },
  ),
]
