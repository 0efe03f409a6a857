import type { CatalogueBot } from '../../../../contract/reference/botCatalogue.ts'
import { ownForm } from '../../../../contract/endpoints/botEditor.ts'
import { approvalModes, sendsTexts } from '../../../../contract/endpoints/conversations.ts'
import { stopAfters } from '../../../../contract/endpoints/executions.ts'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { isConstruction, isExternal, siteTimezones, type Source } from '../../../../contract/endpoints/projects.ts'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import { type BotTraits, traitsOf } from './botTraits.ts'
import { botWords } from './botWords.ts'
import { noTexts } from '../../texts/canText.ts'

export interface Choice {
  readonly id: string
  readonly name: string
}

/** The bot data that its editor needs. */
export interface EditedBot {
  readonly kind: CatalogueBot
  readonly title: string
  /** The name of the owner. */
  readonly owner: string | undefined
  readonly project: string | undefined
  readonly source: Source
  readonly isNew: boolean
  readonly isPrivate: boolean
  /** The server has no text provider. */
  readonly isMute: boolean
  /** Forms of the project that no other bot fills. */
  readonly forms: readonly Choice[]
  /** Bots of the project that this bot may trigger. */
  readonly children: readonly Choice[]
  /** The address to which the editor returns. */
  readonly returnUrl: string
}

const group = (label: string, children: NodeSetting[]): NodeSetting => ({ type: 'group', style: 'plain', label, children })
const optionsOf = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ name, value: id }))
const unlimited = 1000
/** Shows a name literally: without placeholders. */
const said = (name: string | undefined) => (name ?? '–').replaceAll('{{', '{ {')

const approvalNames: Readonly<Record<(typeof approvalModes)[number], readonly [string, string]>> = {
  Approval: ['The owner approves', 'An answer is written to the daily log after the owner of the bot has approved it.'],
  Procore: ['Pending in Procore', 'An answer is written as a pending entry, and approved there.'],
  Automatic: ['Automatic', 'An answer is written to the daily log without approval.'],
}

const mute: NodeSetting = { type: 'info', level: 'warning', text: noTexts }

/** When a bot has its conversations. */
const schedule: NodeSetting = group('Schedule', [
  {
    type: 'switch',
    attribute: 'active',
    label: 'Ask automatically',
    description: 'Off: it asks only when a person starts it.',
    onValue: true,
    offValue: false,
    default: true,
  },
  {
    type: 'days',
    attribute: 'days',
    label: 'Days',
    default: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    required: 'active',
    visible: 'active',
  },
  { type: 'time', attribute: 'time', label: 'Time', default: '15:00', required: 'active', visible: 'active' },
  {
    type: 'valueenum',
    attribute: 'timezone',
    label: 'Timezone',
    description: 'If you choose none, the bot uses the timezone of the site.',
    display: 'list',
    visible: 'active',
    options: Object.entries(siteTimezones).map(([value, name]) => ({ name, value })),
  },
  {
    type: 'valueenum',
    attribute: 'about',
    label: 'Asks about',
    default: 'today',
    options: [
      { name: 'The same day', value: 'today' },
      { name: 'The day before', value: 'yesterday' },
    ],
  },
  {
    type: 'valueenum',
    attribute: 'stopAfter',
    label: 'Waits for an answer',
    default: '1 hour',
    display: 'list',
    options: [...stopAfters],
  },
  {
    type: 'switch',
    attribute: 'askOnHolidays',
    label: 'Ask on holidays',
    description: 'Days off are in the holiday calendar of the project.',
    onValue: true,
    offValue: false,
    default: false,
  },
])

const contacts: NodeSetting = group('Contacts', [
  {
    type: 'vendorSmsContact',
    attribute: 'contacts',
    label: 'Who is asked',
    description: 'A number with several companies gets one conversation about all of them.',
    lookup: 'vendorSmsContacts',
    emptyMessage: 'No one is asked yet.',
    limit: unlimited,
  },
])

/** How an answer is approved, and what it contains. */
function answers(source: Source): NodeSetting {
  return group('Answers', [
    {
      type: 'valueenum',
      attribute: 'approvalMode',
      label: 'Approval mode',
      required: true,
      default: 'Approval',
      display: 'list',
      options: approvalModes
        .filter((mode) => mode !== 'Procore' || isConstruction(source))
        .map((value) => ({ name: approvalNames[value][0], description: approvalNames[value][1], value })),
    },
    {
      type: 'switch',
      attribute: 'collectLocation',
      label: 'Collect the location',
      description: 'Asks where on site people worked.',
      onValue: 'Enabled',
      offValue: 'Disabled',
      default: 'Disabled',
    },
  ])
}

/** Settings of bots that have conversations (contract/endpoints/conversations.ts). */
const talking = ({ source }: EditedBot): NodeSetting[] => [schedule, contacts, answers(source)]

/** When a form is due. It appears under Due in My Tasks for each person who may fill it. */
const due: NodeSetting = group('Schedule', [
  {
    type: 'valueenum',
    attribute: 'every',
    label: 'Due',
    default: 'never',
    options: [
      { name: 'Never', value: 'never' },
      { name: 'Every day', value: 'day' },
      { name: 'Every workday', value: 'workday' },
      { name: 'Every week', value: 'week' },
    ],
  },
  { type: 'alltime', attribute: 'by', label: 'Until', visible: "every != 'never'" },
])

const audience: NodeSetting = group('Contacts', [
  {
    type: 'staffSmsContact',
    attribute: 'contacts',
    label: 'Who gets the message',
    description: 'People who answer STOP get no more messages.',
    lookup: 'employeeSmsContacts',
    emptyMessage: 'No one is on the list yet.',
    limit: unlimited,
  },
])

const people: NodeSetting = group('People', [
  {
    type: 'subForm',
    attribute: 'people',
    label: 'Who can be reached here',
    description: 'In the order in which people read them.',
    itemTitle: '{{name}} · {{role}}',
    addLabel: 'Add Person',
    emptyMessage: 'No one yet.',
    limit: unlimited,
    subform: [
      { type: 'text', attribute: 'name', label: 'Name', required: true, maxLength: 100 },
      { type: 'text', attribute: 'role', label: 'What for', maxLength: 100, placeholder: 'First aid, deliveries, site manager' },
      { type: 'mobile', attribute: 'mobile', label: 'Mobile number' },
      { type: 'text', attribute: 'email', label: 'Email', inputMode: 'email', maxLength: 200 },
    ],
  },
])

const documents: NodeSetting = group('Documents', [
  {
    type: 'subForm',
    attribute: 'documents',
    label: 'Documents',
    description: 'People who scan the code open these links, so they always see the newest version.',
    itemTitle: '{{name}}',
    addLabel: 'Add Document',
    emptyMessage: 'No document yet.',
    limit: unlimited,
    subform: [
      { type: 'text', attribute: 'name', label: 'Name', required: true, maxLength: 200 },
      { type: 'text', attribute: 'link', label: 'Link', required: true, inputMode: 'url', maxLength: 1000, placeholder: 'https://' },
      { type: 'text', attribute: 'notes', label: 'Notes', maxLength: 500 },
      {
        type: 'validation',
        field: 'link',
        valid: "startsWith(link, 'https://') or startsWith(link, 'http://')",
        message: 'A link starts with https://',
      },
    ],
  },
])

function triggers({ children, isNew }: EditedBot): NodeSetting {
  return group('Trigger Bots', [
    ...(children.length === 0
      ? [
          {
            type: 'info',
            text: isNew
              ? 'Create this bot first. Then add the bots that it starts.'
              : 'The project has no bot yet that this one could start. Add one.',
          } as const,
        ]
      : [
          {
            type: 'listenum',
            attribute: 'triggers',
            label: 'Starts',
            description: 'People who have finished here continue with these bots.',
            options: optionsOf(children),
          } as const,
        ]),
  ])
}

/** What a tablet at the gate shows above the name of the bot. */
const kiosk: NodeSetting = group('Kiosk', [
  {
    type: 'attachments',
    attribute: 'logo',
    label: 'Logo',
    description: 'A tablet that is a kiosk of this bot shows it above the name.',
    accept: 'photos',
    limit: 1,
    photoSide: 512,
    addLabel: 'Add Logo',
  },
])

const content: Readonly<Record<NonNullable<BotTraits['shows']>, NodeSetting>> = { people, documents }

/** The company that the bot is for: that of contacts without one, and the first answer of its form. */
function companyOf({ kind, isPrivate }: EditedBot): NodeSetting[] {
  const { talks, fills, chats, broadcasts } = traitsOf(kind.class)
  if (isPrivate || !fills || chats || broadcasts) return []
  return [
    {
      type: 'lookup',
      attribute: 'company',
      label: 'Company',
      description: talks ? 'Contacts without a company report for this one.' : 'The form begins with this company. People can change it.',
      lookup: 'vendors',
      store: 'label',
      allowCreate: false,
      allowClear: true,
    },
  ]
}

function identity(bot: EditedBot): NodeSetting {
  const { kind, owner, project, source, isNew, isPrivate } = bot
  const hasSite = !isPrivate && !kind.noSite && !isExternal(source)
  return group('Bot', [
    { type: 'text', attribute: 'title', label: 'Name', required: true, maxLength: 200, ...(isNew && { default: kind.name }) },
    { type: 'compactInfo', label: 'Owner', text: said(owner) },
    ...(isPrivate ? [] : [{ type: 'compactInfo', label: 'Project', text: said(project) } as const]),
    ...(hasSite
      ? [
          {
            type: 'lookup',
            attribute: 'site',
            label: 'Site',
            lookup: 'sites',
            store: 'id',
            allowCreate: false,
            allowClear: true,
          } as const,
        ]
      : []),
    ...companyOf(bot),
  ])
}

/** The form that people fill in, and whether they need an account for it. */
function formChoice({ isNew, forms }: EditedBot, { talks }: BotTraits): NodeSetting {
  return group('Form', [
    {
      type: 'valueenum',
      attribute: 'form',
      label: 'What people fill in',
      required: true,
      display: 'list',
      ...(isNew && { default: ownForm }),
      options: [...(isNew || forms.length === 0 ? [{ name: 'A new form of its own', value: ownForm }] : []), ...optionsOf(forms)],
      description: 'Its questions can be changed at any time.',
    },
    {
      type: 'switch',
      attribute: 'open',
      label: 'Without signing in',
      description: 'Everyone who scans the code can fill it in.',
      onValue: true,
      offValue: false,
      default: !talks,
    },
  ])
}

/** Returns the settings tree of a bot class (decision OQ-140), in English with its translations. */
export function settingsOfBot(bot: EditedBot): FormSettings {
  const { kind, title, isNew, returnUrl } = bot
  const traits = traitsOf(kind.class)
  const choosesForm = traits.fills && !traits.chats && !traits.broadcasts
  const children: NodeSetting[] = [
    ...(bot.isMute && sendsTexts(kind.class) ? [mute] : []),
    identity(bot),
    ...(traits.talks ? talking(bot) : []),
    ...(traits.broadcasts ? [audience] : []),
    ...(traits.scheduled ? [due] : []),
    ...(traits.shows ? [content[traits.shows]] : []),
    ...(choosesForm ? [formChoice(bot, traits)] : []),
    ...(kind.type === 'trigger' ? [triggers(bot)] : []),
    ...(bot.isPrivate || traits.broadcasts ? [] : [kiosk]),
    { type: 'save', label: isNew ? 'Create' : 'Save', model: {}, feed: false, ...(isNew ? {} : { returnUrl }) },
  ]
  const settings: FormSettings = {
    name: title,
    component: 'automationForm',
    recordTitle: '{{title}}',
    template: kind.description,
    children,
  }
  return { ...settings, translations: botWords }
}
