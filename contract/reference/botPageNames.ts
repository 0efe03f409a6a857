/**
 * A table that the server describes: the only entry of `componentConfig.items` of the component `botTable`.
 * Texts are in the requested language.
 */
export interface BotTable {
  /** A sentence under the heading. */
  readonly lead?: string
  readonly columns: readonly { readonly key: string; readonly label: string; readonly align?: 'end' }[]
  readonly rows: readonly BotTableRow[]
  /** The text when there are no rows. */
  readonly empty: string
}

export interface BotTableRow {
  readonly key: string
  /** Texts by column key; `at` has times instead (ISO 8601), shown in the time zone of the reader. */
  readonly cells: Readonly<Record<string, string>>
  readonly at?: Readonly<Record<string, string>>
  /** The address that opens the row. */
  readonly url?: string
}

/** The pages of a bot that its server describes (spec/3 §2.2); `kiosk` has its own screen. */
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
