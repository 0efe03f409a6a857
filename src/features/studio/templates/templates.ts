import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isRaw } from '../../../../contract/forms/isRaw.ts'

/** Each form loads when an author takes or opens it. */
const files = import.meta.glob<string>('./*.form.json', { query: '?raw', import: 'default' })

/** The groups, in the order of the list. */
export const templateGroups = {
  permits: msg`Permits and plans`,
  inspections: msg`Inspections and checks`,
  safety: msg`Safety`,
  site: msg`Running the site`,
} as const
export type TemplateGroup = keyof typeof templateGroups

/** A form to start from: the file with the name of its id, with its translations. */
export interface FormTemplate {
  readonly id: string
  readonly group: TemplateGroup
  readonly name: MessageDescriptor
  readonly description: MessageDescriptor
}

export const templates: readonly FormTemplate[] = [
  {
    id: 'hot-work-permit',
    group: 'permits',
    name: msg`Hot work permit`,
    description: msg`Checks before the work, a gas test in confined spaces, a fire watch of 60 minutes, two signatures.`,
  },
  {
    id: 'excavation-permit',
    group: 'permits',
    name: msg`Excavation permit`,
    description: msg`Buried services, protection of the walls below 1.2 m, air test, valid for 7 days at most.`,
  },
  {
    id: 'lift-plan',
    group: 'permits',
    name: msg`Lift plan`,
    description: msg`Weight and use of the crane's capacity, wind, checks, approval of critical lifts.`,
  },
  {
    id: 'jha',
    group: 'permits',
    name: msg`Job hazard analysis (JHA)`,
    description: msg`Steps, hazards and controls with a risk number; the crew signs.`,
  },
  {
    id: 'scaffold-inspection',
    group: 'inspections',
    name: msg`Scaffold inspection`,
    description: msg`Twelve checks, a photo of each defect, a score, and 7 days of validity.`,
  },
  {
    id: 'machine-prestart',
    group: 'inspections',
    name: msg`Machine pre-start check`,
    description: msg`Behind a QR code on the machine: walk around, hour meter, service, out of service.`,
  },
  {
    id: 'ladder-harness-inspection',
    group: 'inspections',
    name: msg`Ladder and harness inspection`,
    description: msg`The checks follow the item; service life of 10 years; next inspection.`,
  },
  {
    id: 'quality-check',
    group: 'inspections',
    name: msg`Quality check`,
    description: msg`Checks and measurements against their tolerance, hold point, correction.`,
  },
  {
    id: 'equipment-handover',
    group: 'inspections',
    name: msg`Equipment hand-over`,
    description: msg`Condition, accessories, photos, and both signatures.`,
  },
  {
    id: 'incident-report',
    group: 'safety',
    name: msg`Incident report`,
    description: msg`People, injuries, causes, risk, actions with a date, report to the authority.`,
  },
  {
    id: 'near-miss',
    group: 'safety',
    name: msg`Near miss`,
    description: msg`Two minutes on the phone, with or without a name.`,
  },
  {
    id: 'toolbox-talk',
    group: 'safety',
    name: msg`Toolbox talk`,
    description: msg`Topic, what was said, and the signature of everyone who attended.`,
  },
  {
    id: 'visitor-induction',
    group: 'safety',
    name: msg`Visitor induction`,
    description: msg`Rules, protective equipment, two questions. Anyone with the link may fill it in.`,
  },
  {
    id: 'daily-report',
    group: 'site',
    name: msg`Daily report`,
    description: msg`Weather, crews with their hours, machines, work done, delays.`,
  },
  {
    id: 'delivery',
    group: 'site',
    name: msg`Delivery`,
    description: msg`Counted against the ticket, photos of damage, accept or refuse.`,
  },
  {
    id: 'concrete-ticket',
    group: 'site',
    name: msg`Concrete delivery ticket`,
    description: msg`Volume, slump, temperature, and 90 minutes from batching to discharge.`,
  },
]

/** The text of the form file, with its translations. */
export async function loadTemplate(id: string): Promise<string> {
  const load = files[`./${id}.form.json`]
  if (!load) throw new Error(`There is no template ${id}`)
  return load()
}

/** The template as a form with a name of its own. A translation of the old name would no longer be right. */
export function formFromTemplate(text: string, name: string): string {
  const form = JSON.parse(text) as Record<string, unknown>
  const old = String(form['name'])
  if (name === '' || name === old) return text
  const translations = isRaw(form['translations']) ? form['translations'] : {}
  const others = Object.entries(translations).map(([language, texts]) => {
    const { [old]: _, ...rest } = texts as Record<string, string>
    return [language, rest]
  })
  return `${JSON.stringify({ ...form, name, translations: Object.fromEntries(others) }, undefined, 2)}\n`
}
