import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import { permitClass } from '../../../../contract/endpoints/permits.ts'
import plan from '../forms/pre-task-plan.form.json' with { type: 'json' }
import talk from '../forms/toolbox-talk.form.json' with { type: 'json' }
import checkIn from '../forms/check-in.form.json' with { type: 'json' }
import hazards from '../forms/hazard-report.form.json' with { type: 'json' }
import manpower from '../forms/manpower.form.json' with { type: 'json' }
import certificates from '../../certifications/worker-certifications.form.json' with { type: 'json' }
import { startWords } from './startWords.ts'

/** The initial form of a new bot by class: short and translated. The project may change it in the studio. */

type Start = Pick<FormSettings, 'template' | 'recordTitle' | 'children'>

const text = (attribute: string, label: string, more: object = {}): NodeSetting => ({
  type: 'text',
  attribute,
  label,
  maxLength: 200,
  ...more,
})
const long = (attribute: string, label: string, more: object = {}): NodeSetting =>
  text(attribute, label, { multiline: true, maxLength: 2000, ...more })
const group = (label: string, children: NodeSetting[]): NodeSetting => ({ type: 'group', style: 'plain', label, children })
const required = { required: true }
const name = text('name', 'Full name', { ...required, maxLength: 80, default: '{{person.name}}' })
const mobile: NodeSetting = { type: 'mobile', attribute: 'mobile', label: 'Mobile number', default: '{{person.mobile}}', required: true }
const company: NodeSetting = { type: 'enum', attribute: 'company', label: 'Company', lookup: 'vendors', other: true, required: true }
const companyWithTrade: NodeSetting = { ...company, fills: { trade: 'trade' } }
const trade: NodeSetting = { type: 'enum', attribute: 'trade', label: 'Trade', lookup: 'trades', other: true }
const date: NodeSetting = { type: 'date', attribute: 'date', label: 'Date', default: '{{today()}}', required: true }
const location: NodeSetting = { type: 'enum', attribute: 'location', label: 'Where', lookup: 'locations', other: true }
const photos: NodeSetting = { type: 'attachments', attribute: 'photos', label: 'Photos', accept: 'photos' }
const signature: NodeSetting = { type: 'signature', attribute: 'signature', label: 'Signature', required: true }
const me = group('About you', [name, mobile, companyWithTrade, trade])

const starts: Readonly<Record<string, Start>> = {
  enrolment: {
    template: 'Tell the site once who you are. Next time it knows you.',
    recordTitle: '{{name}} · {{company}}',
    children: [
      me,
      group('In an emergency', [
        text('emergency_name', 'Whom to call', required),
        { type: 'mobile', attribute: 'emergency_mobile', label: 'Their number' },
      ]),
    ],
  },
  orientation: {
    template: 'For everyone who works on this site for the first time.',
    recordTitle: '{{name}} · {{company}}',
    children: [
      me,
      group('Site rules', [
        {
          type: 'info',
          text: '- Hard hat, boots, vest and eye protection at all times\n- No alcohol, no drugs\n- Report every hazard, near miss and injury at once\n- Know the way to the assembly point',
        },
        { type: 'toggle', attribute: 'understood', label: 'I have read and understood the site rules', required: true },
      ]),
      signature,
    ],
  },
  'site-permits': {
    template: 'Ask for a permit before the work begins.',
    recordTitle: '{{permit}} · {{location}}',
    children: [
      group('The work', [
        {
          type: 'enum',
          attribute: 'permit',
          label: 'Kind of permit',
          required: true,
          other: true,
          options: ['Hot work', 'Confined space', 'Excavation', 'Work at height', 'Electrical isolation', 'Crane lift'],
        },
        company,
        location,
        long('work', 'What will be done', required),
        date,
        { type: 'alltime', attribute: 'from', label: 'From', required: true },
        { type: 'endTime', attribute: 'to', label: 'To', start: 'from', required: true },
      ]),
      group('Safe to start', [long('controls', 'What keeps people safe', required), photos]),
      group('Asked for by', [name, mobile, signature]),
    ],
  },
  'time-materials': {
    template: 'A ticket for extra work, signed the same day.',
    recordTitle: '{{company}} · {{date}}',
    children: [
      group('Extra work', [
        date,
        company,
        location,
        long('work', 'What was done', required),
        text('asked_by', 'Who asked for it', required),
      ]),
      {
        type: 'subForm',
        attribute: 'labor',
        label: 'Labor',
        itemTitle: '{{name}} · {{hours}} h',
        addLabel: 'Add Person',
        emptyMessage: 'None yet.',
        subform: [
          text('name', 'Name', required),
          text('hours', 'Hours', { ...required, number: true, min: 0, max: 24, inputMode: 'decimal' }),
        ],
      },
      {
        type: 'subForm',
        attribute: 'materials',
        label: 'Materials and equipment',
        itemTitle: '{{quantity}} {{name}}',
        addLabel: 'Add Material',
        emptyMessage: 'None yet.',
        subform: [
          text('name', 'What', required),
          text('quantity', 'Quantity', { ...required, number: true, min: 0, inputMode: 'decimal' }),
        ],
      },
      photos,
      signature,
    ],
  },
  inspection: {
    template: 'Look, note, photograph, sign.',
    recordTitle: '{{what}} · {{date}}',
    children: [
      group('Inspection', [date, text('what', 'What was inspected', required), location]),
      {
        type: 'preflight',
        attribute: 'checks',
        label: 'Checks',
        checks: [
          { name: 'access', label: 'Walkways are clear and lit', required: false },
          { name: 'edges', label: 'Edges and openings are secured', required: false },
          { name: 'tools', label: 'Tools and machines are in order', required: false },
          { name: 'fire', label: 'Fire extinguishers are in place', required: false },
        ],
      },
      long('remarks', 'Remarks'),
      photos,
      group('Inspected by', [name, signature]),
    ],
  },
  'daily-log': {
    template: 'What happened today, in a few words.',
    recordTitle: '{{company}} · {{date}}',
    children: [group('Today', [date, company, long('notes', 'What was done', required), long('delays', 'What held you up')]), photos],
  },
  broadcast: {
    template: 'One text to everyone on the list of this bot.',
    recordTitle: '{{message}}',
    children: [
      long('message', 'Message', { ...required, maxLength: 600 }),
      { type: 'save', label: 'Send to everyone', saveRpc: 'broadcast', feed: false, returnMessage: '# On its way' },
    ],
  },
}

const ready: Readonly<Record<string, unknown>> = {
  attendance: checkIn,
  'attendance-multi-site': checkIn,
  manpower,
  hazards,
  'pre-task-plan': plan,
  'toolbox-talk': talk,
  'worker-certifications': certificates,
}

/** Returns only the translations of texts in this form. */
function wordsFor(children: unknown): NonNullable<FormSettings['translations']> {
  const said = JSON.stringify(children)
  const used = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).filter(([en]) => said.includes(JSON.stringify(en).slice(1, -1))))
  return Object.fromEntries(Object.entries(startWords).map(([language, words]) => [language, used(words)]))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Presets the site of the bot in site pickers. The form of a copied bot still has the site of its source. */
export function atSite(value: unknown, site: string | null): unknown {
  if (Array.isArray(value)) return value.map((one) => atSite(one, site))
  if (!isRecord(value)) return value
  const held = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, atSite(inner, site)]))
  if (held['lookup'] !== 'sites') return held
  const { default: _, ...rest } = held
  return site === null ? rest : { ...rest, default: site }
}

/** The managers get a text about each request for a permit. */
export const permitText = 'notify-managers'

const sendOf = (botClass: string): NodeSetting => ({
  type: 'save',
  label: 'Send',
  ...(botClass === permitClass && { saveRpc: permitText }),
})

/** Returns unchecked settings; `publishForm` validates them. */
export function startForm(
  botClass: string,
  bot: { readonly title: string; readonly site: string | null; readonly open: boolean },
): unknown {
  const whole = ready[botClass]
  const start = starts[botClass] ?? (starts['inspection'] as Start)
  const settings = isRecord(whole)
    ? whole
    : {
        component: 'automationForm',
        recoveryEnabled: true,
        ...start,
        children: botClass === 'broadcast' ? start.children : [...start.children, sendOf(botClass)],
        translations: wordsFor([start.template, start.children, 'Send']),
      }
  const { $schema: _, due: __, ...rest } = settings as Record<string, unknown>
  return { ...rest, children: bot.site === null ? rest['children'] : atSite(rest['children'], bot.site), name: bot.title, public: bot.open }
}
