import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { App } from '../app.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { notAuthorized, notFound } from '../access/refusals.ts'
import { newId } from '../newId.ts'
import { tasksAddress } from '../sign-in/person.ts'
import { chatBotFor, refuseFullDemo } from '../chat/chatBotsOf.ts'
import { contextOf, openChat, talkOf } from '../chat/answerMessage.ts'
import { deviceTalk } from '../chat/deviceTalk.ts'

/** `/frontend/chat/{bot}`: a new chat with a bot, or the unfinished chat of this person. */
export async function chatPage(app: App, { person, rest, lang }: PageQuestion): Promise<PageData> {
  const [id = '', ...more] = rest
  if (more.length > 0) throw notFound()
  if (!person) throw notAuthorized()
  const bot = await chatBotFor(app, id, person)
  const talk = talkOf(bot)
  const open = await openChat(app, person, bot.id)
  if (!open) await refuseFullDemo(app, bot)
  const context = await contextOf(app, { bot, me: person, language: lang })
  const { text: greeting, suggestions } = talk.greeting(context)
  return {
    component: 'chat',
    componentConfig: {
      title: talk.title,
      chat: open?.id ?? newId(),
      ...(greeting !== undefined && { greeting }),
      suggestions: [...suggestions],
      cancel: tasksAddress(person.uid),
      params: { bot: bot.id },
      messages: open?.messages ?? [],
      talk: await deviceTalk(app, { bot, context, state: open?.state, lang: open?.lang ?? lang }),
      ...(open?.completing && { completing: true }),
    },
  }
}
