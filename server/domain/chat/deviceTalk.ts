import type { DeviceTalk } from '../../../contract/endpoints/chat.ts'
import { baseLanguage, type Language } from '../../../contract/reference/languages.ts'
import type { Talk, TalkContext } from '../../../contract/rules/talks/talk.ts'
import { type Translations, translationsOf } from '../../../contract/rules/talks/talkWords.ts'
import type { Text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import type { Bot } from '../bots/bot.ts'
import { talkOf, zoneOf } from './answerMessage.ts'

/** The text in a language with the names of its values, which the device replaces. */
const withNames = (language: Language, text: Text): string =>
  translate(language, text, Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([name, key = '']) => [key, name])))

/** Returns all texts of a talk in each language. */
export const talkTranslations = (talk: Pick<Talk<never>, 'texts'>): Translations => translationsOf(talk, withNames)

/** What a talk offers again; the rest of the record stays on the server. */
const offeredAgain = new Set(['tasks', 'people'])

/** Returns what a device needs to lead the next, or the open, conversation with this bot by itself. */
export async function deviceTalk(
  app: App,
  { bot, context, state, lang }: { bot: Bot & { form: string }; context: TalkContext; state: unknown; lang: Language },
): Promise<DeviceTalk> {
  const { name, previous, talks } = context
  const zone = await zoneOf(app, bot)
  return {
    kind: bot.class,
    title: bot.title,
    form: bot.form,
    lang: baseLanguage(lang),
    name,
    words: talkTranslations(talkOf(bot)),
    ...(zone !== undefined && { zone }),
    ...(previous && { previous: Object.fromEntries(Object.entries(previous).filter(([key]) => offeredAgain.has(key))) }),
    ...(talks && { talks }),
    ...(state !== undefined && { state }),
  }
}
