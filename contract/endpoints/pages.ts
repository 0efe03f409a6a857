import * as z from 'zod/mini'
import type { ChatConfig } from './chat.ts'
import { endpoint } from '../endpoint.ts'
import type { PickerConfig } from '../forms/pickerConfig.ts'
import { Model, RecordPath } from './records.ts'
import type { FormSettings } from '../forms/FormSettings.ts'

/** One entry of a named lookup (decision OQ-037); cached on the device with the page. */
export const LookupItem = z.object({ id: z.string(), label: z.string(), attributes: z.optional(z.record(z.string(), z.unknown())) })
export type LookupItem = z.output<typeof LookupItem>

export const ComponentConfig = z.object({
  refreshInterval: z.optional(z.number()),
  redirectNow: z.optional(z.string()),
  postMessage: z.optional(z.array(z.unknown())),
  hideMyTasks: z.optional(z.boolean()),
  allowSave: z.optional(z.boolean()),
  allowCancel: z.optional(z.boolean()),
  compact: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
  recoveryEnabled: z.optional(z.boolean()),
  /** Data of root screens that are not forms. */
  items: z.optional(z.array(z.unknown())),
  /**
   * Picker: entries in addition to `items` or to the long list: those of the field, and the selected ones that are
   * not in `items`.
   */
  ownItems: z.optional(z.array(z.unknown())),
  title: z.optional(z.string()),
  /** Lists: `cursor` of the next page; absent on the last. */
  next: z.optional(z.string()),
  /** Plan chooser: the server takes live payments. */
  livemode: z.optional(z.boolean()),
  /** Records: late saves that no manager has reviewed (LateSave in attention.ts), newest first. */
  attention: z.optional(z.array(z.unknown())),
})
export type ComponentConfig = z.output<typeof ComponentConfig> & PickerConfig & Partial<ChatConfig>

/**
 * A screen as the server describes it (spec/1 §3 "Page data response"), with the form and the record that it
 * opens.
 */
export const PageData = z.object({
  component: z.string(),
  componentConfig: z.optional(ComponentConfig as z.ZodMiniType<ComponentConfig>),
  /** The signed-in person; `name` and `mobile` fill in defaults. */
  person: z.optional(
    z.object({
      model: z.object({ lang: z.optional(z.string()), name: z.optional(z.string()), mobile: z.optional(z.string()) }),
      path: z.optional(z.string()),
    }),
  ),
  lookups: z.optional(z.record(z.string(), z.array(LookupItem))),
  /** Addresses of the lookups that are too long for the page data (lists.ts). */
  lists: z.optional(z.record(z.string(), z.string())),
  auth: z.optional(z.object({ uid: z.optional(z.string()), name: z.optional(z.string()), tasks: z.optional(z.string()) })),
  /** Names of the owners of the record; for a new record, of its future owners. */
  owner: z.optional(z.object({ team: z.optional(z.string()), project: z.optional(z.string()), user: z.optional(z.string()) })),
  /** Picker: the address of the record that gets the pick. */
  url: z.optional(z.string()),
  /**
   * The settings of the form with its texts in the requested language. Not validated here: the app shows a
   * notice for invalid parts.
   */
  form: z.optional(z.custom<FormSettings>((value) => typeof value === 'object' && value !== null)),
  /**
   * Texts of the form without a translation in its file for the requested language; the device requests their
   * translations.
   */
  untranslated: z.optional(z.array(z.string())),
  /** Changes whenever the form's settings change. */
  formVersion: z.optional(z.string()),
  /** The record to open: for a new one `path` ends in `/:new`, `rev` is 0 and `model` is {}. */
  record: z.optional(z.object({ path: z.string(), rev: z.number(), model: Model })),
  /** The id of the project of a form; a new record keeps it as `team`. */
  team: z.optional(z.string()),
})
export type PageData = z.output<typeof PageData>

export const page = endpoint({
  method: 'GET',
  path: '/api/*',
  whenOffline: 'cached',
  access: 'link',
  params: z.object({ '*': RecordPath }),
  answer: PageData,
})

/**
 * `/frontend/x/y?q=1` → `/api/x/y.json?q=1&lang=es` (spec/1 §2.1); console pages have the same address
 * without `/frontend` (OQ-139). `search` with or without "?"; no `lang` when none is chosen.
 */
export function pageDataAddress(pathname: string, search: string, lang?: string): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !(lang && /^lang(?:=|$)/.test(pair)))
  if (lang) kept.push(`lang=${encodeURIComponent(lang)}`)
  return `${pathname.replace(/^\/(?:frontend\/)?/, '/api/')}.json${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}
