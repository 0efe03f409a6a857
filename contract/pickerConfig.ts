import * as z from 'zod/mini'

/**
 * What the screens `picker` and `dialogPicker` take beside `title` and `items` (spec/1 §3 "Picker config"), in the page's componentConfig.
 * Addresses are of this server: `reloadList` and `refresh` are GETs that answer `{ items }`, `newFormSave` takes the new item by POST and
 * answers its `id`, `callback` takes what was picked.
 */
export const pickerConfig = {
  informational: z.optional(z.boolean()),
  multiSelect: z.optional(z.boolean()),
  allowCreate: z.optional(z.boolean()),
  allowClear: z.optional(z.boolean()),
  confirm: z.optional(z.boolean()),
  instructions: z.optional(z.string()),
  selected: z.optional(z.array(z.string())),
  fixedItems: z.optional(z.array(z.unknown())),
  contacts: z.optional(z.boolean()),
  favourites: z.optional(z.string()),
  catalogue: z.optional(z.boolean()),
  refresh: z.optional(z.boolean()),
  reloadList: z.optional(z.string()),
  customAction: z.optional(z.object({ label: z.string(), action: z.string() })),
  /** Fields of the creation form, as in form settings. */
  newForm: z.optional(z.array(z.unknown())),
  newFormSave: z.optional(z.string()),
  newLabel: z.optional(z.string()),
  /** `attribute`: the attribute of the record at `url` (/api/data/…) that takes the pick. Without it `url` is posted `{ selected }`. */
  callback: z.optional(
    z.object({ url: z.string(), attribute: z.optional(z.string()), store: z.optional(z.enum(['id', 'label', 'item'])) }),
  ),
  /** An action or an address when the picker is left without a choice; `back` without it. */
  cancelCallback: z.optional(z.string()),
}
