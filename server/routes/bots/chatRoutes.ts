import { cancelChat, chatThought, sendChatMessage } from '../../../contract/endpoints/chat.ts'
import { answerMessage, leaveChat, thoughtOf } from '../../domain/chat/answerMessage.ts'
import { serve } from '../../http/serve.ts'

export const chatRoutes = [
  serve(sendChatMessage, ({ app, me, params, body }) => answerMessage(app, me, { ...body, chat: params.chat })),
  serve(chatThought, ({ app, me, params }) => thoughtOf(app, me, params.chat)),
  serve(cancelChat, async ({ app, me, params }) => {
    await leaveChat(app, me, params.chat)
    return { success: true }
  }),
]
