import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { nameOf } from '../lib/pageOf.ts'

/** Names of saves that are no answers of a form, by the first segment of their path. */
const kindNames: Readonly<Record<string, MessageDescriptor>> = {
  automation: msg`Review`,
  automations: msg`Bot`,
  billing: msg`Billing Account`,
  devices: msg`Device`,
  libraries: msg`Library`,
  muster: msg`Roll call`,
  people: msg`User Preferences`,
  same: msg`Possibly the same person`,
  teams: msg`Project`,
  times: msg`Crew times`,
}

/**
 * Returns the title of a save, as lists of saves show it: never an id or a path. A kind with a fixed title has it in the
 * language of today, not in the one that the person had when they saved.
 */
export function saveTitle({ path, title }: { readonly path: string; readonly title?: string | undefined }): string {
  const [kind = '', name] = path.split('/')
  if (kind === 'people') return i18n._(msg`User Preferences`)
  if (kind === 'muster' && title) return t`Roll call: ${title}`
  if (title) return title
  if (kind === 'forms' && name) return nameOf(path)
  const known = Object.hasOwn(kindNames, kind) ? kindNames[kind] : undefined
  return known ? i18n._(known) : t`Change`
}
