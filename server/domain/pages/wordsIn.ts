import type { Language } from '../../../contract/reference/languages.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'

/** The texts of the pages of a bot. */
const words = {
  review: text('Review: {bot}'),
  demo: text('Demo: {bot}'),
  evidenceReview: text('Evidence: {bot}'),
  registrations: text('Registrations: {bot}'),
  people: text('People: {bot}'),
  companies: text('Companies: {bot}'),
  leadin: text('Before it begins: {bot}'),
  manageTime: text('Time on site: {bot}'),
  topics: text('Topics: {bot}'),
  conversation: text('Conversation'),
  date: text('Date'),
  state: text('State'),
  name: text('Name'),
  company: text('Company'),
  seen: text('Last seen'),
  inducted: text('Oriented'),
  when: text('When'),
  people_: text('People'),
  days: text('Days'),
  workers: text('Workers'),
  hours: text('Hours'),
  contact: text('Contact'),
  trade: text('Trade'),
  lastAsked: text('Last asked'),
  firstText: text('First text'),
  since: text('Signed in'),
  until: text('Signed out'),
  onSite: text('On site'),
  left: text('Left'),
  forgotten: text('No sign-out'),
  direction: text('Direction'),
  in: text('In'),
  out: text('Out'),
  topic: text('Topic'),
  part: text('Part'),
  nothing: text('Nothing here yet'),
  last48: text('The last 48 hours'),
  last30: text('The last 30 days'),
}

export type PageWord = keyof typeof words

export const wordsIn =
  (lang: Language) =>
  (word: PageWord, values: Readonly<Record<string, string>> = {}): string =>
    translate(lang, words[word], values)
