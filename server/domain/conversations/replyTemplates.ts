import type { Language } from '../../../contract/reference/languages.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'

interface Sums {
  readonly count: number
  readonly hours: number
  readonly total: number
  readonly location?: string | undefined
  readonly notes?: string | undefined
}

export interface ReplyTemplates {
  hello(contact: string, bot: string, project: string, vendor: string, day: 'today' | 'yesterday'): string
  helloNotes(contact: string, bot: string, project: string): string
  next(vendor: string): string
  count(vendor: string): string
  hours(count: number): string
  location: string
  confirm(sums: Sums): string
  confirmAll(lines: readonly string[]): string
  /** Asks for confirmation of a guess that may be wrong. */
  guessed(sums: { count?: number | undefined; hours?: number | undefined; location?: string | undefined }): string
  line(vendor: string, sums: Sums): string
  change: string
  unclear: string
  failed: string
  thanks: string
  nil: string
  nothingBefore: string
  noted: string
  changed: string
  wrong: string
  rude: string
  pause: string
  stopped: string
  /** The project is archived: the answer has no effect. */
  closed: string
  remind(vendor: string): string
  /** The manpower came by form while the bot was asking. */
  reported(vendor: string, sums: { count?: number | undefined; hours?: number | undefined; location?: string | undefined }): string
}

const texts = {
  hello: text(
    'Hi {contact}, this is the {bot} bot of {project}. How many workers did {vendor} have on site {day, select, today {today} other {yesterday}}, for how many hours each, and where?',
  ),
  helloNotes: text('Hi {contact}, this is the {bot} bot of {project}. What is worth noting about today? Answer "done" when that is all.'),
  next: text('Thank you. And {vendor}: how many workers, for how many hours?'),
  count: text('How many workers did {vendor} have on site? A number is enough.'),
  hours: text('How many hours did each of the {count} work?'),
  location: text('Where did they work? Answer "skip" if there is no one place.'),
  confirm: text('{workers} for {hours} hours each ({total} hours){place}.{notes} Is that right?'),
  confirmAll: text('{lines}\nIs that right?'),
  guessed: text('I am not sure I got that: {guess}. Is that right?'),
  line: text('{vendor}: {count} for {hours} hours ({total} hours){place}'),
  change: text('What should it be? For example "10 for 8 hours".'),
  unclear: text('Sorry, I did not get that. Please answer like "12 for 8 hours, level 3", or "nil" if nobody was on site.'),
  failed: text('Thank you. Someone from the project will look at your answer.'),
  thanks: text('Thank you, that is all. Have a safe day.'),
  nil: text('Nobody on site, I have noted that. Thank you.'),
  nothingBefore: text('I have no earlier answer to repeat. How many workers, for how many hours?'),
  noted: text('Noted. Anything else? Answer "done" when that is all.'),
  changed: text('Thank you. Someone from the project will look at your change.'),
  wrong: text('Sorry about that. I will not text you again.'),
  rude: text('All right. Someone from the project will contact you.'),
  pause: text('Thank you, I will tell the project.'),
  stopped: text('You will get no more texts from our bots. Answer START to get them again.'),
  closed: text('This project is closed, so I could not store your answer. Please ask your site office.'),
  remind: text('A reminder: how many workers did {vendor} have on site, and for how many hours? "nil" if nobody.'),
  reported: text('{vendor} has reported in the app: {guess}. Answer only if that is wrong.'),
}

/** Parts of texts. */
const parts = {
  workers: text('{count, plural, =1 {{count} worker} other {{count} workers}}'),
  hoursEach: text('{hours} hours each'),
  nobody: text('nobody on site'),
  place: text('at {location}'),
  notes: text('Notes: {notes}'),
}

/** Returns the replies of the bots in a language. Keep them short: many phones show one line only. */
export function replyTemplates(language: Language): ReplyTemplates {
  const say = (message: Text, values: Readonly<Record<string, string | number>> = {}) => translate(language, message, values)
  const place = (location: string | undefined) => (location ? ` ${say(parts.place, { location })}` : '')
  const guess = ({ count, hours, location }: Parameters<ReplyTemplates['guessed']>[0]) =>
    [count !== undefined && say(parts.workers, { count }), hours !== undefined && say(parts.hoursEach, { hours }), location]
      .filter(Boolean)
      .join(', ')
  return {
    hello: (contact, bot, project, vendor, day) => say(texts.hello, { contact, bot, project, vendor, day }),
    helloNotes: (contact, bot, project) => say(texts.helloNotes, { contact, bot, project }),
    next: (vendor) => say(texts.next, { vendor }),
    count: (vendor) => say(texts.count, { vendor }),
    hours: (count) => say(texts.hours, { count }),
    location: say(texts.location),
    confirm: ({ count, hours, total, location, notes }) =>
      say(texts.confirm, {
        workers: say(parts.workers, { count }),
        hours,
        total,
        place: place(location),
        notes: notes ? ` ${say(parts.notes, { notes })}` : '',
      }),
    confirmAll: (lines) => say(texts.confirmAll, { lines: lines.join('\n') }),
    guessed: (sums) => say(texts.guessed, { guess: sums.count === 0 ? say(parts.nobody) : guess(sums) }),
    reported: (vendor, sums) => say(texts.reported, { vendor, guess: sums.count === 0 ? say(parts.nobody) : guess(sums) }),
    line: (vendor, { count, hours, total, location }) => say(texts.line, { vendor, count, hours, total, place: place(location) }),
    change: say(texts.change),
    unclear: say(texts.unclear),
    failed: say(texts.failed),
    thanks: say(texts.thanks),
    nil: say(texts.nil),
    nothingBefore: say(texts.nothingBefore),
    noted: say(texts.noted),
    changed: say(texts.changed),
    wrong: say(texts.wrong),
    rude: say(texts.rude),
    pause: say(texts.pause),
    stopped: say(texts.stopped),
    closed: say(texts.closed),
    remind: (vendor) => say(texts.remind, { vendor }),
  }
}
