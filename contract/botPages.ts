/** A table that the server describes: what `componentConfig.items` of the component `botTable` holds, once. Texts are in the asked language. */
export interface BotTable {
  /** A sentence under the heading. */
  readonly lead?: string
  readonly columns: readonly { readonly key: string; readonly label: string; readonly align?: 'end' }[]
  readonly rows: readonly BotTableRow[]
  /** What is said where there are no rows. */
  readonly empty: string
}

export interface BotTableRow {
  readonly key: string
  /** By column; times are ISO 8601 under `at`, shown in the zone of who reads. */
  readonly cells: Readonly<Record<string, string>>
  readonly at?: Readonly<Record<string, string>>
  /** Opens the row. */
  readonly url?: string
}

/** The pages of a bot that its server describes (spec/3 §2.2); `kiosk` is a screen of its own. */
export const botPageNames = [
  'review',
  'demo',
  'evidenceReview',
  'registrations',
  'people',
  'person',
  'companies',
  'leadin',
  'manageTime',
  'topics',
] as const
export type BotPageName = (typeof botPageNames)[number]
