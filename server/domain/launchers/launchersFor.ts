import type { Language } from '../../../contract/reference/languages.ts'
import type { Launcher } from '../../../contract/endpoints/launchers.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { Person } from '../sign-in/person.ts'

interface Kept extends Omit<Launcher, 'title' | 'content'> {
  readonly title: Text
  readonly content: Text
  /** Only for people who manage a project or a bot. */
  readonly managers?: boolean
}

/** All help texts of the app, by place. Pages mark the places with `data-help`. */
const all: readonly Kept[] = [
  {
    id: 'my-tasks',
    icon: 'info',
    showAtElement: '[data-help="my-tasks"]',
    title: text('My Tasks'),
    content: text(
      '**Due** is what is expected of you today. **Done** counts what you have sent today, **waiting** what is still on this device.\n\nEverything here opens without a connection. What you save is sent by itself as soon as there is one.',
    ),
  },
  {
    id: 'studio',
    icon: 'edit',
    showAtElement: '[data-help="my-tasks"]',
    showIfElement: 'a[href="/studio"]',
    managers: true,
    title: text('Form studio'),
    content: text(
      'The **Form studio** changes the forms of your projects: their questions, their texts and the order. A form that you publish reaches every device with its next connection.',
    ),
  },
  {
    id: 'console',
    icon: 'info',
    showAtElement: '[data-help="console"]',
    managers: true,
    title: text('The console'),
    content: text(
      'A **project** holds bots, people and sites. A **bot** fills one form with what people on site tell it, by QR code or text message.\n\nBegin with a project, then create its QR codes and hang them up at the gate.',
    ),
  },
]

/** Returns the launchers for this person in their language. */
export function launchersFor(person: Person, lang: Language): Launcher[] {
  const manages = person.isAdmin || person.teams.some(({ role }) => role !== 'Worker')
  return all
    .filter(({ managers }) => !managers || manages)
    .map(({ managers: _, ...launcher }) => ({
      ...launcher,
      title: translate(lang, launcher.title),
      content: translate(lang, launcher.content),
    }))
}
