/** The parts of the work of a person who runs a project, or who only fills forms (`sent`). */
export const needKinds = [
  'sent',
  'today',
  'onSite',
  'times',
  'rollCall',
  'gates',
  'dailyLog',
  'review',
  'projects',
  'people',
  'bots',
  'devices',
  'report',
] as const
export type NeedKind = (typeof needKinds)[number]

/** One answer of the server that a screen of this person needs without a connection. */
export interface Need {
  readonly kind: NeedKind
  readonly url: string
  /** What people call it: a project, a gate, a day, a bot. Absent for a list of all. */
  readonly name?: string | undefined
}
