import { type Source, sources } from '../endpoints/projects.ts'

/** The three kinds of system that a bot writes to (spec/3 §3.9). */
export type BotSystem = 'construction' | 'own' | 'design'

/** A trigger bot starts other bots; all others are `bot`. */
export type BotType = 'trigger' | 'bot'

/** An entry of the bot catalog (spec/3 §3.9). */
export interface CatalogueBot {
  /** System and class: `own-attendance`. */
  readonly id: string
  readonly class: string
  /** Classes that this bot can trigger. */
  readonly childClasses: readonly string[]
  readonly system: BotSystem
  /** The sources of the projects that it supports. */
  readonly systems: readonly Source[]
  readonly type: BotType
  readonly name: string
  readonly description: string
  /** Set when the bot needs no site. */
  readonly noSite?: true
  /** Never offered for a new bot. */
  readonly deprecated?: true
  readonly beta?: true
  /** Only for administrators and beta users. */
  readonly development?: true
}

interface Kind extends Omit<CatalogueBot, 'id' | 'childClasses' | 'system' | 'systems' | 'type'> {
  readonly type?: BotType
  /** Other systems that offer it in addition to the construction system (decision OQ-142). */
  readonly also?: readonly BotSystem[]
}

/** In the order of the specification. */
const kinds: readonly Kind[] = [
  {
    class: 'enrolment',
    type: 'trigger',
    name: 'QR Enrolment + Trigger Bots',
    description: 'Workers scan a code once, enter their details, and continue with the bots for new workers.',
    also: ['own', 'design'],
  },
  {
    class: 'attendance',
    type: 'trigger',
    name: 'QR Attendance + Trigger Bots',
    description: 'People sign in and out at the gate by scanning a code. Then they continue with the forms of other bots.',
    also: ['own', 'design'],
  },
  {
    class: 'attendance-multi-site',
    type: 'trigger',
    name: 'QR Attendance Bot (Multi Site)',
    description: 'One attendance code for several sites of a project.',
    deprecated: true,
  },
  {
    class: 'orientation',
    name: 'Orientation Bot',
    description: 'Takes newcomers through the site orientation with its video, questions and signature.',
    also: ['own', 'design'],
  },
  {
    class: 'worker-certifications',
    name: 'Worker Certifications Bot',
    description: 'Collects certificates with their expiry dates and reminds people before they run out.',
    beta: true,
  },
  {
    class: 'manpower',
    name: 'Manpower Bot',
    description: 'Asks every vendor by text how many people worked and for how long. Writes the approved answers to the daily log.',
    also: ['own'],
  },
  {
    class: 'forms-adhoc',
    name: 'Forms & Inspections Bot (Ad-Hoc)',
    description: 'Forms and inspections that everyone on site can open with a code or a link.',
    also: ['design'],
  },
  {
    class: 'forms-scheduled',
    name: 'Forms & Inspections Bot (Scheduled)',
    description: 'Forms and inspections that are due every day, workday or week. My Tasks shows them until they are done.',
  },
  {
    class: 'site-permits',
    name: 'Site Permits',
    description: 'Workers request work permits on site. Managers approve, refuse and close them.',
    also: ['own'],
  },
  {
    class: 'forms-unscheduled',
    name: 'QR Forms & Inspections (Non Scheduled)',
    description: 'Forms and inspections behind a code, without a schedule.',
    deprecated: true,
  },
  {
    class: 'document-viewer',
    name: 'QR Document Viewer',
    description: 'People scan a code and see the newest version of drawings, data sheets and plans.',
    also: ['own', 'design'],
  },
  {
    class: 'time-materials',
    name: 'QR Time & Materials Capture',
    description: 'Tickets for extra work with hours, materials, photos and a signature.',
  },
  {
    class: 'pre-task-plan',
    name: 'Pre-Task Plan Agent',
    description: 'Talks a crew through the tasks, hazards and controls of the day and keeps their signed plan.',
    also: ['own'],
  },
  {
    class: 'toolbox-talk',
    name: 'Toolbox Talk Agent',
    description: 'Holds a toolbox talk with the crew and keeps who took part.',
    also: ['own'],
  },
  {
    class: 'customer-survey',
    name: 'Customer Survey Bot',
    description: 'Asks customers how it went.',
    deprecated: true,
    beta: true,
  },
  {
    class: 'forms-reminders',
    name: 'Reminders Bots for Forms and Inspections',
    description: 'Reminds people of forms and inspections that are open.',
    deprecated: true,
  },
  {
    class: 'broadcast',
    name: 'Broadcast Bot',
    description: 'Sends one text message to all people on its list. Each person can stop the messages by answering STOP.',
    also: ['own', 'design'],
  },
  {
    class: 'notes',
    name: 'Notes Bot',
    description: 'Collects notes for the daily log by text.',
    deprecated: true,
  },
  {
    class: 'directory',
    name: 'QR Directory',
    description: 'People scan a code and see who does which job on this site, with phone numbers.',
    also: ['own'],
  },
  {
    class: 'hazards',
    name: 'QR Hazards & Near Misses',
    description: 'Everyone can report a hazard in a minute. The bot reminds managers for up to 72 hours until it is closed.',
    also: ['own', 'design'],
  },
  {
    class: 'daily-log',
    name: 'Daily Log Bot for subs/self-perform',
    description: 'Foremen describe the day by text message. The bot writes their daily log from it.',
    noSite: true,
  },
  {
    class: 'health-survey',
    name: 'Health Survey Bot',
    description: 'Health questions before people come on site.',
    deprecated: true,
  },
]

const sourcesOf: Readonly<Record<BotSystem, readonly Source[]>> = {
  construction: ['construction', 'construction-sandbox'],
  own: ['own'],
  design: ['design'],
}

const offeredBy = (system: BotSystem) => kinds.filter(({ also = [] }) => system === 'construction' || also.includes(system))

/** All bots: those of the construction system, then the shorter lists of the own and the design system. */
export const botCatalogue: readonly CatalogueBot[] = (['construction', 'own', 'design'] as const).flatMap((system) => {
  const own = offeredBy(system)
  // A trigger bot can start every bot of its system except trigger bots (decision OQ-141).
  const children = own.filter(({ type, deprecated }) => type !== 'trigger' && !deprecated).map((kind) => kind.class)
  return own.map(({ also: _, type = 'bot', ...kind }) => ({
    ...kind,
    id: `${system}-${kind.class}`,
    type,
    childClasses: type === 'trigger' ? children : [],
    system,
    systems: sourcesOf[system],
  }))
})

/**
 * The entry of a class for projects of this source; when that source does not offer it now, of any other
 * source.
 */
export function catalogueBot(botClass: string, source: Source = 'own'): CatalogueBot | undefined {
  const same = botCatalogue.filter((bot) => bot.class === botClass)
  return same.find(({ systems }) => systems.includes(source)) ?? same[0]
}

export interface BotChoice {
  /** The source of the chosen project; `systems` is used only without one. */
  readonly source?: Source | undefined
  /** Linked sources of the user, in addition to the product's own. */
  readonly systems: readonly Source[]
  readonly isAdmin: boolean
  readonly isBeta: boolean
  /** Class of the parent bot of the new one. */
  readonly parent?: { readonly class: string; readonly source: Source } | undefined
}

/**
 * True when this person can choose the entry for a new bot. No one gets deprecated bots; administrators and
 * beta users get those in development.
 */
export const isOfferedTo = (
  bot: Pick<CatalogueBot, 'deprecated' | 'development'>,
  { isAdmin, isBeta }: { readonly isAdmin: boolean; readonly isBeta: boolean },
): boolean => !bot.deprecated && (!bot.development || isAdmin || isBeta)

/** Trigger bots or the others; all without a type. */
export const ofType = (bots: readonly CatalogueBot[], type: BotType | undefined): readonly CatalogueBot[] =>
  type === undefined ? bots : bots.filter((bot) => bot.type === type)

/** The entries that a user can choose for a new bot (spec/3 §6). */
export function offeredBots({ source, systems, isAdmin, isBeta, parent }: BotChoice): readonly CatalogueBot[] {
  const from = parent?.source ?? source
  const wanted: readonly Source[] = from ? [from] : sources.filter((one) => one === 'own' || systems.includes(one))
  const children = parent && catalogueBot(parent.class, parent.source)?.childClasses
  return botCatalogue.filter(
    (bot) =>
      isOfferedTo(bot, { isAdmin, isBeta }) &&
      bot.systems.some((one) => wanted.includes(one)) &&
      (children === undefined || children.includes(bot.class)),
  )
}
